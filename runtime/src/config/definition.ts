import type { RetriesSettings, RetryPolicy } from "./retries.js";
import type { WebhookSettings } from "./webhooks.js";

/**
 * The differences of one operation on the wire from the runtime's defaults; an operation without any has none.
 * Found by method and path exactly as a call writes them (rules §2.11).
 */
export interface OperationWire {
  /** Used where the request names none. */
  readonly service?: string | undefined;
  /** Schemes that apply where the request names none; `[]` for none. */
  readonly security?: readonly string[] | undefined;
  /** Sent as `accept` unless the caller gives one: types of JSON other than `application/json`, or what there is instead. */
  readonly accept?: string | undefined;
  /** The data of its events that is JSON: of all, or of those with these names. */
  readonly events?: "json" | readonly string[] | undefined;
  /** The types of its answers that are a value to a line. */
  readonly lines?: string | undefined;
  /** Parameters that are written otherwise, or that are arrays or objects where untyped requests take neither. */
  readonly params?: { readonly [name: string]: ParameterWire } | undefined;
  readonly query?: { readonly [name: string]: ParameterWire } | undefined;
  readonly headers?: { readonly [name: string]: ParameterWire } | undefined;
  /** Content type of a body of each kind, where it is not the kind's own; of a raw one that is text, where that differs. */
  readonly contentTypes?: { readonly [kind in "json" | "form" | "body" | "text"]?: string | undefined } | undefined;
  /** Fields and parts that are written otherwise. */
  readonly form?: { readonly [name: string]: PartWire } | undefined;
  readonly multipart?: { readonly [name: string]: PartWire } | undefined;
}

/** How one parameter is written (OpenAPI 3.1.1, Parameter Object); what is absent is OpenAPI's default for its place. */
export interface ParameterWire {
  readonly style?: ParameterStyle | undefined;
  readonly explode?: boolean | undefined;
  readonly allowReserved?: boolean | undefined;
  /** Characters between the items of lists, from the outermost that is joined, where a style has none for them (Swagger 2.0). */
  readonly delimiters?: string | undefined;
  /** The value is written in this media type instead of a style. */
  readonly content?: string | undefined;
}

export type ParameterStyle = "simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

/**
 * How one field of a form or part of a multipart body is written (OpenAPI 3.1.1, Encoding Object). Without style, explode
 * and allowReserved: objects as JSON, arrays repeated.
 */
export interface PartWire extends Omit<ParameterWire, "content"> {
  readonly contentType?: string | undefined;
  /** Constant headers of a part. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

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
  /** Operations by pattern: true if it is harmless to do them twice, as far as the method does not say it (extension). */
  readonly idempotent?: { readonly [pattern: string]: boolean } | undefined;
  /**
   * Requests that are sent with a key against repetition, by method; the first entry that has their path counts (documented, or
   * the extension `idempotency`).
   */
  readonly idempotency?: { readonly [method: string]: readonly KeyRule[] } | undefined;
  /** How streams end, fail and go on, by pattern of operations: the first that matches holds (extension). */
  readonly streams?: { readonly [pattern: string]: StreamRule } | undefined;
  /** How webhooks are signed (extension). Emitted in the module of the webhooks alone. */
  readonly webhooks?: WebhookSettings | undefined;
  /** Operations that differ on the wire, by method and path, `GET /charges/{id}`; absent if none does. */
  readonly operations?: { readonly [operation: string]: OperationWire } | undefined;
  /** Operations whose document lists a 2xx other than 204 and 205 without content: an empty body is `undefined` for `.json()`. */
  readonly emptyAnswers?: readonly string[] | undefined;
  /** How lists go on, the first entry that names an operation wins; a module of its own where there is more than one (extension). */
  readonly pages?: readonly PagesEntry[] | (() => Promise<readonly NestedPagesEntry[]>) | undefined;
}

/**
 * How a list goes on (extension `pages`). Places are paths of keys in the answer's JSON, `/result_info/cursors/after`;
 * `""` is the answer itself, `-1` the last of a list.
 */
