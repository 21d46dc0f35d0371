import {
  type CallSettings,
  type FailoverAfter,
  fillBaseUrl,
  type JsonObject,
  type PagesEntry,
  type ParameterValues,
  type ProfileConfig,
  type ProviderDefinition,
  type ProviderLimits,
  type RetryPolicy,
  type SecurityScheme,
  type UseCaseJson,
  type Validate,
  type StreamRule,
  type WebhookSettings,
} from "@sdkwright/runtime/config";

/**
 * What callers and traffic depend on, every default filled in; without literal credentials, which are never emitted.
 * Two projects with equal models differ for nobody.
 */
export interface PublicModel {
  /** Whether there is a `createClient`. */
  readonly client: boolean;
  readonly providers: { readonly [name: string]: PublicProvider };
  readonly profiles: { readonly [name: string]: PublicProfile };
  /** What code has to give, or does not compile; JSON pointers, see `demandsOf`. */
  readonly demands: readonly string[];
}

export interface PublicProvider {
  /** The definition, relative to the project root. */
  readonly file: string;
  readonly defaultService: string;
  /** Base URLs by service id. */
  readonly services: { readonly [id: string]: string };
  readonly securitySchemes: { readonly [id: string]: SecurityScheme & { readonly bearerFormat?: string } };
  readonly parameters: { readonly [name: string]: PublicParameter };
  /** `$NAME` references of client.json, by scheme and field. */
  readonly credentials: { readonly [scheme: string]: { readonly [field: string]: string } };
  /** Values that client.json gives to parameters. */
  readonly values: { readonly [parameter: string]: string };
  /** Parameters that a map always finds. */
  readonly certain: readonly string[];
  /** Base URLs that client.json has in place of the definition's, by service: `$NAME` or text. */
  readonly overrides?: { readonly [service: string]: string };
  readonly limits?: ProviderLimits;
  /** What requests follow that do not say it themselves. */
  readonly calls?: CallSettings;
  /** Whether an operation may be done twice, by pattern. */
  readonly idempotent?: { readonly [pattern: string]: boolean };
  /** Declared places of keys that make a repeat harmless, by method. */
  readonly idempotency?: NonNullable<ProviderDefinition["idempotency"]>;
  /** How lists go on that the definition declares, where no document has operations. */
  readonly pages?: { readonly [pattern: string]: Omit<PagesEntry, "of"> };
  /** How streams end, fail and go on, by pattern. */
  readonly streams?: { readonly [pattern: string]: StreamRule };
  /** Schemes that apply where a request names none. */
  readonly security?: readonly string[];
  /** Constant headers of every request. */
  readonly headers?: { readonly [name: string]: string };
  /** True if answers may have other texts than an enum lists. */
  readonly openEnums?: true;
  /** How webhooks are believed; absent where the definition does not say it. */
  readonly webhooks?: PublicWebhooks;
  /** The document of its operations, which stand in a file of their own. */
  readonly openapi?: PublicDocument;
}

export interface PublicDocument {
  /** Relative to the project root. */
  readonly file: string;
  /** Patterns of operations, where the definition has some. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export interface PublicWebhooks extends WebhookSettings {
  /** `$NAME`s of client.json; absent where code gives the secrets. */
  readonly secrets?: readonly string[];
  /** The document has some: their types stand in a file of their own. */
  readonly documented?: true;
}

export interface PublicParameter {
  readonly default?: string;
  readonly description?: string;
}

export interface PublicProfile {
  /** Path relative to the folder of client.json, or version, as client.json says. */
  readonly source: { readonly file: string } | { readonly version: string };
  /** The profile document that was read, relative to the project root. */
  readonly document?: string;
  readonly priority: readonly string[];
  readonly prioritySource: ProfileConfig["prioritySource"];
  readonly useCases: { readonly [name: string]: PublicUseCase };
  /** Providers that can perform it: callers may name them, and give maps for them. None where there is no use-case. */
  readonly candidates: readonly string[];
  /** Those of them for which client.json names a map. */
  readonly mapped: readonly string[];
  /** What client.json says about providers for this profile only. */
  readonly providers: { readonly [name: string]: PublicProfileProvider };
}

export interface PublicUseCase {
  readonly providerFailover: boolean;
  /** Absent where client.json does not say it. */
  readonly failoverAfter?: FailoverAfter;
  /** Absent where only calls say whether they validate. */
  readonly validate?: Validate;
  /** Defaults for every provider. */
  readonly input: JsonObject;
  readonly document?: UseCaseJson;
  /** Declarations of its types as they are emitted; where there is none, callers see any input and an unknown result. */
  readonly types: PublicTypes;
  /** Keys of the input for which every provider has a default, as JSON pointers. */
  readonly defaulted: readonly string[];
}

/** Declarations as lines of TypeScript without comments, in one order; the first is the type itself. */
export interface PublicTypes {
  readonly input?: readonly string[];
  readonly result?: readonly string[];
  readonly error?: readonly string[];
}

export interface PublicProfileProvider {
  /** Its map module or definition, relative to the project root. */
  readonly file?: string;
  readonly mapVariant?: string;
  readonly mapRevision?: string;
  readonly definition?: PublicProvider;
  readonly useCases: {
    readonly [name: string]: {
      readonly input: JsonObject;
      readonly retryPolicy?: RetryPolicy | undefined;
      readonly failoverOn?: readonly number[] | undefined;
    };
  };
}

/** Where a URL with parameters leads, as far as values are known. */
interface FilledUrl {
  readonly origin: string;
  /** Without a query. */
  readonly url: string;
}

/**
 * What a base URL or token URL comes to where parameters decide the host or more of it, so that its own text does not say
 * where credentials go; nothing where it does. What is not known, as what a variable holds, keeps its place.
 */
export function filledUrl(text: string, values: ParameterValues): FilledUrl | undefined {
  const [bare = ""] = text.split("?");
  const head = beforePath(bare);
  const known: ParameterValues = (name) => (values(name)?.startsWith("$") ? undefined : values(name));
  if (!head.includes("{")) return undefined;
  const result = fillBaseUrl(bare, known);
  if ("url" in result) return { origin: result.url.origin, url: `${result.url.origin}${result.url.path}` };
  const fill = (part: string): string => part.replaceAll(/\{([^{}]*)\}/g, (all, name: string) => known(name) ?? all);
  const origin = beforePath(fill(head));
  return origin === head ? undefined : { origin, url: fill(bare) };
}

/** The text of a base URL up to its path. */
export function beforePath(text: string): string {
  return text.split(/(?<![:/])\//)[0] ?? "";
}
