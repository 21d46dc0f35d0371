import { carriedOver, exportState, readExport, type ExportedCircuit } from "#runtime/policy/circuit-table.js";
import { Circuit } from "#runtime/policy/circuit.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";
import { asking } from "./ask.js";

// What circuits hand over to the next process, and what of it is believed.
const test = suite("export of circuits");

const rules = { maxContiguousRetries: 5, openTime: 2000, maxOpenTime: 10_000, authCoolDown: 60_000 };
const owner = { profile: "test", useCase: "Send", provider: "a" };
const endpoint = { service: "default", method: "GET", path: "/x" };
const common = { ...owner, ...endpoint, hasEnded: true };
const open = { ...common, state: "open", cause: "failures", remaining: 1000 } as const;
const limited = { ...common, state: "limited", cause: "refusals", rate: 8, ceiling: 20 } as const;
const read = (...circuits: unknown[]) => readExport({ version: 1, at: 100, circuits }, 100);

test("what is whole is read as it is, in order", () => {
  assert.equal(read(open, limited), { circuits: [open, limited], ignored: [] });
  const outside = { ...open, profile: undefined, useCase: undefined };
  assert.equal(read(outside).circuits, [outside]);
  assert.equal(read(JSON.parse(JSON.stringify(outside))).circuits, [outside]);
});

test("what is not an export is ignored whole", () => {
  const whole = { version: 1, at: 100, circuits: [] };
  assert.equal(readExport(whole, 100), { circuits: [], ignored: [] });
  const others = [undefined, null, 7, "text", [], {}, { ...whole, version: 2 }];
  const halves = [
    { ...whole, at: -1 },
    { ...whole, at: NaN },
    { ...whole, at: "100" },
    { ...whole, circuits: {} },
  ];
  const many = { ...whole, circuits: Array.from({ length: 10_001 }, () => open) };
  const throwing = {
    ...whole,
    get circuits(): unknown {
      throw new Error("it cannot be read");
    },
  };
  for (const given of [...others, ...halves, many, throwing]) {
    const { circuits, ignored } = readExport(given, 100);
    assert.equal([circuits, ignored.length], [[], 1]);
  }
  assert.is(readExport({ ...many, circuits: many.circuits.slice(1) }, 100).circuits.length, 10_000);
  assert.equal(readExport({ ...whole, at: 0 }, 100).ignored, []);
});

test("an entry that lacks something, or has something else in its place, is ignored by itself", () => {
  for (const key of ["provider", "service", "method", "path", "state", "cause"])
    for (const value of [undefined, 7, null]) {
      const { circuits, ignored } = read(limited, { ...open, [key]: value }, open);
      assert.equal([circuits, ignored], [[limited, open], ["circuits that are malformed: 1"]], key);
    }
  for (const key of ["profile", "useCase"]) assert.equal(read({ ...open, [key]: 7 }).circuits, [], key);
  for (const other of [undefined, null, 7, "open", []]) assert.is(read(other).ignored.length, 1);
});

test("a method is a token in capitals, and a path is one as requests are labelled: no origin, user info, query or control", () => {
  const isRead = (change: object): boolean => read({ ...open, ...change }).circuits.length === 1;
  for (const method of ["GET", "X", "M-SEARCH", "A".repeat(64)]) assert.ok(isRead({ method }), method);
  for (const method of ["", "get", "xGET", "GETx", "1GET", "GET x", "GET\n", "A".repeat(65)])
    assert.not(isRead({ method }), method);
  for (const path of [
    "",
    "/",
    "/x",
    "x/y",
    "/v1/a:b",
    "/1:x",
    "/a@b",
    "/a//b/c@d",
    "1a:x",
    "/é",
    "/".padEnd(4096, "x"),
  ])
    assert.ok(isRead({ path }), path);
  const origins = ["//host", "//host/x", "https://host/x", "mailto:x", "a:x", "A1+.-:x"];
  const users = ["/x//user@host", "/abc//u:p@host/y", "/x//@host"];
  const others = [
    "/x?y",
    "/x#y",
    "/x\\y",
    "/x\ny",
    "/x\u0000",
    "/x\u0085",
    "/x\u202e",
    "/x\u2028",
    "/x\ufeff",
    "/a\u3164b",
    "/a\u115f\u1160b",
    "/a\ufe0fb",
    "/a\u034fb",
    "/a\u17b4b",
    "/a\u2800b",
    "/\uffa0",
    "/a\u{1d159}b",
    "/a\u{e0041}b",
    "/\ud800",
    " /x",
    "\u00a0x",
    " https://host/x",
    "\u2003//host",
    "\u3164https://host/x",
    "/".padEnd(4097, "x"),
  ];
  for (const path of [...origins, ...users, ...others]) assert.not(isRead({ path }), JSON.stringify(path));
});

