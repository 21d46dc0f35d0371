import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shadowsIn } from "#generator/io/stray-code.js";
import { check, generate } from "#generator/index.js";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { project } from "./project.js";

const test = suite("what stands beside emitted modules");

const BESIDE =
  /src\/generated\/providers\/acme\.definition\.js is not ours, and a resolver may take it in place of providers\/acme\.definition\.ts/;

test("check: a module that a bundler takes in place of the emitted one ends it with 1, whether the lock answers or not", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
    writeFiles(folder, { "src/generated/providers/acme.definition.js": "export const acme = {};\n" });
    for (const touched of [{}, { "src/generated/index.ts": "// by hand\n" }]) {
      writeFiles(folder, touched);
      const { status, stdout } = await sdkwright(folder, ["check"]);
      assert.is(status, 1);
      assert.match(stdout, BESIDE);
      assert.match(stdout, /Remove it, or move it out of src\/generated|Move away what is not ours/);
    }
    const github = await sdkwright(folder, ["check", "--format", "github"]);
    assert.match(github.stdout, /^::error file=src\/generated\/providers\/acme\.definition\.js/m);
    const { exitCode, projects } = await check({ cwd: folder });
    assert.is(exitCode, 1);
    assert.equal(projects[0]?.files?.["foreign"], ["providers/acme.definition.js", "index.ts"]);
  });
});

test("generate: warns of it in every run, writes, and leaves it", async () => {
  await withFolder({ ...project, "src/generated/client.js": "x" }, async (folder) => {
    for (const args of [[], [], ["generate", "--dry-run"]]) {
      const { status, stderr } = await sdkwright(folder, args);
      assert.is(status, 0, stderr);
      assert.match(stderr, /^warning SW0407 {2}src\/generated\/client\.js is not ours, [^]*outDir/m);
    }
    const { projects } = await generate({ cwd: folder });
    assert.equal(
      projects[0]?.diagnostics.map(({ code }) => code),
      ["SW0407"],
    );
  });
});

const EMITTED = ["index.ts", "providers/acme.ts", "providers/acme.definition.ts", "providers/x/y.ts", "providers/x.ts"];
const OTHERS = [
  "index.js",
  "index.JS",
  "index.tsx",
  "index.mjs",
  "index.json",
  "index.visionos.ts",
  "index.weapp.js",
  "index.gts",
  "index",
  "package.json",
  "node_modules/a",
  "providers/package.json",
  "providers/acme/index.ts",
  "providers/acme.jsx",
  "providers/acme.js/index.js",
  "providers/acme.definition.js.ts",
  "providers/acme.definition.cjs",
  "providers/acme.native.ts",
  "providers/Acme.js",
  "Providers/acme.ts",
  "providers/X/y.ts",
  "providerſ/acme.ts",
  "index.jſ",
  "providers/x/y.mts",
  "providers/acme.ts.js",
  "tsconfig.json",
  "providers/tsconfig.json",
  "providers/x/TSConfig.json",
  "tsconfig.build.json",
  "tsconfig.app.node.json",
  "jsconfig.json",
  "jsconfig.x.json",
  "deno.json",
  "providers/deno.jsonc",
  "bunfig.toml",
  ".babelrc",
  ".babelrc.json",
  "providers/.babelrc.cjs",
  "babel.config.js",
  "babel.config.json",
  ".swcrc",
  ".parcelrc",
  ".pnp.cjs",
  ".pnp.data.json",
];
const HARMLESS = [
  "README.md",
  ".gitignore",
  "index.d.ts",
  "index.js.map",
  "index.d.ts.map",
  "other.js",
  "providers/acme.test.ts",
  "providers/acme.md",
  "providers/acme-pay.js",
  "providers/index.js",
  "acme.js",
  ".js",
  "other/tsconfig.json",
  "tsconfig.tsbuildinfo",
  "tsconfig.md",
  "my-tsconfig.json",
  "eslint.config.js",
  ".prettierrc",
];

test("what counts is what a resolver takes: other endings and platforms of a module's name, folders, package.json", async () => {
  for (const [others, isTold] of [
    [OTHERS, true],
    [HARMLESS, false],
  ] as const) {
    for (const other of others) {
      await withFolder(Object.fromEntries([...EMITTED, other].map((path) => [path, ""])), (folder) => {
        const found = shadowsIn(folder, EMITTED);
        assert.is(found.length, isTold ? 1 : 0, other);
        assert.ok(
          found.every(({ path }) => other === path || other.startsWith(`${path}/`)),
          other,
        );
      });
    }
  }
});

test("check: a tsconfig that is only added leads a bundler elsewhere, so it ends with 1; what is emitted is never told", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const tsconfig = { compilerOptions: { paths: { "@sdkwright/runtime/generated": ["./runtime.ts"] } } };
    writeFiles(folder, { "src/generated/providers/tsconfig.json": tsconfig });
    for (const args of [["check"], ["check", "--full"]]) {
      const { status, stdout } = await sdkwright(folder, args);
      assert.is(status, 1);
      assert.match(stdout, /providers\/tsconfig\.json is not ours, and a bundler may find other modules by it/);
    }
  });
  await withFolder({ "index.ts": "", "tsconfig.json": "{}" }, (folder) => {
    assert.equal(shadowsIn(folder, ["index.ts", "tsconfig.json"]), []);
  });
});

test("a link counts, wherever it leads", async () => {
  await withFolder({ "real/acme.js": "" }, (folder) => {
    mkdirSync(join(folder, "out/providers"), { recursive: true });
    symlinkSync("nowhere", join(folder, "out/index.js"));
    symlinkSync("../../real/acme.js", join(folder, "out/providers/acme.js"));
    assert.equal(
      shadowsIn(join(folder, "out"), EMITTED).map(({ path }) => path),
      ["index.js", "providers/acme.js"],
    );
  });
});

test.run();
