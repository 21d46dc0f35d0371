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

/** How a connection failed; tells which failures are worth another attempt (rules §4). */
export type NetworkErrorCode = "network-unreached" | "network-tls" | "network-malformed" | "network-reset";

interface Failure {
  readonly code: NetworkErrorCode;
  readonly sent: boolean | "unknown";
  readonly message: string;
}

const TLS = "TLS failed, or the certificate was not accepted";
const [REFUSED_BY_PROXY, TOO_LATE, NOT_MADE] = [
  unreached("the proxy refused the connection"),
  unreached("the connection could not be made in time"),
  unreached("the connection could not be made"),
];
const UNKNOWN: Failure = { code: "network-reset", sent: "unknown", message: "the connection failed" };

/**
 * Our own list of causes by the codes of platforms, or names where there is no code: whatever else an error of the platform
 * says may quote the URL.
 */
const FAILURES: readonly (readonly [codes: RegExp, failure: Failure])[] = [
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/, unreached("the host name could not be resolved")],
  [/^ECONNREFUSED$/, unreached("the connection was refused")],
  [/^(?:E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL)$/, unreached("the host is unreachable")],
  [/^UND_ERR_CONNECT_TIMEOUT$/, TOO_LATE],
  [/^BAD_PORT$/, unreached("`fetch` refuses this port")],
  [/^UND_ERR_PRX_/, REFUSED_BY_PROXY],
  [/^(?:CONNECT|ConnectionRefused|FailedToOpenSocket)$/, NOT_MADE],
  // The client refuses a certificate before it sends; what else TLS says of a connection may come at any time.
  [
    /^(?:ERR_TLS_(?:CERT|HANDSHAKE)_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH$)/,
    { code: "network-tls", sent: false, message: TLS },
  ],
  [/^(?:ERR_TLS_|ERR_SSL_|EPROTO$|UNKNOWN_CERTIFICATE_)/, { code: "network-tls", sent: "unknown", message: TLS }],
  [
    /^(?:HPE_|HTTPParserError$|UND_ERR_(?:HEADERS_OVERFLOW$|RES_|RESPONSE)|Z_DATA_ERROR$|ERR__ERROR_FORMAT$|Malformed_HTTP_|Invalid(?:HTTPResponse|ContentLength)$|ZlibError$)/,
    { code: "network-malformed", sent: true, message: "the answer is not valid HTTP" },
  ],
  [
    /^(?:ECONN(?:RESET|ABORTED)$|EPIPE$|ETIMEDOUT$|UND_ERR_|Z_BUF_ERROR$)/,
    { code: "network-reset", sent: "unknown", message: "the connection was closed before the answer was complete" },
  ],
];

function unreached(message: string): Failure {
  return { code: "network-unreached", sent: false, message };
}

/**
 * Deno has words where others have codes. The end is what hyper, rustls or the system said, known by its beginning: what a
 * server, a certificate or a URL brings into it stands behind. A URL has no white space.
 */
const DENO = /^error sending request (?:from \S+ )?for (?:url )?\S+(?: \(\S+\))?: client error \((\w+)\): (.*)/s;

type Words = readonly (readonly [RegExp, code: string])[];

const CONNECTING: Words = [
  [/^dns error/, "ENOTFOUND"],
  [/^(?:invalid peer certificate|received |peer |cannot decrypt)/, "EPROTO"],
  [/^(?:tls handshake eof|Connection reset)/, "ECONNRESET"],
  // The numbers of Linux, macOS and Windows; the words before them are in the language of the system.
  [/^tcp .*\(os error (?:111|61|10061)\)$/, "ECONNREFUSED"],
  [/^/, "CONNECT"],
];

const CONNECTED: Words = [
  [/^(?:(?:invalid|unexpected) [\w -]+ parsed|message head is too large)$/, "HTTPParserError"],
  [/^connection (?:closed|error)/, "ECONNRESET"],
];

/** Whole messages. `bad port` is undici's (fetch standard, "bad port"), as is that of a proxy. */
const ALONE: Words = [
  [/^(?:bad port|Fetch failed: Requests to port \d+ are blocked)$/, "BAD_PORT"],
  [/^(?:error reading a body from connection|Connection reset by peer \(os error \d+\))$/, "ECONNRESET"],
  [/^unexpected end of file$/, "Z_BUF_ERROR"],
];

/** The code that Node would have given, or undefined. */
function codeInWords(message: string): string | undefined {
  const [, phase, said = message] = DENO.exec(message) ?? [];
  const words = phase === "Connect" ? CONNECTING : phase === undefined ? ALONE : CONNECTED;
  return words.find(([pattern]) => pattern.test(said))?.[1];
}

/** The properties of a platform's error; nothing of it is shown that is not on a list of ours. */
interface Said {
  readonly name: string;
  readonly message: string;
  /** Empty if it has none. */
  readonly code: string;
  readonly syscall: unknown;
  readonly path: unknown;
  readonly errors: unknown;
  readonly cause: unknown;
}

const MAX_DEPTH = 5;

