import { withoutPrototype } from "../config/options.js";
import {
  ConfigurationError,
  describeRequest,
  type ErrorCause,
  HttpError,
  MAX_NAME,
  NetworkError,
  printable,
  type RequestLabel,
  type SdkError,
  TimeoutError,
} from "../errors/errors.js";
import { late } from "../late.js";
import type { AttemptParts } from "./server-answer.js";

/**
 * What platforms say of a broken connection where they have no code of Node: Deno has words only. Each sentence is known by
 * its beginning, which the platform writes itself: what a server, a certificate or a URL brings into it stands behind.
 */

/** The end is what hyper, rustls or the system said. A URL has no white space. */
const DENO = /^error sending request (?:from \S+ )?for (?:url )?\S+(?: \(\S+\))?: client error \((\w+)\): (.*)/s;

type Words = readonly (readonly [RegExp, string])[];

const CONNECTING: Words = [
  [/^dns error/, "ENOTFOUND"],
  [/^(?:invalid peer certificate|received (?:corrupt|unexpected|fatal)|peer (?:is|mis|sent)|cannot decrypt)/, "EPROTO"],
  [/^(?:tls handshake eof|Connection reset)/, "ECONNRESET"],
  // The numbers of Linux, macOS and Windows; the words before them are in the language of the system.
  [/^tcp .*\(os error (?:111|61|10061)\)$/, "ECONNREFUSED"],
  [/^tcp .*\(os error (?:101|113|51|65|10051|10065)\)$/, "EHOSTUNREACH"],
  [/^tcp .*(?:deadline has elapsed|\(os error (?:110|60|10060)\))$/, "UND_ERR_CONNECT_TIMEOUT"],
  [/^/, "CONNECT"],
];

const CONNECTED: Words = [
  [/^(?:(?:invalid|unexpected) [\w -]+ parsed|message head is too large)$/, "HTTPParserError"],
  [/^connection (?:closed|error)/, "ECONNRESET"],
];

/** Whole messages. `bad port` is undici's (fetch standard, "bad port"). */
const ALONE: Words = [
  [/^(?:bad port|Fetch failed: Requests to port \d+ are blocked)$/, "BAD_PORT"],
  [/^(?:error reading a body from connection|Connection reset by peer \(os error \d+\))$/, "ECONNRESET"],
  [/^unexpected end of file$/, "Z_BUF_ERROR"],
];

/** The code that Node would have given, or undefined. */
function codeInWords(message: unknown): string | undefined {
  if (typeof message !== "string") return undefined;
  const [, phase, said = message] = DENO.exec(message) ?? [];
  const words = phase === "Connect" ? CONNECTING : phase === undefined ? ALONE : CONNECTED;
  return words.find(([pattern]) => pattern.test(said))?.[1];
}

/**
 * Whether the platform may have sent the request before it failed to connect (rules §4.10): where a kept connection breaks
 * without an answer, Deno sends again whatever the method is, and so did Bun before 1.4; since then all but POST and PATCH.
 * They tell of the second failure only.
 */
function mayHaveRepeated({ name, message, path }: Partial<Record<string, unknown>>, method: string): boolean {
  if (typeof message === "string" && DENO.test(message)) return true;
  // Bun alone has the URL there; Node a file, if anything. Until 1.4 its errors were no TypeErrors.
  const isBun = typeof path === "string" && /^https?:/.test(path);
  return isBun && !(name === "TypeError" && /^(?:POST|PATCH)$/.test(method));
}

/** A way in which a connection fails. `code` is what {@link NetworkError} carries. */
interface Failure {
  readonly code: NetworkErrorCode;
  readonly sent: boolean | "unknown";
  readonly message: string;
  /** Codes of platforms, or names where there is no code; what ends in `_` is a beginning. */
  readonly codes: readonly string[];
}

/** How a connection failed; tells which failures are worth another attempt (rules §4). */
export type NetworkErrorCode = "network-unreached" | "network-tls" | "network-malformed" | "network-reset";

const TOO_LATE = "the connection could not be made in time";

