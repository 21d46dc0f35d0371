import { hashText, type Lock, LOCK_FILE } from "#generator/io/lock.js";
import { claim, release } from "#generator/output/claim.js";
import { commit, planOutput, writeOutput } from "#generator/output/write.js";
import { type FileChange, NewerLockError, type WritePlan } from "#generator/output/plan.js";
import { NotAFileError } from "#generator/io/read-file.js";
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { contentOf, moduleText, newFolder, outputOf, put, removeFolders, timesOf } from "./output.js";

const test = suite("write");
test.after(removeFolders);

const states = (plan: WritePlan) => plan.changes.map(({ path, state }) => `${state} ${path}`);
const paths = (folder: string) => Object.keys(contentOf(folder)).sort();

test("writes what is missing, folders included, and the lock", () => {
  const folder = join(newFolder(), "src", "generated");
  const plan = writeOutput(outputOf(folder, { "index.ts": "1", "providers/unverified/a.ts": "2" }));
  assert.equal(states(plan), ["missing index.ts", "missing providers/unverified/a.ts", `missing ${LOCK_FILE}`]);
  assert.equal(paths(folder), ["index.ts", "providers/unverified/a.ts", LOCK_FILE]);
  assert.is(readFileSync(join(folder, "index.ts"), "utf8"), moduleText("1"));
});

test("a second run changes no byte and no modification time", () => {
  const folder = newFolder();
  const output = outputOf(folder, { "index.ts": "1", "providers/a.ts": "2" });
  writeOutput(output);
  const before = timesOf(folder);
  assert.equal(writeOutput(output).changes, []);
  assert.equal(timesOf(folder), before);
});

test("writes only what changed", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "index.ts": "1", "providers/a.ts": "2" }));
  const before = timesOf(folder);
  const plan = writeOutput(outputOf(folder, { "index.ts": "1", "providers/a.ts": "3" }));
  assert.equal(states(plan), ["stale providers/a.ts", `stale ${LOCK_FILE}`]);
  assert.is(timesOf(folder)["index.ts"], before["index.ts"]);
  assert.is(readFileSync(join(folder, "providers/a.ts"), "utf8"), moduleText("3"));
});

test("a plan touches nothing", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "index.ts": "1", "providers/a.ts": "2" }));
  const before = timesOf(folder);
  assert.equal(states(planOutput(outputOf(folder, { "index.ts": "2" }))), [
    "stale index.ts",
    "orphaned providers/a.ts",
    `stale ${LOCK_FILE}`,
  ]);
  assert.equal(timesOf(folder), before);
  const absent = join(newFolder(), "none");
  planOutput(outputOf(absent, { "index.ts": "1" }));
  assert.not(existsSync(absent));
});

test("removes an orphan with the folders that it leaves empty, and nothing else", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "index.ts": "1", "providers/unverified/a.ts": "2", "profiles/b.ts": "3" }));
  put(folder, "profiles/notes.md", "mine");
  const plan = writeOutput(outputOf(folder, { "index.ts": "1" }));
  assert.equal(states(plan), ["orphaned profiles/b.ts", "orphaned providers/unverified/a.ts", `stale ${LOCK_FILE}`]);
  assert.equal(paths(folder), ["index.ts", "profiles/notes.md", LOCK_FILE]);
  assert.not(existsSync(join(folder, "providers")));
});

test("keeps what was edited by hand and writes the rest; force overwrites it", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1", "b.ts": "1" }));
  put(folder, "a.ts", moduleText("by hand"));
  const next = outputOf(folder, { "a.ts": "2", "b.ts": "2" });
  assert.equal(states(writeOutput(next)), ["edited a.ts", "stale b.ts", `stale ${LOCK_FILE}`]);
  assert.is(readFileSync(join(folder, "a.ts"), "utf8"), moduleText("by hand"));
  assert.is(readFileSync(join(folder, "b.ts"), "utf8"), moduleText("2"));
  const before = timesOf(folder);
  assert.equal(states(writeOutput(next)), ["edited a.ts"]);
  assert.equal(timesOf(folder), before);
  writeOutput(next, { force: true });
  assert.equal(writeOutput(next).changes, []);
  assert.is(readFileSync(join(folder, "a.ts"), "utf8"), moduleText("2"));
});

