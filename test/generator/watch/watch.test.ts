import { inputFolders } from "#generator/watch/input-folders.js";
import { type Reason, watch } from "#generator/watch/watch.js";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, moved, project } from "../check/project.js";
import { withFolder, writeFiles } from "../folder.js";
import { bin, sdkwright } from "../sdkwright.js";
import { timesOf } from "../write/output.js";

const test = suite("watch");

/** A watching process, what it has printed, and a way to wait for more; the waiting is bounded. */
class Watching {
  readonly #child: ChildProcess;
  #output = "";
  #seen = 0;
  readonly ended: Promise<number | null>;

  constructor(folder: string) {
    this.#child = spawn(process.execPath, [bin, "--watch"], { cwd: folder, env: { PATH: process.env["PATH"] } });
    const keep = (chunk: Buffer) => (this.#output += chunk.toString());
    this.#child.stdout?.on("data", keep);
    this.#child.stderr?.on("data", keep);
    this.ended = new Promise((resolve) => this.#child.on("close", resolve));
  }

  /** Waits until something that matches is printed after what was waited for last. */
  async prints(pattern: RegExp): Promise<void> {
    const match = await eventually(
      () => pattern.exec(this.#output.slice(this.#seen)),
      () => this.#output,
    );
    this.#seen += match.index + match[0].length;
  }

  /** What was printed since. */
  get rest(): string {
    return this.#output.slice(this.#seen);
  }

  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }
}

async function eventually<T>(look: () => T | null | undefined | false, context: () => string = () => ""): Promise<T> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const found = look();
    if (found !== null && found !== undefined && found !== false) return found;
    await pause(50);
  }
  throw new Error(`nothing came: ${context()}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function watching(use: (folder: string, watching: Watching) => Promise<void>): Promise<void> {
  await withFolder(project, async (folder) => {
    const started = new Watching(folder);
    try {
      await started.prints(/Ctrl\+C ends\.\n/);
      await use(folder, started);
    } finally {
      started.end();
      await started.ended;
    }
  });
}

const generated = (folder: string) => readFileSync(join(folder, "src/generated/providers/acme.ts"), "utf8");

test("generates at a change, also when an editor replaces the file, and ends with 0 on Ctrl+C", async () => {
  await watching(async (folder, child) => {
    await pause(1000);
    writeFiles(folder, { "client/providers/acme.json": moved });
    await child.prints(/2 files written.*\n/);
    assert.match(generated(folder), "/v2");
    const file = join(folder, "client/providers/acme.json");
    writeFiles(folder, { "client/providers/acme.json~": acme });
    renameSync(`${file}~`, file);
    await child.prints(/2 files written.*\n/);
    assert.match(generated(folder), "/v1");
    child.interrupt();
    assert.is(await child.ended, 0);
    assert.is(child.rest, "");
  });
});

test("survives mistakes, missing files and new folders, and says when all is well again", async () => {
  await watching(async (folder, child) => {
    await pause(1000);
    const file = join(folder, "client/providers/acme.json");
    writeFileSync(file, "{");
    await child.prints(/error SW\d+/);
    rmSync(file);
    await child.prints(/no definition of provider "acme"/);
    writeFiles(folder, { "client/providers/acme.json": acme });
    await child.prints(/Nothing to write/);
    rmSync(join(folder, "client"), { recursive: true });
    await child.prints(/there is nothing to generate from/);
    writeFiles(folder, project);
    await child.prints(/Nothing to write/);
  });
});

test("looks at what the tsconfig extends", async () => {
  const base = { compilerOptions: { allowImportingTsExtensions: true } };
  await withFolder(
    { ...project, "tsconfig.json": { extends: "./config/base.json" }, "config/base.json": base },
    async (root) => {
      await sdkwright(root, []);
      const places = { root, config: join(root, "client/client.json"), isConfigGiven: false, definitions: [] };
      const folders = inputFolders({ ...places, out: join(root, "src/generated") }, []);
      assert.ok(folders.has(join(root, "config")));
    },
  );
});

test("does nothing when nothing changed", async () => {
  await watching(async (folder, child) => {
    await pause(1500);
    const before = timesOf(join(folder, "src"));
    writeFiles(folder, { "client/providers/acme.json": `${JSON.stringify(acme)}\n\n` });
    writeFiles(folder, { "client/providers/other.txt": "x" });
    await pause(1500);
    assert.is(child.rest.trim(), "");
    assert.equal(timesOf(join(folder, "src")), before);
  });
});

test("runs one at a time, many changes at once, and closes everything", async () => {
  await withFolder({ "a/x": "" }, async (folder) => {
    const ending = new AbortController();
    let [running, most, runs] = [0, 0, 0];
    const reasons: Reason[] = [];
    const ended = watch(async (reason) => {
      reasons.push(reason);
      running += 1;
      most = Math.max(most, running);
      await pause(50);
      running -= 1;
      runs += 1;
      return new Set([join(folder, "a")]);
    }, ending.signal);
    await eventually(() => runs === 2);
    assert.equal(reasons, ["change", "second look"]);
    for (let index = 0; index < 50; index += 1) writeFileSync(join(folder, "a", String(index)), "x");
    await eventually(() => runs >= 3);
    await pause(600);
    assert.ok(runs < 10, String(runs));
    assert.is(most, 1);
    ending.abort();
    await ended;
    const after = runs;
    mkdirSync(join(folder, "a/new"));
    await pause(300);
    assert.is(runs, after);
    assert.ok(existsSync(folder));
  });
});

test.run();
