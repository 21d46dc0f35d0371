import type { CallSettings, ProviderLimits } from "./provider-definition.js";
import type { RetryPolicy } from "./retry-policy.js";

/** client.json with shorthands expanded and every default filled in. */
export interface ClientConfig {
  readonly profiles: { readonly [profile: string]: ProfileConfig };
  readonly providers: { readonly [provider: string]: ProviderConfig };
}

export interface ProfileConfig {
  /** Where the profile comes from: a path relative to client.json's folder, or a semantic version. */
  readonly source: { readonly file: string } | { readonly version: string };
  /** Provider names, first choice first (rules C9). */
  readonly priority: readonly string[];
  /** `written` in `priority`, from the profile's `providers`, or `all` top-level providers: then only mapped ones take part (rules C9). */
  readonly prioritySource: "written" | "profile" | "all";
  readonly providers: { readonly [provider: string]: ProfileProviderConfig };
  /** By use-case, as far as client.json names it. */
  readonly defaults: { readonly [useCase: string]: UseCaseDefaults };
}

export interface UseCaseDefaults {
  readonly input: JsonObject;
  readonly providerFailover: boolean;
  /** Absent: only where a call says so (extension). */
  readonly validate?: Validate | undefined;
}

/** What becomes of an input or a result that is not what the profile says: an error, or an event alone. */
export type Validate = "throw" | "report";

export interface ProfileProviderConfig {
  /** A map module or a provider definition for this profile only (rules C7), relative to client.json's folder. */
  readonly file?: string | undefined;
  readonly mapVariant?: string | undefined;
  readonly mapRevision?: string | undefined;
  /** By use-case, as far as client.json names it. */
  readonly defaults: { readonly [useCase: string]: ProfileProviderDefaults };
}

export interface ProfileProviderDefaults {
  /** Only what stands at this level; merging with the profile's defaults happens at the call (rules C15). */
  readonly input: JsonObject;
  /** Absent where none is written (rules C12). */
  readonly retryPolicy: RetryPolicy | undefined;
}

export interface ProviderConfig extends CallSettings {
  /** The provider definition, relative to client.json's folder. */
  readonly file?: string | undefined;
  /** By scheme id. */
  readonly security: { readonly [scheme: string]: CredentialValues };
  readonly parameters: { readonly [name: string]: string };
  /** Base URLs by service, in place of the definition's; absent without any (extension). */
  readonly services?: { readonly [service: string]: string } | undefined;
  /** Absent without any (extension). */
  readonly limits?: ProviderLimits | undefined;
}

/** Fields of one scheme as they stand in client.json: `$NAME`, `$$…` or a literal. */
export type CredentialValues = {
  readonly [
    field in "apikey" | "username" | "password" | "token" | "clientId" | "clientSecret" | "refreshToken"
  ]?: string;
};

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
