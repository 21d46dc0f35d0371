import { isUtf8 } from "node:buffer";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { BlockList, connect as connectTcp, isIP } from "node:net";
import type { Duplex, Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { isShownText } from "@sdkwright/runtime/config";
import { type Progress, SILENT, sizeText } from "../io/progress.js";

/** A connection to a URL's host, and the address that it was made to. */
export interface Connection {
  readonly address: string;
  readonly stream: Duplex;
}

/** Connects to the host of a URL; rejects with what the system says. Nothing has been sent yet, TLS apart. */
export type Connect = (url: URL, signal: AbortSignal) => Promise<Connection>;

/** Over TCP, and TLS for https. */
export const connect: Connect = async (url, signal) => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isSecure = url.protocol === "https:";
  const socket = connectTcp({ host, port: Number(url.port) || (isSecure ? 443 : 80), signal });
  await once(socket, "connect");
  const address = socket.remoteAddress ?? "";
  if (!isSecure) return { address, stream: socket };
  // An address is no name to ask for (RFC 6066 §3); the certificate has to be that of the host all the same.
  const servername = isIP(host) === 0 ? host : "";
  const stream = connectTls({ socket, host, servername, ALPNProtocols: ["http/1.1"] });
  // An abort ends the socket, and that the stream: who heard of the abort alone would leave that error to nobody.
  await once(stream, "secureConnect");
  return { address, stream };
};

/** What a server answered to one GET. */
interface Exchanged {
  readonly status: number;
  readonly location: string | undefined;
  /** Decompressed; empty where the answer is a redirect or an error. */
  readonly body: Buffer;
}

/** The answer has more bytes than are read. */
class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

/** What a GET is bounded by, and told of. */
export interface ExchangeOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** One GET without credentials; at most `maxBytes` of its answer, decompressed. Throws TooLargeError and what the system says. */
async function exchange(url: URL, stream: Duplex, { maxBytes, signal, progress }: ExchangeOptions): Promise<Exchanged> {
  try {
    const answer = await send(url, stream, signal);
    const status = answer.statusCode ?? 0;
    const location = answer.headers.location;
    const isWanted = status >= 200 && status < 300;
    const body = isWanted ? await collected(decompressed(answer), maxBytes, toldOf(answer, progress)) : Buffer.alloc(0);
    // An answer without a length ends with its connection, whatever ended that.
    signal.throwIfAborted();
    if (isWanted && (!answer.complete || stream.errored !== null)) throw new Error("the connection broke");
    return { status, location, body };
  } finally {
    stream.destroy();
  }
}

function send(url: URL, stream: Duplex, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = {
    host: url.host,
    accept: "application/json, application/yaml, */*;q=0.5",
    "accept-encoding": "gzip, br",
    "user-agent": "sdkwright",
    connection: "close",
  };
  return new Promise((resolve, reject) => {
    const path = `${url.pathname}${url.search}`;
    request({ createConnection: () => stream, method: "GET", path, headers, signal })
      .on("response", resolve)
      .on("error", reject)
      .on("upgrade", () => reject(new Error("the server switches to another protocol")))
      .on("close", () => reject(new Error("the connection was closed before an answer")))
      .end();
  });
}

function decompressed(answer: IncomingMessage): Readable {
  const encoding = (answer.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  switch (encoding) {
    case "identity":
    case "":
      return answer;
    case "gzip":
    case "x-gzip":
      return through(answer, createGunzip());
    case "br":
      return through(answer, createBrotliDecompress());
    default:
      throw new Error("the answer is compressed in a way that was not asked for");
  }
}

/** A connection that breaks has to break what is read of it. */
function through(answer: IncomingMessage, decompressor: ReturnType<typeof createGunzip>): Readable {
  answer.on("error", (error) => decompressor.destroy(error));
  return answer.pipe(decompressor);
}

/** The length that is announced is that of what is sent, which may be compressed. */
function toldOf({ headers }: IncomingMessage, progress: Progress): (bytes: number) => void {
  const length = headers["content-encoding"] === undefined ? Number(headers["content-length"]) : NaN;
  const all = length > 0 ? ` of ${sizeText(length)}` : "";
  return (bytes) => {
    progress.step(`downloading: ${sizeText(bytes)}${all}`);
  };
}

async function collected(readable: Readable, maxBytes: number, tell: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readable as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLargeError("too large");
    chunks.push(chunk);
    tell(bytes);
  }
  return Buffer.concat(chunks);
}

/** Who can be reached at an address: this machine, what is on its wire, what is behind its router, or anybody. */
type Reach = "loopback" | "link-local" | "private" | "public";

/** Special-purpose addresses (RFC 6890), `this host` as loopback. */
const BLOCKS: { readonly [reach in Exclude<Reach, "public">]: readonly string[] } = {
  loopback: ["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"],
  "link-local": ["169.254.0.0/16", "fe80::/10"],
  private: [
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "100.64.0.0/10",
    "192.0.0.0/24",
    "198.18.0.0/15",
    "224.0.0.0/3",
    "fc00::/7",
    "fec0::/10",
    "ff00::/8",
  ],
};

/** IPv4 within IPv6: translated (RFC 6052) and 6to4 (RFC 3056); mapped ones are known to `BlockList`. */
const EMBEDDED = /^(?:64:ff9b::|2002:)([0-9a-f]{1,4}):([0-9a-f]{1,4})(?:::?.*)?$/;

/** Who an address reaches. What is no address reaches nobody that we may ask: it counts as loopback. */
export function reachOf(address: string): Reach {
  const family = isIP(address);
  if (family === 0) return "loopback";
  const embedded = family === 6 ? embeddedIn(address.toLowerCase()) : undefined;
  const [asked, version] = embedded === undefined ? [address, family] : [embedded, 4];
  const kind = version === 4 ? "ipv4" : "ipv6";
  const found = LISTS.find(([, list]) => list.check(asked, kind));
  return found?.[0] ?? "public";
}