export interface PagesRule {
  readonly next: PagesNext;
  /** The list; absent where it is not known. */
  readonly items?: string | undefined;
  /** A boolean that is `false` on the last page. */
  readonly more?: string | undefined;
  /** A boolean that is `true` on the last page. */
  readonly last?: string | undefined;
  /** The number of items of all pages. */
  readonly total?: string | undefined;
  readonly totalPages?: string | undefined;
}

/** The way to the next page: a `Link` header, a URL in the answer, a value that goes back, a page number or an offset. */
export type PagesNext =
  | "link"
  | { readonly url: string }
  | PagesToken
  | {
      readonly query: string;
      /** The number of the first page; absent where `echo` says it. */
      readonly first?: 0 | 1 | undefined;
      /** Place of the page's own number: the next is one more. */
      readonly echo: string;
    }
  | { readonly query: string; readonly first: 0 | 1 }
  | {
      readonly query: string;
      /** An offset: what came is added to it. */
      readonly step: "items";
      /** The offset of the first item; absent for 0. */
      readonly first?: 0 | 1 | undefined;
    };

/** A value of the answer that goes back as a query parameter, as a header or to a place of the body. */
export type PagesToken = ({ readonly query: string } | { readonly header: string } | { readonly body: string }) &
  ({ readonly from: string } | { readonly fromHeader: string });

/** A rule with its operations; `next: false` for operations without pages. */
export interface PagesEntry extends Omit<PagesRule, "next"> {
  /** Patterns, or operations; of GET if they name no method. */
  readonly of: readonly string[];
  readonly next: PagesNext | false;
}

/** The same in a module of its own, where paths that begin alike are below their beginning. */
export interface NestedPagesEntry extends Omit<PagesEntry, "of"> {
  readonly of: Paths;
}

/** Paths, some of them by their beginnings: `["/a", { "/b": ["", "/c"] }]` are `/a`, `/b` and `/b/c`. */
export type Paths = readonly (string | { readonly [beginning: string]: Paths })[];

/** The place of the key of some operations; without one, none is sent. */
export interface KeyRule {
  /** Name of its header. */
  readonly header?: string | undefined;
  /** Its place in a JSON body or a form: keys along a path, `/idempotency_key`. */
  readonly body?: string | undefined;
  /**
   * `uuid`: a key that is made is a UUID, in maps too; `own`: none is made, because the operation takes other texts, and a
   * caller's own is honoured. Absent: any text.
   */
  readonly form?: "uuid" | "own" | undefined;
  /** Paths as the document has them, or patterns of paths. */
  readonly of: readonly string[];
}

/** Facts of a stream that no document has (extension `streams`). */
export interface StreamRule {
  /** The data of the event that ends it, for instance `[DONE]`; without it the stream was cut. */
  readonly done?: string | undefined;
  /** The mark of an error: the name of its event, or a place in its data. */
  readonly error?: { readonly event: string } | { readonly data: string } | undefined;
  /** Answers that say they are JSON are a value to a line. */
  readonly format?: "jsonl" | undefined;
  /** How it goes on after a break: with `Last-Event-ID`, or with a place of the last event's data as a query parameter. */
  readonly resume?: true | { readonly query: string; readonly from: string } | undefined;
}

export interface ServiceDefinition {
  /** Absolute http(s) URL; may contain `{PARAMETER}`. */
  readonly baseUrl: string;
}

export interface ParameterDefinition {
  readonly default?: string | undefined;
}

/** Where and how a credential is sent. */
export type SecurityScheme = ApiKeyScheme | BasicOrBearerScheme | DigestScheme | OAuth2Scheme | SignatureScheme;

export interface ApiKeyScheme {
  readonly type: "apiKey";
  readonly in: "header" | "query" | "body" | "path" | "cookie";
  readonly name: string;
  /** Stands before the key in its header, for instance `Bot ` (extension); absent for nothing. */
  readonly prefix?: string | undefined;
}

