import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions, type Plugin } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { makeGeneratedProject, providerNames } from "./workload.js";

const test = suite("what a bundle carries");

const generated = join(makeGeneratedProject("bundle"), "src/generated");

/** Bytes, minified and gzipped, without ky: what was reached, and a little for another version of esbuild. */
const ONE_PROVIDER = 22200;

const oneProvider = `import { createProviderA } from "./providers/provider-a.js";
console.log(await createProviderA().get("/items", { security: "api-key" }).json());`;

/**
 * Likewise beside its own module: esbuild makes an object of a namespace that another module exports, by a function of its
 * own that has a file of its own where late files share it.
 */
const THROUGH_THE_INDEX = ONE_PROVIDER + 310;

const throughTheIndex = `import { providerA } from "./index.js";
console.log(await providerA.createProviderA().get("/items", { security: "api-key" }).json());`;

test("one provider with an API key keeps to its weight", async () => {
  const sizes = [await weightOf(oneProvider), await weightOf(throughTheIndex)];
  assert.ok((sizes[0] ?? 0) <= ONE_PROVIDER && (sizes[1] ?? 0) <= THROUGH_THE_INDEX, `${sizes.join(", ")} bytes`);
});

/** What looks at options, in place of it: whatever is given is taken. */
const unchecked: Plugin = {
  name: "unchecked",
  setup(bundler) {
    const reads = "export const readOptions = (given) => Object.assign(Object.create(null), given);";
    const entries = "export const entriesOf = Object.entries; export const allOf = () => ({});";
    bundler.onLoad({ filter: /[\\/]config[\\/]options\.js$/ }, () => ({ contents: reads + entries }));
    const tables = ["REQUEST_OPTIONS", "COMMON_OPTIONS", "PROVIDER_OPTIONS"];
    const none = tables.map((name) => `export const ${name} = {};`).join("");
    bundler.onLoad({ filter: /[\\/]option-tables\.js$/ }, () => ({ contents: none }));
  },
};

test("12.1: to look at options, with all that they are called, takes 0.6 kB at most", async () => {
  const weight = (await weightOf(oneProvider)) - (await weightOf(oneProvider, [unchecked]));
  assert.ok(weight > 200 && weight <= 600, `${weight} bytes`);
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

async function weightOf(source: string, plugins: Plugin[] = []): Promise<number> {
  const chunks = await chunksAtStart(source, plugins);
  return chunks.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0);
}

test("12.8: what tells of failures comes late; where it cannot be loaded, an error shows the status alone", async () => {
  const files = (await chunksAtStart(oneProvider)).flatMap(({ inputs }) => inputs);
  assert.not.ok(
    files.some((file) => /\/(?:scrub|server-text|sent-secrets|network-error|body-streams)\.js$/.test(file)),
  );
  const source = `import { createProviderA } from "./providers/provider-a.js";
const headers = { "x-request-id": "canary", location: "https://elsewhere.example/?canary" };
const ask = (status) => createProviderA({
  fetch: async () => {
    if (status === 0) throw Object.assign(new TypeError("canary"), { code: "ECONNREFUSED" });
    return new Response("canary", { status, statusText: "canary", headers });
  },
  crossOriginRedirects: "follow-anonymous",
}).get("/items").catch((error) => error);
export const errors = [await ask(503), await ask(302), await ask(0)];`;
  const outdir = join(generated, "../without-texts");
  const incomplete = { external: ["*/failures.js"], splitting: true, write: true, outdir };
  await build({ ...settings(source), ...incomplete, outExtension: { ".js": ".mjs" } });
  const { errors } = (await import(pathToFileURL(join(outdir, "stdin.mjs")).href)) as { errors: Error[] };
  assert.equal(
    errors.map((error) => [error.name, JSON.stringify(error).includes("canary")]),
    [
      ["HttpError", false],
      ["RedirectError", false],
      ["NetworkError", false],
    ],
  );
  const { code, sent } = errors[2] as Error & { code: string; sent: unknown };
  assert.equal([code, sent], ["network-reset", "unknown"]);
});

test("a policy whose file is missing is told as that", async () => {
  const source = `import { createProviderA } from "./providers/provider-a.js";
const fetch = async () => new Response("{}");
export const error = await createProviderA({ fetch }).get("/items", { deadline: 1000 }).catch((thrown) => thrown);`;
  const outdir = join(generated, "../without-policy");
  const incomplete = { external: ["*/standalone-policy.js"], splitting: true, write: true, outdir };
  await build({ ...settings(source), ...incomplete, outExtension: { ".js": ".mjs" } });
  const { error } = (await import(pathToFileURL(join(outdir, "stdin.mjs")).href)) as { error: { code?: string } };
  assert.is(error.code, "policy-not-loaded");
});

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build(settings(source));
  return outputFiles[0]?.text ?? "";
}

/** Files of a bundle that are loaded with its first, and what each is made of. */
async function chunksAtStart(source: string, plugins: Plugin[] = []) {
  const { outputFiles, metafile } = await build({
    ...settings(source),
    splitting: true,
    outdir: "out",
    metafile: true,
    plugins,
  });
  const first = Object.keys(metafile.outputs).find((file) => metafile.outputs[file]?.entryPoint === "<stdin>") ?? "";
  const atStart = new Set([first]);
  // What only late chunks share is late too.
  for (const file of atStart) {
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && path in metafile.outputs) atStart.add(path);
    }
  }
  return Array.from(atStart, (file) => ({
    text: outputFiles.find(({ path }) => path.endsWith(file))?.text ?? "",
    inputs: Object.entries(metafile.outputs[file]?.inputs ?? {}).flatMap(([input, { bytesInOutput }]) =>
      bytesInOutput > 0 ? input : [],
    ),
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
