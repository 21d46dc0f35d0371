import { withoutPrototype } from "../config/records.js";
import { NetworkError, type ErrorCause } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import { codeInWords, mayHaveRepeated } from "./platform-words.js";

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
export function saidBy(error: object): Partial<Record<string, unknown>> {
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
  const failure = typeof code === "string" ? failureOf(code, said) : undefined;
  return failure === undefined ? classify(cause, depth + 1) : { code: String(code), failure, said };
}

function failureOf(code: string, said: Found["said"]): Failure | undefined {
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
export function foreignLimit(error: unknown): ErrorCause | undefined {
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
export function foreignError(error: unknown): { readonly name: string; readonly message: string } | undefined {
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
