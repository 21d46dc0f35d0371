import { throwIfAborted } from "../abort.js";
import type { AskedScheme, KeyInsert } from "../auth/authenticate.js";
import type { ServiceUrl } from "../config/base-url.js";
import type { SecurityScheme } from "../config/definition.js";
import { isFieldValue, readHeaders } from "../config/headers.js";
import { type BadOption, copyData, own, readOptions } from "../config/options.js";
import type { RequestLabel } from "../errors/errors.js";
import { type AppliedCall, applyOperation } from "../operations/apply.js";
import type { JsonReading } from "./answer.js";
import { encodeFields, type PreparedBody, prepareBody, takeLength } from "./body.js";
import { type BoundProvider, REQUEST_OPTIONS } from "./bound-provider.js";
import { badOption, type InvalidRequest, invalidRequest, loadFor } from "./invalid.js";
import type { RequestOptions } from "./provider-client.js";
import type { RequestKey } from "./request-key.js";
import type * as responseStream from "./response-stream.js";
import type { OutgoingRequest } from "./transport.js";
import { appendQuery, pathLabel, plainBase, plainJoin } from "./url.js";

/** Statuses that the caller wants to see as an answer instead of an error, and if it would be followed only if named. */
export type HandlesStatus = (status: number, isFollowed: boolean) => boolean;

/** Headers of the client for one attempt (rules §2.12), but for those that the request has itself; they go into `secrets`. */
export type ClientHeaders = (secrets: Set<string>) => Promise<Headers>;

/** Where a request goes, and with what: what is plain is known at once, the rest is found in `target.ts`. */
export interface Target {
  readonly schemes: readonly AskedScheme[];
  /** The base URL of its service: the only origin that gets credentials. */
  readonly base: ServiceUrl;
  readonly handlesStatus: HandlesStatus;
  /** Makes the answer a stream, if it is to be one. */
  readonly streamed: typeof responseStream | undefined;
  /** Absent if the client has none. */
  readonly clientHeaders: ClientHeaders | undefined;
  /** Throws if variables have changed so that it would go elsewhere: the credentials of now are not for the place of then. */
  readonly requireUnmoved: () => void;
  /** The URL with API keys that stand in it. */
  readonly url: (keys: readonly KeyInsert[]) => string;
  /** Writes API keys into the body; absent if there are none. */
  readonly keyWriter: ((body: PreparedBody) => (keys: readonly KeyInsert[]) => OutgoingRequest["body"]) | undefined;
  /** Absent if the request can have none. */
  readonly key?: RequestKey | undefined;
  /** Says an error about the body once more, with what is not to be shown of the path masked. */
  readonly explain: ((error: unknown) => never) | undefined;
}

/** A request that was checked and encoded; each attempt renders it with its own credentials. */
export interface PreparedRequest extends Omit<Target, "url" | "keyWriter" | "explain"> {
  readonly bound: BoundProvider;
  readonly label: RequestLabel;
  readonly method: string;
  /** Without credentials. */
  readonly headers: Headers;
  readonly json: JsonReading;
  /** As the caller gave them, and as they were then; what they say about retries, times and repetition is read by the policy. */
  readonly options: RequestOptions;
  readonly bad: BadOption;
  /** The longest wait for a chunk of a stream, in ms, in place of its client's. */
  readonly idleTimeout?: number | false | undefined;
  /** True if a second attempt can send the same body. */
  readonly replayable: boolean;
  /** The request without credentials, but for API keys that stand in its path or body. */
  readonly render: (keys: readonly KeyInsert[]) => OutgoingRequest;
}

/** The arguments of one call. */
export interface RequestInput {
  /** Absent if the options say it. */
  readonly method: string | undefined;
  readonly path: string;
  readonly options: RequestOptions | undefined;
  /** The `accept` to send unless the caller sets one; known when the current job is over. */
  readonly accept: () => string | undefined;
  /** The map that makes it; absent outside of maps. */
  readonly map?: MapOfRequest | undefined;
}

/** The run of a map, and of its call what requests need. */
export interface MapOfRequest {
  readonly options: { readonly idempotencyKey?: string | undefined };
}

type Writable<Label> = { -readonly [Part in keyof Label]: Label[Part] };

