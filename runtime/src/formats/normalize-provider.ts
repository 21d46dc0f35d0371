import type { ParameterDefinition, ProviderDefinition, SecurityScheme } from "../config/provider-definition.js";
import type { ProviderJson } from "./provider-json.generated.js";

type SchemeJson = NonNullable<ProviderJson["securitySchemes"]>[number];
type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];

/** A provider definition with every default filled in; ids keep the order of the file. */
export function normalizeProvider({ name, defaultService, ...json }: ProviderJson): ProviderDefinition {
  const { services, securitySchemes = [], parameters = [], headers = {} } = json;
  const security = [...new Set([json.security ?? []].flat())];
  return {
    name,
    defaultService,
    services: Object.fromEntries(services.map(({ id, baseUrl }) => [id, { baseUrl }])),
    securitySchemes: Object.fromEntries(securitySchemes.map((scheme) => [scheme.id, normalizeScheme(scheme)])),
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, normalizeParameter(parameter)])),
    }),
    ...(security.length > 0 && { security }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** A scheme with every default filled in. */
export function normalizeScheme(scheme: SchemeJson): SecurityScheme {
  if (scheme.type === "apiKey") return { type: "apiKey", in: scheme.in, name: scheme.name };
  if (scheme.scheme !== "digest") return { type: "http", scheme: scheme.scheme };
  const { statusCode = 401, challengeHeader = "www-authenticate", authorizationHeader = "authorization" } = scheme;
  return {
    type: "http",
    scheme: "digest",
    statusCode,
    challengeHeader: challengeHeader.toLowerCase(),
    authorizationHeader: authorizationHeader.toLowerCase(),
  };
}

function normalizeParameter(parameter: ParameterJson): ParameterDefinition {
  return parameter.default === undefined ? {} : { default: parameter.default };
}
