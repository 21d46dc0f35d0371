import type { KeyRule, PagesEntry, PagesRule, ProviderDefinition, SecurityScheme } from "../config/definition.js";
import { normalizeWebhooks } from "./check-webhooks.js";
import type {
  DigestSchemeJson,
  OAuth2SchemeJson,
  PagesRuleJson,
  ProviderJson,
  SecurityScheme as SchemeJson,
} from "./provider-json.generated.js";

/** A provider definition with every default filled in; ids keep the order of the file. */
export function normalizeProvider({ name, defaultService, ...json }: ProviderJson): ProviderDefinition {
  const { services, securitySchemes = [], parameters = [], headers = {} } = json;
  const { idempotent = {}, idempotency = {}, pages = {}, streams = {} } = json;
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
    ...(Object.keys(idempotency).length > 0 && { idempotency: keyRules(idempotency) }),
    ...(Object.keys(pages).length > 0 && { pages: Object.entries(pages).map(pagesEntry) }),
    ...(Object.keys(streams).length > 0 && { streams: streams as ProviderDefinition["streams"] }),
    ...(json.webhooks !== undefined && { webhooks: normalizeWebhooks(json.webhooks) }),
  };
}

function pagesEntry([pattern, rule]: readonly [string, PagesRuleJson | false]): PagesEntry {
  return rule === false ? { of: [pattern], next: false } : { of: [pattern], ...(rule as PagesRule) };
}

/** Places of keys by method; neighbours with one place are one entry. */
function keyRules(
  idempotency: NonNullable<ProviderJson["idempotency"]>,
): NonNullable<ProviderDefinition["idempotency"]> {
  const rules: { [method: string]: KeyRule[] } = {};
  for (const [pattern, place] of Object.entries(idempotency)) {
    const [, written, path = ""] = /^(?:([A-Za-z]+) +)?(.*)$/s.exec(pattern) ?? [];
    for (const method of written === undefined ? ["POST", "PATCH"] : [written.toUpperCase()])
      addKeyRule((rules[method] ??= []), { ...(place !== false && place), of: [path] });
  }
  return rules;
}

/** Adds an entry to a list of places, or its paths to the last of them, if that has the same place. */
export function addKeyRule(rules: KeyRule[], rule: KeyRule): void {
  const last = rules.at(-1);
  const isSame =
    last !== undefined && last.header === rule.header && last.body === rule.body && last.form === rule.form;
  if (isSame) rules.splice(-1, 1, { ...last, of: [...last.of, ...rule.of] });
  else rules.push(rule);
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
