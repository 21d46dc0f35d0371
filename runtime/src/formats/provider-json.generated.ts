// @generated from provider.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.

/**
 * API key (`type` `apiKey`), or basic, bearer or digest authentication (`type` `http`).
 *
 */
export type SecurityScheme = ApiKeySchemeJson | HttpScheme;
/**
 * HTTP authentication by `scheme`.
 *
 */
export type HttpScheme = BasicSchemeJson | BearerSchemeJson | DigestSchemeJson;

/**
 * Provider definition: the services of one HTTP API, and how requests to it are authenticated.
 */
export interface ProviderJson {
  /**
   * Where an editor finds the JSON Schema of this file. No effect otherwise. (Extension.)
   */
  $schema?: string;
  /**
   * Name of the provider: a small letter, then small letters, `-` and `_`; `unverified/` may stand before it.
   */
  name: string;
  /**
   * The services of the provider, each with its base URL. At least one.
   */
  services: Service[];
  /**
   * Id of the service that requests go to when they name none.
   */
  defaultService: string;
  /**
   * How requests can be authenticated. A request names the schemes that it uses.
   */
  securitySchemes?: SecurityScheme[];
  /**
   * Values that differ between users of the provider, such as a region; they fill `{NAME}` in base URLs and paths. They are public: no secrets. (Extension.)
   */
  parameters?: Parameter[];
}
export interface Parameter {
  /**
   * Name of the parameter, unique within the definition.
   */
  name: string;
  /**
   * Becomes documentation.
   */
  description?: string;
  /**
   * Value where neither code nor client.json gives one. Public.
   */
  default?: string;
}
export interface Service {
  /**
   * Id of the service, unique within the definition.
   */
  id: string;
  /**
   * Absolute http or https URL without user info, query and fragment (deviation: the reference says any string). May contain `{PARAMETER}`.
   */
  baseUrl: string;
}
export interface ApiKeySchemeJson {
  id: string;
  type: "apiKey";
  /**
   * Where the key is sent. (`body` and `path`: extension.)
   */
  in: "header" | "query" | "body" | "path";
  /**
   * Name of the header or query parameter; in `body` a top-level key or a path such as `/auth/key`; in `path` the `{name}` of the request's path.
   */
  name: string;
}
export interface BasicSchemeJson {
  id: string;
  type: "http";
  scheme: "basic";
}
export interface BearerSchemeJson {
  id: string;
  type: "http";
  scheme: "bearer";
  /**
   * What the token looks like, for instance `JWT`. Documentation only.
   */
  bearerFormat?: string;
}
export interface DigestSchemeJson {
  id: string;
  type: "http";
  scheme: "digest";
  /**
   * Status of the answer that carries the challenge: 200 to 599, not 407.
   */
  statusCode?: number;
  /**
   * Header that carries the challenge. Default `www-authenticate`.
   */
  challengeHeader?: string;
  /**
   * Header that carries the answer. Default `authorization`.
   */
  authorizationHeader?: string;
}
