import {
  type ApiKeyScheme,
  baseUrlParameters,
  type ClientConfig,
  type CredentialValues,
  fieldsFromCode,
  fieldsOfScheme,
  isOptionalField,
  isPublicCredential,
  type KeyRule,
  knownBaseUrl,
  type OperationWire,
  own,
  type PagesEntry,
  type SecurityScheme,
  tokenUrlsOf,
  type StreamRule,
} from "@sdkwright/runtime/config";
import type { LoadedProvider } from "../project/project.js";
import { callSettings, secretsIn } from "./call-settings.js";
import { type Import, type RuntimePart, runtimeParts } from "./import-model.js";
import { type ProviderNames, providerNames } from "./names.js";
import { emptySuccesses } from "./operations/module-schemas.js";

/** What is emitted for one provider definition. */
export interface ProviderModel {
  readonly name: string;
  readonly names: ProviderNames;
  readonly defaultService: string;
  readonly serviceIds: readonly string[];
  readonly services: readonly ServiceModel[];
  readonly schemes: readonly SchemeModel[];
  readonly schemeIds: readonly string[];
  readonly usesDigest: boolean;
  /** What its schemes bring along of the runtime, beside the entry point. */
  readonly parts: readonly RuntimePart[];
  /** Ids of the schemes that requests can name with scopes. */
  readonly scopedSchemes: readonly string[];
  /** Whether client.json supplies a field of any scheme. */
  readonly hasReferences: boolean;
  /** The type of the credentials that code gives: its own where client.json supplies some. */
  readonly credentialsType: string;
  /** Ids of the schemes for which client.json supplies every field. */
  readonly configuredSchemes: readonly string[];
  readonly parameters: readonly ParameterModel[];
  /** Whether a map sees parameters that code need not give. */
  readonly hasParametersInput: boolean;
  /** The type of the parameters that code gives: its own where that is less than a map sees. */
  readonly parametersType: string;
  /** Whether a client cannot be created without `parameters`. */
  readonly demandsParameters: boolean;
  /** What client.json supplies of the parameters; public, so literals are emitted too. */
  readonly configuredParameters: readonly { readonly name: string; readonly value: string }[];
  /** Base URLs that client.json has in place of the definition's; public, so literals are emitted too. */
  readonly configuredServices: readonly ServiceModel[];
  /** What client.json limits; empty without any. */
  readonly limits: readonly { readonly key: string; readonly value: number }[];
  /** What client.json says of all requests. */
  readonly calls: readonly { readonly key: string; readonly value: unknown }[];
  /** What the definition says of operations that may be done twice, or not. */
  readonly idempotent: readonly { readonly pattern: string; readonly value: boolean }[];
  /** Keys that requests are sent with, by method. */
  readonly idempotency: readonly { readonly method: string; readonly rules: readonly KeyRule[] }[];
  /** Some of these are in the document alone. */
  readonly hasDocumentedKeys: boolean;
  /** How streams end, fail and go on. */
  readonly streams: readonly { readonly pattern: string; readonly rule: StreamRule }[];
  /** Schemes that apply where a request names none. */
  readonly security: readonly string[];
  /** Those of them for which client.json does not supply everything: code gives them, or another default. */
  readonly demandedSchemes: readonly string[];
  /** Whether a client cannot be created without options. */
  readonly demandsOptions: boolean;
  /** True if its webhooks cannot be checked without secrets from code. */
  readonly demandsSecrets: boolean;
  /** The type of its operations, if there are any and they are emitted. */
  readonly operations: Import | false;
  /** Names in paths that requests need not fill: parameters, and API keys in the path. */
  readonly filledNames: readonly string[];
  /** Constant headers of every request. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Operations that differ on the wire; most providers have none. */
  readonly wires: readonly { readonly operation: string; readonly wire: OperationWire }[];
  /** Operations that list a 2xx other than 204 and 205 without content, by method and path. */
  readonly emptyAnswers: readonly string[];
  /** How lists go on, as far as the definition module says it itself. */
  readonly pages: readonly PagesEntry[];
  /** The module that says it, if that is another one; empty without. */
  readonly pagesPath: string;
  /** Whether client.json supplies anything. */
  readonly isConfigured: boolean;
}

interface ServiceModel {
  readonly id: string;
  readonly baseUrl: string;
}

