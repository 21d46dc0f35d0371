import { HttpError, NetworkError, RequestError, type SdkError } from "@sdkwright/runtime";
import { Circuit, type CircuitOptions } from "#runtime/policy/circuit.js";
import { Limits } from "#runtime/policy/queue.js";
import type { Ask, Permit } from "#runtime/policy/permit.js";
import { limited, open } from "#runtime/policy/circuit-reducer.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";
import { asking } from "./ask.js";

// What holds a circuit's state: who has its turn, what is counted, what is told. Its clock stands still at 0: time is
// what each ask says.
const test = suite("circuit, its holder");

const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };
const endpoint = { service: "default", method: "GET", path: "/x" };
const last = asking({ rules, until: 9000 });
const withNext: Ask = { ...last, hasNext: true };
const error = new HttpError("503", { code: "http", status: 503 });

function create(options: Partial<CircuitOptions> = {}): Circuit {
  return new Circuit({ clock: new VirtualClock(), rules, endpoint, ...options });
}

function createLimited(cause: "recovery" | "failures", rate = 10): Circuit {
  const circuit = create();
  circuit.restore(limited(circuit.state, cause, { rate, ceiling: rate }, rules, 0));
  return circuit;
}

const isPermit = (asked: unknown): boolean => asked !== undefined && !(asked instanceof Promise);

test("nobody overtakes who waits, though a slot is due", () => {
  const circuit = createLimited("recovery");
  assert.ok(isPermit(circuit.admit(last, 0)));
  assert.instance(circuit.admit(last, 0), Promise);
  assert.instance(circuit.admit(last, 200), Promise);
  assert.is(circuit.admit(withNext, 200), undefined);
  assert.is(circuit.waiting, 2);
});

test("when nobody was held back for 5 s it closes with the next ask, whoever waits", () => {
  const circuit = createLimited("recovery");
  assert.ok(isPermit(circuit.admit(last, 0)));
  assert.instance(circuit.admit({ ...last, until: 99_000 }, 0), Promise);
  assert.ok(isPermit(circuit.admit(withNext, 5000)));
  assert.equal([circuit.state.kind, circuit.waiting], ["closed", 0]);
});

test("who goes on to another candidate was held back", () => {
  const circuit = createLimited("recovery", 1);
  assert.ok(isPermit(circuit.admit(withNext, 0)));
  assert.is(circuit.admit(withNext, 500), undefined);
  assert.ok(isPermit(circuit.admit(withNext, 5200)));
  assert.is(circuit.state.kind, "limited");
  assert.ok(isPermit(circuit.admit(withNext, 10_201)));
  assert.is(circuit.state.kind, "closed");
});

test("within limits, too, nobody overtakes who waits for a place", () => {
  const circuit = create({ limits: new Limits({ perSecond: 1 }) });
  assert.ok(isPermit(circuit.admit(last, 0)));
  assert.instance(circuit.admit(last, 0), Promise);
  assert.instance(circuit.admit(last, 1000), Promise);
  assert.is(circuit.admit(withNext, 1000), undefined);
});

test("while limited, too, a run is not firm before nearly all of its attempts are answered", () => {
  const circuit = createLimited("failures");
  const tickets = Array.from({ length: 40 }, () => circuit.admit(last, 10) as Permit);
  tickets.forEach((ticket, index) => {
    ticket.done({ type: "failure", error, timedOut: false }, 20);
    // 37 of 40: three are unanswered, and ten times that is less.
    assert.is(circuit.state.kind, index < 36 ? "limited" : "open", String(index + 1));
  });
});

test("while nobody knows when it goes on, a second is what it says", () => {
  const circuit = create();
  circuit.restore(open(circuit.state, "failures", { openTime: 2000, openFor: 0 }, 0));
  assert.ok(isPermit(circuit.admit(withNext, 0)));
  assert.equal([circuit.state.kind, circuit.retryAfter(0)], ["half-open", 1000]);
});

test("the usual time is that of a success, from its start", () => {
  const circuit = create();
  const ticket = circuit.admit(last, 100) as Permit;
  ticket.done({ type: "success", timedOut: false }, 150);
  assert.is(circuit.state.usual, 50);
});

/** Whether it opens for silence when a call with another candidate asks. */
function isSilent(circuit: Circuit, now: number): boolean {
  void circuit.admit(withNext, now);
  return circuit.state.cause === "silence";
}

test("a silence: 16 attempts unanswered for ten usual times, for a second at least, for 5 s where none is known", () => {
  for (const [usual, wait] of [
    [undefined, 5000],
    [50, 1000],
    [300, 3000],
  ] as const) {
    const silent = (count: number, now: number): boolean => {
      const circuit = create();
      if (usual !== undefined) {
        (circuit.admit(last, 0) as Permit).done({ type: "success", timedOut: false }, usual);
      }
      for (let attempt = 0; attempt < count; attempt += 1) void circuit.admit(last, 1000 + attempt);
      return isSilent(circuit, now);
    };
    assert.equal([silent(16, 999 + wait), silent(16, 1000 + wait), silent(15, 1000 + wait)], [false, true, false]);
  }
});

/** So many attempts that begin at 0. */
function begin(circuit: Circuit, count: number): Permit {
  const [first] = Array.from({ length: count }, () => circuit.admit(withNext, 0) as Permit);
  if (first === undefined) throw new Error("no ticket");
  return first;
}