/** Our own list of causes: whatever else an error of the platform says may quote the URL. */
const FAILURES: readonly Failure[] = [
  unreached("the host name could not be resolved", "ENOTFOUND", "EAI_", "ENODATA", "ESERVFAIL"),
  unreached("the connection was refused", "ECONNREFUSED"),
  unreached("the host is unreachable", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "EADDRNOTAVAIL"),
  unreached(TOO_LATE, "UND_ERR_CONNECT_TIMEOUT"),
  unreached("`fetch` refuses this port", "BAD_PORT"),
  unreached("the proxy refused the connection", "UND_ERR_PRX_"),
  unreached("the connection could not be made", "CONNECT", "ConnectionRefused", "FailedToOpenSocket"),
  // The client refuses a certificate before it sends; what else TLS says of a connection may come at any time.
  tls(
    false,
    "ERR_TLS_CERT_",
    "ERR_TLS_HANDSHAKE_",
    "CERT_",
    "UNABLE_TO_",
    "DEPTH_ZERO_",
    "SELF_SIGNED_",
    "HOSTNAME_MISMATCH",
  ),
  tls("unknown", "ERR_TLS_", "ERR_SSL_", "EPROTO", "UNKNOWN_CERTIFICATE_"),
  {
    code: "network-malformed",
    sent: true,
    message: "the answer is not valid HTTP",
    codes: [
      "HPE_",
      "HTTPParserError",
      "UND_ERR_HEADERS_OVERFLOW",
      "UND_ERR_RES_",
      "UND_ERR_RESPONSE",
      "UND_ERR_RESPONSE_",
      "Z_DATA_ERROR",
      "ERR__ERROR_FORMAT",
      "Malformed_HTTP_",
      "InvalidHTTPResponse",
      "InvalidContentLength",
      "ZlibError",
    ],
  },
  {
    code: "network-reset",
    sent: "unknown",
    message: "the connection was closed before the answer was complete",
    codes: ["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED", "UND_ERR_", "Z_BUF_ERROR"],
  },
];

const UNKNOWN: Failure = { code: "network-reset", sent: "unknown", message: "the connection failed", codes: [] };
const MAX_DEPTH = 5;

/**
 * Turns whatever fetch threw into a NetworkError that says whether the server may have seen the request. `answered`: it has
 * answered already, with a head or a redirect.
 */
export function networkError(error: unknown, label: RequestLabel, answered = false): NetworkError {
  const found = classify(error, 0);
  const { code, message, sent } = found?.failure ?? UNKNOWN;
  const isDoubtful = answered || (sent === false && found !== undefined && mayHaveRepeated(found.said, label.method));
  const perhaps = found === undefined && isInPage() ? PERHAPS_CORS : "";
  return new NetworkError(`${describeRequest(label)}${at(label)}: ${message}${perhaps}`, {
    code,
    provider: label.provider,
    sent: isDoubtful ? "unknown" : sent,
    ...(found === undefined ? {} : { cause: { code: found.code, message } }),
  });
}

function at({ host }: RequestLabel): string {
  return host === undefined ? "" : ` at ${host}`;
}

/** Browsers tell a page no more than that it failed. */
const PERHAPS_CORS =
  ", perhaps because the server does not allow this page to ask (CORS): the browser's console says why";

function isInPage(): boolean {
  return "document" in globalThis || "importScripts" in globalThis;
}

interface Found {
  readonly code: string;
  readonly failure: Failure;
  /** The error that told. */
  readonly said: Partial<Record<string, unknown>>;
}

/** What an error says by itself, and by its class: what stands on `Object.prototype` says nothing. */
function saidBy(error: object): Partial<Record<string, unknown>> {
  const { name, message } = error as Partial<Error>;
  const own = OWN.filter((field) => Object.hasOwn(error, field)).map((field) => [
    field,
    (error as Found["said"])[field],
  ]);
  return withoutPrototype({ name, message, ...Object.fromEntries(own) });
}

const OWN = ["code", "syscall", "errors", "cause", "path", "misfit", "forbiddenHeader"];

/** Walks `cause` chains: fetch wraps what the socket says. */
function classify(error: unknown, depth: number): Found | undefined {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return undefined;
  const said = saidBy(error);
  const { name, message, code = codeInWords(message) ?? name, errors, cause } = said;
  // One failure per address that was tried; the one that got furthest decides.
  const tried = Array.isArray(errors) ? errors.map((one: unknown) => classify(one, depth + 1)).filter(isFound) : [];
  if (tried.length > 0) return tried.find(({ failure }) => failure.sent !== false) ?? tried[0];
  const failure = typeof code === "string" ? failureByCode(code, said) : undefined;
  return failure === undefined ? classify(cause, depth + 1) : { code: String(code), failure, said };
}