/** An error, and what it was caused by: fetch wraps what the socket says. */
function chainOf(error: unknown): Said[] {
  const chain: Said[] = [];
  for (let at = error; typeof at === "object" && at !== null && chain.length <= MAX_DEPTH;) {
    const { name, message, code, syscall, path, errors, cause } = at as Partial<Said>;
    chain.push({ name: textOf(name), message: textOf(message), code: textOf(code), syscall, path, errors, cause });
    at = cause;
  }
  return chain;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

interface Found {
  readonly code: string;
  readonly failure: Failure;
  /** The error that told. */
  readonly said: Said;
}

function classify(error: unknown): Found | undefined {
  for (const said of chainOf(error)) {
    // One failure per address that was tried; the one that got furthest decides.
    const tried = Array.isArray(said.errors) ? said.errors.flatMap((one: unknown) => classify(one) ?? []) : [];
    if (tried.length > 0) return tried.find(({ failure }) => failure.sent !== false) ?? tried[0];
    const code = said.code || (codeInWords(said.message) ?? said.name);
    const failure = isRefusedByProxy(said) ? REFUSED_BY_PROXY : failureByCode(code, said);
    if (failure !== undefined) return { code, failure, said };
  }
  return undefined;
}

function failureByCode(code: string, { syscall }: Said): Failure | undefined {
  if (!/^\w{2,60}$/.test(code)) return undefined;
  const known = FAILURES.find(([codes]) => codes.test(code))?.[1];
  if (known?.code === "network-unreached") {
    // A connection that stood breaks with codes of one that cannot be made: the system's call tells, where it is named.
    const isNew = /^(?:connect|bind|getaddrinfo|query)/.test(String(syscall));
    return isNew || (syscall === undefined && !/^E(?:HOST|NET)/.test(code)) ? known : UNKNOWN;
  }
  if (syscall !== "connect" || known?.sent === false) return known;
  return code === "ETIMEDOUT" ? TOO_LATE : NOT_MADE;
}

/** undici gives it the code of what was aborted. */
function isRefusedByProxy({ message }: Said): boolean {
  return /^Proxy response \(\d+\)/.test(message);
}

/**
 * Tells whether the platform may have sent the request before it failed to connect (rules §4.10): where a kept connection breaks
 * without an answer, Deno sends again whatever the method is, and so did Bun before 1.4; since then all but POST and PATCH.
 * They tell of the second failure only.
 */
function mayHaveRepeated({ name, message, path }: Said, method: string): boolean {
  if (DENO.test(message)) return true;
  // Bun alone has the URL there; Node a file, if anything. Until 1.4 its errors were no TypeErrors.
  return /^https?:/.test(String(path)) && !(name === "TypeError" && /^(?:POST|PATCH)$/.test(method));
}

/** Browsers tell a page no more than that it failed. */
const PERHAPS_CORS =
  ", perhaps because the server does not allow requests of this page (CORS): see the browser's console";

/**
 * Turns whatever fetch threw into a NetworkError that says whether the server may have seen the request. `answered`: it has
 * answered already, with a head or a redirect.
 */
export function networkError(error: unknown, label: RequestLabel, answered = false): NetworkError {
  const found = classify(error);
  const { code, message, sent } = found?.failure ?? UNKNOWN;
  const isDoubtful = answered || (sent === false && found !== undefined && mayHaveRepeated(found.said, label.method));
  const isInPage = "document" in globalThis || "importScripts" in globalThis;
  const perhaps = found === undefined && isInPage ? PERHAPS_CORS : "";
  const host = label.host === undefined ? "" : ` at ${label.host}`;
  return new NetworkError(`${describeRequest(label)}${host}: ${message}${perhaps}`, {
    code,
    provider: label.provider,
    sent: isDoubtful ? "unknown" : sent,
    cause: found && { code: found.code, message },
  });
}

/** Why a request was ended by a limit of time that is not ours: of undici, or of a signal that a `fetch` has by itself. */
function foreignLimit(error: unknown): ErrorCause | undefined {
  for (const said of chainOf(error)) {
    const { code } = said;
    const phase = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.exec(code)?.[1]?.toLowerCase();
    if (phase !== undefined) return { code, message: undiciLimit(phase) };
    if (/^(?:Timeout|Abort)Error$/.test(said.name) && !isRefusedByProxy(said))
      return {
        code: said.name,
        message: "`fetch` ended it: it has its own time limit or signal",
      };
  }
  return undefined;
}

function undiciLimit(phase: string): string {
  const silence = phase === "headers" ? "without headers" : "of silence in the body";
  return `the platform's \`fetch\` ended it by its own time limit ${silence} (300 s, unless a dispatcher changes it): pass a \`fetch\` with a dispatcher that has \`${phase}Timeout: 0\``;
}

/** The beginnings of platforms' errors that have no code: browsers, React Native, workerd, Deno, undici. */
const PLATFORM_WORDS =
  /^(?:fetch failed|failed to fetch|load failed|network|the network|the internet|a server with|could not connect|an ssl|request was cancelled|terminated|internal error|error (?:sending|reading)|connect|disconnected|socket|dns|other side|peer|premature)/i;

/** Codes of what mocks, files and arguments fail with, none of a connection. */
const OTHER_CODES =
  /^(?:ERR_NOCK_|UND_MOCK_|UND_ERR_(?:INVALID_|NOT_SUPPORTED|CLOSED$|REQ_)|ERR_INVALID_|ENOENT$|EISDIR$|ENOTDIR$|EACCES$|EPERM$)/;

/**
 * Finds an error of `fetch` that is no failure of a connection: a mistake in it, a mock that expects nothing of the kind, a
 * dispatcher that does not fit. Only Node's own errors are known so well that whatever else is thrown there is none.
 */
function foreignError(error: unknown): Said | undefined {
  const said = chainOf(error).at(-1);
  if (!said?.name || said.syscall === "connect") return undefined;
  const { name, message, code } = said;
  if (code !== "") return OTHER_CODES.test(code) || message.startsWith("Nock: ") ? said : undefined;
  if (classify(error) !== undefined || PLATFORM_WORDS.test(message)) return undefined;
  return isNode() || isMistake(name, message) ? said : undefined;
}

/** Errors of the language. */
function isMistake(name: string, message: string): boolean {
  if (name === "TypeError") return /\bis(?: not|n't) |undefined|null|cannot/i.test(message);
  return !/^(?:|Error|DOMException|NetworkError|\w*Exception)$/.test(name);
}

function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: unknown } } };
  return process?.versions?.node !== undefined && !("Deno" in globalThis) && !("Bun" in globalThis);
}

