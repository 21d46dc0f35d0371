import { claim, OutputBusyError, release } from "#generator/output/claim.js";
import { LOCK_FILE, printLock, STAGING_FOLDER } from "#generator/io/lock.js";
import { planOutput, writeOutput } from "#generator/output/write.js";
import { existsSync, mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { contentOf, moduleText, newFolder, outputOf, put, removeFolders } from "./output.js";

const test = suite("claim");
test.after(removeFolders);

/** No process has this id: it is over the largest that Linux gives. */
const DEAD = 2 ** 22 + 1;
const mark = (pid: number, host = hostname()) => JSON.stringify({ pid, host, token: "x" });

test("leaves nothing behind", () => {
  const folder = newFolder();
  release(claim(folder));
  assert.equal(contentOf(folder), {});
  assert.not(existsSync(join(folder, STAGING_FOLDER)));
});

test("waits for a process that is alive, then says which it is", () => {
  const folder = newFolder();
  put(folder, `${STAGING_FOLDER}/owner-1`, mark(process.ppid));
  assert.throws(
    () => claim(folder, 60),
    (error: unknown) => {
      return error instanceof OutputBusyError && error.message.includes(`process ${String(process.ppid)}`);
    },
  );
});

test("says what to remove where something else stands in its place", () => {
  const folder = newFolder();
  put(folder, STAGING_FOLDER, "committed by mistake");
  assert.throws(() => claim(folder), /\.sdkwright-writing is a file; remove it/);
  const other = newFolder();
  put(other, `${STAGING_FOLDER}/owner-1/kept`, "");
  assert.throws(() => claim(other), /owner-1 is not a regular file; remove it/);
});

for (const number of ["0005", "9007199254740991", "9".repeat(20), "9".repeat(240)]) {
  test(`a mark that no run of ours counts to is refused with its name: ${number.length} digits`, () => {
    const folder = newFolder();
    put(folder, `${STAGING_FOLDER}/owner-${number}`, mark(DEAD));
    for (const _ of ["first", "second"]) {
      assert.throws(
        () => writeOutput(outputOf(folder, { "a.ts": "1" }), { patience: 0 }),
        `owner-${number} is no mark`,
      );
      assert.equal(Object.keys(contentOf(folder)), [`${STAGING_FOLDER}/owner-${number}`]);
    }
  });
}

test("a mark of a process id that no system has is a dead one's", () => {
  for (const pid of ["1e300", "1.5", "9".repeat(400), "-1"]) {
    const folder = newFolder();
    put(folder, `${STAGING_FOLDER}/owner-1`, mark(0).replace('"pid":0', `"pid":${pid}`));
    const isDead = pid !== "-1";
    if (isDead) release(claim(folder, 0));
    else
      assert.throws(
        () => claim(folder, 0),
        (error: unknown) => error instanceof OutputBusyError,
      );
  }
});

test("takes over from a dead process, and at once from itself", () => {
  for (const pid of [DEAD, process.pid]) {
    const folder = newFolder();
    put(folder, `${STAGING_FOLDER}/owner-1`, mark(pid));
    put(folder, `${STAGING_FOLDER}/1-0`, "staged by the dead");
    const own = claim(folder, 0);
    assert.equal(Object.keys(contentOf(folder)).sort(), [`${STAGING_FOLDER}/owner-1`, `${STAGING_FOLDER}/owner-2`]);
    release(own);
    assert.equal(contentOf(folder), {});
  }
});

test("takes over from another machine only after a minute", () => {
  const folder = newFolder();
  put(folder, `${STAGING_FOLDER}/owner-1`, mark(DEAD, "elsewhere.example"));
  assert.throws(() => claim(folder, 0));
  const longAgo = Date.now() / 1000 - 61;
  utimesSync(join(folder, STAGING_FOLDER, "owner-1"), longAgo, longAgo);
  release(claim(folder, 0));
});

test("takes over from a run that died before it signed its mark", () => {
  const folder = newFolder();
  put(folder, `${STAGING_FOLDER}/owner-1`, "");
  assert.throws(() => claim(folder, 0));
  const before = Date.now() / 1000 - 3;
  utimesSync(join(folder, STAGING_FOLDER, "owner-1"), before, before);
  release(claim(folder, 0));
});

test("a staging folder that is a link is not used", () => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  put(elsewhere, "1-precious", "mine");
  symlinkSync(elsewhere, join(folder, STAGING_FOLDER));
  assert.throws(() => claim(folder, 0), /is a link/);
  assert.equal(contentOf(elsewhere), { "1-precious": "mine" });
});

test("release removes only what is ours", () => {
  const folder = newFolder();
  mkdirSync(join(folder, STAGING_FOLDER));
  put(folder, `${STAGING_FOLDER}/notes.txt`, "mine");
  release(claim(folder));
  assert.equal(contentOf(folder), { [`${STAGING_FOLDER}/notes.txt`]: "mine" });
});

test("what a dead run renamed into place is ours, and the next run says that it repaired", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1", "b.ts": "1" }));
  // The run died after the first of two renames; since then the inputs have changed again.
  put(folder, "a.ts", moduleText("2"));
  put(folder, "new.ts", moduleText("2"));
  put(folder, `${STAGING_FOLDER}/owner-1`, mark(DEAD));
  const died = outputOf(folder, { "a.ts": "2", "b.ts": "2", "new.ts": "2" });
  put(folder, `${STAGING_FOLDER}/1-lock.json`, printLock(died.lock));
  const next = outputOf(folder, { "a.ts": "3", "b.ts": "3" });
  const plan = writeOutput(next);
  assert.ok(plan.repairs);
  assert.equal(
    plan.changes.map(({ path, state }) => `${state} ${path}`),
    ["stale a.ts", "stale b.ts", "orphaned new.ts", `stale ${LOCK_FILE}`],
  );
  assert.equal(Object.keys(contentOf(folder)).sort(), ["a.ts", "b.ts", LOCK_FILE]);
  assert.not(planOutput(next).repairs);
});

test("leftovers alone are removed, and said", () => {
  const folder = newFolder();
  const output = outputOf(folder, { "a.ts": "1" });
  writeOutput(output);
  put(folder, `${STAGING_FOLDER}/owner-1`, mark(DEAD));
  assert.ok(planOutput(output).repairs);
  assert.ok(writeOutput(output).repairs);
  assert.not(existsSync(join(folder, STAGING_FOLDER)));
});

test.run();
