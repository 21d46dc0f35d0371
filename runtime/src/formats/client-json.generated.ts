// @generated from client.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.
import type { JsonObject } from "../config/definition.js";

/**
 * A semantic version, `file:` and a path, or settings.
 *
 */
export type Profile = string | ProfileSettings;
/**
 * `file:` and the path of the provider definition, or settings.
 *
 */
export type Provider = string | ProviderSettings;
/**
 * `file:` and a path, or settings of a provider for one profile.
 *
 */
export type ProfileProvider = string | ProfileProviderSettings;
/**
 * Defaults of the input. They are public and are emitted. `$NAME` is read from the environment at the call, `$$` stands for `$`. (Extension: rules C16.)
 *
 */
export type Input = JsonObject;
/**
 * `none`, `circuit-breaker`, or settings. Default `none`.
 *
 */
export type RetryPolicy = "none" | "circuit-breaker" | RetryPolicySettings;
/**
 * `exponential`, or settings. Default: 2000 ms, doubled after each retry.
 *
 */
export type Backoff = "exponential" | BackoffSettings;
/**
 * Credentials of one security scheme. `$NAME` is read from the environment at run time.
 *
 */
export type SecurityValues = ApiKeyValues | BasicValues | BearerValues | OAuth2Values;
export type Retries = number | RetriesJson;

/**
 * Client configuration (client.json): the profiles and providers that are used, defaults, retry and failover, and where credentials come from.
 */
export interface ClientJson {
  /**
   * Where an editor finds the JSON Schema of this file. No effect otherwise. (Extension.)
   */
  $schema?: string;
  /**
   * The profiles that are used, by name: what is to be done, whoever does it.
   */
  profiles?: {
    [k: string]: Profile;
  };
  /**
   * The providers that are used, by name. Their order decides who comes first where no `priority` says so.
   */
  providers?: {
    [k: string]: Provider;
  };
}
/**
 * Settings of a profile, with either `version` or `file`.
 *
 */
export interface ProfileSettings {
  /**
   * Semantic version of the profile. Its document is `profiles/<name>@<version>.json` beside client.json, else `profiles/<name>.json`. Exactly one of `version` and `file`.
   */
  version?: string;
  /**
   * Path of the profile document. `file:` before it is optional. Exactly one of `version` and `file`.
   */
  file?: string;
  /**
   * Provider names, first choice first. Without it: the `providers` of the profile, else all top-level ones that have a map. (Deviation: rules C9.)
   */
  priority?: string[];
  /**
   * What holds for this profile only, by provider.
   */
  providers?: {
    [k: string]: ProfileProvider;
  };
  /**
   * Defaults for every provider, by use-case.
   */
  defaults?: {
    [k: string]: UseCaseDefaultsJson;
  };
}
/**
 * Defaults of a use-case, for every provider.
 *
 */
export interface UseCaseDefaultsJson {
  input?: Input;
  /**
   * Whether the next provider has its turn when one fails. Without it only the first is used. Default false.
   */
  providerFailover?: boolean;
  /**
   * Holds inputs and results against the schemas of the profile document. `throw`: what does not hold is an error. `report`: it is told in an event, and the call goes on. A call's own `validate` wins. (Extension: rules C21.)
   */
  validate?: "throw" | "report";
}
/**
 * Settings of a provider for one profile.
 *
 */
export interface ProfileProviderSettings {
  /**
   * Path of a provider definition (`.json`) for this profile only, or of a map module (`.ts`, `.mts`, `.js`, `.mjs`). (Map modules: extension, rules C7.)
   */
  file?: string;
  /**
   * Selects among the maps given in code, together with `mapRevision`. Not with `file`.
   */
  mapVariant?: string;
  /**
   * Selects among the maps given in code, together with `mapVariant`. Not with `file`.
   */
  mapRevision?: string;
  /**
   * Defaults for this provider, by use-case. They go over the profile's.
   */
  defaults?: {
    [k: string]: ProfileProviderDefaultsJson;
  };
}
/**
 * Defaults of a use-case, for one provider. They go over those of the profile.
 *
 */
