import { isUtf8 } from "node:buffer";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { BlockList, connect as connectTcp, isIP } from "node:net";
import type { Duplex, Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { isShownText, parseUrl } from "@sdkwright/runtime/config";
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

/** What a URL gave, or why it is not read, as a sentence without anything secret. */
export type Fetched =
  | {
      readonly text: string;
      /** The URLs that it was redirected to, in order. */
      readonly redirects: readonly string[];
      /** True if this machine answered, under the origin that was asked for and a name that nobody else has. */
      readonly isLocal: boolean;
    }
  | {
      readonly problem: string;
      readonly hint?: string | undefined;
      /** The answer of the server in place of a document. */
      readonly status?: number | undefined;
    };

export interface FetchOptions {
  readonly connect: Connect;
  /** Sent to the origin that is asked for, and to no other: a credential of who may read the document. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** Ends the whole of it. */
  readonly signal: AbortSignal;
  /** After decompression. */
  readonly maxBytes: number;
  readonly progress?: Progress | undefined;
}

/** A document is read within this many ms, redirects included. */
export const PATIENCE = 60_000;

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const LOCAL = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const ONLY = "only https URLs are read, and http ones on this machine";
const DOWNLOAD = "download it yourself, look at it, and pass the file";
const BEHIND_LOGIN = `behind a login, --header 'Authorization: Bearer $NAME' sends the value of the variable NAME; or ${DOWNLOAD}`;

/**
 * Reads a document once, without credentials but `headers`: https, or http on loopback; at most 5 redirects, never from
 * https to http, never from a public address to one that is not.
 */
export async function fetchDocument(url: URL, options: FetchOptions): Promise<Fetched> {
  const { connect, signal, maxBytes, progress = SILENT } = options;
  const redirects: string[] = [];
  let isSame = true;
  for (let [current, from]: [URL, Reach] = [url, "loopback"]; ;) {
    const place = shownUrl(current);
    const isHttp = current.protocol === "http:";
    if (redirects.length > MAX_REDIRECTS)
      return { problem: `it was redirected more than ${MAX_REDIRECTS} times, last to ${place}` };
    if (current.username !== "" || current.password !== "")
      return { problem: "a URL with a user name or password is not read, because no credentials are sent" };
    if (current.protocol !== "https:" && !(isHttp && LOCAL.test(current.hostname)))
      return { problem: `${place} is not read: ${ONLY}` };
    try {
      progress.step(`asking ${current.host}`);
      const { address, stream } = await connect(current, signal);
      // Judged by the address that was connected to: a name may lead anywhere.
      const reach = reachOf(address);
      const isInward = from === "public" && reach !== "public";
      if ((isHttp && reach !== "loopback") || isInward) {
        stream.destroy();
        const inward = `a public address redirects to ${place}, which is a ${reach} address: this is not followed`;
        return { problem: isInward && !isHttp ? inward : `${place} is not read: ${ONLY}`, hint: DOWNLOAD };
      }
      // A server that was left chooses what is asked for after a return.
      isSame &&= current.origin === url.origin;
      const { status, location, body } = await exchange(
        current,
        stream,
        isSame ? options : { ...options, headers: {} },
      );
      if (!REDIRECTS.has(status)) {
        const hint = status === 401 || status === 403 ? BEHIND_LOGIN : DOWNLOAD;
        if (status < 200 || status >= 300) return { problem: `${place} answers ${status}`, hint, status };
        if (body === undefined) return { problem: `${place} has more than ${maxBytes / 1024 / 1024} MiB` };
        if (!isUtf8(body)) return { problem: `${place} is not UTF-8 text` };
        const text = body.toString("utf8").replace(/^\uFEFF/, "");
        return { text, redirects, isLocal: isSame && reach === "loopback" && LOCAL.test(url.hostname) };
      }
      const next = location === undefined ? undefined : parseUrl(location, current);
      if (next === undefined) return { problem: `${place} redirects without a location`, hint: DOWNLOAD };
      if (!isHttp && next.protocol !== "https:")
        return { problem: `${place} redirects from https to ${shownUrl(next)}: this is not followed` };
      redirects.push(shownUrl(next));
      [current, from] = [next, reach];
    } catch (error) {
      if (signal.aborted) return { problem: `${place} took too long`, hint: DOWNLOAD };
      const { code, message } = error as NodeJS.ErrnoException;
      return { problem: `${place} cannot be read (${code ?? message})`, hint: DOWNLOAD };
    }
  }
}

/** What a server answered to one GET. */
interface Exchanged {
  readonly status: number;
  readonly location: string | undefined;
  /** Decompressed; empty where the answer is a redirect or an error, absent where it is too large. */
  readonly body: Buffer | undefined;
}

/** One GET. Throws what the system says. */
async function exchange(
  url: URL,
  stream: Duplex,
  { maxBytes, signal, headers, progress = SILENT }: FetchOptions,
): Promise<Exchanged> {
  try {
    const answer = await send(url, stream, signal, headers);
    const { location } = answer.headers;
    const status = answer.statusCode ?? 0;
    if (status < 200 || status >= 300) return { status, location, body: Buffer.alloc(0) };
    const encoding = (answer.headers["content-encoding"] ?? "identity").trim().toLowerCase();
    // The length that is announced is that of what is sent, which may be compressed.
    const length = encoding === "identity" ? Number(answer.headers["content-length"]) : NaN;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of decompressed(answer, encoding) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { status, location, body: undefined };
      chunks.push(chunk);
      progress.step(`downloading: ${sizeText(bytes)}${length > 0 ? ` of ${sizeText(length)}` : ""}`);
    }
    // An answer without a length ends with its connection, whatever ended that.
    signal.throwIfAborted();
    if (!answer.complete || stream.errored !== null) throw new Error("the connection broke");
    return { status, location, body: Buffer.concat(chunks) };
  } finally {
    stream.destroy();
  }
}

