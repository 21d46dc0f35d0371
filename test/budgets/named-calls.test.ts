import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, transformSync } from "esbuild";
import { rollup } from "rollup";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { cli, makeEmptyProject, write } from "./workload.js";

const test = suite("named calls in a bundle");

/** Bytes, minified and gzipped, that one named call may weigh more than the same by its path. */
const OF_ONE = 100;

const generated = join(makeVendor(), "src/generated");
const byPath = `import { createVendor } from "./providers/vendor.js";
console.log(await createVendor().get("/things-0").json());`;
const byName = `import { createVendor } from "./providers/vendor.js";
import { listThings0 } from "./operations/vendor.calls.js";
console.log(await listThings0(createVendor()).json());`;

/** The module of calls is there, and none is called. */
const unused = `import "./operations/vendor.calls.js";
import { listThings0 as unused, listThings1 } from "./operations/vendor.calls.js";
${byPath}`;

const bundlers = { esbuild: withEsbuild, rollup: withRollup };

for (const [name, bundle] of Object.entries(bundlers))
  test(`39: with ${name} one named call weighs ${OF_ONE} bytes at most, and what is not called nothing`, async () => {
    const [path, named, none] = await Promise.all([byPath, byName, unused].map(bundle));
    assert.ok(weightOf(named) - weightOf(path) <= OF_ONE, `${weightOf(named) - weightOf(path)} bytes`);
    assert.equal(
      named?.match(/["`']\/things-\d+["`']/g)?.map((text) => text.slice(1, -1)),
      ["/things-0"],
    );
    // Names that a minifier chooses may be others.
    assert.is(none?.length, path?.length);
  });

function weightOf(code = ""): number {
  assert.ok(code.length > 10_000);
  return gzipSync(code, { level: 9 }).length;
}

async function withEsbuild(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: generated, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    external: ["ky"],
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** Rollup reads JavaScript alone: modules become that one by one, before anything is left out. */
async function withRollup(contents: string): Promise<string> {
  const entry = join(generated, "entry.ts");
  const ofRuntime = /^@sdkwright\/runtime\/(generated)$/;
  const bundle = await rollup({
    input: entry,
    external: ["ky"],
    onwarn: (warning) => assert.unreachable(warning.message),
    plugins: [
      {
        name: "typescript",
        resolveId(id, importer) {
          if (id === entry) return id;
          if (ofRuntime.test(id)) return id.replace(ofRuntime, join(root, "runtime/lib/$1.js"));
          const isOurs = id.startsWith(".") && importer?.endsWith(".ts") === true;
          return isOurs ? join(importer, "..", id.replace(/\.js$/, ".ts")) : null;
        },
        load: (id) => {
          if (!id.endsWith(".ts")) return null;
          const text = id === entry ? contents : readFileSync(id, "utf8");
          return transformSync(text, { loader: "ts", target: "es2022" }).code;
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: "es", inlineDynamicImports: true });
  return transformSync(output[0].code, { minify: true, format: "esm", target: "es2022", legalComments: "none" }).code;
}

function makeVendor(): string {
  const folder = makeEmptyProject("named-calls");
  const names = Array.from({ length: 160 }, (_, index) => `things-${index}`);
  const get = (name: string) => ({ operationId: `list_${name}`, responses: { 204: { description: "ok" } } });
  write(folder, "client/openapi/vendor.json", {
    openapi: "3.1.0",
    info: { title: "Vendor", version: "1" },
    paths: Object.fromEntries(names.map((name) => [`/${name}`, { get: get(name) }])),
  });
  write(folder, "client/providers/vendor.json", {
    name: "vendor",
    openapi: "../openapi/vendor.json",
    services: [{ id: "default", baseUrl: "https://vendor.example" }],
    defaultService: "default",
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "generate", "client/providers/vendor.json"], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.is(status, 0, stdout + stderr);
  return folder;
}

test.run();
