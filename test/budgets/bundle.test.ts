import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { makeGeneratedProject, providerNames } from "./workload.js";

const test = suite("what a bundle carries");

const generated = join(makeGeneratedProject("bundle"), "src/generated");

/** Bytes, minified and gzipped, without ky: what was reached, and a twentieth for what is to come. */
const ONE_PROVIDER = 19_000;

const oneProvider = `import { createProviderA } from "./index.js";
console.log(await createProviderA().get("/items", { security: "api-key" }).json());`;

test("one provider with an API key keeps to its weight", async () => {
  const { length } = gzipSync(await bundle(oneProvider), { level: 9 });
  assert.ok(length <= ONE_PROVIDER, `${String(length)} bytes`);
});

test("one provider of twenty, imported through the index, brings nothing of the others", async () => {
  const code = await bundle(oneProvider);
  assert.ok(code.includes("provider-a.example"));
  assert.equal(
    providerNames.slice(1).filter((name) => code.includes(name)),
    [],
  );
});

test("digest, maps, failover and validators stay out of the bundle of a provider", async () => {
  const [output] = Object.values((await buildBundle(oneProvider)).metafile.outputs);
  const files = Object.entries(output?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? file : [],
  );
  const foreign = /@noble|\/auth\/digest\/|\/failover|\/use-case|\/map\.|validator/;
  assert.equal(
    files.filter((file) => foreign.test(file)),
    [],
  );
});

async function bundle(source: string): Promise<string> {
  return (await buildBundle(source)).outputFiles[0]?.text ?? "";
}

function buildBundle(source: string) {
  return build({
    stdin: { contents: source, resolveDir: generated, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    external: ["ky"],
    logLevel: "error",
  });
}

test.run();
