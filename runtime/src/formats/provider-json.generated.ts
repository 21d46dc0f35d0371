// @generated from provider.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.

/**
 * API key (`type` `apiKey`); basic, bearer or digest authentication (`type` `http`); tokens of OAuth 2 (`type` `oauth2`); a signature of each request (`type` `signature`).
 *
 */
export type SecurityScheme = ApiKeySchemeJson | HttpScheme | OAuth2SchemeJson | SignatureSchemeJson;
/**
 * A path, or an object with `file` and a choice of operations.
 *
 */
export type OpenapiDocument = string | OpenApiSource;
/**
 * Patterns of operations: `*` within a segment, `**` any number of segments, an optional method before, as in `GET /charges/*`.
 *
 */
export type OperationPatterns = string[];
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
   * Values that differ between users of the provider, such as a region; they fill `{NAME}` in base URLs and in paths of requests. They are public: no secrets. (Extension: rules P9.)
   */
  parameters?: Parameter[];
  /**
   * The schemes that apply where a request names none: an id, or a list of ids that apply together. Without it nothing applies. A request with `security: []` uses none. (Extension: rules P10.)
   */
  security?: string | string[];
  /**
   * Constant headers of every request, such as an API version. They are emitted, so they are public: no secrets. A request's own value wins. (Extension: rules P11.)
   */
  headers?: { [name: string]: string };
  /**
   * Whether it is harmless to do an operation twice, where its method does not say it, by pattern: `{ "POST /search": true, "GET /send": false }`. Patterns as of `include`; where several match, `false` wins. (Extension: rules P18.)
   */
  idempotent?: { [pattern: string]: boolean };
  /**
   * The provider's OpenAPI document, relative to this file: it types paths, parameters, bodies and answers. JSON or YAML; OpenAPI 3.0, 3.1 or 3.2. (Extension: rules P12.)
   */
  openapi?: string | OpenApiSource;
}
/**
 * A public value that differs between users of the provider.
 *
 */
export interface Parameter {
  /**
   * Name of the parameter, unique within the definition: a letter or `_`, then letters, digits, `_` and `-`.
   */
  name: string;
  /**
   * Becomes documentation.
   */
  description?: string;
  /**
   * The value where neither code nor client.json gives one. It is emitted.
   */
  default?: string;
}
/**
 * An OpenAPI document, and which of its operations are wanted.
 *
 */
export interface OpenApiSource {
  /**
   * Path of the document, relative to the definition.
   */
  file: string;
  /**
   * The operations that are wanted, all where absent: `GET /charges/*`, `/refunds/**`. Every character but `*` stands for itself, `{id}` too.
   */
  include?: string[];
  /**
   * Operations that are left out; it wins over `include`.
   */
  exclude?: string[];
}
/**
 * A part of the provider with a base URL of its own. Requests name it by its id.
 *
 */
export interface Service {
  /**
   * Id of the service, unique within the definition.
   */
  id: string;
  /**
   * Absolute http or https URL without user info, query and fragment. `{PARAMETER}` may stand anywhere in it. (Deviation: rules P5.)
   */
  baseUrl: string;
}
/**
 * A key that is sent as it is.
 *
 */
export interface ApiKeySchemeJson {
  /**
   * Id of the scheme, unique within the definition.
   */
  id: string;
  /**
   * The kind of scheme.
   */
  type: "apiKey";
  /**
   * Where the key is sent. In a `query` it shows in the server's access log. (`body`, `path` and `cookie`: extension, rules P8.)
   */
  in: "header" | "query" | "body" | "path" | "cookie";
  /**
   * Name of the header, of the query parameter or of the cookie. In `body`: a key at the top, or a path of keys such as `/auth/key`. In `path`: the `{name}` of the request's path that the key fills.
   */
  name: string;
  /**
   * What stands before the key in its `header`, such as `Bot ` with its space: the key is then the secret alone. (Extension: rules P17.)
   */
  prefix?: string;
}
/**
 * A token that the client gets by itself at `tokenUrl`, keeps and renews, and sends as bearer (RFC 6749, RFC 6750). (Extension: rules P15.)
 *
 */
export interface OAuth2SchemeJson {
  /**
   * Id of the scheme, unique within the definition.
   */
  id: string;
  /**
   * The kind of scheme.
   */
  type: "oauth2";
  /**
   * What a token is got for: `clientCredentials` (RFC 6749 §4.4), or a `refreshToken` that the vendor has handed out (RFC 6749 §6). Other flows end with a token in the application's hands: a bearer scheme.
   */
  flow: "clientCredentials" | "refreshToken";
  /**
   * Absolute https URL, or http of this machine, without user info and fragment. The credentials go there. `{PARAMETER}` may stand in it as in a base URL, and a query after it.
   */
  tokenUrl: string;
  /**
   * Asked for where a request names none of its own. Without it the server gives what it gives by itself.
   */
  scopes?: string[];
  /**
   * Sent as `audience`, which some vendors ask for.
   */
  audience?: string;
  /**
   * How the client shows who it is (RFC 6749 §2.3.1): `basic`, in the header `Authorization`; `post`, in the body. A client without secret sends its id in the body. Default `basic`.
   */
  clientAuthentication?: "basic" | "post";
}
/**
 * Headers that a function of yours computes from each request as it is sent; it is given in code. (Extension: rules P16.)
 *
 */
export interface SignatureSchemeJson {
  /**
   * Id of the scheme, unique within the definition.
   */
  id: string;
  /**
   * The kind of scheme.
   */
  type: "signature";
  /**
   * Names of the headers that the function may return, at least one; case does not matter.
   */
  headers: string[];
}
/**
 * User name and password with every request (RFC 7617).
 *
 */
export interface BasicSchemeJson {
  /**
   * Id of the scheme, unique within the definition.
   */
  id: string;
  /**
   * The kind of scheme.
   */
  type: "http";
  /**
   * How HTTP authentication is done.
   */
  scheme: "basic";
}
/**
 * A token in the `Authorization` header (RFC 6750).
 *
 */
export interface BearerSchemeJson {
  /**
   * Id of the scheme, unique within the definition.
   */
  id: string;
  /**
   * The kind of scheme.
   */
  type: "http";
  /**
   * How HTTP authentication is done.
   */
  scheme: "bearer";
  /**
   * What the token looks like, for instance `JWT`. Documentation only.
   */
  bearerFormat?: string;
}
/**
 * An answer to the server's challenge; the password itself is not sent (RFC 7616).
 *
 */
export interface DigestSchemeJson {
  /**
   * Id of the scheme, unique within the definition.
   */
  id: string;
  /**
   * The kind of scheme.
   */
  type: "http";
  /**
   * How HTTP authentication is done.
   */
  scheme: "digest";
  /**
   * Status of the answer that carries the challenge: 200 to 599, not 407.
   */
  statusCode?: number;
  /**
   * Header that carries the challenge; case does not matter. Default `www-authenticate`.
   */
  challengeHeader?: string;
  /**
   * Header that carries the answer; case does not matter. Default `authorization`.
   */
  authorizationHeader?: string;
}
