// Sends one large body, and says how much memory that took at most: `send-large.js <origin> <fetch|client> <kind> <bytes> <file>`.
import { openAsBlob } from "node:fs";
import { acmeClient } from "../acme.js";

const [origin = "", sender, kind, bytes, file = ""] = process.argv.slice(2);
const CHUNK = 65_536;

/** Each chunk has memory of its own, as what is read from a disk has. */
function stream(): ReadableStream<Uint8Array> {
  let left = Number(bytes);
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (left <= 0) return controller.close();
    controller.enqueue(new Uint8Array(CHUNK).fill(1));
    left -= CHUNK;
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

const body = kind === "stream" ? stream() : await openAsBlob(file);
const init = { method: "POST", body, duplex: "half" };
const answer =
  sender === "fetch"
    ? await (await fetch(`${origin}/x`, init)).text()
    : await acmeClient(origin)
        .post("/x", kind === "part" ? { multipart: { file: body as Blob } } : { body })
        .text();
process.send?.({ received: Number(answer), peak: process.resourceUsage().maxRSS });
