// @generated from client.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.
import type { JsonObject } from "../config/client-config.js";

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
 * Defaults of the input, public. `$NAME` is read from the environment (extension), `$$` stands for `$`.
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
export type SecurityValues = ApiKeyValues | BasicValues | BearerValues;

/**
 * Client configuration (client.json): the profiles and providers that are used, defaults, retry and failover, and where credentials come from.
 */
export interface ClientJson {
  /**
   * Where an editor finds the JSON Schema of this file. No effect otherwise. (Extension.)
   */
  $schema?: string;
  /**
   * Installed profiles, by name.
   */
  profiles?: {
    [k: string]: Profile;
  };
  /**
   * Used providers, by name. The order decides who comes first where no `priority` says so.
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
   * Semantic version of the profile. Exactly one of `version` and `file`.
   */
  version?: string;
  /**
   * Path of the profile file; `file:` is optional. Exactly one of `version` and `file`.
   */
  file?: string;
  /**
   * Provider names, first choice first. Without it: the providers below, else all (deviation: the reference speaks of those with `providerFailover`).
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
export interface UseCaseDefaultsJson {
  input?: Input;
  /**
   * Whether the next provider is tried when one fails. Default false.
   */
  providerFailover?: boolean;
}
/**
 * Settings of a provider for one profile.
 *
 */
export interface ProfileProviderSettings {
  /**
   * Path of a provider definition (`.json`) for this profile only, or of a map module (`.ts`, `.mts`, `.js`, `.mjs`: extension).
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
   * How long the circuit stays open, in ms. Default 30000. (Extension.)
   */
  openTime?: number;
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
export interface ProviderSettings {
  /**
   * Path of the provider definition; `file:` is optional. Without it: `providers/<name>.json`, else `providers/<name>.provider.json`.
   */
  file?: string;
  /**
   * Credentials, one entry per security scheme.
   */
  security?: SecurityValues[];
  /**
   * Values of the provider's parameters: public text, or `$NAME` (extension), `$$` stands for `$`.
   */
  parameters?: {
    [k: string]: string;
  };
}
export interface ApiKeyValues {
  id: string;
  /**
   * The API key.
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
export interface BearerValues {
  id: string;
  /**
   * The token, without `Bearer`.
   */
  token: string;
}