/** Merges a definition with what client.json says about its provider. */
export function providerModel(
  { definition, json, wires = {}, keys = {}, pages, api }: LoadedProvider,
  client?: ClientConfig,
): ProviderModel {
  const { name, defaultService, services, security = [], securitySchemes, idempotency: declaredKeys = {} } = definition;
  const config = own(client?.providers, name);
  const names = providerNames(name);
  const formats = new Map(
    json.securitySchemes?.map((scheme) => [scheme.id, "bearerFormat" in scheme ? scheme.bearerFormat : ""]),
  );
  const schemes = Object.entries(securitySchemes).map(([id, scheme]) =>
    schemeModel(id, scheme, formats.get(id), own(config?.security, id) ?? {}),
  );
  const hasReferences = schemes.some(({ references }) => references.length > 0);
  const configuredSchemes = schemes.filter(({ isConfigured }) => isConfigured).map(({ id }) => id);
  const demandedSchemes = security.filter((id) => !configuredSchemes.includes(id));
  const parameters = parameterModels({ definition, json }, client);
  const hasParametersInput = parameters.some(({ isCertain, isDemanded }) => isCertain !== isDemanded);
  const demandsParameters = parameters.some(({ isDemanded }) => isDemanded);
  const configuredParameters = Object.entries(config?.parameters ?? {}).map(([name, value]) => ({ name, value }));
  // Of several definitions of one provider, each may have services of its own.
  const configuredServices = Object.entries(config?.services ?? {}).flatMap(([id, baseUrl]) =>
    Object.hasOwn(services, id) ? [{ id, baseUrl }] : [],
  );
  const limits = Object.entries(config?.limits ?? {}).map(([key, value]) => ({ key, value }));
  const calls = Object.entries((config && callSettings(config)) ?? {}).map(([key, value]) => ({ key, value }));
  const mayBeEmpty = api?.operations.filter((each) => each.method !== "head" && emptySuccesses(each).length > 0) ?? [];
  const keysInPath = Object.values<SecurityScheme>(securitySchemes).flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === "path" ? [scheme.name] : [],
  );
  return {
    name,
    names,
    defaultService,
    serviceIds: Object.keys(services),
    services: Object.entries(services).map(([id, { baseUrl }]) => ({ id, baseUrl })),
    parts: runtimeParts(definition),
    schemes,
    schemeIds: schemes.map(({ id }) => id),
    scopedSchemes: schemes.filter(({ credentials }) => credentials.startsWith("OAuth2")).map(({ id }) => id),
    usesDigest: schemes.some(({ credentials }) => credentials === "DigestCredentials"),
    hasReferences,
    credentialsType: hasReferences ? names.credentialsInput : names.credentials,
    configuredSchemes,
    security,
    demandedSchemes,
    parameters,
    hasParametersInput,
    parametersType: hasParametersInput ? names.parametersInput : names.parameters,
    demandsParameters,
    configuredParameters,
    configuredServices,
    limits,
    calls,
    demandsOptions: demandsParameters || demandedSchemes.length > 0,
    demandsSecrets: definition.webhooks !== undefined && secretsIn(config).length === 0,
    operations: false,
    // A parameter that client.json alone has fills paths as well (rules P9).
    filledNames: [...new Set([...[...parameters, ...configuredParameters].map(({ name }) => name), ...keysInPath])],
    headers: Object.entries(definition.headers ?? {}).map(([name, value]) => ({ name, value })),
    idempotent: Object.entries(definition.idempotent ?? {}).map(([pattern, value]) => ({ pattern, value })),
    idempotency: [...new Set([...Object.keys(declaredKeys), ...Object.keys(keys)])].map((method) => ({
      method,
      rules: [...(own(declaredKeys, method) ?? []), ...(own(keys, method) ?? [])],
    })),
    hasDocumentedKeys: Object.keys(keys).length > 0,
    streams: Object.entries(definition.streams ?? {}).map(([pattern, rule]) => ({ pattern, rule })),
    wires: Object.entries(wires).map(([operation, wire]) => ({ operation, wire })),
    emptyAnswers: mayBeEmpty.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    pages: pages ?? (Array.isArray(definition.pages) ? definition.pages : []),
    pagesPath: "",
    isConfigured:
      hasReferences || [configuredParameters, configuredServices, limits, calls].some(({ length }) => length > 0),
  };
}

/** One root parameter as it is emitted (rules P9). */
interface ParameterModel {
  readonly name: string;
  /** Empty if there is none. */
  readonly description: string;
  readonly hasDefault: boolean;
  readonly default: string;
  /** Code has to give it: a base URL or token URL uses it, and it has no value yet. */
  readonly isDemanded: boolean;
  /** It is there when a request runs: it has a value, or is demanded. */
  readonly isCertain: boolean;
}