test("keeps an orphan that was edited by hand", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1", "b.ts": "1" }));
  put(folder, "a.ts", moduleText("by hand"));
  assert.equal(states(writeOutput(outputOf(folder, { "b.ts": "1" }))), ["edited a.ts", `stale ${LOCK_FILE}`]);
  assert.is(readFileSync(join(folder, "a.ts"), "utf8"), moduleText("by hand"));
});

test("never touches a file that is not ours, forced or not", () => {
  const folder = newFolder();
  put(folder, "index.ts", "export const mine = 1;\n");
  put(folder, "other.ts", "mine");
  const plan = writeOutput(outputOf(folder, { "index.ts": "1", "a.ts": "1" }), { force: true });
  assert.equal(states(plan), ["missing a.ts", "foreign index.ts", `missing ${LOCK_FILE}`]);
  assert.is(readFileSync(join(folder, "index.ts"), "utf8"), "export const mine = 1;\n");
  assert.is(readFileSync(join(folder, "other.ts"), "utf8"), "mine");
});

test("12.12: what is not ours enters no lock, so that no later run overwrites or removes it", () => {
  const folder = newFolder();
  put(folder, "a.ts", "export const mine = 1;\n");
  const [first, second] = [
    outputOf(folder, { "a.ts": "1", "b.ts": "1" }),
    outputOf(folder, { "a.ts": "2", "b.ts": "2" }),
  ];
  writeOutput(first);
  assert.equal(Object.keys(lockOf(folder).files), ["b.ts"]);
  assert.equal(states(writeOutput(first, { force: true })), ["foreign a.ts"]);
  assert.equal(states(writeOutput(second, { force: true })), ["foreign a.ts", "stale b.ts", `stale ${LOCK_FILE}`]);
  assert.equal(states(writeOutput(outputOf(folder, { "b.ts": "2" }), { force: true })), [`stale ${LOCK_FILE}`]);
  assert.is(readFileSync(join(folder, "a.ts"), "utf8"), "export const mine = 1;\n");
});

test("12.12: a lock that lists a user's own file, whoever wrote it there, takes nothing", () => {
  const folder = newFolder();
  const output = outputOf(folder, { "a.ts": "1", "b.ts": "1" });
  writeOutput(output);
  put(folder, "a.ts", "export const mine = 1;\n");
  const next = outputOf(folder, { "b.ts": "2" });
  writeOutput(next, { force: true });
  assert.is(readFileSync(join(folder, "a.ts"), "utf8"), "export const mine = 1;\n");
  assert.equal(states(writeOutput(outputOf(folder, { "a.ts": "2", "b.ts": "2" }), { force: true }))[0], "foreign a.ts");
});

test("12.12: a lock of the first format may list files that were never ours: only the banner counts", () => {
  const folder = newFolder();
  const output = outputOf(folder, { "a.ts": "1", "b.ts": "1", "c.ts": "1", "d.ts": "1" });
  writeOutput(output);
  put(folder, LOCK_FILE, JSON.stringify({ ...output.lock, formatVersion: 1 }));
  put(folder, "a.ts", "export const mine = 1;\n");
  put(folder, "b.ts", moduleText("by hand"));
  put(folder, "d.ts", "<<<<<<< HEAD\nmine\n=======\nhers\n>>>>>>> other\n");
  const next = outputOf(folder, { "a.ts": "2", "b.ts": "2", "c.ts": "2", "d.ts": "2" });
  const seen = ["foreign a.ts", "edited b.ts", "stale c.ts", "foreign d.ts", `stale ${LOCK_FILE}`];
  assert.equal(states(planOutput(next)), seen);
  assert.equal(states(writeOutput(next, { force: true })), seen);
  assert.equal(Object.keys(lockOf(folder).files), ["b.ts", "c.ts"]);
  writeOutput(outputOf(folder, {}), { force: true });
  assert.equal(paths(folder), ["a.ts", "d.ts", LOCK_FILE]);
});

