import { callChart, crowdChart, timeAxis } from "#generator/simulate/report/charts.js";
import { callEvents, callSentence, crowdSentences, stretchesOf } from "#generator/simulate/report/words.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { call, crowd } from "./timelines.js";

const test = suite("the report's drawings");

/** As a reader sees it: a number stays with its unit. */
const plain = (text: string): string => text.replaceAll("\u00A0", " ");

test("an axis has at most five labels, in steps that people count in, and never leaves the chart", () => {
  const texts = (end: number) => timeAxis(end).ticks.map(({ text }) => plain(text));
  assert.equal(texts(248), ["0 s", "100 ms", "200 ms"]);
  assert.equal(texts(3488), ["0 s", "1 s", "2 s", "3 s"]);
  assert.equal(texts(261_000), ["0 s", "2 min", "4 min"]);
  for (let end = 1; end < 3_000_000; end = Math.ceil(end * 1.3)) {
    const { ticks } = timeAxis(end);
    assert.ok(ticks.length >= 2 && ticks.length <= 5, String(end));
    assert.ok(ticks.every(({ x }) => Number.parseFloat(x) <= 100));
    assert.is(ticks[0]?.anchor, "start");
    assert.ok(ticks.every(({ x, anchor }) => Number.parseFloat(x) <= 90 || anchor === "end"));
  }
});

test("the scale is linear: what takes twice as long is twice as wide, what takes no time is seen", () => {
  const [pigeon] = callChart(call).lanes;
  const widths = pigeon?.bars.map(({ width }) => Number.parseFloat(width)) ?? [];
  const [first = 0, second = 0, third = 0] = widths;
  assert.ok(Math.abs(second - 2 * first) < 0.02, widths.join());
  assert.ok(third > 0 && third < 1);
});

test("an attempt that fails differs from one that does not by more than its colour; a number stands where it has room", () => {
  const [pigeon, raven] = callChart(call).lanes;
  assert.equal(pigeon?.bars.map(({ kind, number }) => [kind, number]), [["fail", "1"], ["fail", "2"], ["fail", ""]]); // prettier-ignore
  assert.equal(
    raven?.bars.map(({ kind, number }) => [kind, number]),
    [["ok", "1"]],
  );
});

test("a failover leaves one provider and arrives at the next, at one time; a circuit is a band until it may close", () => {
  const [pigeon, raven] = callChart(call).lanes;
  assert.equal(pigeon?.leaves, raven?.arrives);
  assert.equal([pigeon?.arrives, raven?.leaves], [[], []]);
  assert.equal(
    pigeon?.bands.map(({ state }) => state),
    ["open"],
  );
  const open = { at: 10, provider: "p", from: "closed", to: "open", openFor: 50 };
  const probe = { at: 60, provider: "p", from: "open", to: "half-open" };
  assert.equal(stretchesOf([open, probe, { ...probe, at: 70, to: "closed" }], 100), [
    { state: "open", begin: 10, end: 60 },
    { state: "half-open", begin: 60, end: 70 },
  ]);
  assert.equal(stretchesOf([open], 30), [{ state: "open", begin: 10, end: 30 }]);
});

test("a sentence and a list say the same, causes before what follows", () => {
  assert.is(
    plain(callSentence(call)),
    "First, pigeon is tried 3 times within 3.5 s, then raven answers: the caller waits 4 s.",
  );
  assert.equal(
    callEvents(call).map(({ at, text }) => plain(`${at}: ${text}`)),
    [
      "0 s: attempt 1 at pigeon: 503 after 1 s",
      "1 s: a wait of 200 ms before pigeon is tried again",
      "1.2 s: attempt 2 at pigeon: no answer after 2 s",
      "3.2 s: a wait of 300 ms until the circuit of pigeon lets a request through",
      "3.5 s: the circuit of pigeon opens: no request is sent there for 400 ms",
      "3.5 s: raven takes over (failover)",
      "3.5 s: attempt 3 at pigeon: refused at once",
      "3.5 s: attempt 1 at raven: answered after 500 ms",
      "4 s: the caller has the answer of raven",
    ],
  );
});

test("an error is said as one", () => {
  const error = { name: "NetworkError", code: "network-unreached", message: "the connection was refused" };
  const failed = { ...call, end: { at: 4000, outcome: "failure", attempts: 3, error } } as const;
  assert.match(plain(callSentence(failed)), /, then the caller gets an error, after 4 s\.$/);
  assert.is(plain(callChart(failed).caller.note), "waits 4 s, gets NetworkError");
  assert.is(callChart(failed).caller.isAnswered, false);
  assert.is(callEvents(failed).at(-1)?.text, "the caller gets an error: NetworkError, the connection was refused");
});

test("a crowd is small charts on one axis; requests have one scale, what is none has no column", () => {
  const { rows, down } = crowdChart(crowd, "pigeon");
  assert.equal(
    rows.map(({ name, note }) => plain(`${name}: ${note}`)),
    [
      "requests to pigeon: up to 10 a second",
      "requests to raven: up to 5 a second",
      "longest wait: up to 2 s",
      "failed calls: none",
    ],
  );
  assert.equal(rows.map(({ columns }) => columns.map(({ height }) => height)), [
    ["100%", "10%", "100%"],
    ["50%"],
    ["4%", "100%", "4%"],
    [],
  ]); // prettier-ignore
  assert.equal(down, { x: "33.33%", width: "33.33%" });
});

test("and sentences: who is answered, how long it takes, what the provider is spared", () => {
  assert.equal(crowdSentences(crowd, "pigeon", 4000).map(plain), [
    "With 10 calls a second, and pigeon down for 1 s, all 10 calls that start then are answered.",
    "99 of 100 wait at most 2 s, the slowest call takes 2 s.",
    "While it is down, 10 calls start, and pigeon gets 1 request: its open circuit blocks the rest.",
    "Together, callers open the circuit sooner than a single one.",
  ]);
  const [lost, , spared] = crowdSentences(
    { ...crowd, meanwhile: { ...crowd.meanwhile, lost: 4 }, circuits: [] },
    "pigeon",
    2000,
  ).map(plain);
  assert.match(lost ?? "", /4 of 10 calls that start then are lost\./);
  assert.match(spared ?? "", /gets 1 request\.$/);
});

test.run();
