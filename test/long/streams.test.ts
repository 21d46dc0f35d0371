import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { BodyError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient } from "../runtime/acme.js";
import { clientOf, EVENTS, until } from "../runtime/http/event-streams.js";

const test = suite("many streams, and long ones");

const COUNT = process.env["SDKWRIGHT_LONG"] === "1" ? 10_000 : 500;

test(`${COUNT} streams that are left leave no answer open`, async () => {
  let open = 0;
  const server = createServer((_, response) => {
    open += 1;
    response.once("close", () => (open -= 1));
    response.writeHead(200, EVENTS);
    response.write("data: 1\n\ndata: 2\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const client = acmeClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const leave = async (number: number): Promise<void> => {
      const stream = client.get("/x").events();
      if (number % 3 === 0) {
        for await (const { data } of stream) if (data === "2") break;
      } else if (number % 3 === 1) {
        await stream.next();
        await stream.return();
      } else {
        const controller = new AbortController();
        const aborted = client.get("/x", { signal: controller.signal }).events();
        await aborted.next();
        controller.abort();
        await aborted.next().catch(() => {});
      }
    };
    for (let number = 0; number < COUNT; number += 100)
      await Promise.all(Array.from({ length: 100 }, (_, index) => leave(number + index)));
    // Node connects again, and keeps what is idle for four seconds: what is counted is what is answered.
    await until(() => open === 0);
    assert.is(open, 0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("sse-long: a line of 16 MiB and one byte, a byte at a time, is too long", async () => {
  const size = process.env["SDKWRIGHT_LONG"] === "1" ? 16 * 1024 * 1024 : 1024 * 1024;
  const piece = Uint8Array.of(120);
  let given = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    given += 1;
    controller.enqueue(piece);
  };
  const fetch = async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers: EVENTS });
  const { client } = clientOf({ chunks: [] }, { fetch, ...(size < 16 * 1024 * 1024 && { maxEventBytes: size }) });
  const error = await client
    .get("/x")
    .events()
    .next()
    .catch((thrown: unknown) => thrown);
  assert.instance(error, BodyError);
  assert.equal([(error as BodyError).code, given], ["event-too-large", size + 1]);
});

test("a stream of a million events takes no more memory at its end than at its begin", async () => {
  const chunk = new TextEncoder().encode(`data: ${"x".repeat(80)}\n\n`.repeat(700));
  let left = 1500;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    left -= 1;
    if (left === 0) controller.close();
    else controller.enqueue(chunk);
  };
  const fetch = async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers: EVENTS });
  const { client } = clientOf({ chunks: [] }, { fetch });
  let count = 0;
  let early = 0;
  for await (const _ of client.get("/x").events()) {
    count += 1;
    if (count === 100_000) early = heapInUse();
  }
  assert.is(count, 1499 * 700);
  const more = (heapInUse() - early) / 2 ** 20;
  assert.ok(more < 20, `${more} MiB more`);
});

/** After a collection, if the process may ask for one. */
function heapInUse(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test.run();
