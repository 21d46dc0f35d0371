import { setTimeout as sleep } from "node:timers/promises";
import { RedirectError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { wire, type Wire } from "../runtime/auth/digest/wire.js";
import { account } from "./accounts.js";
import { apache } from "./apache.js";
import { countingFetch } from "./counting.js";
import { type Daemon, startDaemon, testsOf } from "./daemon.js";

const test = suite("Apache mod_auth_digest");
const run = testsOf(apache(300), test);
const parallel = 200;

run("a query with everything in it", async () => {
  await serve(300, async ({ client }) => {
    assert.is((await client.get("/api/items?a=%22b%22&c=d+e&f=%C3%A9&g[]=1")).body, "items\n");
  });
});

run("one challenge for many requests, one after the other", async () => {
  await serve(300, async ({ client, statuses }) => {
    for (const path of ["/api/items", "/api/other", "/api/items"]) assert.is((await client.get(path)).status, 200);
    assert.equal(await statuses(), { 200: 3, 401: 1 });
  });
});

run("wrong password: two requests, rejected", async () => {
  await serve(300, async ({ daemon, statuses }) => {
    const { fetch } = countingFetch();
    const result = await wire(daemon.origin, { ...account, password: "wrong", fetch }).get("/api/items");
    assert.equal([result.status, result.refusal], [401, "rejected"]);
    assert.equal(await statuses(2), { 401: 2 });
  });
});

run(`${parallel} at once, cold, lifetime 300 s: one 401`, async () => {
  await serve(300, async ({ client, statuses }) => {
    await allSucceed(client);
    assert.equal(await statuses(), { 200: parallel, 401: 1 });
  });
});

run(`${parallel} at once, cold, one-time nonces: one 401`, async () => {
  await serve(0, async ({ client, statuses }) => {
    await allSucceed(client);
    assert.equal(await statuses(), { 200: parallel, 401: 1 });
  });
});

// So short a life makes Apache name the next nonce in every answer, so requests go one by one and follow it. A machine
// that stalls for 2 s in between costs one 401 more.
run(
  `${parallel} at once, cold, lifetime 2 s: one 401; as many again when the nonce has run out: one more`,
  async () => {
    await serve(2, async ({ daemon, client, sent }) => {
      await allSucceed(client);
      await sleep(3100);
      await allSucceed(client);
      const refused = (await daemon.log(sent())).filter((line) => line.startsWith("401"));
      assert.is(sent(), 2 * parallel + refused.length);
      assert.is(refused.filter((line) => line === "401 -").length, 1);
      assert.ok(refused.length >= 2 && refused.length <= 10, `${refused.length} times 401`);
    });
  },
);

run("a redirect on the same origin is followed and answered there, one to another name is refused", async () => {
  await serve(300, async ({ client }) => {
    assert.is((await client.get("/moved-here")).body, "items\n");
    const error = await client.get("/moved-away").catch((thrown: unknown) => thrown);
    assert.instance(error, RedirectError);
  });
});

test.run();

interface Served {
  readonly daemon: Daemon;
  readonly client: Wire;
  /** Requests that the client has sent so far. */
  readonly sent: () => number;
  /** How often Apache gave which status, by its access log, once all requests that were sent are in it. */
  readonly statuses: (requests?: number) => Promise<Record<string, number>>;
}

async function serve(nonceLifetime: number, use: (served: Served) => Promise<void>): Promise<void> {
  const daemon = await startDaemon(apache(nonceLifetime));
  try {
    const { fetch, count } = countingFetch();
    const client = wire(daemon.origin, { ...account, fetch });
    const statuses = async (requests = count()): Promise<Record<string, number>> => tally(await daemon.log(requests));
    await use({ daemon, client, statuses, sent: count });
  } finally {
    await daemon.stop();
  }
}

async function allSucceed(client: Wire): Promise<void> {
  const results = await Promise.all(
    Array.from({ length: parallel }, (_, index) => client.get(`/api/items?n=${index}`)),
  );
  assert.ok(results.every(({ status, body }) => status === 200 && body === "items\n"));
}

function tally(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[line.slice(0, 3)] = (counts[line.slice(0, 3)] ?? 0) + 1;
  return counts;
}
