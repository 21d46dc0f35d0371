import type { ProviderDefinition, SecurityScheme } from "../config/definition.js";
import { normalizeWebhooks } from "./check-webhooks.js";
import type {
  DigestSchemeJson,
  OAuth2SchemeJson,
  ProviderJson,
  SecurityScheme as SchemeJson,
} from "./provider-json.generated.js";

/** A provider definition with every default filled in; ids keep the order of the file. */
export function normalizeProvider({ name, defaultService, ...json }: ProviderJson): ProviderDefinition {
  const { services, securitySchemes = [], parameters = [], headers = {}, idempotent = {} } = json;
  const security = [...new Set([json.security ?? []].flat())];
  return {
    name,
    defaultService,
    services: Object.fromEntries(services.map(({ id, baseUrl }) => [id, { baseUrl }])),
    securitySchemes: Object.fromEntries(securitySchemes.map((scheme) => [scheme.id, normalizeScheme(scheme)])),
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(
        parameters.map(({ name: parameter, default: value }) => [
          parameter,
          value === undefined ? {} : { default: value },
        ]),
      ),
    }),
    ...(security.length > 0 && { security }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(idempotent).length > 0 && { idempotent }),
    ...(json.webhooks !== undefined && { webhooks: normalizeWebhooks(json.webhooks) }),
  };
}

/** A scheme with every default filled in. */
export function normalizeScheme(scheme: SchemeJson): SecurityScheme {
  switch (scheme.type) {
    case "apiKey":
      return { type: "apiKey", in: scheme.in, name: scheme.name, ...(scheme.prefix && { prefix: scheme.prefix }) };
    case "http":
      return scheme.scheme === "digest" ? normalizeDigest(scheme) : { type: "http", scheme: scheme.scheme };
    case "oauth2":
      return normalizeOAuth2(scheme);
    case "signature":
      return { type: "signature", headers: distinct(scheme.headers.map((name) => name.toLowerCase())) };
  }
}

function normalizeDigest(scheme: DigestSchemeJson): SecurityScheme {
  const { statusCode = 401, challengeHeader = "www-authenticate", authorizationHeader = "authorization" } = scheme;
  return {
    type: "http",
    scheme: "digest",
    statusCode,
    challengeHeader: challengeHeader.toLowerCase(),
    authorizationHeader: authorizationHeader.toLowerCase(),
  };
}

function normalizeOAuth2(scheme: OAuth2SchemeJson): SecurityScheme {
  const { flow, tokenUrl, scopes = [], audience, clientAuthentication = "basic" } = scheme;
  return {
    type: "oauth2",
    flow,
    tokenUrl,
    ...(scopes.length > 0 && { scopes: distinct(scopes) }),
    ...(audience !== undefined && { audience }),
    clientAuthentication,
  };
}

/** Each once, in their order; a list of a document that is wrong may have holes. */
function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => [text]))];
}
