import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type typescript from "typescript-5.9";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("packages of CommonJS");

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
};
const project: Files = {
  "package.json": {},
  "client/client.json": { providers: { acme: {} } },
  "client/providers/acme.json": acme,
};
const next = { dependencies: { next: "^16" } };

const codesIn = (text: string): readonly string[] => text.match(/SW\d{4}/g) ?? [];

async function told(files: Files): Promise<readonly string[]> {
  return withFolder({ ...project, ...files }, async (folder) => codesIn((await sdkwright(folder, [])).stderr));
}

test('SW0243 is for Next.js alone: nothing else minds "type": "commonjs"', async () => {
  assert.equal(await told({ "package.json": { type: "commonjs", ...next } }), ["SW0243"]);
  assert.equal(await told({ "package.json": { type: "commonjs", devDependencies: { next: "16" } } }), ["SW0243"]);
  for (const manifest of [{ type: "commonjs" }, next, { type: "module", ...next }])
    assert.equal(await told({ "package.json": manifest }), []);
  const inner = { "package.json": { type: "commonjs", ...next }, "src/package.json": { type: "module" } };
  assert.equal(await told(inner), []);
});

test("SW0243 is told by runs with nothing to do, from the day that package.json says so until it does not", async () => {
  await withFolder({ ...project, "package.json": next }, async (folder) => {
    const manifest = join(folder, "package.json");
    const lockFile = join(folder, "src/generated/sdkwright.lock.json");
    assert.equal(codesIn((await sdkwright(folder, [])).stderr), []);
    const lock = readFileSync(lockFile, "utf8");
    for (const [text, expected] of [
      [{ type: "commonjs", ...next }, ["SW0243"]],
      [next, []],
    ] as const) {
      writeFileSync(manifest, JSON.stringify(text));
      for (const command of ["generate", "check"]) {
        const { status, stderr, stdout } = await sdkwright(folder, [command]);
        assert.equal([status, codesIn(stderr)], [0, expected]);
        assert.match(stdout, /^Nothing to write|is current/m);
      }
    }
    writeFileSync(manifest, JSON.stringify({ type: "commonjs", ...next }));
    writeFileSync(lockFile, "");
    await sdkwright(folder, ["generate", "--force"]);
    assert.is(readFileSync(lockFile, "utf8"), lock, "the lock knows nothing of package.json");
  });
});

/** Settings of a tsconfig, and whether TypeScript 5 finds the runtime with them. */
const settings: readonly (readonly [object, boolean])[] = [
  [{ module: "commonjs", moduleResolution: "node" }, false],
  [{ module: "CommonJS", moduleResolution: "Node10" }, false],
  [{ module: "esnext", moduleResolution: "classic" }, false],
  [{ module: "commonjs" }, false],
  [{ module: "nodenext" }, true],
  [{ module: "node16", moduleResolution: "node16" }, true],
  [{ module: "preserve" }, true],
  [{ module: "esnext", moduleResolution: "bundler" }, true],
];

const ts = createRequire(import.meta.url)("typescript-5.9") as typeof typescript;

function finds(compilerOptions: object): boolean {
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
  const { resolvedModule } = ts.resolveModuleName("@sdkwright/runtime", join(root, "test/x.ts"), options, ts.sys);
  return resolvedModule !== undefined;
}

test("SW0244 is given where the compiler does not find the runtime, and the next run repeats it", async () => {
  for (const [compilerOptions, isFound] of settings) {
    assert.is(finds(compilerOptions), isFound);
    await withFolder({ ...project, "tsconfig.json": { compilerOptions } }, async (folder) => {
      for (const _ of [1, 2])
        assert.equal(
          codesIn((await sdkwright(folder, [])).stderr),
          isFound ? [] : ["SW0244"],
          JSON.stringify(compilerOptions),
        );
    });
  }
});

test("SW0244 says what to write, and names the tsconfig that a reference leads to", async () => {
  const files = {
    ...project,
    "tsconfig.json": { files: [], references: [{ path: "./tsconfig.app.json" }] },
    "tsconfig.app.json": '{ "extends": "./base.json", "include": ["src"] }',
    "base.json": '{ "compilerOptions": { "module": "commonjs", // "moduleResolution": "bundler"\n } }',
  };
  await withFolder(files, async (folder) => {
    const { stderr, status } = await sdkwright(folder, []);
    assert.is(status, 0);
    assert.match(
      stderr,
      '"tsconfig.app.json" has "module": "commonjs" and no "moduleResolution", which means "node10"',
    );
    assert.match(stderr, 'set "module": "nodenext" and remove "moduleResolution"');
  });
});

test("SW0244 is not given where paths say where the runtime is, or where nothing is said", async () => {
  const paths = { "@sdkwright/*": ["./vendor/*"] };
  const aliased = { compilerOptions: { module: "commonjs", moduleResolution: "node10", paths } };
  assert.equal(await told({ "tsconfig.json": aliased }), []);
  assert.equal(await told({ "tsconfig.json": { compilerOptions: { target: "es2022" } } }), []);
});

test.run();
