// Sends one large body, and says how much memory that took at most: `send-large.js <origin> <fetch|client> <kind> <bytes> <file>`.
import { openAsBlob } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { acmeClient } from "../runtime/acme.js";

const [origin = "", sender, kind = "", bytes, file = ""] = process.argv.slice(2);
const CHUNK = 65_536;

/** Each chunk has memory of its own, as what is read from a disk has. */
function stream(): ReadableStream<Uint8Array> {
  let left = Number(bytes);
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    await setImmediate();
    if (left <= 0) return controller.close();
    controller.enqueue(new Uint8Array(CHUNK).fill(1));
    left -= CHUNK;
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** Keeps nothing. That of Node 20 keeps all of a stream by itself. */
async function drain(_: unknown, { body }: RequestInit): Promise<Response> {
  let size = 0;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) size += chunk.length;
  return new Response(String(size));
}

const send = (kind === "drained" ? drain : fetch) as typeof fetch;
const body = kind === "stream" || kind === "drained" ? stream() : await openAsBlob(file);
const init = { method: "POST", body, duplex: "half" };
const answer =
  sender === "fetch"
    ? await (await send(`${origin}/x`, init)).text()
    : await acmeClient(origin, { fetch: send })
        .post("/x", kind === "part" ? { multipart: { file: body as Blob } } : { body })
        .text();
process.send?.({ received: Number(answer), peak: process.resourceUsage().maxRSS });
