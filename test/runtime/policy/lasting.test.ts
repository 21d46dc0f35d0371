import { BodyError, HttpError, NetworkError, type SdkError, TimeoutError } from "@sdkwright/runtime";
import { Circuit } from "#runtime/policy/circuit.js";
// At once: to load it takes real time.
import "#runtime/policy/lasting.js";
import { CircuitRecord, type Permit, type Report } from "#runtime/policy/permit.js";
import { PermitsInUse } from "#runtime/policy/queue.js";
import { performRequest } from "#runtime/policy/retry.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { asking } from "./ask.js";
import { breaker, createTerms, label } from "./terms.js";
import { VirtualClock } from "./virtual-clock.js";
import { type Context, createWorld, type World } from "./world.js";

// Answers that are given out when they have begun: a circuit hears of their beginning, and of their end.
const test = suite("answers that last");

const rules = breaker();
const success: Report = { type: "success", timedOut: false };
const failure: Report = {
  type: "failure",
  timedOut: false,
  error: new HttpError("503", { code: "http", status: 503 }),
};

const createCircuit = (): Circuit => new Circuit({ clock: new VirtualClock(), rules, endpoint: label });
const admit = (circuit: Circuit, now: number, more: object = {}): Permit =>
  circuit.admit(asking({ rules, ...more }), now) as Permit;

test("what has begun is no silence, however long it lasts", () => {
  for (const beginsAt of [0, 100]) {
    const circuit = createCircuit();
    for (let count = 0; count < 20; count += 1) admit(circuit, 0).begun(beginsAt);
    assert.is(admit(circuit, 20_000, { hasNext: true }).generation, 0);
    assert.is(circuit.state.kind, "closed");
  }
});

test("what begins is an answer: what has started before it is no silence", () => {
  const circuit = createCircuit();
  for (let count = 0; count < 20; count += 1) admit(circuit, 0, { atMost: 60_000 });
  admit(circuit, 19_000).begun(19_500);
  admit(circuit, 20_000, { hasNext: true });
  assert.is(circuit.state.kind, "closed");
});

test("what has begun says nothing until it ends: failures among it are no run yet", () => {
  const circuit = createCircuit();
  const lasting = [0, 1].map(() => admit(circuit, 0));
  for (let now = 0; now < 15; now += 1) admit(circuit, now).done(failure, now);
  const [one, other] = lasting;
  one?.begun(15);
  other?.begun(15);
  admit(circuit, 16).done(failure, 16);
  assert.equal([circuit.state.kind, circuit.state.evidence.run.length], ["closed", 16]);
  one?.drop(17);
  assert.is(circuit.state.kind, "closed");
  admit(circuit, 18).done(failure, 18);
  assert.is(circuit.state.kind, "open");
});

test("what has begun is undecided as long as an attempt may last; its end counts all the same", () => {
  const circuit = createCircuit();
  const lasting = [0, 1, 2].map(() => admit(circuit, 0, { atMost: 1000 }));
  for (const permit of lasting) permit.begun(1);
  for (let now = 0; now < 16; now += 1) admit(circuit, now).done(failure, now);
  assert.is(circuit.state.kind, "closed");
  circuit.lapse(4000);
  lasting[0]?.done(failure, 4001);
  assert.equal([circuit.state.kind, circuit.state.generation], ["open", 1]);
});

test("the last of what has begun and failed opens it; an end of the generation before changes nothing", () => {
  const circuit = createCircuit();
  const lasting = Array.from({ length: 17 }, (_, now) => admit(circuit, now));
  for (const permit of lasting) permit.begun(20);
  for (const permit of lasting.slice(0, 16)) permit.done(failure, 30);
  assert.is(circuit.state.kind, "open");
  const { state } = circuit;
  lasting[16]?.done(success, 40);
  assert.is(circuit.state, state);
});

