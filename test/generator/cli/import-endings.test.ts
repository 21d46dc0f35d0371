import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme } from "../check/project.js";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("import endings");

const bundled = { compilerOptions: { moduleResolution: "bundler", noEmit: true } };
const map = "export default { Charge: async () => ({}) };\n";
const project: Files = {
  "package.json": "{}",
  "client/client.json": {
    profiles: {
      "pay/charge": { version: "1.0.0", defaults: { Charge: {} }, providers: { acme: { file: "../src/map.ts" } } },
    },
    providers: { acme: {} },
  },
  "client/providers/acme.json": acme,
  "src/map.ts": map,
};

/** Endings of all relative imports in the emitted files, each once. */
function endingsIn(folder: string): string[] {
  const out = join(folder, "src/generated");
  const files = readdirSync(out, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".ts"));
  const texts = files.map((file) => readFileSync(join(out, file), "utf8"));
  const imports = texts.flatMap((text) =>
    Array.from(text.matchAll(/from "(\.{1,2}\/[^"]+)"/g), ([, path = ""]) => path),
  );
  assert.ok(imports.some((path) => path.includes("map")) && imports.length > 4, imports.join(" "));
  return [...new Set(imports.map((path) => /\.(?:js|ts)$/.exec(path)?.[0] ?? ""))];
}

interface LockText {
  readonly options: { readonly [name: string]: unknown };
  readonly inputs: { readonly tsconfig: object; readonly absent: readonly string[] };
}

function lockOf(folder: string): LockText {
  return JSON.parse(readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8")) as LockText;
}

test("12.22: every relative import of every emitted file follows the tsconfig, and package.json goes before it", async () => {
  await withFolder({ ...project, "tsconfig.json": bundled }, async (folder) => {
    const generate = async (files: Files = {}) => {
      writeFiles(folder, files);
      const run = await sdkwright(folder, ["--quiet"]);
      assert.is(run.stderr.includes("SW03"), false, run.stderr);
      assert.is((await sdkwright(folder, ["check", "--quiet"])).status, run.status);
      return endingsIn(folder);
    };
    assert.equal(await generate(), [""]);
    assert.equal(await generate({ "package.json": { sdkwright: { importEndings: ".js" } } }), [".js"]);
    assert.equal(await generate({ "package.json": { sdkwright: { importEndings: ".ts" } } }), [".ts"]);
    assert.equal(await generate({ "tsconfig.json": {} }), [".ts"]);
    assert.equal(await generate({ "package.json": { sdkwright: { importEndings: "none" } } }), [""]);
    assert.equal(await generate({ "package.json": "{}" }), [".js"]);
  });
});

test("12.22: the lock lists every tsconfig that was read and the absent nearer ones, and no more where none is there", async () => {
  const files = { ...project, "tsconfig.json": { extends: "./base.json" }, "base.json": bundled };
  await withFolder(files, async (folder) => {
    await sdkwright(folder, []);
    const { inputs } = lockOf(folder);
    assert.equal(Object.keys(inputs.tsconfig), ["base.json", "tsconfig.json"]);
    assert.equal(
      inputs.absent.filter((file) => file.includes("tsconfig")),
      ["src/generated/tsconfig.json", "src/tsconfig.json"],
    );
  });
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const { inputs } = lockOf(folder);
    assert.equal(inputs.tsconfig, {});
    assert.equal(
      inputs.absent.filter((file) => file.includes("tsconfig")),
      ["src/generated/tsconfig.json", "src/tsconfig.json", "tsconfig.json"],
    );
  });
});

test("12.22: a tsconfig that was read, and its base, are compared by their hashes", async () => {
  const files = { ...project, "tsconfig.json": { extends: "./base.json" }, "base.json": bundled };
  await withFolder(files, async (folder) => {
    const [extended, other] = [
      { extends: "./base.json" },
      { extends: "./base.json", compilerOptions: { noEmit: false } },
    ];
    for (const [changed, endings] of [
      [{ "tsconfig.json": other }, [".js"]],
      [{ "tsconfig.json": extended }, [""]],
      [{ "base.json": {} }, [".js"]],
    ] as const) {
      await sdkwright(folder, []);
      writeFiles(folder, changed);
      assert.is((await sdkwright(folder, ["check", "--quiet"])).status, 1, JSON.stringify(changed));
      await sdkwright(folder, []);
      assert.equal(endingsIn(folder), endings);
    }
  });
});

