import {
  baseUrlParameters,
  knownBaseUrl,
  own,
  tokenUrlsOf,
  type ProviderConfig,
  type ProviderDefinition,
  type SecurityScheme,
} from "@sdkwright/runtime/config";

/** One root parameter as it is emitted (rules P9). */
export interface ParameterModel {
  readonly name: string;
  /** Empty where there is none. */
  readonly description: string;
  readonly hasDefault: boolean;
  readonly default: string;
  /** Code has to give it: a base URL or token URL uses it, and it has no value yet. */
  readonly isDemanded: boolean;
  /** It is there when a request runs: it has a value, or is demanded. */
  readonly isCertain: boolean;
}

/** A definition's parameters in its order, with what client.json supplies taken into account. */
export function parameterModels(
  definition: ProviderDefinition,
  descriptions: ReadonlyMap<string, string | undefined>,
  config: ProviderConfig | undefined,
): readonly ParameterModel[] {
  const baseUrls = Object.entries(definition.services).map(([id, { baseUrl }]) =>
    knownBaseUrl(baseUrl, own(config?.services, id)),
  );
  const tokenUrls = tokenUrlsOf(Object.values<SecurityScheme>(definition.securitySchemes));
  const inUrls = new Set([...baseUrls, ...tokenUrls].flatMap(baseUrlParameters));
  return Object.entries(definition.parameters ?? {}).map(([name, parameter]) => {
    const hasValue = parameter.default !== undefined || Object.hasOwn(config?.parameters ?? {}, name);
    const isDemanded = inUrls.has(name) && !hasValue;
    return {
      name,
      description: descriptions.get(name) ?? "",
      hasDefault: parameter.default !== undefined,
      default: parameter.default ?? "",
      isDemanded,
      isCertain: hasValue || isDemanded,
    };
  });
}