test("12.12: a file with our banner that the lock does not list is somebody's copy", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1" }));
  put(folder, "copy.ts", moduleText("1 and more"));
  const plan = writeOutput(outputOf(folder, { "a.ts": "1", "copy.ts": "2" }), { force: true });
  assert.equal(states(plan), ["foreign copy.ts", `stale ${LOCK_FILE}`]);
  assert.is(readFileSync(join(folder, "copy.ts"), "utf8"), moduleText("1 and more"));
});

test("12.12: an own file in the way of a merge is not taken for what the merge made of ours", () => {
  const folder = newFolder();
  const sides = ["1", "2"].map((body) =>
    JSON.stringify({ ...outputOf(folder, { "a.ts": body }).lock, formatVersion: 1 }),
  );
  put(folder, LOCK_FILE, `<<<<<<< HEAD\n${sides[0] ?? ""}\n=======\n${sides[1] ?? ""}\n>>>>>>> other\n`);
  put(folder, "a.ts", "export const mine = 1;\n");
  const plan = writeOutput(outputOf(folder, { "a.ts": "3" }), { force: true });
  assert.equal(states(plan), ["foreign a.ts", `stale ${LOCK_FILE}`]);
  assert.is(readFileSync(join(folder, "a.ts"), "utf8"), "export const mine = 1;\n");
});

test("12.12: a lock from a stranger that lists a file without our banner removes nothing", () => {
  const folder = newFolder();
  const own = "export const mine = 1;\n";
  put(folder, "main.ts", own);
  const { lock } = outputOf(folder, {});
  put(folder, LOCK_FILE, JSON.stringify({ ...lock, files: { "main.ts": hashText(own) } }));
  writeOutput(outputOf(folder, { "a.ts": "1" }));
  assert.is(readFileSync(join(folder, "main.ts"), "utf8"), own);
});

test("12.12: a linked folder within the output is not ours either", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "providers/a.ts": "1" }));
  renameSync(join(folder, "providers"), join(folder, "mine"));
  symlinkSync("mine", join(folder, "providers"));
  put(folder, "mine/a.ts", "mine");
  const plan = writeOutput(outputOf(folder, { "providers/a.ts": "2" }), { force: true });
  assert.equal(states(plan), ["foreign providers/a.ts", `stale ${LOCK_FILE}`]);
  assert.is(readFileSync(join(folder, "mine/a.ts"), "utf8"), "mine");
});

test("12.12: on a file system without case, a file named otherwise is not ours", () => {
  const folder = newFolder();
  const next = outputOf(folder, { "a.ts": "2", "providers/b.ts": "2", "c.ts": "2" });
  writeOutput(outputOf(folder, { "a.ts": "1", "providers/b.ts": "1", "c.ts": "1" }));
  renameSync(join(folder, "a.ts"), join(folder, "A.ts"));
  renameSync(join(folder, "providers"), join(folder, "Providers"));
  put(folder, "A.ts", "mine");
  put(folder, "Providers/b.ts", "mine");
  const plan = withoutCase(() => planOutput(next, { force: true }));
  const seen = plan.changes.map(({ path, state, writes, obstacle }) => [path, state, writes, obstacle]);
  assert.equal(seen, [
    ["a.ts", "foreign", false, "something named A.ts"],
    ["c.ts", "stale", true, undefined],
    ["providers/b.ts", "foreign", false, "something named Providers"],
    [LOCK_FILE, "stale", true, undefined],
  ]);
});

/** Looks at files as Windows and macOS do: there are no such file systems here. */
function withoutCase<T>(look: () => T): T {
  const { lstatSync: lstat, existsSync: exists, openSync: open, readFileSync: read, readdirSync: list } = fs;
  const found = (path: string): string =>
    path.split("/").reduce((folder, name) => {
      if (name === "") return folder;
      const names = exists(folder === "" ? "/" : folder) ? list(folder === "" ? "/" : folder) : [];
      return `${folder}/${names.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name}`;
    }, "");
  try {
    Object.assign(fs, {
      lstatSync: (path: string, options: object) => lstat(found(path), options),
      existsSync: (path: string) => exists(found(path)),
      openSync: (path: string, flags: number) => open(found(path), flags),
      readFileSync: (path: string | number, options: object) =>
        read(typeof path === "number" ? path : found(path), options),
      readdirSync: (path: string, options: object) => list(found(path), options),
    });
    syncBuiltinESMExports();
    return look();
  } finally {
    Object.assign(fs, { lstatSync: lstat, existsSync: exists, openSync: open, readFileSync: read, readdirSync: list });
    syncBuiltinESMExports();
  }
}