/** Everything that the caller gave, read once, with what its operation says. */
interface ReadCall extends AppliedCall {
  readonly input: RequestInput;
  readonly bound: BoundProvider;
  readonly label: Writable<RequestLabel>;
  readonly service: string;
  readonly given: RequestOptions;
  readonly invalid: InvalidRequest;
  readonly bad: BadOption;
}

/** The same once it is written as its operation says, with its query and headers encoded. */
export interface ReadRequest extends ReadCall {
  readonly query: string;
  readonly headers: Headers;
}

/** Objects and lists; a search for secrets looks at no more. */
const MAX_GIVEN = 1e6;

/**
 * Checks and encodes a request, in one pass. RequestErrors and ConfigurationErrors come from here, before anything is sent.
 * Everything that the caller gave is read before the first `await`: it may change afterwards.
 */
export async function prepareRequest(bound: BoundProvider, input: RequestInput): Promise<PreparedRequest> {
  const call = readCall(bound, input);
  const { label, method, given, invalid, bad, style } = call;
  const encode = async (options: RequestOptions): Promise<PreparedBody> =>
    prepareBody(options, method, bound.stringifyJson, invalid);
  let reading = style?.writesBody === true ? undefined : encode(call.options);
  // Until it is awaited.
  reading?.catch(() => {});
  const written = style === undefined ? call : await style.write(invalid);
  const request = readRequest(call, written);
  const { headers } = request;
  const personal = !headers.keys().next().done;
  reading ??= encode(request.options);
  const target = plainTarget(request) ?? (await findTarget(request));
  const { base, requireUnmoved, explain } = target;
  const { origin, segments } = base;
  label.host = origin.slice(origin.indexOf("//") + 2);
  // The caller may have written once more what a variable has filled in.
  for (const segment of segments) label.path = label.path.replaceAll(segment, "***");
  // A job passes even if there is nothing to wait for: only then has the caller said what it reads (`.json()`).
  const body = await (explain === undefined ? reading : reading.catch(explain));
  for (const [name, value] of Object.entries(bound.definition.headers ?? {}))
    if (!headers.has(name)) headers.set(name, value);
  addMissing(headers, "content-type", body.contentType, invalid);
  addMissing(headers, "accept", request.accept(), invalid);
  if (body.length !== undefined) headers.set("content-length", String(body.length));
  const { content } = body;
  const write = target.keyWriter?.(body);
  const mayBeEmpty = bound.definition.emptyAnswers?.includes(`${method} ${input.path}`) ?? false;
  return {
    bound,
    label,
    method,
    headers,
    base,
    schemes: target.schemes,
    handlesStatus: target.handlesStatus,
    streamed: target.streamed,
    clientHeaders: target.clientHeaders,
    requireUnmoved,
    key: target.key,
    json: { mayBeEmpty, parse: bound.parseJson },
    options: given,
    bad,
    replayable: content === undefined || content instanceof Uint8Array || content.replayable,
    render: (keys) => {
      requireUnmoved();
      return { method, url: target.url(keys), headers, body: write?.(keys) ?? content, redirected: false, personal };
    },
  };
}

/** A document or a Blob of any class says what it likes. */
function addMissing(headers: Headers, name: string, value: string | undefined, invalid: InvalidRequest): void {
  if (value === undefined || headers.has(name)) return;
  if (!isFieldValue(value)) throw invalid("bad-header", `\`headers.${name}\` is not valid in a header`);
  headers.set(name, value);
}

function readCall(bound: BoundProvider, input: RequestInput): ReadCall {
  const { definition } = bound;
  const label: Writable<RequestLabel> = {
    provider: definition.name,
    service: definition.defaultService,
    method: input.method ?? "request",
    path: pathLabel(input.path),
  };
  const invalid = invalidRequest(label);
  const bad = badOption(invalid);
  const table = input.method === undefined ? { ...REQUEST_OPTIONS, method: "" } : REQUEST_OPTIONS;
  const given = readOptions<RequestOptions & { method?: unknown }>(input.options, "", table, bad);
  throwIfAborted(given.signal);
  keepGiven(given, bad);
  const { method: asked = input.method } = given;
  const method = typeof asked === "string" ? asked.toUpperCase() : "";
  label.method = method;
  const call = applyOperation(definition, { method, path: input.path, options: given, accept: input.accept });
  const { path, options, accept, style } = call;
  const { service = definition.defaultService, body } = options;
  label.service = service;
  if (body !== undefined) takeLength(options);
  return { input, bound, label, method, path, service, options, given, accept, style, invalid, bad };
}

