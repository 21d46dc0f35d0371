import { throwIfAborted } from "../abort.js";
import type { AskedScheme, KeyInsert } from "../auth/authenticate.js";
import type { BaseUrl, ServiceUrl } from "../config/base-url.js";
import { readHeaders } from "../config/headers.js";
import { allOf, type BadOption, copyData, own, type ReadOptions, readOptions } from "../config/options.js";
import { placesMeet, slotsOf, writesHeader } from "../config/schemes.js";
import { describeRequest, RequestError, type RequestLabel } from "../errors/errors.js";
import { applyOperation } from "../operations/apply.js";
import type { JsonReading } from "./answer.js";
import { baseUrlOf, hidesDotSegment, loadUrls, needsLoading, parameterValue, valueError } from "./base-urls.js";
import {
  bodyCode,
  encodeFields,
  hasBody,
  isStream,
  loadBodies,
  type OtherBodies,
  prepareBody,
  type PreparedBody,
} from "./body.js";
import { type BoundProvider, REQUEST_OPTIONS } from "./bound-provider.js";
import { badOption, type Invalid, type InvalidRequest, invalidRequest } from "./invalid.js";
import type { AnyScheme, OneOrMany, RequestOptions } from "./provider-client.js";
import type { OutgoingRequest } from "./transport.js";
import {
  appendQuery,
  hasQueryKey,
  isScalar,
  joinUrl,
  parsePath,
  pathLabel,
  type PathTemplate,
  placeholders,
} from "./url.js";

/** The schemes that a request is sent with: those that it names, or a default of its client or definition (rules §2.6). */
function askedSchemes(
  { security, definition, oauth2 }: BoundProvider,
  options: Pick<RequestOptions, "security">,
  invalid: InvalidRequest,
): readonly AskedScheme[] {
  const asked = options.security ?? security ?? definition.security;
  if (asked === undefined) return [];
  const { securitySchemes } = definition;
  const schemes = [...new Set([asked as OneOrMany<AnyScheme>].flat())].map((named): AskedScheme => {
    const read = typeof named === "string" ? { id: named } : oauth2?.read(named, badOption(invalid));
    const [id, scopes] = [own(read, "id") ?? "", own(read, "scopes")] as [string, AskedScheme["scopes"]];
    // A list in a list would be read as its text.
    const scheme = typeof id === "string" ? own(securitySchemes, id) : undefined;
    if (scheme !== undefined && (scopes === undefined || scheme.type === "oauth2")) return { id, scheme, scopes };
    const known = Object.keys(securitySchemes).join(", ") || "none";
    // It may be the secret itself.
    throw invalid("unknown-scheme", `the provider has no such security scheme; it has ${known}`);
  });
  if (placesMeet(schemes.flatMap(({ scheme }) => slotsOf(scheme)))) {
    throw invalid("scheme-clash", "two of the security schemes asked for write to the same place");
  }
  return schemes;
}

/** Names of the API keys that stand in a place of the request. */
function keyNames(schemes: readonly AskedScheme[], place: "path" | "body" | "query"): string[] {
  return schemes.flatMap(({ scheme }) => (scheme.type === "apiKey" && scheme.in === place ? [scheme.name] : []));
}

/** The caller's headers. */
function prepareHeaders(given: unknown, invalid: Invalid): Headers {
  return readHeaders(given === undefined ? {} : given, (option, problem) =>
    invalid("bad-header", `${option} ${problem}`),
  );
}

/** Written once per request, so that every attempt carries the same key; `true` asks for a random one. */
function addIdempotencyKey(headers: Headers, key: string | true, invalid: InvalidRequest): void {
  const name = "idempotency-key";
  if (headers.has(name))
    throw invalid("header-clash", `the caller sets the header \`${name}\` beside \`idempotencyKey\``);
  // The platform trims what a header carries.
  if (typeof key === "string" && key.trim() === "") throw invalid("bad-option", "`idempotencyKey` is empty");
  for (const [, value] of prepareHeaders({ [name]: key === true ? randomKey() : key }, invalid))
    headers.set(name, value);
}