function lockOf(folder: string): { readonly files: object } {
  return JSON.parse(readFileSync(join(folder, LOCK_FILE), "utf8")) as { files: object };
}

test("without its lock, an emitted file counts as edited unless it is current", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1", "b.ts": "1" }));
  rmSync(join(folder, LOCK_FILE));
  assert.equal(states(planOutput(outputOf(folder, { "a.ts": "1", "b.ts": "2" }))), [
    "edited b.ts",
    `missing ${LOCK_FILE}`,
  ]);
});

test("a checkout with CRLF line endings is current", () => {
  const folder = newFolder();
  const output = outputOf(folder, { "a.ts": "1\n2" });
  writeOutput(output);
  for (const path of ["a.ts", LOCK_FILE]) {
    writeFileSync(join(folder, path), readFileSync(join(folder, path), "utf8").replaceAll("\n", "\r\n"));
  }
  assert.equal(planOutput(output).changes, []);
});

test("a merge conflict in the lock and in files is resolved", () => {
  const folder = newFolder();
  const [base, upper, lower] = ["1", "2", "3"].map((body) =>
    outputOf(folder, { "a.ts": body, "b.ts": body, "c.ts": "1" }),
  );
  assert.ok(base && upper && lower);
  writeOutput(upper);
  const upperLock = readFileSync(join(folder, LOCK_FILE), "utf8");
  writeOutput(lower);
  const lowerLock = readFileSync(join(folder, LOCK_FILE), "utf8");
  writeFileSync(join(folder, LOCK_FILE), `<<<<<<< HEAD\n${upperLock}=======\n${lowerLock}>>>>>>> other\n`);
  put(folder, "a.ts", `<<<<<<< HEAD\n${moduleText("2")}=======\n${moduleText("3")}>>>>>>> other\n`);
  put(folder, "c.ts", moduleText("by hand"));
  const merged = outputOf(folder, { "a.ts": "4", "b.ts": "4", "c.ts": "5" });
  const plan = writeOutput(merged);
  assert.ok(plan.resolvesConflict);
  assert.equal(states(plan), ["stale a.ts", "stale b.ts", "edited c.ts", `stale ${LOCK_FILE}`]);
  assert.equal(states(planOutput(merged)), ["edited c.ts"]);
});

test("12.12: a lock that lists a file twice takes no edit of its owner", () => {
  const folder = newFolder();
  const output = outputOf(folder, { "a.ts": "1" });
  writeOutput(output);
  put(folder, "a.ts", moduleText("by hand"));
  const path = join(folder, LOCK_FILE);
  const lock = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...lock, kept: { "a.ts": "0".repeat(64) } }));
  const plan = writeOutput(outputOf(folder, { "a.ts": "2" }));
  assert.ok(states(plan).includes("edited a.ts"), states(plan).join());
  assert.is(contentOf(folder)["a.ts"], moduleText("by hand"));
});

test("12.12: a lock with the marks of a merge takes no line that is its owner's", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1", "b.ts": "1", "c.ts": "1" }));
  const path = join(folder, LOCK_FILE);
  const sides = ["0", "1"].map((hash) => {
    const lock = JSON.parse(readFileSync(path, "utf8")) as Lock;
    return JSON.stringify({
      ...lock,
      files: { "a.ts": hash.repeat(64), "b.ts": hash.repeat(64), "c.ts": hash.repeat(64) },
    });
  });
  writeFileSync(path, `<<<<<<< HEAD\n${sides[0]}\n=======\n${sides[1]}\n>>>>>>> other\n`);
  put(folder, "a.ts", moduleText("by hand"));
  put(folder, "b.ts", moduleText("2"));
  put(folder, "c.ts", moduleText("mine"));
  const plan = writeOutput(outputOf(folder, { "a.ts": "2", "b.ts": "2\n3" }));
  assert.equal(states(plan).slice(0, 3), ["edited a.ts", "stale b.ts", "edited c.ts"]);
  assert.is(contentOf(folder)["a.ts"], moduleText("by hand"));
  assert.is(contentOf(folder)["c.ts"], moduleText("mine"));
});