test("a state has the causes and figures that belong to it", () => {
  const wrong = [
    { ...open, cause: "recovery" },
    { ...open, state: "closed" },
    { ...open, state: "constructor" },
    { ...limited, cause: "denials" },
    { ...open, remaining: -1 },
    { ...open, remaining: undefined },
    { ...open, remaining: Infinity },
    { ...limited, rate: -1 },
    { ...limited, rate: "8" },
    { ...limited, ceiling: "20" },
  ];
  for (const entry of wrong) assert.equal(read(entry).circuits, [], JSON.stringify(entry));
  for (const cause of ["failures", "refusals", "denials", "silence"])
    assert.is(read({ ...open, cause }).ignored.length, 0);
  for (const cause of ["failures", "refusals", "recovery"]) assert.is(read({ ...limited, cause }).ignored.length, 0);
});

test("rests are shortened by the age, and end within 300 s; rates are 1/s at least", () => {
  const rest = (remaining: number, at: number) =>
    readExport({ version: 1, at, circuits: [{ ...open, remaining }] }, 1000).circuits[0]?.remaining;
  assert.equal([rest(900, 1000), rest(900, 600), rest(900, 0), rest(0, 1000)], [900, 500, 0, 0]);
  assert.equal([rest(900, 2000), rest(1e12, 1000)], [900, 300_000]);
  const [slow, unbounded] = read({ ...limited, rate: 0.1 }, { ...limited, ceiling: undefined }).circuits;
  assert.equal([slow?.rate, slow?.ceiling, unbounded?.rate, unbounded?.ceiling], [1, 20, 8, undefined]);
  assert.equal(
    [read({ ...open, hasEnded: false }).circuits[0]?.hasEnded, read({ ...open, hasEnded: 1 }).circuits[0]?.hasEnded],
    [false, false],
  );
});

test("what was carried over goes on where it was, with the rules of its new owner", () => {
  const state = (exported: ExportedCircuit) => carriedOver(exported, rules, 50);
  const rested = state(open);
  assert.equal([rested.kind, rested.cause, rested.openTime], ["open", "failures", 2000]);
  assert.is(rested.kind === "open" && rested.until, 1050);
  const slow = state(limited);
  assert.equal([slow.kind, slow.cause, slow.ceiling], ["limited", "refusals", 20]);
  assert.is(slow.kind === "limited" && slow.rate, 8);
  assert.is(state({ ...limited, ceiling: 2 }).ceiling, 8, "no rate is above its ceiling");
  assert.is(state({ ...limited, ceiling: undefined }).ceiling, Infinity);
});

test("a circuit exports what holds requests back: a rest, a probe as a rest that is over, a rate with its ceiling", () => {
  const clock = new VirtualClock();
  const exported = (given: ExportedCircuit | undefined, now: number, isShared = false) => {
    const circuit = new Circuit({ clock, rules, endpoint: isShared ? undefined : endpoint });
    if (given !== undefined) circuit.restore(carriedOver(given, rules, 0));
    return exportState(owner, { circuit, label: circuit.endpoint, hasEnded: true }, now);
  };
  assert.equal(exported(undefined, 0), []);
  assert.equal(exported(open, 400), [{ ...open, remaining: 600 }]);
  assert.equal(exported(open, 4000), [{ ...open, remaining: 0 }]);
  assert.equal(exported(limited, 400), [limited]);
  assert.equal(exported({ ...limited, ceiling: Infinity }, 400), [{ ...limited, ceiling: undefined }]);
  assert.equal(exported(limited, 5000), [], "nobody was held back for 5 s");
  assert.equal(exported({ ...open, remaining: 1000 }, 0, true), [], "the one that endpoints share is of no endpoint");
  const probed = new Circuit({ clock, rules, endpoint });
  probed.restore(carriedOver({ ...open, remaining: 0 }, rules, 0));
  const ask = asking({ rules, hasNext: true });
  assert.ok(probed.admit(ask, 0));
  assert.is(probed.state.kind, "half-open");
  assert.equal(exportState(owner, { circuit: probed, label: endpoint, hasEnded: true }, 0), [
    { ...open, remaining: 0 },
  ]);
});

test.run();
