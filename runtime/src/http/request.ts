import { throwIfAborted } from "../abort.js";
import type { KeyInsert } from "../auth/api-key.js";
import type { AskedScheme } from "../auth/authenticate.js";
import type { OutgoingRequest } from "../wire/outgoing.js";
import type { BaseUrl, ServiceUrl } from "../config/base-url.js";
import { allOf, readOptions, type BadOption, type ReadOptions } from "../config/options.js";
import { copyData } from "../config/copy-data.js";
import { own } from "../config/records.js";
import { REQUEST_OPTIONS } from "../provider/option-tables.js";
import type { RequestOptions } from "../provider/provider-client.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import { baseUrlOf, hidesDotSegment, loadUrls, needsLoading } from "../provider/base-urls.js";
import { parameterValue, valueError } from "../provider/parameters.js";
import { RequestError } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import { writesHeader } from "../config/scheme-slot.js";
import { askedSchemes, keyNames } from "./asked-schemes.js";
import { prepareHeaders } from "./headers.js";
import { bodyCode, hasBody, isStream, loadBodies, prepareBody, type OtherBodies, encodeFields } from "./body.js";
import type { PreparedBody } from "./body-code.js";
import type { Draft } from "./draft.js";
import { handledStatuses, type HandlesStatus } from "./handled-statuses.js";
import { addConstants, clientHeadersOf, describeContent, headersOf, type ClientHeaders } from "./request-headers.js";
import { hasQueryKey, appendQuery, isScalar } from "../wire/query.js";
import { badOption, invalidRequest, type InvalidRequest } from "./invalid.js";
import type { JsonReading } from "./response.js";
import { joinUrl, parsePath, pathLabel, placeholders, type PathTemplate } from "./url.js";

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
  const call = { ...input, method, options: given };
  const { path, options, accept } = (bound.definition.operations?.(call, invalid) ?? call) as typeof call;
  const { service = defaultService } = options;
  label.service = service;
  checkTarget(bound, service, method, invalid);
  // Who did not name the scheme may not know what there is to do about it.
  const clash: InvalidRequest = (code, problem) =>
    invalid(code, given.security === undefined ? `${problem} (\`security: []\` is none)` : problem);
  const isAct = method === "POST" || method === "PATCH";
  const draft: Draft = { bound, options, isAct, schemes: askedSchemes(bound, options, invalid), invalid, clash };
  takeLength(options);
  let early: ReturnType<typeof readEarly> | undefined;
  const loadUrlsLate = (): Promise<void> => {
    early ??= readEarly(draft, method, label);
    return loadUrls(options.signal, invalid);
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
  describeContent(headers, { "content-type": body.contentType, accept: accept() }, invalid);
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
