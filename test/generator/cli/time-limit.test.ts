import { spawnSync } from "node:child_process";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("the time that a run may take");

const limit = new URL(import.meta.resolve("#generator/cli/time-limit.js")).href;

/** What becomes of a process that limits its time, and then does this. */
function ended(does: string): {
  readonly signal: string | null;
  readonly status: number | null;
  readonly stderr: string;
} {
  const script = `import { limitTime, untimed } from ${JSON.stringify(limit)}; ${does}`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8", timeout: 60_000 });
}

test("12: a run that comes to no end is ended, also where it leaves nobody else the time to do so", () => {
  const { signal, stderr } = ended("limitTime(200); for (;;);");
  assert.is(signal, "SIGTERM");
  assert.match(stderr, /^error SW0303 {2}the run has taken 0 minutes, and is ended: make several projects of it/);
});

test("12: one that ends before is not held up, nor one that has called it off", () => {
  const { signal, status, stderr } = ended("limitTime();");
  assert.equal([signal, status, stderr], [null, 0, ""]);
  const off = ended("limitTime(300)(); await new Promise((done) => setTimeout(done, 700)); process.exitCode = 4;");
  assert.equal([off.signal, off.status, off.stderr], [null, 4, ""]);
});

test("12: the time that a person takes to answer does not count, and with the answer it begins anew", () => {
  const asked = "await untimed(() => new Promise((done) => setTimeout(done, 700)));";
  const answered = ended(`limitTime(300); ${asked} process.exitCode = 4;`);
  assert.equal([answered.signal, answered.status, answered.stderr], [null, 4, ""]);
  assert.is(ended(`limitTime(300); ${asked} for (;;);`).signal, "SIGTERM");
  const off = ended(
    `limitTime(300)(); ${asked} await new Promise((done) => setTimeout(done, 700)); process.exitCode = 4;`,
  );
  assert.equal([off.signal, off.status], [null, 4]);
});

test.run();
