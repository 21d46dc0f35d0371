import { ProgressLine, tellsProgress } from "#generator/cli/progress.js";
import { isWatched } from "#generator/cli/report.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("the line that says what a command is doing");

/** A terminal, and a time that passes when the test says so. */
class Screen {
  written: string[] = [];
  now = 0;
  #timers: { at: number; act: () => void }[] = [];
  readonly line: ProgressLine;

  readonly columns: number | undefined;

  constructor(columns?: number) {
    this.columns = columns;
    this.line = new ProgressLine(this, { now: () => this.now, after: (ms, act) => this.#after(ms, act) });
  }

  write(text: string): void {
    this.written.push(text.replace("\r\u001B[2K", "<"));
  }

  pass(ms: number): void {
    this.now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.now);
    this.#timers = this.#timers.filter(({ at }) => at > this.now);
    for (const { act } of due) act();
  }

  #after(ms: number, act: () => void): { cancel: () => void } {
    const timer = { at: this.now + ms, act };
    this.#timers.push(timer);
    return { cancel: () => (this.#timers = this.#timers.filter((each) => each !== timer)) };
  }
}

test("a short run shows nothing, and has nothing to take away", () => {
  const screen = new Screen();
  screen.line.step("reading");
  screen.pass(499);
  screen.line.step("writing");
  screen.line.clear();
  screen.pass(1_000);
  assert.equal(screen.written, []);
});

test("after half a second it shows what is being done, whether or not something begins then", () => {
  const screen = new Screen();
  screen.line.step("asking acme.example");
  screen.pass(500);
  assert.equal(screen.written, ["<asking acme.example…"]);
});

test("a step that says that it lasts is shown before it begins", () => {
  const screen = new Screen();
  screen.pass(100);
  screen.line.step("short", 399);
  screen.line.step("long", 400);
  assert.equal(screen.written, ["<long…"]);
});

test("the line is written again at most every 50 ms, the last word is shown, and it is taken away", () => {
  const screen = new Screen();
  screen.pass(600);
  for (const step of [1, 2, 3]) screen.line.step(`rendering ${step} of 4`);
  assert.equal(screen.written, ["<rendering 1 of 4…"]);
  screen.pass(50);
  assert.equal(screen.written.slice(1), ["<rendering 3 of 4…"]);
  screen.line.step("rendering 4 of 4");
  screen.line.clear();
  screen.pass(1_000);
  assert.equal(screen.written.slice(2), ["<"]);
});

test("it fits one line, whatever the name of a file", () => {
  const screen = new Screen(20);
  screen.pass(600);
  screen.line.step("reading a-very-long-name.json");
  screen.pass(60);
  screen.line.step("reading \u001B[2J\n");
  screen.pass(60);
  screen.line.step("読む読む読む読む読む");
  assert.equal(screen.written, ["<reading a-very-lon…", "<reading \\u001b[2J\\…", "<読む読む読む読む読…"]);
});

test("a terminal that does not know its width has 80 columns", () => {
  const screen = new Screen(0);
  screen.pass(600);
  screen.line.step("x".repeat(100));
  assert.equal(screen.written, [`<${"x".repeat(78)}…`]);
});

test("nobody looks at a pipe, at CI or at a dumb terminal", () => {
  assert.is(isWatched({}, true), true);
  assert.is(isWatched({}, false), false);
  assert.is(isWatched({ CI: "1" }, true), false);
  assert.is(isWatched({ TERM: "dumb" }, true), false);
});

test("--quiet and the formats for programs tell nothing meanwhile", () => {
  assert.is(tellsProgress({}), true);
  assert.is(tellsProgress({ quiet: true }), false);
  for (const format of ["json", "github", "markdown"] as const) assert.is(tellsProgress({ format }), false);
});

test.run();