export interface BasicOrBearerScheme {
  readonly type: "http";
  readonly scheme: "basic" | "bearer";
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

/** The values of client.json for a provider: `$NAME` strings by scheme and field, parameters by name. */
export interface ConfiguredValues extends CallSettings {
  readonly credentials?: { readonly [scheme: string]: { readonly [field: string]: string } } | undefined;
  readonly parameters?: { readonly [name: string]: string } | undefined;
  readonly limits?: ProviderLimits | undefined;
  /** Base URLs by service, in place of the definition's: `$NAME` or text (extension). */
  readonly services?: { readonly [service: string]: string } | undefined;
}

/** Settings of requests to a provider that have none of their own (ProviderSettings, extension). */
export interface CallSettings {
  readonly retries?: RetriesSettings | undefined;
  /** Bounds an attempt, in ms. */
  readonly requestTimeout?: number | undefined;
  /** Bounds a request with all its attempts and waits, in ms. */
  readonly deadline?: number | undefined;
  /** True if each POST and PATCH gets a random `Idempotency-Key`. */
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
  /** All retries of a provider before the next is asked, or one failure (extension); absent: `failure`. */
  readonly failoverAfter?: FailoverAfter | undefined;
  /** Absent: only where a call says so (extension). */
  readonly validate?: Validate | undefined;
}

/** The event that has to come before the next provider is asked. */
export type FailoverAfter = "failure" | "retries";

/** The consequence of an input or a result that does not match the profile: an error, or an event alone. */
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
  /** Further statuses after which the next provider is asked, in ascending order (extension); absent without any. */
  readonly failoverOn?: readonly number[] | undefined;
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
  /** Secrets of webhooks, `$NAME` or literal (extension). */
  readonly webhooks?: { readonly secrets: readonly string[] } | undefined;
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

/** A provider definition with what client.json supplies for it. */
export interface ProviderPart {
  readonly definition: ProviderDefinition;
  /** Absent where client.json supplies nothing. */
  readonly configured?: ConfiguredValues | undefined;
}

/** A profile as client.json configures it, every default written out. */
export interface ProfileDefinition<Provider extends string = string, UseCase extends string = string> {
  readonly name: string;
  /** First choice first. */
  readonly priority: readonly Provider[];
  /** The list is all top-level providers: only those with a map take part (rules C9). */
  readonly mappedOnly?: true | undefined;
  readonly useCases: { readonly [Name in UseCase]: UseCaseDefinition<Provider> };
  /** Provider definitions for this profile only (rules C7), by provider; the others are the client's. */
  readonly definitions?: { readonly [provider: string]: ProviderPart } | undefined;
  /** The map that client.json asks for (rules C8), by provider. */
  readonly maps?:
    | {
        readonly [provider: string]: {
          readonly variant?: string | undefined;
          readonly revision?: string | undefined;
        };
      }
    | undefined;
  /** The module with its schemas, for calls that validate; absent where there is no profile document. */
  readonly schemas?: (() => Promise<{ readonly schemas: ProfileSchemas }>) | undefined;
}

/** JSON Schemas of a profile, by use-case, as far as values are held against them. */
export type ProfileSchemas<UseCase extends string = string> = {
  readonly [Name in UseCase]: {
    readonly input: JsonObject | boolean;
    readonly result: JsonObject | boolean;
  };
};

export interface UseCaseDefinition<Provider extends string = string> {
  /** True if the whole priority list takes part, `false` for its first alone. */
  readonly providerFailover: boolean;
  /** Absent: `failure`. */
  readonly failoverAfter?: FailoverAfter | undefined;
  /** How input and result are held against the schemas of the profile; absent: only if a call says so. */
  readonly validate?: Validate | undefined;
  /** Defaults of the input for every provider; `$NAME` strings are resolved at the call (rules C16). */
  readonly input: JsonObject;
  readonly providers: { readonly [Name in Provider]: ProviderUseCase };
}

export interface ProviderUseCase {
  /** Goes over the profile's defaults, under the call's input (rules C15). */
  readonly input: JsonObject;
  /** Absent where client.json writes none: then the client's `retries` count, where no other provider follows. */
  readonly retryPolicy?: RetryPolicy | undefined;
  /** Statuses after which the next provider is asked; absent: those of the rule alone. */
  readonly failoverOn?: readonly number[] | undefined;
}