function send(url: URL, stream: Duplex, signal: AbortSignal, given: FetchOptions["headers"]): Promise<IncomingMessage> {
  const headers = {
    host: url.host,
    accept: "application/json, application/yaml, */*;q=0.5",
    "accept-encoding": "gzip, br",
    "user-agent": "sdkwright",
    ...given,
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

function decompressed(answer: IncomingMessage, encoding: string): Readable {
  if (encoding === "identity" || encoding === "") return answer;
  if (!/^(?:x-gzip|gzip|br)$/.test(encoding)) throw new Error("the answer has a compression that was not requested");
  const decompressor = encoding === "br" ? createBrotliDecompress() : createGunzip();
  // A connection that breaks has to break what is read of it.
  answer.on("error", (error) => decompressor.destroy(error));
  return answer.pipe(decompressor);
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

const LISTS = Object.entries(BLOCKS).map(([reach, blocks]) => {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", bits = ""] = block.split("/");
    list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
  }
  return [reach as Exclude<Reach, "public">, list] as const;
});

/** Who an address reaches. What is no address reaches nobody that we may ask: it counts as loopback. */
export function reachOf(address: string): Reach {
  if (isIP(address) === 0) return "loopback";
  const [, high = "", low = ""] = EMBEDDED.exec(address.toLowerCase()) ?? [];
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  const inner = high === "" ? address : [first >> 8, first & 255, second >> 8, second & 255].join(".");
  const found = LISTS.find(([, list]) => list.check(inner, isIP(inner) === 4 ? "ipv4" : "ipv6"));
  return found?.[0] ?? "public";
}

/** A URL for messages: no user info, no query, no fragment, and no path that looks like a secret. */
export function shownUrl({ origin, protocol, host, pathname }: URL): string {
  const place = origin === "null" ? `${protocol}//${host}` : origin;
  return isShownText(pathname) ? `${place}${pathname}` : `${place}/***`;
}