export interface ProfileProviderDefaultsJson {
  input?: Input;
  retryPolicy?: RetryPolicy;
}
export interface RetryPolicySettings {
  /**
   * `none`: one attempt. `circuit-breaker`: retries with backoff, until the circuit opens.
   */
  kind: "none" | "circuit-breaker";
  /**
   * Retries after the first attempt: 5 means up to 6 attempts. Default 5.
   */
  maxContiguousRetries?: number;
  /**
   * Bounds one attempt, in ms. Default 30000. Counts for both kinds.
   */
  requestTimeout?: number;
  /**
   * `false`: retries alone, without a circuit. Default `true`. (Extension.)
   */
  circuit?: boolean;
  /**
   * How long a circuit that opens rests at first, in ms. Default: `backoff.start`. (Extension.)
   */
  openTime?: number;
  /**
   * The longest that the rest grows to while probes fail, in ms. Default 10000; a longer `openTime` stands. (Extension.)
   */
  maxOpenTime?: number;
  /**
   * How long a request without a further provider waits for its circuit, in ms. Default 1.2 times the sum of its back-offs, at least 5000. (Extension.)
   */
  patience?: number;
  /**
   * How long a provider rests that denies access (401, 402, 403), in ms. Default 60000, doubled up to 300000 while it does. (Extension.)
   */
  authCoolDown?: number;
  backoff?: Backoff;
}
export interface BackoffSettings {
  /**
   * How delays grow: `exponential`.
   */
  kind: "exponential";
  /**
   * The first delay, in ms. Default 2000.
   */
  start?: number;
  /**
   * Each delay is the one before it times this. Default 2.
   */
  factor?: number;
}
/**
 * Settings of a provider: its definition, credentials, parameters and base URLs.
 *
 */
export interface ProviderSettings {
  /**
   * Path of the provider definition. `file:` before it is optional. Without it: `providers/<name>.json` beside client.json, else `providers/<name>.provider.json`.
   */
  file?: string;
  /**
   * Credentials, one entry per security scheme.
   */
  security?: SecurityValues[];
  /**
   * Values of the provider's parameters: public text, or `$NAME`, which is read from the environment; `$$` stands for `$`. (Extension: rules C16.)
   */
  parameters?: {
    [k: string]: string;
  };
  /**
   * Base URLs by service id, in place of the definition's: public text, or `$NAME`, which is read from the environment. Credentials go there. (Extension: rules C20.)
   */
  services?: {
    [k: string]: string;
  };
  limits?: ProviderLimits;
  /**
   * How often a request is sent again where that is harmless. Default 2; 0 sends once. (Extension: rules C22.)
   */
  retries?: number | RetriesJson;
  /**
   * Bounds one attempt, in ms. Default 30000. (Extension: rules C22.)
   */
  requestTimeout?: number;
  /**
   * Bounds a request with all its attempts and waits, in ms; of a stream up to its headers. Default: none. (Extension: rules C22.)
   */
  deadline?: number;
  /**
   * `true`: each POST and PATCH gets a random `Idempotency-Key`. That alone makes nothing repeatable: a vendor may not know it. (Extension: rules C22.)
   */
  idempotencyKey?: true;
  /**
   * `false`: nothing is sent a second time when the server may have acted on the first. What is harmless is said of requests, and by `idempotent` of the definition. (Extension: rules C22.)
   */
  idempotent?: false;
}
/**
 * How much of the provider one client uses at most, over all its requests. (Extension.)
 */
export interface ProviderLimits {
  /**
   * Attempts in flight.
   */
  concurrency?: number;
  /**
   * Attempts that begin within any second.
   */
  perSecond?: number;
}
/**
 * Retries of what is harmless: GET, HEAD, OPTIONS, PUT, DELETE, a POST or PATCH with a key of its own, what was never sent, and what was refused with 425 or 429, or 503 and a wait.
 *
 */
export interface RetriesJson {
  /**
   * Retries after the first attempt. Default 2.
   */
  limit?: number;
  /**
   * The wait before the first retry, in ms, ±20 %. Default 500.
   */
  start?: number;
  /**
   * By which each further wait is longer, from 1 to 10. Default 2.
   */
  factor?: number;
  /**
   * The longest wait that no server asks for, in ms. Default 8000.
   */
  max?: number;
  /**
   * No retry begins later after the request, in ms. Default 30000.
   */
  within?: number;
  /**
   * Statuses that are retried, in place of 408, 425, 429 and most of 5xx.
   */
  statuses?: number[];
}
/**
 * Credentials of an API key scheme.
 *
 */
export interface ApiKeyValues {
  id: string;
  /**
   * The API key: `$NAME`, read from the environment variable NAME at run time.
   */
  apikey: string;
}
/**
 * Credentials of a basic or digest scheme.
 *
 */
export interface BasicValues {
  id: string;
  username: string;
  password: string;
}
/**
 * Credentials of a bearer scheme.
 *
 */
export interface BearerValues {
  id: string;
  /**
   * The token, without `Bearer`: `$NAME`, read from the environment variable NAME at run time.
   */
  token: string;
}
/**
 * Credentials of an oauth2 scheme: those of its client, and the refresh token where its flow is `refreshToken`. (Extension: rules P15.)
 *
 */
export interface OAuth2Values {
  id: string;
  /**
   * Id of the client, as the vendor gave it.
   */
  clientId: string;
  /**
   * Secret of the client. May be absent beside `refreshToken`, for a public client.
   */
  clientSecret?: string;
  /**
   * The first refresh token, of the flow `refreshToken`.
   */
  refreshToken?: string;
}