test("12.22: a tsconfig above the root counts, and one that comes up there is seen", async () => {
  const inRoot = Object.fromEntries(Object.entries(project).map(([path, content]) => [`packages/a/${path}`, content]));
  await withFolder(inRoot, async (folder) => {
    const root = join(folder, "packages/a");
    await sdkwright(root, []);
    assert.equal(endingsIn(root), [".js"]);
    writeFiles(folder, { "tsconfig.json": bundled });
    assert.is((await sdkwright(root, ["check", "--quiet"])).status, 1);
    await sdkwright(root, []);
    assert.equal(endingsIn(root), [""]);
    assert.equal(Object.keys(lockOf(root).inputs.tsconfig), ["../../tsconfig.json"]);
  });
});

test("12.22: a Next.js app without a tsconfig has no endings; the lock notices `next`, and the tsconfig that Next writes", async () => {
  await withFolder(project, async (folder) => {
    const generate = async (files: Files = {}) => {
      writeFiles(folder, files);
      const stale = (await sdkwright(folder, ["check", "--quiet"])).status;
      await sdkwright(folder, ["--quiet"]);
      return [stale, ...endingsIn(folder)];
    };
    assert.equal(await generate(), [1, ".js"]);
    assert.equal(await generate({ "package.json": { dependencies: { next: "^16.0.0" } } }), [1, ""]);
    assert.equal(await generate({ "package.json": { devDependencies: { next: "^16.0.0" } } }), [0, ""]);
    assert.equal(await generate({ "tsconfig.json": bundled }), [1, ""]);
    assert.is((await sdkwright(folder, ["check", "--quiet"])).status, 0);
    assert.equal(await generate({ "tsconfig.json": {} }), [1, ".js"]);
    assert.equal(await generate({ "package.json": { scripts: { next: "next" } } }), [0, ".js"]);
  });
});

test("12.22: above a Next.js app no tsconfig counts: Next.js writes one of its own", async () => {
  const files = { ...project, "package.json": { dependencies: { next: "16" } } };
  const inRoot = Object.fromEntries(Object.entries(files).map(([path, content]) => [`apps/web/${path}`, content]));
  await withFolder({ ...inRoot, "tsconfig.json": { compilerOptions: { strict: true } } }, async (folder) => {
    const root = join(folder, "apps/web");
    await sdkwright(root, ["--quiet"]);
    assert.equal(endingsIn(root), [""]);
    assert.equal(lockOf(root).inputs.tsconfig, {});
    assert.match((await sdkwright(root, [])).stdout, "Nothing to write");
    writeFiles(root, { "package.json": {} });
    assert.is((await sdkwright(root, ["check", "--quiet"])).status, 1);
    await sdkwright(root, ["--quiet"]);
    assert.equal(endingsIn(root), [".js"]);
    writeFiles(root, { "package.json": { dependencies: { next: "16" } } });
    assert.is((await sdkwright(root, ["check", "--quiet"])).status, 1);
  });
});

test("12.22: what package.json says about endings goes before `next` in it", async () => {
  const next = { dependencies: { next: "16" }, sdkwright: { importEndings: ".js" } };
  await withFolder({ ...project, "package.json": next }, async (folder) => {
    await sdkwright(folder, ["--quiet"]);
    assert.equal(endingsIn(folder), [".js"]);
    assert.is((await sdkwright(folder, ["check", "--quiet"])).status, 0);
  });
});

test("12.22: an ending that is none is told with those that are", async () => {
  await withFolder({ ...project, "package.json": { sdkwright: { importEndings: "ts" } } }, async (folder) => {
    const { status, stderr } = await sdkwright(folder, []);
    assert.is(status, 2);
    assert.match(stderr, /SW0301.*"importEndings" must be one of \.js, \.ts, none/);
  });
});

test("12.22: a base that is missing is a warning, and does not keep the SDK from being written", async () => {
  await withFolder({ ...project, "tsconfig.json": { extends: "./gone.json" } }, async (folder) => {
    const { stderr } = await sdkwright(folder, []);
    assert.match(stderr, /warning SW0241 .*"tsconfig\.json" cannot be read completely.*gone\.json/);
    assert.equal(endingsIn(folder), [".js"]);
    writeFiles(folder, { "gone.json": bundled });
    await sdkwright(folder, []);
    assert.equal(endingsIn(folder), [""]);
  });
});

test("a base that is there and cannot be read is named, with the reason", async () => {
  await withFolder({ ...project, "tsconfig.json": { extends: "./base.json" } }, async (folder) => {
    const base = join(folder, "base.json");
    mkdirSync(base);
    assert.match(
      (await sdkwright(folder, [])).stderr,
      /"tsconfig\.json" .* it extends "\.\/base\.json", which is not a regular file/,
    );
    rmSync(base, { recursive: true });
    writeFileSync(base, Buffer.from([0xff, 0xfe, 0x00]));
    assert.match(
      (await sdkwright(folder, [])).stderr,
      /warning SW0241 {2}"base\.json" cannot be read completely: it is not UTF-8/,
    );
    assert.equal(endingsIn(folder), [".js"]);
  });
});

test.run();