test("a generation begins with nothing undecided", () => {
  const circuit = createCircuit();
  for (let count = 0; count < 5; count += 1) admit(circuit, 0).begun(0);
  circuit.reset(0);
  for (let count = 0; count < 16; count += 1) admit(circuit, 0).done(failure, 0);
  assert.is(circuit.state.kind, "open");
});

test("what has lapsed is not undecided, nor does its end decide of another", () => {
  const circuit = createCircuit();
  const lapsed = admit(circuit, 0, { atMost: 1000 });
  const lasting = [admit(circuit, 0), admit(circuit, 0)];
  for (const permit of [lapsed, ...lasting]) permit.begun(1);
  circuit.lapse(4000);
  for (let count = 0; count < 16; count += 1) admit(circuit, 0).done(failure, 1);
  lapsed.drop(4001);
  admit(circuit, 1).done(failure, 4002);
  assert.is(circuit.state.kind, "closed");
});

test("a success at the end empties the run from where its attempt had started, and leaves the usual time", () => {
  const circuit = createCircuit();
  const early = admit(circuit, 0);
  for (let now = 1; now < 5; now += 1) admit(circuit, now).done(failure, now);
  const late = admit(circuit, 5);
  early.begun(10);
  late.begun(10);
  early.done(success, 8000);
  assert.is(circuit.state.evidence.run.length, 4);
  late.done(success, 9000);
  assert.equal([circuit.state.evidence.run.length, circuit.state.usual], [0, 10 - 0.5]);
});

test("nothing is kept of what nobody tells the end of", () => {
  const inUse = new PermitsInUse();
  const record = new CircuitRecord(rules, 0);
  const circuit = new Circuit({ clock: new VirtualClock(), rules, endpoint: label, record });
  const permits = Array.from({ length: 5 }, () => admit(circuit, 0, { atMost: 1000 }));
  for (const permit of permits) {
    permit.begun(1);
    inUse.add(permit);
  }
  assert.is(inUse.lapse(3999), 4000);
  assert.is(inUse.lapse(4000), Infinity);
  assert.equal(
    permits.map((permit) => permit.hasEnded),
    [false, false, false, false, false],
  );
});

test("once begun it is begun, and what has ended does not begin", () => {
  const circuit = createCircuit();
  const permit = admit(circuit, 0);
  permit.begun(10);
  permit.begun(1000);
  assert.is(circuit.state.usual, 10);
  const other = admit(circuit, 0);
  other.drop(5);
  other.begun(1000);
  assert.is(circuit.state.usual, 10);
});

type LastingEnd = { readonly type: "ended" | "dropped" } | { readonly type: "failed"; readonly error: SdkError };

/** How the circuit is told of an answer with such an end: the length of a run of two before it and after it. */
async function runAfter(end: LastingEnd): Promise<number> {
  const terms = createTerms({ policy: breaker({ maxContiguousRetries: 1 }) });
  const { circuit } = terms.endpoint();
  for (const now of [0, 1]) admit(circuit, now).done(failure, now);
  await terms.clock.advance(2);
  const own = { own: undefined, ofClient: breaker(), harmless: true, requestTimeout: undefined, deadline: undefined };
  const request = { label, policy: { ...own, idempotent: undefined }, replayable: true, signal: undefined };
  let settle: (end: LastingEnd) => void = () => {};
  const lasts = new Promise<LastingEnd>((resolve) => (settle = resolve));
  const sent = performRequest(terms.run, request, async (attempt) => {
    attempt.sending?.();
    return { status: 200, lasts };
  });
  await terms.clock.finish(sent);
  assert.equal([circuit.state.evidence.run.length, circuit.state.usual], [2, 0]);
  settle(end);
  await terms.clock.advance(1);
  return circuit.state.evidence.run.length;
}

test("a request's circuit hears how the answer has ended: as of an attempt that fails so, or nothing", async () => {
  assert.is(await runAfter({ type: "ended" }), 0);
  assert.is(await runAfter({ type: "dropped" }), 2);
  const details = { code: "x" };
  const failed = async (error: SdkError): Promise<number> => runAfter({ type: "failed", error });
  assert.is(await failed(new NetworkError("broken", { ...details, sent: "unknown" })), 3);
  assert.is(await failed(new TimeoutError("stalled", details)), 3);
  assert.is(await failed(new BodyError("too large", details)), 2);
});

