import { setTimeout as realSleep } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { TimeoutError } from "@sdkwright/runtime";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";

const test = suite("time of fakes");

const BASE = "https://api.acme.example/v1";

test("a late answer comes at its time, and after the time limit not at all", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/x").reply(200, "late").delay(29_999);
  fake.providers.acme.on("GET", "/y").reply(200, "too late").delay(30_001);
  const client = acmeClient(BASE, fake.options);
  assert.is(await client.get("/x").text(), "late");
  assert.is(fake.clock.now(), 29_999);
  await rejection(client.get("/y"), TimeoutError);
  assert.is(fake.clock.now(), 59_999);
});

test("time stands still while work goes on that takes real time", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/x").reply(200, async () => {
    await realSleep(50);
    return "slow";
  });
  const apikey = async (): Promise<string> => (await realSleep(50), "header-secret");
  const client = acmeClient(BASE, { ...fake.options, credentials: { header: { apikey } } });
  assert.is(await client.get("/x", { security: "header" }).text(), "slow");
  assert.is(fake.clock.now(), 0);
});

test("calls at once see the same time, each waits for its own answer", async () => {
  const fake = fakeProviders({ acme: BASE });
  const ends: number[] = [];
  for (const delay of [300, 100, 200]) fake.providers.acme.on("GET", `/${delay}`).reply(200).delay(delay);
  const client = acmeClient(BASE, fake.options);
  await Promise.all([300, 100, 200].map(async (delay) => (await client.get(`/${delay}`), ends.push(fake.clock.now()))));
  assert.equal(ends, [100, 200, 300]);
});

test("a turn of a provider with `perSecond` is waited for", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/x").reply(200);
  const { bindProvider } = await import("@sdkwright/runtime/generated");
  const { acme } = await import("../acme.js");
  const client = bindProvider(acme(BASE), { limits: { perSecond: 2 } }, { ...fake.options });
  await Promise.all([1, 2, 3, 4, 5].map(() => client.get("/x")));
  assert.is(fake.requests.length, 5);
  assert.ok((fake.requests.at(-1)?.at ?? 0) >= 1000, String(fake.requests.at(-1)?.at));
});

test("a deadline passes in no time", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/x").fail("timeout");
  const error = await acmeClient(BASE, fake.options)
    .get("/x", { deadline: 5000 })
    .catch((thrown: unknown) => thrown as Error);
  assert.is((error as Error).name, "DeadlineError");
  assert.is(fake.clock.now(), 5000);
});

test("an abort ends the wait for an answer", async () => {
  const fake = fakeProviders({ acme: BASE });
  const controller = new AbortController();
  fake.providers.acme.on("GET", "/x").reply(200, () => new Promise(() => {}));
  const asked = acmeClient(BASE, fake.options).get("/x", { signal: controller.signal });
  setImmediate(() => controller.abort(new Error("enough")));
  assert.match(String(await asked.catch((error: unknown) => error)), "enough");
  assert.is(fake.clock.now(), 0);
});

test("the same seed draws the same pauses, another one others", async () => {
  const pauses = async (seed: number): Promise<readonly number[]> => {
    const fake = fakeProviders({ acme: BASE }, { seed });
    fake.providers.acme.on("GET", "/x").fail(503).times(3).reply(200);
    await acmeClient(BASE, fake.options).get("/x", { retryPolicy: "circuit-breaker" });
    return fake.requests.map(({ at }) => at);
  };
  assert.equal(await pauses(1), await pauses(1));
  assert.not.equal(await pauses(1), await pauses(2));
});

test.run();
