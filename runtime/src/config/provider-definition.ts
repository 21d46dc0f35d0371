import type { WriteRequest } from "./operation-wire.js";

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
  /** Writes requests of operations that differ on the wire; absent where none does. */
  readonly operations?: WriteRequest | undefined;
}

export interface ServiceDefinition {
  /** Absolute http(s) URL; may contain `{PARAMETER}`. */
  readonly baseUrl: string;
}

export interface ParameterDefinition {
  readonly default?: string | undefined;
}

/** Where and how a credential is sent. */
export type SecurityScheme = ApiKeyScheme | BasicScheme | BearerScheme | DigestScheme;

export interface ApiKeyScheme {
  readonly type: "apiKey";
  readonly in: "header" | "query" | "body" | "path" | "cookie";
  readonly name: string;
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

/** What client.json supplies for a provider: `$NAME` strings by scheme and field, parameters by name. */
export interface ConfiguredValues {
  readonly credentials?: { readonly [scheme: string]: { readonly [field: string]: string } } | undefined;
  readonly parameters?: { readonly [name: string]: string } | undefined;
  readonly limits?: ProviderLimits | undefined;
}

/** How much of a provider one client uses at most, over all its requests (ProviderSettings, extension). */
export interface ProviderLimits {
  /** Attempts in flight. */
  readonly concurrency?: number | undefined;
  /** Attempts that begin within any second. */
  readonly perSecond?: number | undefined;
}