/** One that a test feeds. */
function feed() {
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (out = controller) });
  return { body, send: (text: string) => out?.enqueue(new TextEncoder().encode(text)), close: () => out?.close() };
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The failures in a row that a circuit knows of, after one, and a stream that is left so. */
async function afterLeaving(
  leave: (reader: Reader, given: ReturnType<typeof feed>, world: World) => Promise<unknown>,
  options: object = {},
): Promise<unknown> {
  const given = feed();
  const world = createWorld({
    answers: { b: [501, () => new Response(given.body)] },
    map: async ({ http }: Context) => (await http.get("/x", { stream: true, ...options })).body?.getReader(),
    options: { on: undefined },
  });
  await world.run();
  await world.clock.advance(1);
  const outcome = await world.run();
  if (!outcome.ok) throw outcome.error;
  const run = (): unknown => world.client.circuits().map((circuit) => circuit.run);
  assert.equal(run(), [1]);
  await leave(outcome.value as Reader, given, world);
  await world.clock.advance(1);
  return run();
}

test("who leaves a stream between two chunks has got what he wanted; who leaves while he waits says nothing", async () => {
  const ends: readonly (readonly [string, Parameters<typeof afterLeaving>[0], number])[] = [
    [
      "read to its end",
      async (reader, { send, close }) => {
        send("a");
        close();
        while (!(await reader.read()).done);
      },
      0,
    ],
    [
      "left between two chunks",
      async (reader, { send }) => {
        send("a");
        await reader.read();
        void reader.cancel();
      },
      0,
    ],
    ["left at once", async (reader) => void reader.cancel(), 1],
    [
      "left while waiting for the first",
      async (reader) => {
        void reader.read();
        void reader.cancel();
      },
      1,
    ],
    [
      "left while waiting for the second",
      async (reader, { send }, { clock }) => {
        send("a");
        await reader.read();
        void reader.read();
        await clock.advance(1);
        void reader.cancel();
      },
      1,
    ],
    [
      "stalled",
      async (reader, _, { clock }) => {
        const stalled = reader.read().catch(() => {});
        await clock.advance(30_000);
        await stalled;
      },
      2,
    ],
  ];
  for (const [what, leave, run] of ends) assert.equal(await afterLeaving(leave), [run], what);
});

test("what a signal ends says nothing", async () => {
  const controller = new AbortController();
  const leave = async (reader: Reader): Promise<void> => {
    const ended = reader.read().catch(() => {});
    controller.abort(new NetworkError("of somebody else", { code: "network-reset", sent: "unknown" }));
    await ended;
  };
  assert.equal(await afterLeaving(leave, { signal: controller.signal }), [1]);
});

test("limits: an answer that lasts takes no place, and gives none back twice", async () => {
  let left: Reader | undefined;
  const world = createWorld({
    answers: { b: ({ url }) => (url.pathname === "/x" ? new Response(feed().body) : "hang") },
    map: async ({ http, input: { path = "/x" } }: Context) => {
      left = (await http.get(path as string, { stream: true })).body?.getReader();
    },
    limits: { b: { concurrency: 1 } },
  });
  for (let count = 0; count < 3; count += 1) assert.is((await world.run()).ok, true);
  assert.is(world.clock.now(), 0);
  const call = world.send.safe({ path: "/y" });
  await world.clock.advance(1);
  void left?.cancel();
  await world.clock.advance(1);
  const other = world.send.safe({ path: "/z" });
  await world.clock.advance(1);
  assert.equal(
    world.sent.map(({ url }) => url.pathname),
    ["/x", "/x", "/x", "/y"],
  );
  await world.clock.finish(Promise.all([call, other]));
});

test.run();