/** Deno's own words; nothing in them is a server's, and of the URL they have the host. */
const NOT_ALLOWED = /^Requires net access to "[^"\s/?#@]{1,300}"(?:, run again with the --allow-net flag)?$/;

/**
 * Makes the error of a request for which `fetch` or a body threw: a broken connection, one that Deno does not allow to make, a limit
 * of time that is not ours, a 407, no body. `attempt` is given if `fetch` itself threw; its secrets are masked in texts of others.
 */
export async function failureOf(
  error: unknown,
  label: RequestLabel,
  answered?: boolean,
  attempt?: AttemptParts,
): Promise<SdkError> {
  const { provider, method, path } = label;
  const request = describeRequest(label);
  const mistake = (code: string, problem: string): ConfigurationError =>
    new ConfigurationError(`${request}: ${problem}`, { code, provider });
  const thrown = Object(error) as Partial<Said> & { misfit?: unknown; forbiddenHeader?: string };
  const { name, message, cause, forbiddenHeader } = thrown;
  if ("misfit" in thrown) return mistake("bad-option", `your \`fetch\` resolves to ${misfit(thrown.misfit)}`);
  // Without the header it would be another request, without a credential for instance.
  if (forbiddenHeader !== undefined) return mistake("forbidden-header", notSet(forbiddenHeader));
  if (isHidden407(cause)) {
    const text = `${request} answered 407, and the platform shows nothing else of it`;
    return new HttpError(text, { code: "http-407", provider, status: 407, method, path });
  }
  if (name === "NotCapable") {
    const words = NOT_ALLOWED.exec(String(message))?.[0];
    const why = words ?? "The permission is missing, run again with the --allow-net flag";
    return mistake("missing-permission", `nothing was sent, because Deno did not allow it. ${why}`);
  }
  const limit = foreignLimit(error);
  if (limit !== undefined)
    return new TimeoutError(`${request}: ${limit.message}`, { code: "fetch-timeout", provider, cause: limit });
  const foreign = attempt && foreignError(error);
  if (attempt === undefined || foreign === undefined) return networkError(error, label, answered);
  const mask = (await late(() => import("./server-answer.js")))?.maskerBy(attempt, true);
  const said = (mask?.(foreign.message) ?? "***").replaceAll(/\s+/g, " ").trim();
  // Sending it again would end in the same.
  const text = `${printable(foreign.name, MAX_NAME)}: ${printable(said, MAX_NAME)}`;
  return mistake("fetch-failed", `\`fetch\` threw something other than a connection failure: ${text}`);
}

function notSet(header: string): string {
  return `nothing was sent, because this platform does not let a page set the header "${printable(header, MAX_NAME)}"`;
}

/**
 * Node's `fetch` gives out no 407 (fetch standard, "HTTP-network-or-cache fetch"): it throws an error that says nothing. For
 * a request of ours it makes none like it for anything else; a stream of the caller's may fail with one, from another place.
 */
function isHidden407(cause: unknown): boolean {
  return cause instanceof Error && /^Error\s+at makeNetworkError /.test(cause.stack ?? "");
}

/** Describes the result of a caller's own `fetch` that is no Response, or a part of its body. */
function misfit(given: unknown): string {
  const { bodyUsed, body } = Object(given) as Partial<Response>;
  return bodyUsed || body?.locked
    ? "a Response whose body was read before: it must be a new one each time"
    : "something other than a Response with a body of bytes";
}
