import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { timesOf } from "../output/output.js";
import { acme, beta, client, moved, project } from "./project.js";

const test = suite("check");

interface Report {
  readonly files: { readonly [state: string]: readonly string[] };
  readonly patches: { readonly [path: string]: string };
}

test("check: names every stale, missing, orphaned, edited and foreign file, each with a unified diff", async () => {
  await withFolder(project, async (folder) => {
    const out = join(folder, "src/generated");
    await sdkwright(folder, []);
    const gamma = { ...acme, name: "gamma" };
    const next = { providers: { acme: client.providers.acme, gamma: {}, delta: {} } };
    writeFiles(folder, {
      "client/client.json": next,
      "client/providers/acme.json": moved,
      "client/providers/gamma.json": gamma,
      "client/providers/delta.json": { ...acme, name: "delta" },
      "src/generated/providers/gamma.ts": "// mine\n",
    });
    writeFileSync(join(out, "index.ts"), `${readFileSync(join(out, "index.ts"), "utf8")}// by hand\n`);
    const before = timesOf(folder);
    const { status, stdout } = await sdkwright(folder, ["check", "--format", "json"]);
    assert.equal(timesOf(folder), before);
    const { files, patches } = JSON.parse(stdout) as Report;
    assert.is(status, 1);
    assert.equal(files, {
      missing: ["providers/delta.definition.ts", "providers/delta.ts", "providers/gamma.definition.ts"],
      stale: ["client.ts", "providers/acme.definition.ts", "sdkwright.lock.json"],
      orphaned: ["providers/beta.definition.ts", "providers/beta.ts"],
      edited: ["index.ts"],
      foreign: ["providers/gamma.ts"],
      current: ["providers/acme.ts"],
    });
    const modules = Object.entries(files)
      .flatMap(([state, paths]) => (state === "current" ? [] : paths))
      .filter((path) => path !== "sdkwright.lock.json");
    assert.equal(Object.keys(patches).sort(), modules.sort(), "12.20: the lock is named, and has no diff");
    assert.match(patches["providers/acme.definition.ts"] ?? "", /^-.*\/v1" \},\n\+.*\/v2" \},$/m);
    assert.match(patches["index.ts"] ?? "", /^-\/\/ by hand$/m);
    assert.match(patches["providers/beta.ts"] ?? "", /^\+\+\+ \/dev\/null$/m);
    assert.match(patches["providers/delta.ts"] ?? "", /^--- \/dev\/null$/m);
    const github = await sdkwright(folder, ["check", "--format", "github"]);
    assert.match(github.stdout, /sdkwright stale::sdkwright\.lock\.json is stale: client\/client\.json changed, /m);
  });
});

test("check: where nothing is there, one line says so; diffs name files with their folder", async () => {
  await withFolder(project, async (folder) => {
    const run = await sdkwright(folder, ["check"]);
    const lines =
      "src/generated does not exist: 7 files are missing\nRun `npx sdkwright generate` and commit the result.\n";
    assert.equal([run.status, run.stdout, run.stderr], [1, lines, ""]);
    const github = await sdkwright(folder, ["check", "--format", "github"]);
    assert.match(github.stdout, /::client\.ts is missing\n/);
    await sdkwright(folder, []);
    const scripts = { "generate:watch": "sdkwright generate --watch", sdk: "sdkwright generate" };
    writeFiles(folder, { "client/providers/acme.json": moved, "package.json": { scripts } });
    const { stdout } = await sdkwright(folder, ["check"]);
    assert.match(stdout, /^--- a\/src\/generated\/providers\/acme\.definition\.ts$/m);
    assert.match(stdout, /^\+\+\+ b\/src\/generated\/providers\/acme\.definition\.ts$/m);
    assert.match(stdout, /\nRun `npm run sdk` and commit the result\.\n$/);
    const index = join(folder, "src/generated/index.ts");
    writeFileSync(index, `${readFileSync(index, "utf8")}// by hand\n`);
    assert.match((await sdkwright(folder, ["check"])).stdout, /Run `npm run sdk -- --force`, which overwrites/);
  });
});

