import { withoutPrototype } from "../config/records.js";
import { NetworkError } from "../errors.js";
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
  if (!/^[A-Z]\w{1,60}$/.test(code)) return undefined;
  const known = FAILURES.find(({ codes }) =>
    codes.some((one) => one === code || (one.endsWith("_") && code.startsWith(one))),
  );
  if (known?.code === "network-unreached") return mayHaveStood(said) ? UNKNOWN : known;
  if (said["syscall"] !== "connect" || known?.sent === false) return known;
  return unreached(code === "ETIMEDOUT" ? TOO_LATE : "the connection could not be made");
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
