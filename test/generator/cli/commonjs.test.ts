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

const ts = createRequire(import.meta.url)("typescript-5.9") as typeof typescript;

/** Ways to look for modules: the first two know nothing of `exports`. */
const RESOLUTIONS: readonly object[] = [
  { module: "commonjs" },
  { module: "esnext", moduleResolution: "node" },
  { module: "esnext", moduleResolution: "bundler" },
  { module: "nodenext" },
];

test("TypeScript finds the same types of each entry point of the runtime, by `exports` and without it", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "runtime/package.json"), "utf8")) as Manifest;
  const entries = Object.entries(exports).filter(([entry]) => entry !== "./package.json");
  assert.ok(entries.length > 8);
  for (const [entry, target] of entries) {
    const types = join(root, "runtime", target.types);
    for (const resolution of RESOLUTIONS)
      assert.is(resolved(join("@sdkwright/runtime", entry), resolution), types, JSON.stringify([entry, resolution]));
  }
});

interface Manifest {
  readonly exports: { readonly [entry: string]: { readonly types: string } };
}

/** Where TypeScript 5.9 finds a module. */
function resolved(module: string, compilerOptions: object): string | undefined {
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, root);
  const { resolvedModule } = ts.resolveModuleName(module, join(root, "test/x.ts"), options, ts.sys);
  return resolvedModule?.resolvedFileName;
}

test.run();