/** 128 random bits; `crypto.randomUUID` is missing outside secure contexts. */
function randomKey(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** A request that is being prepared, as the steps pass it on. */
interface Draft {
  readonly bound: BoundProvider;
  readonly options: RequestOptions;
  /** Whether it is a POST or PATCH: to do it twice may have a second effect. */
  readonly isAct: boolean;
  readonly schemes: readonly AskedScheme[];
  readonly invalid: InvalidRequest;
  /** For what a scheme and the caller's request cannot both have. */
  readonly clash: InvalidRequest;
}

/** Statuses that the caller wants to see as an answer instead of an error, and where it would be followed only if named. */
type HandlesStatus = (status: number, isFollowed: boolean) => boolean;

/** Reads them from `handle` or from `throwHttpErrors` (rules §2.7). */
function handledStatuses({ handle, throwHttpErrors }: RequestOptions, bad: BadOption): HandlesStatus {
  if (handle === undefined) return byThrowing(throwHttpErrors ?? true, bad);
  if (throwHttpErrors !== undefined)
    throw bad("`handle`", "and `throwHttpErrors` exclude each other: give one of them");
  const statuses = new Set<unknown>(handle);
  if (!Array.from(statuses).every(isStatus)) throw bad("`handle`", "is not a list of statuses, such as [404, 409]");
  return (status) => statuses.has(status);
}

function byThrowing(throwHttpErrors: NonNullable<RequestOptions["throwHttpErrors"]>, bad: BadOption): HandlesStatus {
  if (typeof throwHttpErrors !== "function") return (_, isFollowed) => !isFollowed && !throwHttpErrors;
  return (status, isFollowed) => {
    if (isFollowed) return false;
    const throws: unknown = throwHttpErrors(status);
    // Of an `async` function, which would always throw.
    if (typeof throws === "object") throw bad("`throwHttpErrors`", "returned an object, not a boolean: is it async?");
    return throws === false;
  };
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 999;
}

/** Headers of the client for one attempt (rules §2.12), but for those that the request has itself; they go into `secrets`. */
type ClientHeaders = (secrets: Set<string>) => Promise<Headers>;

/** What the caller gives, and the key that it asks for. */
function headersOf(draft: Draft): Headers {
  const { options, invalid } = draft;
  const headers = prepareHeaders(options.headers, invalid);
  if (options.idempotencyKey !== undefined) addIdempotencyKey(headers, options.idempotencyKey, invalid);
  else if (draft.bound.idempotencyKey && draft.isAct && !headers.has("idempotency-key"))
    addIdempotencyKey(headers, true, invalid);
  requireFree(draft, headers, "caller");
  if (options.multipart !== undefined && headers.has("content-type")) {
    throw invalid("bad-header", "`multipart` sets the content type itself, because of its boundary");
  }
  return headers;
}

/** They are resolved per attempt, and masked like credentials. */
function clientHeadersOf(draft: Draft, own: readonly string[], resolve: () => Promise<Headers>): ClientHeaders {
  return async (secrets) => {
    const headers = await resolve();
    requireFree(draft, headers, "client");
    headers.forEach((value) => secrets.add(value).add(value.replace(/^[\w-]+ +/, "")));
    for (const name of own) headers.delete(name);
    return headers;
  };
}

/** No scheme asked for may write to one of the headers. */
function requireFree({ schemes, clash }: Draft, headers: Headers, who: string): void {
  for (const name of headers.keys()) {
    if (schemes.some(({ scheme }) => writesHeader(scheme, name)))
      throw clash("header-clash", `the ${who} sets the header \`${name}\`, and so does the scheme asked for`);
  }
}

/** Those of the definition (rules P11). */
function addConstants(headers: Headers, { definition }: BoundProvider): void {
  for (const [name, value] of Object.entries(definition.headers ?? {})) {
    if (!headers.has(name)) headers.set(name, value);
  }
}

/** What the content is, and what is to come back, where nobody says so; a document or a Blob of any class says what it likes. */
function describeContent(headers: Headers, added: ContentHeaders, invalid: InvalidRequest): void {
  const missing = Object.entries(added).filter(([name]) => !headers.has(name));
  prepareHeaders(Object.fromEntries(missing), invalid).forEach((value, name) => headers.set(name, value));
}

interface ContentHeaders {
  readonly "content-type": string | undefined;
  readonly accept: string | undefined;
}

/** A request that was checked and encoded; each attempt renders it with its own credentials. */
export interface PreparedRequest {
  readonly bound: BoundProvider;
  readonly label: RequestLabel;
  readonly method: string;
  /** Of its service: the only origin that gets credentials. */
  readonly base: ServiceUrl;
  /** Without credentials. */
  readonly headers: Headers;
  readonly schemes: readonly AskedScheme[];
  readonly handlesStatus: HandlesStatus;
  /** Where the answer is to be a stream, what makes it. */
  readonly streamed: OtherBodies["streamed"] | undefined;
  readonly json: JsonReading;
  /** As the caller gave them, and as they were then; what they say about retries, times and repetition is read by the policy. */
  readonly options: RequestOptions;
  readonly bad: BadOption;
  /** Absent where the client has none. */
  readonly clientHeaders: ClientHeaders | undefined;
  /** For those who come late: what they share with everybody would be a file of its own in a bundle. */
  readonly shared: SharedCode;
  /** Whether a second attempt can send the same body. */
  readonly replayable: boolean;
  /** Throws where variables have changed so that it would go elsewhere: the credentials of now are not for the place of then. */
  readonly stay: () => void;
  /** The request without credentials, but for API keys that stand in its path or body. */
  render(keys: readonly KeyInsert[]): OutgoingRequest;
}

/** Code of the common path that the policy uses too. */
export interface SharedCode {
  readonly readOptions: ReadOptions;
  readonly prepareHeaders: typeof prepareHeaders;
  readonly writesHeader: typeof writesHeader;
}

/** Objects and lists; a search for secrets looks at no more. */
const MAX_GIVEN = 1e6;

const shared: SharedCode = { readOptions, prepareHeaders, writesHeader };

type Writable<Label> = { -readonly [Part in keyof Label]: Label[Part] };

/** What one call is made of. */
export interface RequestInput {
  /** Absent where the options say it. */
  readonly method: string | undefined;
  readonly path: string;
  readonly options: RequestOptions | undefined;
  /** What to send as `accept` unless the caller sets one; known when the current job is over. */
  readonly accept: () => string | undefined;
}

/**
 * Checks and encodes a request. RequestErrors and ConfigurationErrors come from here, before anything is sent. What the
 * caller gave is read before the first `await`: it may change afterwards.
 */
export async function prepareRequest(bound: BoundProvider, input: RequestInput): Promise<PreparedRequest> {
  const { name: provider, defaultService } = bound.definition;
  const written = pathLabel(input.path);
  const label: Writable<RequestLabel> = {
    provider,
    service: defaultService,
    method: input.method ?? "request",
    path: written,
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
  const call = applyOperation(bound.definition, { ...input, method, options: given });
  const { service = defaultService } = call.options;
  label.service = service;
  checkTarget(bound, service, method, invalid);
  // Who did not name the scheme may not know what there is to do about it.
  const clash: InvalidRequest = (code, problem) =>
    invalid(code, given.security === undefined ? `${problem} (\`security: []\` is none)` : problem);
  const isAct = method === "POST" || method === "PATCH";
  const schemes = askedSchemes(bound, call.options, invalid);
  let draft: Draft = { bound, options: call.options, isAct, schemes, invalid, clash };
  takeLength(call.options);
  let early: ReturnType<typeof readEarly> | undefined;
  let { path } = call;
  if (call.style !== undefined) {
    if (!call.style.writesBody) early = readEarly(draft, method, label);
    const written = await call.style.write(invalid);
    path = written.path;
    draft = { ...draft, options: written.options };
  }
  const loadUrlsLate = (): Promise<void> => {
    early ??= readEarly(draft, method, label);
    return loadUrls(given.signal, invalid);
  };
  if (needsLoading(bound, service)) await loadUrlsLate();
  const base = baseUrlOf(bound, service);
  label.host = base.origin.replace(/^.*\/\//, "");
  // The caller may have written once more what a variable has filled in.
  for (const segment of base.segments) label.path = label.path.replaceAll(segment, "***");
  const { stay, renderUrl, isUnread } = prepareUrl(draft, service, base, parsePath(path, invalid));
  if (isUnread) {
    await loadUrlsLate();
    stay();
  }
  const headers = headersOf(draft);
  const names = [...headers.keys()];
  const clientHeaders = bound.given.headers && clientHeadersOf(draft, names, bound.given.headers);
  addConstants(headers, bound);
  const handlesStatus = handledStatuses(given, bad);
  // A job passes even where there is nothing to wait for: only then has the caller said what it reads (`.json()`).
  const body = await (early?.() ?? prepareBodyFor(draft, method));
  describeContent(headers, { "content-type": body.contentType, accept: call.accept() }, invalid);
  if (body.length !== undefined) headers.set("content-length", String(body.length));
  const renderBody = await prepareBodyKeys(draft, body);
  const streamed = given.stream === true ? (await loadBodies("stream", given.signal, invalid)).streamed : undefined;
  const { content } = body;
  const personal = names.length > 0;
  return {
    bound,
    label,
    method,
    base,
    headers,
    schemes: draft.schemes,
    handlesStatus,
    streamed,
    json: {
      mayBeEmpty: bound.definition.emptyAnswers?.includes(`${method} ${input.path}`) ?? false,
      parse: bound.parseJson,
    },
    options: given,
    bad,
    clientHeaders,
    shared,
    replayable: content === undefined || content instanceof Uint8Array || content.replayable,
    stay,
    render: (keys) => ({ method, url: renderUrl(keys), headers, body: renderBody(keys), redirected: false, personal }),
  };
}

/**
 * Reads what is given once, by own names: what is looked for in an answer is what was sent, and nobody changes it
 * meanwhile. Throws what a getter throws.
 */
function keepGiven(options: RequestOptions, bad: BadOption): void {
  const { params, query, headers, form, multipart, handle, retries, retryPolicy } = options;
  try {
    Object.assign(
      options,
      copyData({ params, query, headers, form, multipart, handle, retries, retryPolicy }, MAX_GIVEN),
    );
  } catch (error) {
    throw error instanceof RangeError ? bad("what is given", "has no end") : error;
  }
}

/** Beside a stream a `content-length` is how long that is; elsewhere it belongs to the platform. */
function takeLength(options: RequestOptions): void {
  const { body, headers = {} } = options;
  const name = isStream(body) && Object.keys(Object(headers) as object).find((each) => /^content-length$/i.test(each));
  if (!name) return;
  const { [name]: length, ...others } = headers;
  Object.assign(options, { headers: others, body: { stream: body, length: Number(length) } });
}

function checkTarget({ definition }: BoundProvider, service: string, method: string, invalid: InvalidRequest): void {
  if (own(definition.services, service) === undefined) {
    const known = Object.keys(definition.services).join(", ");
    throw invalid("unknown-service", `the provider has no such service; it has ${known}`);
  }
  if (!/^[A-Z][A-Z0-9-]*$/.test(method) || /^(?:CONNECT|TRACE|TRACK)$/.test(method)) {
    throw invalid("bad-method", "the method is not one that can be sent");
  }
}

interface PreparedUrl {
  /** Throws where variables have changed so that it would go elsewhere. */
  readonly stay: () => void;
  readonly renderUrl: (keys: readonly KeyInsert[]) => string;
  /** Whether what has to look at its path is not loaded yet; then it is joined once more. */
  readonly isUnread: boolean;
}

/** Joined at once, so that mistakes show before anything is sent; only a key in the path has to wait for the attempt. */
function prepareUrl(draft: Draft, service: string, base: BaseUrl, template: PathTemplate): PreparedUrl {
  const { bound, invalid, clash, options } = draft;
  const query = options.query === undefined ? "" : encodeFields(options.query, "query", invalid);
  const pathKeys = keyNames(draft.schemes, "path");
  const unplaced = pathKeys.find((name) => !placeholders(template).includes(name));
  if (unplaced !== undefined) throw clash("no-place-for-key", `the path has no {${unplaced}} for the API key`);
  const names = placeholders(template).filter((name) => !pathKeys.includes(name));
  const params = readOptions(options.params, "params", allOf(names), badOption(invalid));
  // A key may be anything.
  let isUnread = pathKeys.length > 0 && hidesDotSegment("%") === undefined;
  const hides = (pathname: string): boolean => {
    const hidden = hidesDotSegment(pathname);
    isUnread ||= hidden === undefined;
    return hidden ?? false;
  };
  const join = (keyOf: (name: string) => string, at: BaseUrl = base): string => {
    const valueOf = (name: string): string => (names.includes(name) ? pathValue(draft, params, name) : keyOf(name));
    return appendQuery(joinUrl(at, template, valueOf, invalid, hides), query);
  };
  const url = join(() => "key");
  const taken = keyNames(draft.schemes, "query").find((name) => hasQueryKey(url, name));
  if (taken !== undefined) throw clash("query-clash", `the query sets "${taken}", and so does the scheme asked for`);
  const stay = (): void => {
    if (needsLoading(bound, service) || join(() => "key", baseUrlOf(bound, service)) !== url)
      throw valueError(bound, "service", service, MOVED, "base-url-changed");
  };
  const renderUrl = (keys: readonly KeyInsert[]): string => {
    stay();
    if (pathKeys.length === 0) return url;
    return join((name) => keys.find((key) => key.in === "path" && key.name === name)?.value ?? "");
  };
  return { stay, renderUrl, isUnread };
}

const MOVED = " leads elsewhere since the call began, as variables have changed: call again";

function pathValue({ bound, invalid }: Draft, params: object, name: string): string {
  const given = own(params, name);
  const value = given === undefined ? parameterValue(bound, name) : given;
  if (isScalar(value)) return String(value);
  if (value !== undefined)
    throw invalid("bad-parameter", `the value for {${name}} is not well-formed text, a number or a boolean`);
  if (own(bound.definition.parameters, name) === undefined) {
    throw invalid("missing-parameter", `the path needs a value for {${name}}: give it in \`params\``);
  }
  throw valueError(bound, "parameter", name, " is missing: give it in `parameters`", "missing-parameter");
}

/** Reads the body before the base URL is known, which says what is not shown of the path: errors wait for that. */
function readEarly(draft: Draft, method: string, label: RequestLabel): () => Promise<PreparedBody> {
  const start = `${describeRequest(label)}: `;
  const body = (async () => prepareBodyFor(draft, method))();
  // Until somebody waits for it.
  body.catch(() => {});
  return () =>
    body.catch((error: unknown) => {
      const isEarly = error instanceof RequestError && error.message.startsWith(start);
      throw isEarly ? draft.invalid(error.code, error.message.slice(start.length)) : error;
    });
}

function prepareBodyFor({ bound, options, invalid }: Draft, method: string): PreparedBody | Promise<PreparedBody> {
  if ((method === "GET" || method === "HEAD") && hasBody(options)) {
    throw invalid("bad-body", `a ${method} request has no body`);
  }
  return prepareBody(options, bound.stringifyJson, invalid);
}

type RenderBody = (keys: readonly KeyInsert[]) => OutgoingRequest["body"];

function prepareBodyKeys(draft: Draft, body: PreparedBody): RenderBody | Promise<RenderBody> {
  const names = keyNames(draft.schemes, "body");
  return names.length === 0 ? () => body.content : writeKeys(draft, body, names);
}

async function writeKeys({ options, invalid, clash }: Draft, body: PreparedBody, names: string[]): Promise<RenderBody> {
  const { prepareKeyWriter } = await loadBodies("body", options.signal, invalid);
  const write = prepareKeyWriter(body, names, clash, bodyCode);
  return (keys) => write(keys.filter((key) => key.in === "body"));
}