function failureByCode(code: string, said: Found["said"]): Failure | undefined {
  if (isRefusedByProxy(said)) return unreached("the proxy refused the connection");
  if (!/^[A-Z]\w{1,60}$/.test(code)) return undefined;
  const known = FAILURES.find(({ codes }) =>
    codes.some((one) => one === code || (one.endsWith("_") && code.startsWith(one))),
  );
  if (known?.code === "network-unreached") return mayHaveStood(said) ? UNKNOWN : known;
  if (said["syscall"] !== "connect" || known?.sent === false) return known;
  return unreached(code === "ETIMEDOUT" ? TOO_LATE : "the connection could not be made");
}

/** undici gives it the code of what was aborted. */
function isRefusedByProxy({ message }: Found["said"]): boolean {
  return typeof message === "string" && /^Proxy response \(\d+\)/.test(message);
}

/** What the platform's own errors begin with where they have no code: browsers, React Native, workerd, Deno, undici. */
const PLATFORM_WORDS =
  /^(?:fetch failed|failed to fetch|load failed|networkerror|network |the network|the internet|a server with|could not connect|an ssl|request was cancelled|terminated|internal error|error (?:sending|reading)|connect|disconnected|socket|dns|other side|peer|premature)/i;

/** Codes of what mocks, files and arguments fail with, none of a connection. */
const OTHER_CODES =
  /^(?:ERR_NOCK_|UND_MOCK_|UND_ERR_(?:INVALID_|NOT_SUPPORTED|CLOSED$|REQ_)|ERR_INVALID_|ENOENT$|EISDIR$|ENOTDIR$|EACCES$|EPERM$)/;

/** An error, and what it was caused by. */
function chainOf(error: unknown): Found["said"][] {
  const chain: Found["said"][] = [];
  for (let at = error; typeof at === "object" && at !== null && chain.length <= MAX_DEPTH; at = chain.at(-1)?.["cause"])
    chain.push(saidBy(at));
  return chain;
}

/** Why a request was ended by a limit of time that is not ours: of undici, or of a signal that a `fetch` has by itself. */
function foreignLimit(error: unknown): ErrorCause | undefined {
  for (const said of chainOf(error)) {
    const code = String(said["code"]);
    const phase = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.exec(code)?.[1]?.toLowerCase();
    if (phase !== undefined) return { code, message: undiciLimit(phase) };
    const isEnd = said["name"] === "TimeoutError" || said["name"] === "AbortError";
    if (isEnd && !isRefusedByProxy(said)) return { code: String(said["name"]), message: OWN_LIMIT };
  }
  return undefined;
}

const OWN_LIMIT = "`fetch` ended it by itself: it has a limit of time, or a signal, of its own";

function undiciLimit(phase: string): string {
  const silence = phase === "headers" ? "without headers" : "of silence in the body";
  return `the platform's \`fetch\` ended it by its own limit of time ${silence} (300 s, unless a dispatcher says otherwise): give a \`fetch\` with a dispatcher that has \`${phase}Timeout: 0\``;
}

/**
 * What a `fetch` has thrown that is no failure of a connection: a mistake in it, a mock that expects nothing of the kind, a
 * dispatcher that does not fit. Only Node's own errors are known so well that whatever else is thrown there is none.
 */
function foreignError(error: unknown): { readonly name: string; readonly message: string } | undefined {
  const chain = chainOf(error);
  const { name, message, code, syscall } = chain.at(-1) ?? {};
  if (typeof name !== "string" || typeof message !== "string" || syscall === "connect") return undefined;
  const isOther = (typeof code === "string" && OTHER_CODES.test(code)) || message.startsWith("Nock: ");
  if (!isOther) {
    const isKnown = typeof code === "string" || classify(error, 0) !== undefined || PLATFORM_WORDS.test(message);
    if (isKnown || !(isNode() || isMistake(name, message))) return undefined;
  }
  return { name, message };
}

