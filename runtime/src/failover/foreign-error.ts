import { SdkError } from "../errors/errors.js";
import type { NetworkErrorCode } from "../http/connection-failure.js";
import { waitIn } from "../http/waits.js";

/** The meaning of what a function threw, as that of an HttpError, a NetworkError or a TimeoutError. */
export type ForeignError =
  /** An error of the runtime, perhaps wrapped: it means what it always means. */
  | { readonly kind: "own"; readonly error: SdkError }
  /** The caller's signal or ours has aborted: whatever was thrown is its echo. */
  | { readonly kind: "aborted" }
  | { readonly kind: "status"; readonly status: number; readonly retryAfter: number | undefined }
  | { readonly kind: "network"; readonly code: NetworkErrorCode; readonly sent: boolean | "unknown" }
  /** A limit of time, or a signal, that is the function's own. */
  | { readonly kind: "timeout" }
  /** Nothing that a provider did: it is passed on. */
  | { readonly kind: "function" };

const MAX_DEPTH = 10;

const FUNCTION: ForeignError = { kind: "function" };
const TIMEOUT: ForeignError = { kind: "timeout" };
const UNREACHED = network("network-unreached", false);
const BROKEN = network("network-reset", "unknown");

/** Codes of the system and of clients, and the `type` of node-fetch; a test compares them with connection-failure.ts. */
const CODES: readonly (readonly [codes: RegExp, ForeignError])[] = [
  [
    /^(?:E(?:CONNREFUSED|ADDRNOTAVAIL|NOTFOUND|NODATA|SERVFAIL|AI_)|UND_ERR_(?:CONNECT|PRX)_|ConnectionRefused|FailedToOpenSocket)/,
    UNREACHED,
  ],
  [/^(?:E(?:CONNABORTED|TIMEDOUT)|(?:ERR_)?(?:ABORTED|CANCELED)|UND_ERR_(?:\w+_TIMEOUT|ABORTED))$/i, TIMEOUT],
  [
    /^(?:ECONNRESET|EPIPE|E(?:HOST|NET)(?:UNREACH|DOWN)|ERR_NETWORK|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET|Z_BUF_ERROR)$/,
    BROKEN,
  ],
  [/^(?:HPE_|UND_ERR_(?:HEADERS_OVERFLOW|RES))/, network("network-malformed", true)],
  // The client refuses a certificate before it sends.
  [/^(?:ERR_TLS_CERT|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)_/, network("network-tls", false)],
  [/^(?:ERR_TLS_|ERR_SSL_|EPROTO$)/, network("network-tls", "unknown")],
  // Arguments and mocks.
  [/^(?:ERR_(?:INVALID|NOCK)|UND_(?:MOCK|ERR_(?:INVALID|NOT|REQ)))_/, FUNCTION],
];

/** Platforms that have words and no code: browsers, React Native, workerd, Deno; and a `fetch` whose cause was dropped. */
const WORDS =
  /^(?:fetch failed|failed to fetch|load failed|networkerror when|(?:the )?network (?:request failed|connection (?:was )?lost)|the internet connection|error sending request |terminated$)/i;

/** No signal of ours has aborted. */
const TOO_LATE = /timed?[ -]?out|\babort/i;

/** Tells whose error it is by its properties, since names of classes are minified. It never throws. */
export function readForeignError(thrown: unknown, aborted: boolean): ForeignError {
  const chain = chainOf(thrown);
  const own = chain.find((one) => attempt(() => one instanceof SdkError));
  if (own !== undefined) return { kind: "own", error: own as SdkError };
  if (aborted) return { kind: "aborted" };
  const all = (...paths: string[]): unknown[] => paths.flatMap((path) => chain.map((one) => at(one, path)));
  const says = (path: string, words: RegExp): boolean => all(path).some((text) => matches(text, words));
  const failed = (statuses: readonly unknown[]): ForeignError | undefined => {
    const status = statuses.find((one): one is number => typeof one === "number" && one >= 400 && one < 1000);
    return status === undefined ? undefined : { kind: "status", status, retryAfter: waitAsked(all, status) };
  };
  const answers = all("response.status", "response.statusCode", "$metadata.httpStatusCode", "$response.statusCode");
  return (
    // SendGrid's have a number as code, beside an answer without status.
    failed([...answers, ...chain.map((one) => at(one, "response.headers") && at(one, "code"))]) ??
    broken(chain) ??
    (says("message", WORDS) ? BROKEN : undefined) ??
    (says("name", /^(?:Timeout|Abort)Error$/) ? TIMEOUT : undefined) ??
    failed(all("status", "statusCode")) ??
    (isCutShort() ? BROKEN : undefined) ??
    (chain.some(hasNoAnswer) ? (says("message", TOO_LATE) ? TIMEOUT : BROKEN) : FUNCTION)
  );

  /** The name is the language's. Errors of GraphQL come with 200. */
  function isCutShort(): boolean {
    const began = answers.some((status) => typeof status === "number" && status < 300);
    return began && !says("name", /^SyntaxError$/) && !says("code", /PARSE/) && !all("response.errors.0").some(Boolean);
  }
}

function network(code: NetworkErrorCode, sent: boolean | "unknown"): ForeignError {
  return { kind: "network", code, sent };
}

/** The thrown value and all that it wraps, outermost first. */
function chainOf(thrown: unknown): object[] {
  const chain = new Set<object>();
  let level = [thrown];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const objects = level.filter((one): one is object => typeof one === "object" && one !== null && !chain.has(one));
    for (const one of objects) chain.add(one);
    level = objects.flatMap((one) => ["cause", "detail", "errors.0"].map((path) => at(one, path)));
  }
  return [...chain];
}

/** A property by its path, undefined where there is none. */
function at(value: unknown, path: string): unknown {
  return attempt(() => path.split(".").reduce((part, key) => (part as { [key: string]: unknown })[key], value));
}

/** Getters and proxies may throw. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function matches(text: unknown, words: RegExp): boolean {
  return typeof text === "string" && words.test(text);
}

/** The first wait that headers ask for: Headers and their like, Maps, pairs or plain objects, whatever the case of their names. */
function waitAsked(all: (...paths: string[]) => unknown[], status: number): number | undefined {
  for (const headers of all("headers", "response.headers", "$response.headers")) {
    const texts = new Map<string, string>();
    attempt(() => {
      const pairs = Symbol.iterator in Object(headers) ? headers : Object.entries(Object(headers) as object);
      for (const [name, text] of pairs as Iterable<unknown[]>) texts.set(String(name).toLowerCase(), String(text));
    });
    const { ms } = waitIn({ get: (name) => texts.get(name) ?? null }, status);
    if (ms !== undefined) return ms;
  }
  return undefined;
}

function broken(chain: readonly object[]): ForeignError | undefined {
  const isNew = (one: object): boolean => matches(at(one, "syscall"), /^(?:connect|getaddrinfo)/);
  if (chain.some(isNew)) return UNREACHED;
  for (const one of chain) {
    const code = [at(one, "code"), at(one, "type")].find((text) => typeof text === "string");
    const known = CODES.find(([codes]) => matches(code, codes))?.[1];
    // A connection that stood breaks with codes of one that cannot be made.
    if (known !== undefined) return known === UNREACHED && at(one, "syscall") !== undefined ? BROKEN : known;
  }
  return undefined;
}

/** An error of an SDK without an answer has a place for the status all the same. */
function hasNoAnswer(one: object): boolean {
  return ["status", "statusCode"].some((key) => attempt(() => Object.hasOwn(one, key) && !at(one, key)));
}
