import { execute } from "#generator/cli/execute.js";
import { type Reason, watch } from "#generator/cli/watch-command.js";
import { watchedPlaces } from "#generator/cli/all-places.js";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, moved, project } from "../check/project.js";
import { withFolder, writeFiles } from "../folder.js";
import { bin } from "../sdkwright.js";
import { timesOf } from "../output/output.js";

const test = suite("watch");

/** These tests mostly wait, so a few of them do at a time. */
const AT_A_TIME = 5;
const ends: Promise<void>[] = [];
function together(name: string, use: () => Promise<void>): void {
  const end = Promise.resolve(ends[ends.length - AT_A_TIME]).then(use);
  ends.push(end.catch(() => {}));
  test(name, () => end);
}

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
      await started.prints(/Ctrl\+C stops\.\n/);
      await use(folder, started);
    } finally {
      started.end();
      await started.ended;
    }
  });
}

const generated = (folder: string) => readFileSync(join(folder, "src/generated/providers/acme.definition.ts"), "utf8");

together("generates at a change, also when an editor replaces the file, and ends with 0 on Ctrl+C", async () => {
  await watching(async (folder, child) => {
    await pause(1000);
    writeFiles(folder, { "client/providers/acme.json": moved });
    await child.prints(/1 file written.*\n/);
    assert.match(generated(folder), "/v2");
    const file = join(folder, "client/providers/acme.json");
    writeFiles(folder, { "client/providers/acme.json~": acme });
    renameSync(`${file}~`, file);
    await child.prints(/1 file written.*\n/);
    assert.match(generated(folder), "/v1");
    child.interrupt();
    assert.is(await child.ended, 0);
    assert.is(child.rest, "");
  });
});

together("survives mistakes, missing files and new folders, and says when all is well again", async () => {
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
    writeFiles(folder, { "client/providers/acme.json": moved });
    await child.prints(/1 file written/);
  });
});

together("hears of every change where folders come and go, however quickly", async () => {
  await withFolder({ "client/a.json": "1", "client/inner/b.json": "1" }, async (folder) => {
    const files = ["client/a.json", "client/inner/b.json"].map((file) => join(folder, file));
    const ending = new AbortController();
    let seen = "";
    const look = () => files.map((file) => existsSync(file)).join();
    const run = async () => {
      seen = look();
      return { inputs: new Set(files), outputs: new Set<string>() };
    };
    const watching = watch(run, ending.signal);
    for (const wait of [0, 30, 120, 700]) {
      rmSync(join(folder, "client/inner/b.json"));
      await pause(wait);
      writeFiles(folder, { "client/inner/b.json": "2" });
      await pause(wait);
      rmSync(join(folder, "client"), { recursive: true });
      await eventually(() => seen === "false,false");
      await pause(wait);
      writeFiles(folder, { "client/a.json": "3", "client/inner/b.json": "3" });
      await eventually(() => seen === "true,true");
    }
    ending.abort();
    await watching;
  });
});

together("12.21: watches the tsconfig with all that it extends, and the nearer ones that are not there", async () => {
  const base = { compilerOptions: { allowImportingTsExtensions: true } };
  const files = { ...project, "tsconfig.json": { extends: "./config/base.json" }, "config/base.json": base };
  await withFolder(files, async (folder) => {
    const { places, documents } = await execute({ command: "generate", files: [], options: {} }, folder);
    for (const documentsKnown of [documents, []]) {
      const { inputs } = watchedPlaces(places, documentsKnown);
      for (const file of ["tsconfig.json", "config/base.json", "src/tsconfig.json", "package.json"]) {
        assert.ok(inputs.has(join(folder, file)), file);
      }
      assert.ok(
        [...inputs].every((file) => file.startsWith(folder)),
        "nothing above the project is watched",
      );
    }
  });
});

together("12.21: one report per change of an input, also while it is wrong", async () => {
  await watching(async (folder, child) => {
    await pause(1000);
    writeFiles(folder, { "client/providers/acme.json": { ...acme, defaultService: "wrong" } });
    await child.prints(/error SW\d+[^]*nothing was written\.\n/);
    await pause(1200);
    assert.is(child.rest.trim(), "");
    writeFiles(folder, { "client/providers/acme.json": { ...acme, defaultService: "wronger" } });
    await child.prints(/error SW\d+[^]*nothing was written\.\n/);
    await pause(1200);
    assert.is(child.rest.trim(), "");
  });
});

together(
  "12.21: writes elsewhere, its log and its output included, report nothing, also while an input is wrong",
  async () => {
    await watching(async (folder, child) => {
      await pause(1000);
      const wrong = { ...acme, defaultService: "wrong" };
      writeFiles(folder, { "client/providers/acme.json": wrong });
      await child.prints(/error SW\d+[^]*nothing was written\.\n/);
      for (const path of [
        "watch.log",
        "client/notes.txt",
        "client/providers/log.txt",
        "src/other.ts",
        "src/generated/mine.ts",
      ]) {
        writeFiles(folder, { [path]: "x" });
        await pause(300);
        writeFileSync(join(folder, path), "y");
        rmSync(join(folder, path));
      }
      // The same text again is no change, and a file edited by hand no input.
      writeFiles(folder, { "client/providers/acme.json": wrong });
      writeFiles(folder, { "src/generated/index.ts": "// by hand\n" });
      await pause(1500);
      assert.is(child.rest.trim(), "");
    });
  },
);

together("12.21: a process that writes its report into a watched folder does not answer itself", async () => {
  await withFolder({ ...project, "client/providers/beta.json": "{" }, async (folder) => {
    const log = join(folder, "client/watch.log");
    const command = `exec "${process.execPath}" "${bin}" --watch > "${log}" 2>&1`;
    const child = spawn("sh", ["-c", command], { cwd: folder, env: { PATH: process.env["PATH"] } });
    const ended = new Promise((resolve) => child.on("close", resolve));
    try {
      await eventually(() => existsSync(log) && readFileSync(log, "utf8").includes("Ctrl+C"));
      await pause(1000);
      writeFiles(folder, { "client/providers/beta.json": "[" });
      await pause(2500);
      assert.is(readFileSync(log, "utf8").split("nothing was written").length - 1, 2);
    } finally {
      child.kill("SIGKILL");
      await ended;
    }
  });
});

together("12.21: deleted output is written again, a file, a folder or all of it", async () => {
  await watching(async (folder, child) => {
    await pause(1000);
    for (let round = 0; round < 2; round += 1) {
      for (const path of ["index.ts", "providers", "."]) {
        rmSync(join(folder, "src/generated", path), { recursive: true });
        await child.prints(/\d+ files? written.*\n/);
        assert.ok(existsSync(join(folder, "src/generated/index.ts")) && generated(folder).includes("/v1"));
        await pause(1200);
      }
    }
    rmSync(join(folder, "src/generated/sdkwright.lock.json"));
    await eventually(() => existsSync(join(folder, "src/generated/sdkwright.lock.json")));
  });
});

together("does nothing when nothing changed", async () => {
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

together("runs one at a time, many changes at once, and closes everything", async () => {
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
      const inputs = Array.from({ length: 50 }, (_, index) => join(folder, "a", String(index)));
      return { inputs: new Set(inputs), outputs: new Set<string>() };
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
    mkdirSync(join(folder, "a/50"));
    await pause(300);
    assert.is(runs, after);
    assert.ok(existsSync(folder));
  });
});

test.run();