test("check: a linked folder is not ours, although it leads to the same files", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const providers = join(folder, "src/generated/providers");
    renameSync(providers, join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), providers);
    assert.is((await sdkwright(folder, ["check"])).status, 1);
  });
});

test("check: people see the diff and what to do; what a terminal would act on is escaped", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const index = join(folder, "src/generated/index.ts");
    writeFileSync(index, `${readFileSync(index, "utf8")}// \u001b[31m\n`);
    const { status, stdout, stderr } = await sdkwright(folder, ["check"]);
    assert.equal([status, stderr], [1, ""]);
    assert.match(stdout, /^-\/\/ \\u001b\[31m$/m);
    assert.match(stdout, /src\/generated\/index\.ts was edited by hand\nRun `npx sdkwright generate --force`/);
    const github = await sdkwright(folder, ["check", "--format", "github"]);
    assert.match(github.stdout, /^::error file=src\/generated\/index\.ts,title=sdkwright edited::index\.ts was edited/);
    assert.not.match(github.stdout, /^[ +-]/m);
  });
});

test("check: a patch of an edited file cannot give commands to GitHub", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const index = join(folder, "src/generated/index.ts");
    writeFileSync(index, `${readFileSync(index, "utf8")} ::set-output name=a::b\n::error::x\n`);
    const { stdout } = await sdkwright(folder, ["check", "--format", "github"]);
    const commands = stdout.split("\n").filter((line) => line.trimStart().startsWith("::"));
    assert.is(commands.length, 1);
  });
});

test("dry run: lists what would be written and removed, and touches nothing", async () => {
  await withFolder(project, async (folder) => {
    const absent = timesOf(folder);
    const first = await sdkwright(folder, ["--dry-run"]);
    assert.equal([first.status, first.stderr], [0, ""]);
    assert.match(first.stdout, /^would create src\/generated\/client\.ts$/m);
    assert.equal(timesOf(folder), absent);
    await sdkwright(folder, []);
    writeFiles(folder, { "client/client.json": { providers: { acme: {} } }, "client/providers/acme.json": moved });
    const before = timesOf(folder);
    const { stdout } = await sdkwright(folder, ["generate", "--dry-run"]);
    assert.equal(timesOf(folder), before);
    const lines = stdout.split("\n");
    assert.ok(lines.includes("would replace src/generated/providers/acme.definition.ts"));
    assert.ok(lines.includes("would remove src/generated/providers/beta.ts"));
    assert.ok(lines.includes("would replace src/generated/sdkwright.lock.json"));
  });
});

test("generate: keeps what was edited by hand, says so with exit 1, and overwrites it with --force", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const file = join(folder, "src/generated/providers/acme.ts");
    writeFileSync(file, "// @generated by sdkwright\n// by hand\n");
    writeFiles(folder, { "client/providers/beta.json": { ...beta, services: moved.services } });
    const kept = await sdkwright(folder, []);
    assert.is(kept.status, 1);
    assert.match(kept.stdout, /^1 file written.*\nsrc\/generated\/providers\/acme\.ts was edited by hand and kept/);
    assert.is(readFileSync(file, "utf8"), "// @generated by sdkwright\n// by hand\n");
    assert.match(readFileSync(join(folder, "src/generated/providers/beta.definition.ts"), "utf8"), /\/v2"/);
    assert.is((await sdkwright(folder, [])).status, 1);
    assert.is((await sdkwright(folder, ["--force"])).status, 0);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

test("12.12: a file that was never ours survives --force and the removal of its provider, in every order", async () => {
  await withFolder({ ...project, "src/generated/providers/acme.ts": "// mine\n" }, async (folder) => {
    const file = join(folder, "src/generated/providers/acme.ts");
    for (const args of [[], ["--force"], ["--force"], ["check"], []]) {
      assert.is((await sdkwright(folder, args)).status, 1, args.join(" "));
    }
    writeFiles(folder, { "client/client.json": { providers: { beta: {} } } });
    for (const args of [[], ["--force"], ["check"]]) assert.is((await sdkwright(folder, args)).status, 0);
    assert.is(readFileSync(file, "utf8"), "// mine\n");
    const lock = readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8");
    assert.not.match(lock, "providers/acme.ts");
  });
});

test("12.14: an edited file whose provider is gone stays named until it is gone too", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const file = join(folder, "src/generated/providers/acme.ts");
    const emitted = readFileSync(file, "utf8");
    writeFileSync(file, "// @generated by sdkwright\n// by hand\n");
    writeFiles(folder, { "client/client.json": { providers: { beta: {} } } });
    const kept = /providers\/acme\.ts was edited by hand and kept\. It is no longer emitted/;
    for (let run = 0; run < 2; run += 1) {
      const { status, stdout } = await sdkwright(folder, []);
      assert.is(status, 1);
      assert.match(stdout, kept);
      const { files } = JSON.parse((await sdkwright(folder, ["check", "--format", "json"])).stdout) as Report;
      assert.equal(files["edited"], ["providers/acme.ts"]);
    }
    writeFileSync(file, emitted);
    assert.match((await sdkwright(folder, ["check"])).stdout, /acme\.ts is orphaned/);
    writeFileSync(file, "// @generated by sdkwright\n// by hand\n");
    assert.is((await sdkwright(folder, ["--force"])).status, 0);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
    assert.not.match(readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8"), /"kept"|providers\/acme/);
  });
});

