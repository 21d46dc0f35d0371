import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { makeGeneratedProject, providerNames } from "./workload.js";

const test = suite("what a bundle carries");

const generated = join(makeGeneratedProject("bundle"), "src/generated");

/** Bytes, minified and gzipped, without ky: what was reached, and a fiftieth for what is to come. */
const ONE_PROVIDER = 15_700;

const oneProvider = `import { createProviderA } from "./providers/provider-a.js";
console.log(await createProviderA().get("/items", { security: "api-key" }).json());`;

/** Likewise beside its own module: esbuild makes an object of a namespace that another module exports. */
const THROUGH_THE_INDEX = ONE_PROVIDER + 100;

const throughTheIndex = `import { providerA } from "./index.js";
console.log(await providerA.createProviderA().get("/items", { security: "api-key" }).json());`;

test("one provider with an API key keeps to its weight", async () => {
  const sizes = [await weightOf(oneProvider), await weightOf(throughTheIndex)];
  assert.ok((sizes[0] ?? 0) <= ONE_PROVIDER && (sizes[1] ?? 0) <= THROUGH_THE_INDEX, `${sizes.join(", ")} bytes`);
});

test("one provider of twenty, imported through the index, brings nothing of the others", async () => {
  const code = await bundle(throughTheIndex);
  assert.ok(code.includes("provider-a.example"));
  assert.equal(
    providerNames.slice(1).filter((name) => code.includes(name)),
    [],
  );
});

test("digest, maps, failover and validators stay out of the bundle of a provider, policies come late", async () => {
  const files = (await chunksAtStart(oneProvider)).flatMap(({ inputs }) => inputs);
  const foreign = /@noble|\/auth\/digest\/|\/(?:use-case|formats|policy)\//;
  assert.equal(
    files.filter((file) => foreign.test(file)),
    [],
  );
});

async function weightOf(source: string): Promise<number> {
  const chunks = await chunksAtStart(source);
  return chunks.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0);
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build(settings(source));
  return outputFiles[0]?.text ?? "";
}

/** Files of a bundle that are loaded with its first, and what each is made of. */
async function chunksAtStart(source: string) {
  const { outputFiles, metafile } = await build({
    ...settings(source),
    splitting: true,
    outdir: "out",
    metafile: true,
  });
  const outputs = Object.entries(metafile.outputs);
  const late = outputs.flatMap(([, { imports }]) => imports.filter(({ kind }) => kind === "dynamic-import"));
  const atStart = outputs.filter(([file]) => !late.some(({ path }) => path === file));
  return atStart.map(([file, { inputs }]) => ({
    text: outputFiles.find(({ path }) => path.endsWith(file))?.text ?? "",
    inputs: Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? input : [])),
  }));
}

function settings(source: string) {
  return {
    stdin: { contents: source, resolveDir: generated, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    external: ["ky"],
    logLevel: "error",
  } as const satisfies BuildOptions;
}

test.run();