test("12.12: the marks of a merge in a file take no line that its owner wrote, within them or beside them", () => {
  const folder = newFolder();
  const names = ["a.ts", "b.ts", "c.ts", "d.ts"];
  const all = (body: string) => outputOf(folder, Object.fromEntries(names.map((name) => [name, body])));
  writeOutput(all("1"));
  const upper = readFileSync(join(folder, LOCK_FILE), "utf8");
  writeOutput(all("2"));
  const lower = readFileSync(join(folder, LOCK_FILE), "utf8");
  const conflict = (mine: string, hers: string) => `<<<<<<< HEAD\n${mine}=======\n${hers}>>>>>>> other\n`;
  put(folder, "a.ts", conflict(moduleText("1"), moduleText("2 and mine")));
  put(folder, "b.ts", `${conflict(moduleText("1"), moduleText("2"))}mine\n`);
  put(folder, "c.ts", `${moduleText("3")}${conflict("1\n", "2\n")}`);
  put(folder, "d.ts", conflict(moduleText("1"), moduleText("2")));
  writeFileSync(join(folder, LOCK_FILE), conflict(upper, lower));
  const plan = writeOutput(all("3"));
  assert.equal(states(plan).slice(0, 4), ["edited a.ts", "edited b.ts", "edited c.ts", "stale d.ts"]);
  put(folder, "d.ts", conflict(moduleText("3"), moduleText("mine")));
  assert.ok(states(writeOutput(all("4"))).includes("edited d.ts"), "with a lock that no merge has touched");
});

