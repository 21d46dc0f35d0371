import { type IncomingMessage, request } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { sizeText, type Progress } from "../files/progress.js";
import { createBrotliDecompress, createGunzip } from "node:zlib";

/** What a server answered to one GET. */
export interface Exchanged {
  readonly status: number;
  readonly location: string | undefined;
  /** Decompressed; empty where the answer is a redirect or an error. */
  readonly body: Buffer;
}

/** The answer has more bytes than are read. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

/** What a GET is bounded by, and told of. */
export interface ExchangeOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** One GET without credentials; at most `maxBytes` of its answer, decompressed. Throws TooLargeError and what the system says. */
export async function exchange(
  url: URL,
  stream: Duplex,
  { maxBytes, signal, progress }: ExchangeOptions,
): Promise<Exchanged> {
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
