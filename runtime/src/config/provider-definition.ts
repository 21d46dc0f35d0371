import type { WriteRequest } from "./operation-wire.js";
import type { RetriesSettings } from "./retry-policy.js";

/** A provider definition with every default filled in. */
export interface ProviderDefinition<Service extends string = string, Scheme extends string = string> {
  readonly name: string;
  readonly defaultService: Service;
  readonly services: { readonly [Id in Service]: ServiceDefinition };
  readonly securitySchemes: { readonly [Id in Scheme]: SecurityScheme };
  /** Root parameters (rules P9), by name; absent where the provider has none. */
  readonly parameters?: { readonly [name: string]: ParameterDefinition } | undefined;
  /** Schemes that apply where a request names none (extension); absent for none. */
  readonly security?: readonly Scheme[] | undefined;
  /** Constant, public headers of every request (extension). */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** What the method does not say of operations, by pattern: whether to do them twice is harmless (extension). */
  readonly idempotent?: { readonly [pattern: string]: boolean } | undefined;
  /** Writes requests of operations that differ on the wire; absent where none does. */
  readonly operations?: WriteRequest | undefined;
  /** Operations whose document lists a 2xx other than 204 and 205 without content: an empty body is `undefined` for `.json()`. */
  readonly emptyAnswers?: readonly string[] | undefined;
}

export interface ServiceDefinition {
  /** Absolute http(s) URL; may contain `{PARAMETER}`. */
  readonly baseUrl: string;
}

export interface ParameterDefinition {
  readonly default?: string | undefined;
}

/** Where and how a credential is sent. */
export type SecurityScheme = ApiKeyScheme | BasicScheme | BearerScheme | DigestScheme | OAuth2Scheme | SignatureScheme;

export interface ApiKeyScheme {
  readonly type: "apiKey";
  readonly in: "header" | "query" | "body" | "path" | "cookie";
  readonly name: string;
  /** Stands before the key in its header, for instance `Bot ` (extension); absent for nothing. */
  readonly prefix?: string | undefined;
}

export interface BasicScheme {
  readonly type: "http";
  readonly scheme: "basic";
}

export interface BearerScheme {
  readonly type: "http";
  readonly scheme: "bearer";
}

export interface DigestScheme {
  readonly type: "http";
  readonly scheme: "digest";
  /** Status of the answer that carries the challenge. */
  readonly statusCode: number;
  /** Header of the challenge, in lower case. */
  readonly challengeHeader: string;
  /** Header of the answer, in lower case. */
  readonly authorizationHeader: string;
}

/** A token that the client gets by itself (RFC 6749 §4.4 and §6) and sends as bearer (RFC 6750); extension. */
export interface OAuth2Scheme {
  readonly type: "oauth2";
  readonly flow: "clientCredentials" | "refreshToken";
  /** Absolute https URL, or one of loopback; may contain `{PARAMETER}` and a query. */
  readonly tokenUrl: string;
  /** Asked for where a request asks for none; absent for what the server gives by itself. */
  readonly scopes?: readonly string[] | undefined;
  /** Sent as `audience`, which some servers ask for. */
  readonly audience?: string | undefined;
  /** How the client shows who it is (RFC 6749 §2.3.1). */
  readonly clientAuthentication: "basic" | "post";
}

/** Headers that a function of the application's computes from each request (extension). */
export interface SignatureScheme {
  readonly type: "signature";
  /** Names of the headers that the function may return, in lower case. */
  readonly headers: readonly string[];
}

/** What client.json supplies for a provider: `$NAME` strings by scheme and field, parameters by name. */
export interface ConfiguredValues extends CallSettings {
  readonly credentials?: { readonly [scheme: string]: { readonly [field: string]: string } } | undefined;
  readonly parameters?: { readonly [name: string]: string } | undefined;
  readonly limits?: ProviderLimits | undefined;
  /** Base URLs by service, in place of the definition's: `$NAME` or text (extension). */
  readonly services?: { readonly [service: string]: string } | undefined;
}

/** What requests to a provider follow that do not say it themselves (ProviderSettings, extension). */
export interface CallSettings {
  readonly retries?: RetriesSettings | undefined;
  /** Bounds an attempt, in ms. */
  readonly requestTimeout?: number | undefined;
  /** Bounds a request with all its attempts and waits, in ms. */
  readonly deadline?: number | undefined;
  /** Whether each POST and PATCH gets a random `Idempotency-Key`. */
  readonly idempotencyKey?: true | undefined;
  /** `false`: nothing is sent a second time when the server may have acted on the first. */
  readonly idempotent?: false | undefined;
}

/** How much of a provider one client uses at most, over all its requests (ProviderSettings, extension). */
export interface ProviderLimits {
  /** Attempts in flight. */
  readonly concurrency?: number | undefined;
  /** Attempts that begin within any second. */
  readonly perSecond?: number | undefined;
}
