// How fast events and lines are read: 27 MB of 90 bytes each, in chunks of 64 kB and of 1 kB; and a line of 16 MiB, a byte at a
// time. Usage: node test/bench/streams.mjs
import { bindProvider } from "@sdkwright/runtime/generated";

const ROUNDS = 5;
const MEGABYTES = 27;

const definition = {
  name: "bench",
  defaultService: "default",
  services: { default: { baseUrl: "https://api.bench.example" } },
  securitySchemes: {},
};

/** A client whose answers have these bytes, in chunks of a size. */
function clientOf(bytes, size, type, options) {
  const fetch = async () => {
    let at = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.subarray(at, at + size));
          at += size;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { "content-type": type } });
  };
  return bindProvider(definition, {}, { fetch, ...options });
}

async function best(read) {
  let [least, count] = [Infinity, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    count = 0;
    for await (const _ of read()) count += 1;
    least = Math.min(least, performance.now() - from);
  }
  return { ms: least, count };
}

const event = `event: message\nid: 123456\ndata: ${"x".repeat(56)}\n\n`;
const json = `data: ${JSON.stringify({ index: 12, delta: { content: "x".repeat(44) } })}\n\n`;
const line = `${JSON.stringify({ id: 123456, text: "x".repeat(65) })}\n`;

for (const { what, text, type, read } of [
  { what: "events", text: event, type: "text/event-stream", read: (client) => client.get("/").events() },
  {
    what: "events of JSON",
    text: json,
    type: "text/event-stream",
    read: (client) => client.get("/").events({ json: true }),
  },
  { what: "JSON Lines", text: line, type: "application/jsonl", read: (client) => client.get("/").lines() },
]) {
  const bytes = new TextEncoder().encode(text.repeat(Math.round((MEGABYTES * 1e6) / text.length)));
  for (const size of [65_536, 1024]) {
    const client = clientOf(bytes, size, type);
    const { ms, count } = await best(() => read(client));
    const rate = (bytes.length / 1000 / ms).toFixed(0);
    console.log(`${what} of ${text.length} bytes, chunks of ${size}: ${count} items, ${rate} MB/s`);
  }
}

const long = new Uint8Array(16 * 1024 * 1024 + 1).fill(120);
for (const part of [4, 2, 1]) {
  const bytes = long.subarray(0, Math.ceil(long.length / part));
  const client = clientOf(bytes, 1, "text/event-stream", { maxEventBytes: bytes.length - 1 });
  const from = performance.now();
  const error = await client
    .get("/")
    .events()
    .next()
    .catch((thrown) => thrown);
  const [seconds, memory] = [(performance.now() - from) / 1000, process.memoryUsage().arrayBuffers / 1e6];
  console.log(
    `a line of ${bytes.length} bytes, one at a time: ${error.code}, ${seconds.toFixed(1)} s, buffers ${memory.toFixed(0)} MB`,
  );
}
