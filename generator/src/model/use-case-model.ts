import {
  own,
  NO_RETRY,
  type JsonObject,
  type ProfileConfig,
  type RetryPolicy,
  type UseCaseJson,
  type Validate,
} from "@sdkwright/runtime/config";
import { useCaseNames, type UseCaseNames } from "../names/use-case-names.js";
import { schemaObject } from "../json-schema/schema-part.js";
import { defaultedInput, type DefaultedKeys } from "./defaulted-input.js";

/** One use-case as it is emitted. */
export interface UseCaseModel {
  readonly name: string;
  /** Title and description; empty where there are none. */
  readonly description: string;
  readonly names: UseCaseNames;
  /** Absent without a profile document: then the input is open, result and error are unknown (rules C4). */
  readonly schemas?: UseCaseSchemas | undefined;
  /** Absent where no key of the input is defaulted. */
  readonly defaulted?: DefaultedKeys | undefined;
  readonly providerFailover: boolean;
  /** Empty where only a call says whether it validates. */
  readonly validate: Validate | "";
  /** Defaults for every provider. */
  readonly input: JsonObject;
  readonly providers: readonly ProviderUseCaseModel[];
}

export interface UseCaseSchemas {
  readonly input: JsonObject;
  readonly result: JsonObject;
  readonly error?: JsonObject | undefined;
}

/** One of a use-case's schemas. */
export interface UseCaseSchema {
  readonly typeName: string;
  readonly schema: JsonObject;
  readonly role: "input" | "result" | "error";
}

/** A use-case's schemas, each with the name of its type. */
export function schemasOf({ names, schemas }: Pick<UseCaseModel, "names" | "schemas">): readonly UseCaseSchema[] {
  if (schemas === undefined) return [];
  const { input, result, error } = schemas;
  return [
    { typeName: names.input, schema: input, role: "input" },
    { typeName: names.result, schema: result, role: "result" },
    ...(error === undefined ? [] : [{ typeName: names.error, schema: error, role: "error" as const }]),
  ];
}

/** What client.json says about one provider's part in a use-case. */
export interface ProviderUseCaseModel {
  readonly name: string;
  readonly input: JsonObject;
  readonly retryPolicy: RetryPolicy;
}

/** Merges a use-case with what client.json says about it, for each provider of the profile. */
export function useCaseModel(
  name: string,
  document: UseCaseJson | undefined,
  config: ProfileConfig,
  providers: readonly string[],
): UseCaseModel {
  const names = useCaseNames(name);
  const schemas = document && schemasIn(document);
  const base = own(config.defaults, name);
  const input = base?.input ?? {};
  const entries = providers.map((provider) => providerUseCase(name, provider, config));
  const listed = entries.filter((entry) => config.priority.includes(entry.name));
  const inputs = listed.length === 0 ? [{}] : listed.map((entry) => entry.input);
  return {
    name,
    description: [document?.title, document?.description].filter((text) => text !== undefined).join("\n\n"),
    names,
    schemas,
    defaulted: schemas && defaultedInput(schemas.input, input, inputs),
    providerFailover: base?.providerFailover ?? false,
    validate: base?.validate ?? "",
    input,
    providers: entries,
  };
}

function schemasIn({ input, result, error }: UseCaseJson): UseCaseSchemas {
  return {
    input: schemaObject(input),
    result: schemaObject(result),
    error: error === undefined ? undefined : schemaObject(error),
  };
}

function providerUseCase(useCase: string, provider: string, config: ProfileConfig): ProviderUseCaseModel {
  const defaults = own(own(config.providers, provider)?.defaults ?? {}, useCase);
  return { name: provider, input: defaults?.input ?? {}, retryPolicy: defaults?.retryPolicy ?? NO_RETRY };
}