/** The call, with path and options as they were written by the styles of its operation. */
function readRequest(call: ReadCall, { path, options }: Pick<ReadCall, "path" | "options">): ReadRequest {
  const { invalid } = call;
  const { query, headers: named = {} } = options;
  const headers = readHeaders(named, (option, problem) => invalid("bad-header", `${option} ${problem}`));
  const encoded = query === undefined ? "" : encodeFields(query, "query", invalid);
  // By name: a spread costs more than all the rest of it.
  const { input, bound, label, method, service, given, accept, style, bad } = call;
  return {
    input,
    bound,
    label,
    method,
    path,
    service,
    options,
    given,
    accept,
    style,
    invalid,
    bad,
    headers,
    query: encoded,
  };
}

/**
 * Reads what is given once, by own names: what is looked for in an answer is what was sent, and nobody changes it
 * meanwhile. Throws what a getter throws.
 */
function keepGiven(options: RequestOptions, bad: BadOption): void {
  try {
    for (const name of KEPT) {
      const value: unknown = options[name];
      if (typeof value === "object") Object.assign(options, { [name]: copyData<unknown>(value, MAX_GIVEN) });
    }
  } catch (error) {
    throw error instanceof RangeError ? bad("an option", "has no end") : error;
  }
}

/** Options that are read again later. */
const KEPT = [
  "security",
  "params",
  "query",
  "headers",
  "form",
  "multipart",
  "handle",
  "retries",
  "retryPolicy",
] as const;

const NO_STATUS: HandlesStatus = () => false;

/** The target of a request that has nothing unusual about it; a test compares it with the one that `target.ts` finds. */
export function plainTarget(request: ReadRequest): Target | undefined {
  const { input, bound, method, path, service, options, given, query, headers } = request;
  const { security = bound.security ?? bound.definition.security, multipart, params } = options;
  const { handle, throwHttpErrors, stream, idempotencyKey, from, pages } = given;
  const isUnusual =
    (handle ??
      throwHttpErrors ??
      (stream || undefined) ??
      idempotencyKey ??
      input.map?.options.idempotencyKey ??
      bound.definition.idempotency?.[method] ??
      from ??
      pages ??
      multipart ??
      bound.given.headers) !== undefined ||
    bound.idempotencyKey ||
    headers.has("idempotency-key") ||
    !/^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method);
  if (isUnusual) return undefined;
  let schemes: readonly AskedScheme[] = [];
  if (security !== undefined) {
    const id: unknown = Array.isArray(security) && security.length === 1 ? security[0] : security;
    const scheme = typeof id === "string" ? own(bound.definition.securitySchemes, id) : undefined;
    const header = scheme && headerOf(scheme);
    if (scheme === undefined || header === undefined || headers.has(header)) return undefined;
    schemes = [{ id: id as string, scheme }];
  }
  const base = plainBase(bound, service);
  const joined = base && plainJoin(base, path, params);
  if (base === undefined || joined === undefined) return undefined;
  const url = appendQuery(joined, query);
  return {
    schemes,
    base,
    handlesStatus: NO_STATUS,
    streamed: undefined,
    clientHeaders: undefined,
    requireUnmoved: () => {},
    url: () => url,
    keyWriter: undefined,
    explain: undefined,
  };
}

/** The only header that a scheme writes, in lower case; `undefined` if it writes elsewhere, or several. */
function headerOf(scheme: SecurityScheme): string | undefined {
  if (scheme.type === "apiKey") return scheme.in === "header" ? scheme.name.toLowerCase() : undefined;
  if (scheme.type === "signature") return undefined;
  return scheme.type === "http" && scheme.scheme === "digest" ? scheme.authorizationHeader : "authorization";
}

async function findTarget(request: ReadRequest): Promise<Target> {
  const { given, invalid } = request;
  return (await loadFor("target", () => import("./target.js"), given.signal, invalid)).findTarget(request);
}
