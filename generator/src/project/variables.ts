import {
  type ClientConfig,
  isPlainObject,
  isShownName,
  type JsonValue,
  type ProviderConfig,
  referencedVariable,
  shownPointer,
  toPointer,
} from "@sdkwright/runtime/config";
import type { Paint } from "../diagnostics/diagnostic.js";
import { escapeUnprintable, largest } from "../io/text.js";

/** One place of client.json that refers to an environment variable. */
export interface VariableUse {
  readonly name: string;
  /** The provider or profile that needs it. */
  readonly of: { readonly provider: string } | { readonly profile: string };
  readonly place: VariablePlace;
}

/** What the variable is for; of names that may be anything, only those that may be shown (rules F2). */
type VariablePlace =
  | { readonly kind: "credential"; readonly scheme: string; readonly field: string }
  | { readonly kind: "webhooks" }
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
  { security, parameters, services = {}, webhooks }: ProviderConfig,
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
    ...(webhooks?.secrets ?? []).flatMap((text) => useOf(text, of, { kind: "webhooks" })),
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

/** What a variable holds, in a few words. */
export function holdsText(place: VariablePlace): string {
  switch (place.kind) {
    case "credential":
      return `${place.field} of ${place.scheme}`;
    case "webhooks":
      return "secret of webhooks";
    case "parameter":
      return `parameter ${place.parameter}`;
    case "baseUrl":
      return `base URL of the service ${place.service}`;
    case "input":
      return `default input ${place.pointer} of ${place.useCase}${place.provider === undefined ? "" : ` with ${place.provider}`}`;
  }
}

/** A table by provider and profile: name, set or not, and what it holds. */
export function variablesTable(uses: readonly VariableUse[], isSet: (name: string) => boolean, paint: Paint): string {
  const width = largest(uses.map(({ name }) => name.length));
  const sections = groupsOf(uses).map(([title, members]) => {
    const lines = members.map(({ name, place }) => {
      const state = isSet(name) ? paint.green("set    ") : paint.red("not set");
      return `  ${name.padEnd(width)}  ${state}  ${escapeUnprintable(holdsText(place))}`;
    });
    return [paint.bold(escapeUnprintable(title)), ...lines].join("\n");
  });
  return sections.map((section) => `${section}\n\n`).join("");
}

/** A file of `NAME=` lines to fill in, each name once, with what it holds. Next.js reads its copy by itself. */
export function exampleFile(uses: readonly VariableUse[], isNextApp = false): string {
  const seen = new Set<string>();
  const sections = groupsOf(uses).map(([title, members]) => {
    const lines = members.flatMap(({ name, place }) => {
      if (seen.has(name)) return [];
      seen.add(name);
      return [`# ${escapeUnprintable(holdsText(place))}`, `${name}=`];
    });
    return lines.length === 0 ? "" : [`# ${escapeUnprintable(title)}`, ...lines].join("\n");
  });
  return [isNextApp ? NEXT_HEAD : HEAD, ...sections.filter((section) => section !== "")].join("\n\n");
}

/** Names that such a file does not have. */
export function unlistedNames(text: string, names: readonly string[]): readonly string[] {
  const listed = new Set(Array.from(text.matchAll(/^(?:export )?([A-Za-z_][A-Za-z0-9_]*)\s*=/gm), ([, name]) => name));
  return names.filter((name) => !listed.has(name));
}

const NEXT_HEAD =
  "# Copy this to .env.local, which is not committed, and fill it in. Next.js only reads it on the server.";
const HEAD = "# Copy this to .env, which is not committed, and fill it in: node --env-file=.env …";

function groupsOf(uses: readonly VariableUse[]): readonly (readonly [string, readonly VariableUse[]])[] {
  const groups = new Map<string, VariableUse[]>();
  for (const use of uses) {
    const title = "provider" in use.of ? use.of.provider : use.of.profile;
    const known = groups.get(title);
    if (known === undefined) groups.set(title, [use]);
    else known.push(use);
  }
  return [...groups];
}
