import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { clientJson } from "@sdkwright/runtime/client-json";
import { configured, createClient, environment, example, maps, projectOf, type Config } from "./emitted.js";
import { simulation } from "./run.js";

const test = suite("a simulated crowd and what happens");

test("a crowd: so many requests to each provider, the same answers, the same circuits", async () => {
  for (const config of [example, configured("circuit-breaker")]) {
    const options = { fail: ["pigeon=503"], seed: "5", callers: "3", for: "15s" };
    const { crowd } = await simulation(projectOf(config), options);
    const { requests, circuits, succeeded } = await crowdOf(config, crowd?.calls ?? 0);
    const perSlice = crowd?.slices.map(({ begin, end, requests }) => ({ begin, end, requests }));
    const counted = perSlice?.map(({ begin, end }) => {
      const here = requests.filter(({ at }) => at >= begin && at < end).map(({ provider }) => provider);
      const count = (name: string) => here.filter((provider) => provider === name).length;
      return { begin, end, requests: { pigeon: count("pigeon"), raven: count("raven") } };
    });
    assert.equal([crowd?.succeeded, crowd?.calls], [succeeded, crowd?.calls]);
    assert.equal(crowd?.circuits, circuits);
    assert.equal(perSlice, counted);
  }
});

/** Three calls per second of the emitted client, over a network whose first provider is down from 10 to 25 s. */
async function crowdOf(config: Config, calls: number) {
  const { clock, options } = fakeProviders({}, { seed: 5 });
  const requests: { at: number; provider: string }[] = [];
  const circuits: object[] = [];
  const client = createClient({
    ...options,
    clientJson: clientJson(config),
    env: environment,
    maps,
    on: (event) => {
      if (event.type !== "circuit") return;
      const { provider, from, to, cause, openFor, rate } = event;
      circuits.push(
        JSON.parse(JSON.stringify({ at: clock.now(), provider, from, to, cause, openFor, rate })) as object,
      );
    },
    fetch: async (input, init) => {
      const at = clock.now();
      const provider = new URL(input as string).pathname.startsWith("/pigeon") ? "pigeon" : "raven";
      requests.push({ at, provider });
      await clock.sleep(80, init?.signal as AbortSignal);
      const isDown = provider === "pigeon" && at >= 10_000 && at < 25_000;
      return isDown ? new Response(null, { status: 503 }) : Response.json({ id: "m-1", Sid: "m-1" });
    },
  });
  const outcomes = await Promise.all(
    Array.from({ length: calls }, async (_, number) => {
      await clock.sleep((number * 1000) / 3, new AbortController().signal);
      return client.profiles["communication/send-sms"].SendMessage.safe({ to: "+1", text: "hi" });
    }),
  );
  return { requests, circuits, succeeded: outcomes.filter(({ ok }) => ok).length };
}

test.run();
