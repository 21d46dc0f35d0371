// Drops streamed answers in a process of its own, whose small heap is collected at once; see dropped-streams.test.ts.
// Usage: node --expose-gc dropped-streams.js [calls]; it prints how many answers keep their connections, by the way of dropping.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { acmeClient } from "../acme.js";
import { createWorld } from "../policy/world.js";

const collect = (globalThis as { readonly gc?: () => void }).gc ?? (() => {});
const calls = Number(process.argv[2]);

/** Larger than what a system keeps of an answer that nobody reads. */
const body = Buffer.alloc(20_000_000);
const state = { open: 0 };
const server = createServer((_, response) => {
  state.open += 1;
  response.on("close", () => (state.open -= 1)).end(body);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** A map that another provider may follow, so that its answer is given out with its first chunk. */
const { send } = createWorld({
  answers: { a: 200, b: 200 },
  map: async ({ http }) => (await http.get("/x", { stream: true })).status,
  options: { fetch: async (_, init) => fetch(url, { signal: init?.signal ?? null }) },
});

const drops: Readonly<Record<string, () => Promise<unknown>>> = {
  fetch: async () => void (await fetch(url)),
  "not looked at": async () => void (await acmeClient(url).get("/x", { stream: true })),
  "a look at the status": async () => (await acmeClient(url).get("/x", { stream: true, handle: [404] })).status,
  "a look at the body": async () => (await acmeClient(url).get("/x", { stream: true })).body === null,
  "with a policy and a signal": async () => {
    const { signal } = new AbortController();
    await acmeClient(url).post("/x", { stream: true, idempotent: false, deadline: 10_000, signal });
  },
  "in a map, with its first chunk": async () => send({}),
};

/** Finalizers run later, and sockets close after them. What a pool opens anew does not count: no answer has it. */
async function free(rounds: number): Promise<void> {
  for (let round = 0; round < rounds && state.open > 0; round += 1) {
    collect();
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  }
}

const left: Record<string, number> = {};
for (const [what, drop] of Object.entries(drops)) {
  for (let call = 0; call < calls; call += 1) await drop();
  await free(100);
  left[what] = state.open;
}
const kept = await acmeClient(url).get("/x", { stream: true });
await free(10);
left["read later"] = (await kept.bytes()).length - body.length;
console.log(JSON.stringify(left));
process.exit();