test("12.14: definitions that client.json names already change nothing as arguments", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const before = timesOf(folder);
    const { status, stdout } = await sdkwright(folder, ["client/providers/acme.json", "client/providers/beta.json"]);
    assert.equal([status, stdout], [0, "Nothing to write in src/generated.\n"]);
    assert.is((await sdkwright(folder, ["check", "client/providers/acme.json"])).status, 0);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
    assert.equal(timesOf(folder), before);
  });
});

test("generate: a lock with a merge conflict is resolved, and said", async () => {
  await withFolder(project, async (folder) => {
    const lock = join(folder, "src/generated/sdkwright.lock.json");
    await sdkwright(folder, []);
    const ours = readFileSync(lock, "utf8");
    writeFiles(folder, { "client/providers/acme.json": moved });
    await sdkwright(folder, []);
    writeFileSync(lock, `<<<<<<< HEAD\n${ours}=======\n${readFileSync(lock, "utf8")}>>>>>>> theirs\n`);
    assert.match((await sdkwright(folder, ["check"])).stdout, /merge conflict/);
    const { status, stdout } = await sdkwright(folder, []);
    assert.equal(
      [status, stdout],
      [
        0,
        "Only sdkwright.lock.json written in src/generated.\nsdkwright.lock.json had a merge conflict; it is resolved.\n",
      ],
    );
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

test("generate: leftovers of an interrupted run are removed, and said", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    writeFiles(folder, { "src/generated/.sdkwright-writing/owner-1": "{}" });
    rmSync(join(folder, "src/generated/.sdkwright-writing/owner-1"));
    mkdirSync(join(folder, "src/generated/.sdkwright-writing"), { recursive: true });
    writeFiles(folder, { "src/generated/.sdkwright-writing/1-0": "staged" });
    assert.is((await sdkwright(folder, ["check"])).status, 1);
    const { status, stdout } = await sdkwright(folder, []);
    assert.is(status, 0);
    assert.match(stdout, /An earlier run was interrupted while writing; src\/generated is repaired/);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

test("12.17: a document of another version that appears is seen by a run that would have nothing to do", async () => {
  const client = { profiles: { p: { version: "1.0.0", defaults: { Send: {} } } }, providers: {} };
  await withFolder({ "package.json": "{}", "client/client.json": client }, async (folder) => {
    assert.is((await sdkwright(folder, [])).status, 0);
    assert.match((await sdkwright(folder, [])).stdout, /^Nothing to write/);
    writeFiles(folder, { "client/profiles/p@2.0.0.json": { name: "p", version: "2.0.0", usecases: {} } });
    const run = await sdkwright(folder, []);
    assert.is(run.status, 2);
    assert.match(run.stderr, /error SW0215 .* one of 2\.0\.0$/m);
  });
});

test.run();
