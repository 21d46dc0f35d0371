import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ClientEvent } from "@sdkwright/runtime/generated/client";
import { clientJson } from "@sdkwright/runtime/client-json";
import { fakeProviders, type FakeProviders, type FakeRoute } from "@sdkwright/runtime/testing";
import { configured, createClient, environment, example, maps, projectOf, type Config } from "./emitted.js";
import type { CallJson } from "./project.js";
import { simulation } from "./run.js";

const test = suite("a simulation and what happens");

type Fail = (route: FakeRoute) => FakeRoute;

/** Failures as `--fail` and as the fakes have them; all but time-outs take as long as an answer. */
const failures: { readonly [how: string]: Fail } = {
  refused: (route) => route.fail("refused").delay(80),
  reset: (route) => route.fail("reset").delay(80),
  timeout: (route) => route.fail("timeout"),
  "503": (route) => route.fail(503).delay(80),
  "500": (route) => route.fail(500).delay(80),
  "403": (route) => route.fail(403).delay(80),
  "404": (route) => route.fail(404).delay(80),
  "429": (route) => route.fail(429).delay(80),
  "429:7": (route) => route.fail(429, { retryAfter: 7000 }).delay(80),
  "503:120": (route) => route.fail(503, { retryAfter: 120_000 }).delay(80),
};

const policies: { readonly [name: string]: Config } = {
  "of the example": example,
  "the defaults": configured("circuit-breaker"),
  "the defaults, alone": configured("circuit-breaker", false),
  none: configured("none"),
  "twenty quick retries, alone": configured(
    {
      kind: "circuit-breaker",
      maxContiguousRetries: 20,
      requestTimeout: 500,
      backoff: { kind: "exponential", start: 40, factor: 1 },
    },
    false,
  ),
  "without a circuit, both": configured({ kind: "circuit-breaker", circuit: false, maxContiguousRetries: 3 }, true, {
    kind: "circuit-breaker",
    maxContiguousRetries: 1,
  }),
};

function fakes(seed: number, failing: { readonly [provider: string]: Fail }): FakeProviders<"pigeon" | "raven"> {
  const bases = { pigeon: "http://127.0.0.1:1/pigeon", raven: "http://127.0.0.1:1/raven/v1" };
  const fake = fakeProviders(bases, { seed });
  const healthy: Fail = (route) => route.reply(200, { id: "m-1", Sid: "m-1" }).delay(80);
  (failing["pigeon"] ?? healthy)(fake.providers.pigeon.on("GET", "/messages"));
  (failing["raven"] ?? healthy)(fake.providers.raven.on("GET", "/sms"));
  return fake;
}

/** What a call of the emitted client really does, in the words of a timeline. */
async function happened(config: Config, seed: number, failing: { readonly [provider: string]: Fail }): Promise<object> {
  const fake = fakes(seed, failing);
  const events: (ClientEvent & { readonly now: number })[] = [];
  const on = (event: ClientEvent): void => void events.push({ ...event, now: fake.clock.now() });
  const client = createClient({ ...fake.options, clientJson: clientJson(config), env: environment, maps, on });
  await client.profiles["communication/send-sms"].SendMessage.safe({ to: "+1", text: "hi" });
  fake.verify();
  return told(events);
}

function told(events: readonly (ClientEvent & { readonly now: number })[]): object {
  const of = <Type extends ClientEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<ClientEvent, { type: Type }> & { now: number } => event.type === type);
  const end = [...of("success"), ...of("failure")].map(({ type, now, provider, attempts }) => [
    type,
    now,
    provider,
    attempts,
  ]);
  return {
    attempts: of("attempt").map(({ provider, attempt, now, duration, status, error }) => [
      provider,
      attempt,
      now - duration,
      now,
      status,
      error?.code,
    ]),
    waits: of("retry").map(({ provider, now, delay }) => [provider, now, now + delay]),
    circuits: of("circuit").map(({ now, provider, from, to }) => [now, provider, from, to]),
    failovers: of("failover").map(({ now, from, to, error }) => [now, from, to, error.code]),
    end,
  };
}

function simulated({ spans, circuits, failovers, end }: CallJson): object {
  const of = (kind: string) => spans.filter((span) => span.kind === kind);
  return {
    attempts: of("attempt").map(({ provider, attempt, begin, end, status, code }) => [
      provider,
      attempt,
      begin,
      end,
      status,
      code,
    ]),
    // What a call waits for the next round, no event tells.
    waits: of("wait")
      .filter(({ provider, end }) => !failovers.some(({ at, to }) => to === provider && at === end))
      .map(({ provider, begin, end }) => [provider, begin, end]),
    circuits: circuits.map(({ at, provider, from, to }) => [at, provider, from, to]),
    failovers: failovers.map(({ at, from, to, code }) => [at, from, to, code]),
    end: [[end.outcome, end.at, end.provider, end.attempts]],
  };
}

for (const [name, config] of Object.entries(policies)) {
  test(`${name}: the emitted client does exactly what was simulated, for each failure`, async () => {
    for (const [how, fail] of Object.entries(failures)) {
      const { calls } = await simulation(projectOf(config), { fail: [`pigeon=${how}`], seed: "7" });
      assert.equal(simulated(calls[0] as CallJson), await happened(config, 7, { pigeon: fail }), how);
    }
  });
}

test("with both down as well", async () => {
  for (const config of [example, policies["without a circuit, both"] as Config]) {
    const args = { fail: ["pigeon=503", "raven=timeout"], seed: "3" };
    const { calls } = await simulation(projectOf(config), args);
    const failing = { pigeon: failures["503"] as Fail, raven: failures["timeout"] as Fail };
    assert.equal(simulated(calls[0] as CallJson), await happened(config, 3, failing));
  }
});

test.run();