/** A definition's parameters in its order, with what client.json supplies taken into account. */
function parameterModels(
  { definition, json }: Pick<LoadedProvider, "definition" | "json">,
  client: ClientConfig | undefined,
): readonly ParameterModel[] {
  const config = own(client?.providers, definition.name);
  const descriptions = new Map(json.parameters?.map(({ name, description }) => [name, description]));
  const baseUrls = Object.entries(definition.services).map(([id, { baseUrl }]) =>
    knownBaseUrl(baseUrl, own(config?.services, id)),
  );
  const tokenUrls = tokenUrlsOf(Object.values<SecurityScheme>(definition.securitySchemes));
  const inUrls = new Set([...baseUrls, ...tokenUrls].flatMap(baseUrlParameters));
  return Object.entries(definition.parameters ?? {}).map(([name, parameter]) => {
    const hasDefault = parameter.default !== undefined;
    const hasValue = hasDefault || Object.hasOwn(config?.parameters ?? {}, name);
    const isDemanded = inUrls.has(name) && !hasValue;
    return {
      name,
      description: descriptions.get(name) ?? "",
      hasDefault,
      default: parameter.default ?? "",
      isDemanded,
      isCertain: hasValue || isDemanded,
    };
  });
}

/** One security scheme as it is emitted. */
export interface SchemeModel {
  readonly id: string;
  /** What kind of scheme it is, for people. */
  readonly description: string;
  /** The runtime's type of its credentials. */
  readonly credentials: string;
  /** The scheme as data, in the order of its schema. */
  readonly definition: readonly { readonly key: string; readonly value: string | number | readonly string[] }[];
  /** Fields that its credentials cannot do without; of a signature the function that only code can give. */
  readonly fields: readonly string[];
  /** Fields that client.json takes from the environment. A literal is not among them: it is never emitted (rules C17). */
  readonly referenceFields: readonly string[];
  readonly references: readonly { readonly field: string; readonly value: string }[];
  /** Whether client.json supplies every field. */
  readonly isConfigured: boolean;
}

/** Merges a scheme with its documentation and with what client.json supplies for it. */
function schemeModel(id: string, scheme: SecurityScheme, bearerFormat = "", supplied: CredentialValues): SchemeModel {
  const [credentials, description] = schemeKind(scheme);
  const fields = fieldsFromCode(scheme).filter((field) => !isOptionalField(scheme, field));
  const references = fieldsOfScheme(scheme).flatMap((field) => {
    const value = supplied[field];
    return value !== undefined && isPublicCredential(value) ? [{ field, value }] : [];
  });
  return {
    id,
    description: `${description}${bearerFormat === "" ? "" : `, format ${bearerFormat}`}.`,
    credentials: `${credentials}Credentials`,
    definition: Object.entries(scheme).map(([key, value]) => ({ key, value })),
    fields,
    referenceFields: references.map(({ field }) => field),
    references,
    isConfigured: fields.every((name) => references.some(({ field }) => field === name)),
  };
}

type SchemeKind = readonly [credentials: string, description: string];

function schemeKind(scheme: SecurityScheme): SchemeKind {
  switch (scheme.type) {
    case "apiKey":
      return ["ApiKey", `API key in ${API_KEY_PLACES[scheme.in]}${after(scheme)}`];
    case "http":
      return HTTP_KINDS[scheme.scheme];
    case "oauth2":
      return scheme.flow === "clientCredentials"
        ? ["OAuth2", "OAuth 2 by the client's credentials (RFC 6749 §4.4)"]
        : ["OAuth2Refresh", "OAuth 2 by a refresh token (RFC 6749 §6)"];
    case "signature":
      return ["Signature", `Signature in ${scheme.headers.length === 1 ? "a header" : "headers"}`];
  }
}

const HTTP_KINDS: { readonly [scheme in "basic" | "digest" | "bearer"]: SchemeKind } = {
  basic: ["Basic", "HTTP basic (RFC 7617)"],
  digest: ["Digest", "HTTP digest (RFC 7616)"],
  bearer: ["Bearer", "Bearer token (RFC 6750)"],
};

const API_KEY_PLACES: { readonly [place in ApiKeyScheme["in"]]: string } = {
  header: "a header",
  query: "the query",
  body: "the body",
  path: "the path",
  cookie: "a cookie",
};

function after({ prefix = "" }: ApiKeyScheme): string {
  return prefix === "" ? "" : `, after \`${prefix.trim()}\``;
}
