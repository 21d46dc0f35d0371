import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { check, generate } from "#generator/index.js";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { acme, beta, client, project } from "./project.js";

const test = suite("files in the output folder that are neither emitted nor known");

const OUT = "src/generated";
const LEFT = ["providers/beta.ts", "providers/beta.definition.ts"];

/** A project of which beta was renamed; what was emitted of it is taken back afterwards, with another host. */
async function withLeft(use: (folder: string) => Promise<void>): Promise<void> {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const texts = LEFT.map((path) => [`${OUT}/${path}`, readFileSync(join(folder, OUT, path), "utf8")] as const);
    await renameBeta(folder);
    const edited = texts.map(([path, text]) => [path, text.replaceAll("api.acme.example", "evil.example")] as const);
    writeFiles(folder, Object.fromEntries(edited));
    await use(folder);
  });
}

async function renameBeta(folder: string): Promise<void> {
  renameSync(join(folder, "client/providers/beta.json"), join(folder, "client/providers/gamma.json"));
  writeFiles(folder, {
    "client/client.json": { providers: { acme: client.providers.acme, gamma: {} } },
    "client/providers/gamma.json": { ...beta, name: "gamma" },
  });
  await sdkwright(folder, []);
}

test("a provider that is renamed leaves nothing, and nothing is told", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    await renameBeta(folder);
    assert.ok(LEFT.every((path) => !existsSync(join(folder, OUT, path))));
    for (const args of [["check"], ["check", "--full"], ["generate"]]) {
      const { status, stderr } = await sdkwright(folder, args);
      assert.equal([status, stderr], [0, ""]);
    }
  });
});

test("check: such a file is orphaned and ends it with 1, whether the lock answers or not", async () => {
  await withLeft(async (folder) => {
    for (const args of [["check"], ["check", "--full"]]) {
      const { status, stdout } = await sdkwright(folder, args);
      assert.is(status, 1);
      for (const path of LEFT) assert.match(stdout, `${OUT}/${path} is orphaned`);
      assert.match(stdout, /Remove it once nothing imports it/);
      assert.not.match(stdout, "evil.example");
    }
    const github = await sdkwright(folder, ["check", "--format", "github"]);
    assert.match(github.stdout, /^::error file=src\/generated\/providers\/beta\.ts,title=sdkwright orphaned::/m);
    const { exitCode, projects } = await check({ cwd: folder });
    assert.equal([exitCode, projects[0]?.files?.["orphaned"]], [1, [...LEFT].sort()]);
    writeFiles(folder, { [`${OUT}/index.ts`]: "// by hand\n", [`${OUT}/client.js`]: "" });
    assert.match((await sdkwright(folder, ["check"])).stdout, /Move away files that are not from sdkwright/);
    for (const path of [...LEFT, "client.js", "index.ts"]) rmSync(join(folder, OUT, path));
    assert.match((await sdkwright(folder, ["check"])).stdout, /index\.ts is missing\nRun /);
  });
});

test("generate: warns of it in every run, and leaves it, with --force too", async () => {
  await withLeft(async (folder) => {
    for (const args of [[], ["generate", "--force"], ["generate", "--dry-run"]]) {
      const { status, stderr, stdout } = await sdkwright(folder, args);
      assert.is(status, 0, stderr);
      assert.match(stderr, /^warning SW0408 {2}src\/generated\/providers\/beta\.ts [^]*remove it/m);
      assert.not.match(stdout, "beta");
    }
    assert.ok(LEFT.every((path) => existsSync(join(folder, OUT, path))));
    const { projects } = await generate({ cwd: folder });
    assert.equal(
      projects[0]?.diagnostics.map(({ code }) => code),
      ["SW0408", "SW0408"],
    );
  });
});

test("a file of somebody's own is not told: another path, another first line, what the lock keeps", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const ours = readFileSync(join(folder, OUT, "providers/beta.ts"), "utf8");
    writeFiles(folder, {
      [`${OUT}/providers/own.ts`]: "export {};\n",
      [`${OUT}/providers/beta.test.ts`]: ours,
      [`${OUT}/providers/README.md`]: ours,
      [`${OUT}/helpers/beta.ts`]: ours,
      [`${OUT}/own.ts`]: ours,
    });
    const { status, stdout } = await sdkwright(folder, ["check"]);
    assert.is(status, 0, stdout);
    writeFiles(folder, { [`${OUT}/providers/beta.ts`]: `${ours}// mine\n` });
    writeFiles(folder, { "client/client.json": { providers: { acme: client.providers.acme } } });
    rmSync(join(folder, "client/providers/beta.json"));
    const kept = await sdkwright(folder, []);
    assert.not.match(kept.stderr, "SW0408");
    assert.match(kept.stdout, /beta\.ts was edited by hand and kept/);
  });
});

test("folders in which nothing is emitted any more are looked into, and those of others are not", async () => {
  await withFolder({ ...project, "client/providers/acme.json": acme }, async (folder) => {
    await sdkwright(folder, []);
    const ours = readFileSync(join(folder, OUT, "providers/beta.ts"), "utf8");
    const left = ["operations/x.model.json", "profiles/old/p.ts", "providers/unverified/x/y.ts"];
    const json = '{\n  "generated": "@generated by sdkwright"\n}\n';
    writeFiles(folder, {
      ...Object.fromEntries(left.map((path) => [`${OUT}/${path}`, path.endsWith(".json") ? json : ours])),
      [`${OUT}/helpers/providers/x.ts`]: ours,
      [`${OUT}/profiles/.hidden/x.ts`]: ours,
    });
    const { projects } = await check({ cwd: folder });
    assert.equal(projects[0]?.files?.["orphaned"], left);
  });
});

test("what tsc without outDir leaves beside emitted modules: check ends with 1, generate warns and leaves it", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    writeFiles(folder, {
      [`${OUT}/providers/acme.js`]: "",
      [`${OUT}/client.jsx`]: "",
      [`${OUT}/providers/own.js`]: "",
    });
    for (const args of [["check"], ["check", "--full"]]) {
      const { status, stdout } = await sdkwright(folder, args);
      assert.is(status, 1);
      assert.match(
        stdout,
        `${OUT}/providers/acme.js is not from sdkwright, and a resolver may load it instead of providers/acme.ts`,
      );
      assert.match(stdout, /Remove it, or move it away[^]*`outDir`/);
      assert.not.match(stdout, "own.js");
    }
    const github = await sdkwright(folder, ["check", "--format", "github"]);
    assert.match(github.stdout, /^::error file=src\/generated\/providers\/acme\.js/m);
    const { status, stderr } = await sdkwright(folder, []);
    assert.is(status, 0);
    assert.match(stderr, /^warning SW0407 {2}src\/generated\/providers\/acme\.js is not from sdkwright/m);
    rmSync(join(folder, OUT, "providers/acme.js"));
    rmSync(join(folder, OUT, "client.jsx"));
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

test.run();
