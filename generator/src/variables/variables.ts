import {
  isPlainObject,
  isShownName,
  referencedVariable,
  toPointer,
  shownPointer,
  type ClientConfig,
  type JsonValue,
  type ProviderConfig,
} from "@sdkwright/runtime/config";

/** One place of client.json that refers to an environment variable. */
export interface VariableUse {
  readonly name: string;
  /** The provider or profile that needs it. */
  readonly of: { readonly provider: string } | { readonly profile: string };
  readonly place: VariablePlace;
}

/** What the variable is for; of names that may be anything, only those that may be shown (rules F2). */
export type VariablePlace =
  | { readonly kind: "credential"; readonly scheme: string; readonly field: string }
  | { readonly kind: "parameter"; readonly parameter: string }
  | { readonly kind: "baseUrl"; readonly service: string }
  | {
      readonly kind: "input";
      readonly useCase: string;
      readonly pointer: string;
      readonly provider?: string | undefined;
    };

/** Every `$NAME` of a configuration, in its own order: providers, then default inputs by profile (rules C16). */
export function variableUses({ providers, profiles }: ClientConfig): readonly VariableUse[] {
  return [
    ...Object.entries(providers).flatMap(([provider, config]) => providerUses(provider, config)),
    ...Object.entries(profiles).flatMap(([profile, { defaults, providers: own }]) => [
      ...inputUses(profile, defaults),
      ...Object.entries(own).flatMap(([provider, settings]) => inputUses(profile, settings.defaults, provider)),
    ]),
  ];
}

function providerUses(
  provider: string,
  { security, parameters, services = {} }: ProviderConfig,
): readonly VariableUse[] {
  const of = { provider };
  return [
    ...Object.entries(security).flatMap(([scheme, fields]) =>
      Object.entries(fields).flatMap(([field, text]) =>
        useOf(text, of, { kind: "credential", scheme: shown(scheme), field }),
      ),
    ),
    ...Object.entries(parameters).flatMap(([parameter, text]) =>
      useOf(text, of, { kind: "parameter", parameter: shown(parameter) }),
    ),
    ...Object.entries(services).flatMap(([service, text]) =>
      useOf(text, of, { kind: "baseUrl", service: shown(service) }),
    ),
  ];
}

function inputUses(
  profile: string,
  defaults: { readonly [useCase: string]: { readonly input: JsonValue } },
  provider?: string,
): readonly VariableUse[] {
  return Object.entries(defaults).flatMap(([useCase, { input }]) =>
    textsIn(input, "").flatMap(([pointer, text]) =>
      useOf(text, { profile }, { kind: "input", useCase, pointer: shownPointer(pointer), provider }),
    ),
  );
}

function useOf(text: string, of: VariableUse["of"], place: VariablePlace): readonly VariableUse[] {
  const name = referencedVariable(text);
  return name === undefined ? [] : [{ name, of, place }];
}

function textsIn(value: JsonValue, pointer: string): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[pointer, value]];
  if (!Array.isArray(value) && !isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item as JsonValue, `${pointer}${toPointer(key)}`));
}

function shown(name: string): string {
  return isShownName(name) ? name : "***";
}