/** Errors of the language. */
function isMistake(name: string, message: string): boolean {
  if (name === "TypeError") return /\bis(?: not|n't) |undefined|null|cannot/i.test(message);
  return !/^(?:|Error|DOMException|NetworkError|\w*Exception)$/.test(name);
}

function isNode(): boolean {
  const { process, Deno, Bun } = globalThis as {
    process?: { versions?: { node?: unknown } };
    Deno?: unknown;
    Bun?: unknown;
  };
  return process?.versions?.node !== undefined && Deno === undefined && Bun === undefined;
}

/** A connection that stood breaks with codes of one that cannot be made: the system's call tells, where it is named. */
function mayHaveStood({ code, syscall }: Found["said"]): boolean {
  if (syscall === undefined) return /^E(?:HOST|NET)(?:UNREACH|DOWN)$/.test(String(code));
  return typeof syscall !== "string" || !/^(?:connect|bind|getaddrinfo|query)/.test(syscall);
}

function isFound(found: Found | undefined): found is Found {
  return found !== undefined;
}

function unreached(message: string, ...codes: readonly string[]): Failure {
  return { code: "network-unreached", sent: false, message, codes };
}

function tls(sent: Failure["sent"], ...codes: readonly string[]): Failure {
  return { code: "network-tls", sent, message: "TLS failed, or the certificate was not accepted", codes };
}

/** Deno's own words; nothing in them is a server's, and of the URL they have the host. */
const REFUSED = /^Requires net access to "[^"\s/?#@]{1,300}"(?:, run again with the --allow-net flag)?$/;

/**
 * What became of a request where `fetch` or a body threw: a broken connection, one that Deno does not allow to make, a limit
 * of time that is not ours, a 407, no body. `attempt` is given if `fetch` itself threw; its secrets are masked in texts of others.
 */
export async function failureOf(
  error: unknown,
  label: RequestLabel,
  answered?: boolean,
  attempt?: AttemptParts,
): Promise<SdkError> {
  const said = saidBy(Object(error) as object);
  const { name, message, cause, forbiddenHeader } = said;
  if ("misfit" in said) return noResponse(said["misfit"], label);
  if (typeof forbiddenHeader === "string") return notForPages(forbiddenHeader, label);
  if (isHidden407(cause)) return proxyAuthentication(label);
  if (name !== "NotCapable" || typeof message !== "string") {
    const limit = foreignLimit(error);
    if (limit !== undefined) return timeoutError(limit, label);
    const thrown = attempt && foreignError(error);
    if (attempt === undefined || thrown === undefined) return networkError(error, label, answered);
    const mask = (await late(() => import("./server-answer.js")))?.maskerBy(attempt, true);
    return notOfConnection(thrown.name, mask?.(thrown.message) ?? "***", label);
  }
  const words = REFUSED.test(message) ? message : "The permission is missing, run again with the --allow-net flag";
  const text = `${describeRequest(label)}: nothing was sent, because Deno did not allow it. ${words}`;
  return new ConfigurationError(text, { code: "missing-permission", provider: label.provider });
}

function timeoutError(cause: ErrorCause, label: RequestLabel): TimeoutError {
  const message = `${describeRequest(label)}: ${cause.message}`;
  return new TimeoutError(message, { code: "fetch-timeout", provider: label.provider, cause });
}

/** Sending it again would end in the same. */
function notOfConnection(name: string, said: string, label: RequestLabel): ConfigurationError {
  const text = `${printable(name, MAX_NAME)}: ${printable(said.replaceAll(/\s+/g, " ").trim(), MAX_NAME)}`;
  const message = `${describeRequest(label)}: \`fetch\` threw what is no failure of a connection: ${text}`;
  return new ConfigurationError(message, { code: "fetch-failed", provider: label.provider });
}

/**
 * Node's `fetch` gives out no 407 (fetch standard, "HTTP-network-or-cache fetch"): it throws an error that says nothing. For
 * a request of ours it makes none like it for anything else; a stream of the caller's may fail with one, from another place.
 */
function isHidden407(cause: unknown): boolean {
  return cause instanceof Error && /^Error\s+at makeNetworkError /.test(cause.stack ?? "");
}

/** What a `fetch` of the caller's own gave, or a part of its body. */
function noResponse(given: unknown, label: RequestLabel): ConfigurationError {
  const { bodyUsed, body } = Object(given) as Partial<Response>;
  const isRead = bodyUsed === true || body?.locked === true;
  const what = isRead
    ? "a Response whose body was read before: it has to be a new one each time"
    : "something other than a Response with a body of bytes";
  const message = `${describeRequest(label)}: the \`fetch\` that was given resolves to ${what}`;
  return new ConfigurationError(message, { code: "bad-option", provider: label.provider });
}

/** What would go out without it is another request, without a credential for instance. */
function notForPages(header: string, label: RequestLabel): ConfigurationError {
  const message = `${describeRequest(label)}: nothing was sent, because this platform does not let a page set the header "${printable(header, MAX_NAME)}"`;
  return new ConfigurationError(message, { code: "forbidden-header", provider: label.provider });
}

function proxyAuthentication(label: RequestLabel): HttpError {
  const message = `${describeRequest(label)} answered 407, of which the platform shows nothing else`;
  return new HttpError(message, {
    code: "http-407",
    provider: label.provider,
    status: 407,
    method: label.method,
    path: label.path,
  });
}