/** An attempt that waits for a token is held: the endpoint got nothing, so it owes no answer. */
const held: readonly (readonly [says: string, count: number, what: (first: Permit) => void, silent: boolean])[] = [
  ["sixteen unanswered are a silence", 16, () => {}, true],
  ["fifteen and a held one are none", 16, (first) => first.hold(), false],
  ["once it goes on it counts", 16, (first) => (first.hold(), first.goOn(4000)), true],
  ["and is answered like any other", 16, (first) => (first.hold(), first.goOn(10), first.drop(20)), false],
  ["one that has ended is answered once, however it is held afterwards", 17, (first) => (first.drop(10), first.hold()), true],
  ["one that ended while it was held does not come back", 16, (first) => (first.hold(), first.drop(10), first.goOn(20)), false],
]; // prettier-ignore

test("tickets that are held count from when they go on, and once", () => {
  for (const [says, count, what, silent] of held) {
    const circuit = create();
    what(begin(circuit, count));
    assert.is(isSilent(circuit, 5001), silent, says);
  }
  const circuit = create();
  const first = begin(circuit, 1);
  first.hold();
  first.goOn(4000);
  assert.is(first.startedAt, 4000);
  first.hold();
  circuit.restore({ ...circuit.state, generation: circuit.state.generation + 1 });
  begin(circuit, 15);
  first.goOn(20);
  assert.is(isSilent(circuit, 5001), false, "nor does one of an earlier time of its circuit");
});

test("no silence: what started before the last answer is not asked for, and who is alone does not ask", () => {
  const circuit = create();
  for (let attempt = 0; attempt < 16; attempt += 1) void circuit.admit(last, 0);
  const failed = circuit.admit(last, 10) as Permit;
  failed.done({ type: "failure", error, timedOut: false }, 4000);
  assert.is(isSilent(circuit, 9000), false);
  const alone = create();
  for (let attempt = 0; attempt < 16; attempt += 1) void alone.admit(last, 0);
  assert.ok(isPermit(alone.admit(last, 6000)));
  assert.is(isSilent(alone, 6000), true);
});

test("no silence: what began together with a success that came at once is not asked for", () => {
  const circuit = create();
  const answered = circuit.admit(last, 0) as Permit;
  for (let attempt = 0; attempt < 16; attempt += 1) void circuit.admit(last, 0);
  answered.done({ type: "success", timedOut: false }, 0);
  assert.is(isSilent(circuit, 9000), false);
});

test("no silence while it rests or probes, though last candidates go all the same", () => {
  for (const [openFor, kind] of [
    [60_000, "open"],
    [0, "half-open"],
  ] as const) {
    const circuit = create();
    circuit.restore(open(circuit.state, "denials", { openTime: 60_000, openFor }, 0));
    assert.is(isPermit(circuit.admit(withNext, 0)), kind === "half-open");
    for (let attempt = 0; attempt < 16; attempt += 1) assert.ok(isPermit(circuit.admit(last, 0)));
    assert.is(isSilent(circuit, 9000), false);
    assert.equal([circuit.state.kind, circuit.state.cause], [kind, "denials"]);
  }
});

test("an attempt that outlived a change is not taken for a younger one that began in the same moment", () => {
  const circuit = create();
  const old = circuit.admit(last, 0) as Permit;
  circuit.reset(0);
  const tickets = Array.from({ length: 40 }, () => circuit.admit(last, 0) as Permit);
  old.drop(0);
  tickets.forEach((ticket, index) => {
    ticket.done({ type: "failure", error, timedOut: false }, 0);
    assert.is(circuit.state.kind, index < 36 ? "closed" : "open", String(index + 1));
  });
});

test("what is no evidence is no last error: it may quote anything, and another call would be told", () => {
  const circuit = create();
  const tell = (type: "failure" | "neither" | "success", told: SdkError): void =>
    (circuit.admit(last, 0) as Permit).done({ type, error: told, timedOut: false }, 0);
  tell("neither", new RequestError("the stream given as `body` failed: account 4711 unknown", { code: "failed-body" }));
  tell("success", new HttpError("404", { code: "http-404", status: 404 }));
  assert.is(circuit.lastError, undefined);
  const { code } = error;
  tell("failure", error);
  tell("neither", new RequestError("account 4711 unknown", { code: "failed-body" }));
  assert.is(circuit.lastError?.code, code);
});

/** What a `fetch` of the application's own may throw. */
class Proxied extends NetworkError {
  constructor(tenant: { readonly of: { readonly id: string } }) {
    super(`proxy of ${tenant.of.id}`, { code: "network-reset", sent: "unknown" });
  }
}

/** Not even its message can be read. */
function guarded(): SdkError {
  const get = (): never => {
    throw new Error("read too late");
  };
  return Object.defineProperty(new NetworkError("", { code: "network-reset", sent: "unknown" }), "message", { get });
}

for (const [how, thrown] of [
  ["made", () => new Proxied({ of: { id: "a" } })],
  ["read", guarded],
] as const)
  test(`12: an error of a class that is ${how} otherwise counts like any other`, () => {
    const circuit = create();
    for (let index = 0; circuit.state.kind === "closed" && index < 100; index += 1)
      (circuit.admit(last, 0) as Permit).done({ type: "failure", error: thrown(), timedOut: false }, 0);
    assert.equal([circuit.state.kind, circuit.lastError], ["open", undefined]);
  });

test("those who sleep between attempts are woken when it leaves closed, and not when it closes or is reset", () => {
  let woken = 0;
  for (const circuit of [create(), createLimited("recovery")]) {
    circuit.onLeave(() => (woken += 1));
    circuit.reset(0);
    assert.equal([circuit.state.kind, woken], ["closed", 0]);
  }
  const left = create();
  left.onLeave(() => (woken += 1));
  for (let count = 0; count < 8; count += 1) {
    (left.admit(last, 0) as Permit).done({ type: "denial", timedOut: false }, 0);
  }
  assert.equal([left.state.kind, woken], ["open", 1]);
});

test.run();
