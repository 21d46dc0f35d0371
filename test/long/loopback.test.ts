import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ClientEvent, Outcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createWorld, type World } from "../runtime/policy/world.js";

const test = suite("load on loopback");

const IN_FLIGHT = 500;
const CALLS = 2000;

interface Server {
  readonly child: ChildProcess;
  readonly origin: string;
  ask(path: string): Promise<string>;
}

let server: Server;

test.before(async () => {
  const child = fork(fileURLToPath(new URL("brown-out-server.js", import.meta.url)));
  const [port] = (await once(child, "message")) as [number];
  const origin = `http://127.0.0.1:${port}`;
  server = { child, origin, ask: async (path) => (await fetch(origin + path)).text() };
});

test.after(() => void server.child.kill());

/** The platform's clock and fetch; short waits, so that counts and not times are what a slow machine changes. */
function createReal(on: (event: ClientEvent) => void): World {
  const policy = {
    kind: "circuit-breaker",
    requestTimeout: 60_000,
    openTime: 600_000,
    backoff: { kind: "exponential", start: 20 },
  } as const;
  const real = { clock: undefined, random: Math.random, on };
  return createWorld({
    answers: { a: 200, b: 200 },
    policies: { a: policy, b: "none" },
    options: {
      ...real,
      fetch: (input, init) => {
        const url = new URL(input as string);
        return url.host === "a.example"
          ? fetch(server.origin + url.pathname, init)
          : Promise.resolve(new Response("{}"));
      },
    },
  });
}

async function load(world: World): Promise<readonly Outcome<unknown>[]> {
  const outcomes: Outcome<unknown>[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < CALLS) {
      started += 1;
      outcomes.push(await world.send.safe({}));
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return outcomes;
}

test("30 % of answers are failures, 500 in flight: every call succeeds, and at most 1.5 attempts are made for each", async () => {
  const before = Number(await server.ask("/count"));
  const outcomes = await load(createReal(() => {}));
  const attempts = Number(await server.ask("/count")) - before;
  assert.is(outcomes.filter(({ ok }) => ok).length, CALLS);
  const primary = outcomes.filter(({ provider }) => provider === "a").length;
  assert.ok(primary >= CALLS * 0.95, `${primary} by the primary: a trip before the last calls sends the others away`);
  assert.ok(attempts <= CALLS * 1.5, `${attempts} attempts`);
});

test("an outage with 500 in flight: every call succeeds with the backup, and the primary is left alone", async () => {
  await server.ask("/down");
  const before = Number(await server.ask("/count"));
  const opened: number[] = [];
  const world = createReal((event) => {
    if (event.type === "circuit") opened.push(1);
  });
  const outcomes = await load(world);
  const attempts = Number(await server.ask("/count")) - before;
  await server.ask("/up");
  assert.is(outcomes.filter(({ ok, provider }) => ok && provider === "b").length, CALLS);
  assert.is(opened.length, 1);
  assert.ok(attempts <= IN_FLIGHT * 2, `${attempts} attempts`);
});

test.run();