const LISTS = Object.entries(BLOCKS).map(
  ([reach, blocks]) => [reach as Exclude<Reach, "public">, listOf(blocks)] as const,
);

function listOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", bits = ""] = block.split("/");
    list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

function embeddedIn(address: string): string | undefined {
  const [, high, low] = EMBEDDED.exec(address) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join(".");
}

/** What a URL gave, or why it is not read, as a sentence without anything secret. */
export type Fetched =
  | { readonly text: string; /** Where it was redirected to, in order. */ readonly redirects: readonly string[] }
  | { readonly problem: string; readonly hint?: string | undefined };

export interface FetchOptions {
  readonly connect: Connect;
  /** Ends the whole of it. */
  readonly signal: AbortSignal;
  /** After decompression. */
  readonly maxBytes: number;
  readonly progress?: Progress | undefined;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const LOCAL = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const ONLY = "only https URLs are, and http ones on this machine";
const DOWNLOAD = "download it yourself, look at it, and give the file";

/**
 * Reads a document once, without credentials: https, or http on loopback; at most 5 redirects, never from https to http,
 * never from a public address to one that is not.
 */
export async function fetchDocument(url: URL, options: FetchOptions): Promise<Fetched> {
  const redirects: string[] = [];
  let [current, from]: [URL, Reach] = [url, "loopback"];
  for (;;) {
    const refused = refusalOf(current, redirects.length);
    if (refused !== undefined) return { problem: refused };
    const hop = await hopTo(current, from, options);
    if ("problem" in hop) return hop;
    const { reach, answer } = hop;
    if (!REDIRECTS.has(answer.status)) return documentIn(answer, current, redirects);
    const next = answer.location === undefined ? undefined : parsed(answer.location, current);
    if (next === undefined) return { problem: `${shownUrl(current)} redirects to nowhere`, hint: DOWNLOAD };
    if (current.protocol === "https:" && next.protocol !== "https:") return { problem: unsafe(current, next) };
    redirects.push(shownUrl(next));
    [current, from] = [next, reach];
  }
}

/** What is refused before anything is connected. */
function refusalOf(url: URL, redirects: number): string | undefined {
  if (redirects > MAX_REDIRECTS) return `it was redirected more than ${MAX_REDIRECTS} times, last to ${shownUrl(url)}`;
  if (url.username !== "" || url.password !== "")
    return "a URL with a user name or password is not read: no credentials are sent";
  if (url.protocol === "https:") return undefined;
  if (url.protocol === "http:" && LOCAL.test(url.hostname)) return undefined;
  return `${shownUrl(url)} is not read: ${ONLY}`;
}

type Hop = { readonly reach: Reach; readonly answer: Exchanged } | { readonly problem: string; readonly hint?: string };

async function hopTo(url: URL, from: Reach, options: FetchOptions): Promise<Hop> {
  const { connect, signal, maxBytes, progress = SILENT } = options;
  try {
    progress.step(`asking ${url.host}`);
    const { address, stream } = await connect(url, signal);
    const reach = reachOf(address);
    const refused = addressRefusal(url, from, reach);
    if (refused !== undefined) {
      stream.destroy();
      return { problem: refused, hint: DOWNLOAD };
    }
    return { reach, answer: await exchange(url, stream, { maxBytes, signal, progress }) };
  } catch (error) {
    return failureOf(url, error, { signal, maxBytes });
  }
}

/** Judged by the address that was connected to: a name may lead anywhere. */
function addressRefusal(url: URL, from: Reach, reach: Reach): string | undefined {
  if (url.protocol === "http:" && reach !== "loopback") {
    return `${shownUrl(url)} is not read: ${ONLY}`;
  }
  if (from !== "public" || reach === "public") return undefined;
  return `a public address redirects to ${shownUrl(url)}, which is a ${reach} address: that is not followed`;
}

function failureOf(url: URL, error: unknown, { signal, maxBytes }: Omit<FetchOptions, "connect">): Hop {
  const place = shownUrl(url);
  if (signal.aborted) return { problem: `${place} took too long`, hint: DOWNLOAD };
  if (error instanceof TooLargeError) return { problem: `${place} has more than ${maxBytes / 1024 / 1024} MiB` };
  const { code } = error as NodeJS.ErrnoException;
  const reason = code ?? (error instanceof Error ? error.message : "unknown");
  return { problem: `${place} cannot be read (${reason})`, hint: DOWNLOAD };
}

function documentIn({ status, body }: Exchanged, url: URL, redirects: readonly string[]): Fetched {
  if (status < 200 || status >= 300) return { problem: `${shownUrl(url)} answers ${status}`, hint: DOWNLOAD };
  if (!isUtf8(body)) return { problem: `${shownUrl(url)} is not UTF-8 text` };
  const text = body.toString("utf8");
  return { text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, redirects };
}

function unsafe(from: URL, to: URL): string {
  return `${shownUrl(from)} redirects from https to ${shownUrl(to)}: that is not followed`;
}

function parsed(location: string, base: URL): URL | undefined {
  try {
    return new URL(location, base);
  } catch {
    return undefined;
  }
}

/** A URL for messages: no user info, no query, no fragment, and no path that looks like a secret. */
export function shownUrl({ origin, protocol, host, pathname }: URL): string {
  const place = origin === "null" ? `${protocol}//${host}` : origin;
  return isShownText(pathname) ? `${place}${pathname}` : `${place}/***`;
}
