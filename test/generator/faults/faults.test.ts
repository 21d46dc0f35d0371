import { STAGING_FOLDER } from "#generator/io/lock.js";
import { planOutput, writeOutput } from "#generator/output/write.js";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";
import { contentOf, newFolder, outputOf, removeFolders } from "../output/output.js";
import { versionOf } from "./writer.js";

const test = suite("faults");
test.after(removeFolders);

const writer = fileURLToPath(new URL("writer.js", import.meta.url));
const FILES = 40;
const KILLS = runs(100, 4);

interface Finished {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
}

function write(folder: string, rounds: number, first: number, options: { bytes?: number; uid?: number } = {}) {
  const args = [writer, folder, String(FILES), String(rounds), String(first), String(options.bytes ?? 100)];
  const owner = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  const child = spawn(process.execPath, args, { ...owner, timeout: 60_000, killSignal: "SIGKILL" });
  let stdout = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      resolve();
    });
  });
  child.stderr.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  const ended = new Promise<Finished>((resolve) => {
    child.on("close", (status, signal) => resolve({ status, signal, stdout }));
  });
  return { child, ready, ended };
}

/** Ends a writer at a random moment of its work. */
async function endSomewhere(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 120));
  child.kill(signal);
}

/** Versions in the folder: one, unless a run was cut off between two renames. */
function versionsIn(folder: string): Set<string> {
  const texts = Object.entries(contentOf(folder)).flatMap(([path, text]) =>
    path.startsWith("providers/") ? [text] : [],
  );
  return new Set(texts.map((text) => /^v\S+/m.exec(text)?.[0] ?? "none"));
}

test("killed at any moment: the next run repairs it, and takes nothing for edited", async () => {
  const folder = newFolder();
  let repaired = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { child, ready, ended } = write(folder, 10_000, kill);
    await ready;
    await endSomewhere(child, "SIGKILL");
    assert.is((await ended).signal, "SIGKILL");
    const isWhole = versionsIn(folder).size <= 1;
    const next = outputOf(folder, versionOf(`repaired ${String(kill)}`, FILES, 10));
    const seen = planOutput(next);
    assert.ok(isWhole || seen.repairs, "a mixed state that nobody knows of");
    const plan = writeOutput(next);
    assert.equal(
      plan.changes.filter(({ state }) => state === "edited" || state === "foreign"),
      [],
    );
    assert.is(plan.repairs, seen.repairs);
    if (plan.repairs) repaired += 1;
    assert.equal(planOutput(next).changes, []);
    assert.not(existsSync(join(folder, STAGING_FOLDER)));
  }
  console.log(`killed ${String(KILLS)} times, repaired ${String(repaired)} times`);
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`${signal} at any moment: the folder is in one state, with nothing left over`, async () => {
    const folder = newFolder();
    for (let interruption = 0; interruption < KILLS / 2; interruption += 1) {
      const { child, ready, ended } = write(folder, 10_000, interruption);
      await ready;
      await endSomewhere(child, signal);
      assert.is((await ended).signal, signal);
      assert.ok(versionsIn(folder).size <= 1);
      assert.not(existsSync(join(folder, STAGING_FOLDER)));
    }
  });
}

test("several processes at once: in the end the folder is what its lock says", async () => {
  const folder = newFolder();
  const writers = await Promise.all([1, 2, 3].map((first) => write(folder, runs(250, 10), first).ended));
  assert.equal(
    writers.map(({ status, stdout }) => [status, stdout]),
    writers.map(() => [0, "ready\n"]),
  );
  assert.is(versionsIn(folder).size, 1);
  const [version = ""] = versionsIn(folder);
  assert.equal(planOutput(outputOf(folder, versionOf(version, FILES, 100))).changes, []);
  assert.equal(readdirSync(folder).sort(), ["providers", "sdkwright.lock.json"]);
});

test("a folder that cannot be written: nothing changes, and the reason is told", async () => {
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  const folder = newFolder();
  writeOutput(outputOf(folder, { ...versionOf("old", FILES, 10), "index.ts": "old" }));
  if (uid !== undefined) for (const path of [folder, join(folder, "providers")]) chownSync(path, uid, uid);
  for (const readOnly of [join(folder, "providers"), folder]) {
    const before = contentOf(folder);
    chmodSync(readOnly, 0o555);
    const { status, stdout } = await write(folder, 1, 0, uid === undefined ? {} : { uid }).ended;
    chmodSync(readOnly, 0o755);
    assert.equal([status, stdout], [1, "ready\nEACCES\n"]);
    assert.equal(contentOf(folder), before);
  }
});

test("a full disk: nothing changes, nothing is left over, and the next run with space writes", async () => {
  const disk = join(newFolder(), "disk");
  mkdirSync(disk);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk]).status === 0;
  if (!mounted) {
    console.log("skipped: no small file system can be mounted here, so a full disk was not tried");
    return;
  }
  try {
    const folder = join(disk, "generated");
    assert.is((await write(folder, 1, 0, { bytes: 10 }).ended).status, 0);
    const before = contentOf(folder);
    const { status, stdout } = await write(folder, 1, 1, { bytes: 12_000 }).ended;
    assert.equal([status, stdout], [1, "ready\nENOSPC\n"]);
    assert.equal(contentOf(folder), before);
    assert.is((await write(folder, 1, 2, { bytes: 20 }).ended).status, 0);
    assert.equal([...versionsIn(folder)], ["v2.0"]);
    const other = join(disk, "other");
    assert.is((await write(other, 1, 1, { bytes: 12_000 }).ended).status, 1);
    assert.not(existsSync(other));
  } finally {
    spawnSync("umount", [disk]);
  }
});

test.run();