test("a file with the marks of a merge is ours where what the sides have is emitted now, or was", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1\n2", "b.ts": "1" }));
  const conflict = "<<<<<<< HEAD\n1\n||||||| base\n0\n=======\n2\n>>>>>>> other\n";
  put(folder, "a.ts", moduleText(conflict.trimEnd()));
  const lock = readFileSync(join(folder, LOCK_FILE), "utf8");
  const other = lock.replace(/("a\.ts": ")[0-9a-f]+/, `$1${hashText(moduleText("2"))}`);
  writeFileSync(join(folder, LOCK_FILE), `<<<<<<< HEAD\n${lock}=======\n${other}>>>>>>> other\n`);
  assert.is(states(writeOutput(outputOf(folder, { "a.ts": "1\n2\n3", "b.ts": "1" })))[0], "stale a.ts");
});

test("a lock that names files elsewhere leads nowhere", () => {
  const parent = newFolder();
  const folder = join(parent, "out");
  put(parent, "source.ts", moduleText("1"));
  const output = outputOf(folder, { "a.ts": "1" });
  writeOutput(output);
  const hash = output.lock.files["a.ts"];
  const path = join(folder, LOCK_FILE);
  const lock = {
    ...output.lock,
    files: { "../source.ts": hash, "/etc/a.ts": hash, "x/../../source.ts": hash, "a.ts": hash },
  };
  writeFileSync(path, JSON.stringify(lock));
  assert.equal(states(writeOutput(output)), [`stale ${LOCK_FILE}`]);
  assert.ok(existsSync(join(parent, "source.ts")));
});

test("does not write or remove through a folder that is a link out of the output", () => {
  const elsewhere = newFolder();
  const folder = newFolder();
  writeOutput(outputOf(folder, { "providers/a.ts": "1", "providers/b.ts": "1" }));
  put(elsewhere, "a.ts", moduleText("1"));
  put(elsewhere, "b.ts", moduleText("1"));
  rmSync(join(folder, "providers"), { recursive: true });
  symlinkSync(elsewhere, join(folder, "providers"));
  const plan = writeOutput(outputOf(folder, { "providers/a.ts": "2", "providers/c.ts": "2" }), { force: true });
  assert.equal(states(plan), ["foreign providers/a.ts", "foreign providers/c.ts", `stale ${LOCK_FILE}`]);
  assert.equal(contentOf(elsewhere), { "a.ts": moduleText("1"), "b.ts": moduleText("1") });
});

test("12.12: a link in place of an emitted file is not ours: it is kept, forced or not, and not followed", () => {
  const elsewhere = newFolder();
  const folder = newFolder();
  const output = outputOf(folder, { "a.ts": "1" });
  writeOutput(output);
  put(elsewhere, "target.ts", moduleText("1"));
  rmSync(join(folder, "a.ts"));
  symlinkSync(join(elsewhere, "target.ts"), join(folder, "a.ts"));
  assert.equal(states(writeOutput(output)), ["foreign a.ts", `stale ${LOCK_FILE}`]);
  assert.equal(states(writeOutput(outputOf(folder, { "a.ts": "2" }), { force: true })), ["foreign a.ts"]);
  assert.equal(states(writeOutput(outputOf(folder, {}), { force: true })), [`stale ${LOCK_FILE}`]);
  assert.ok(lstatSync(join(folder, "a.ts")).isSymbolicLink());
  assert.is(readFileSync(join(elsewhere, "target.ts"), "utf8"), moduleText("1"));
});

test("something that stands in the way is reported", () => {
  const folder = newFolder();
  mkdirSync(join(folder, "index.ts"));
  put(folder, "providers", "a file");
  const plan = writeOutput(outputOf(folder, { "index.ts": "1", "providers/a.ts": "1", "b.ts": "1" }));
  assert.equal(states(plan), ["missing b.ts", "foreign index.ts", "foreign providers/a.ts", `missing ${LOCK_FILE}`]);
});

test("a lock of a newer format is left alone", () => {
  const folder = newFolder();
  put(folder, LOCK_FILE, '{ "formatVersion": 99 }');
  assert.throws(
    () => writeOutput(outputOf(folder, { "a.ts": "1" })),
    (error: unknown) => error instanceof NewerLockError,
  );
  assert.equal(paths(folder), [LOCK_FILE]);
});

test("a lock of an older format says what is ours", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1", "b.ts": "1" }));
  const lock = JSON.parse(readFileSync(join(folder, LOCK_FILE), "utf8")) as { formatVersion: number };
  put(folder, LOCK_FILE, JSON.stringify({ ...lock, formatVersion: lock.formatVersion - 1, model: {} }));
  const plan = writeOutput(outputOf(folder, { "a.ts": "2" }));
  assert.equal(states(plan), ["stale a.ts", "orphaned b.ts", `stale ${LOCK_FILE}`]);
});

test("an error while files change takes everything back", () => {
  const folder = newFolder();
  writeOutput(outputOf(folder, { "a.ts": "1", "b.ts": "1", "c.ts": "1" }));
  const before = contentOf(folder);
  const plan = planOutput(outputOf(folder, { "b.ts": "2", "c.ts": "2", "new/d.ts": "2" }));
  const impossible: FileChange = { path: "c.ts/e.ts", state: "missing", writes: true, before: undefined, after: "3" };
  const own = claim(folder);
  assert.throws(() => commit({ ...plan, changes: [...plan.changes, impossible] }, own), /EEXIST|ENOTDIR/);
  release(own);
  assert.equal(contentOf(folder), before);
  assert.not(existsSync(join(folder, "new")));
});

test("a lock, a journal or an owner's mark that is a device or a folder is refused, and neither read nor removed", () => {
  const folder = newFolder();
  const staging = join(folder, ".sdkwright-writing");
  mkdirSync(staging);
  for (const place of [join(folder, LOCK_FILE), join(staging, "1-lock.json"), join(staging, "owner-1")]) {
    symlinkSync("/dev/zero", place);
    assert.throws(
      () => writeOutput(outputOf(folder, { "index.ts": "1" })),
      (error: unknown) =>
        error instanceof NotAFileError && error.message === `${place} is not a regular file; remove it`,
    );
    assert.ok(lstatSync(place).isSymbolicLink());
    rmSync(place);
  }
  assert.equal(paths(folder), []);
});

test.run();
