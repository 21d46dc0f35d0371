import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions, type Plugin, transform } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { makeGeneratedProject, providerNames } from "./workload.js";

const test = suite("what a bundle carries");

const generated = join(makeGeneratedProject("bundle"), "src/generated");

/** Bytes, minified and gzipped, without ky, by what a process loads: what was reached, and a little for another esbuild. */
const LIMITS = {
  provider: { start: 13_800, failure: 5_100, file: 64_400 },
  client: { start: 24_900, failure: 21_300, file: 77_700 },
  operation: { start: 14_450 },
};

/** Files of ours in which something runs: for a GET with a key, and until a 400 is thrown. */
const ENTERED = { answer: 19, refusal: 22 };

const oneProvider = `import { createProviderA } from "./providers/provider-a.js";
console.log(await createProviderA().get("/items", { security: "api-key" }).json());`;

const throughTheIndex = `import { providerA } from "./index.js";
console.log(await providerA.createProviderA().get("/items", { security: "api-key" }).json());`;

type Weights = Record<string, Record<string, number>>;
/** The benchmarks measure with these too. */
const measuring = async (file: string) => import(pathToFileURL(join(root, "test/bench/measure", file)).href);

test("what is loaded until the first answer and the first error keeps to its weight, and all in one file", async () => {
  const { weights, weightWithOperations } = (await measuring("weights.mjs")) as {
    weights: () => Promise<Weights>;
    weightWithOperations: (document: object) => Promise<Weights[string]>;
  };
  const weighed: Weights = { ...(await weights()), operation: await weightWithOperations(securedDocument()) };
  for (const [subject, limits] of Object.entries(LIMITS))
    for (const [part, limit] of Object.entries(limits)) {
      const bytes = weighed[subject]?.[part] ?? 0;
      assert.ok(bytes > 0 && bytes <= limit, `${subject}, ${part}: ${bytes} of ${limit} bytes`);
    }
});

/** 116 operations that differ from the rest by their security alone, as those of an API's organizations do. */
function securedDocument(): object {
  const paths = ["models", ...Array.from({ length: 115 }, (_, index) => `organization/things-${index}`)];
  const get = { security: [{ AdminApiKeyAuth: [] }], responses: { 200: { description: "ok" } } };
  const bearer = { type: "http", scheme: "bearer" };
  return {
    openapi: "3.1.0",
    info: { title: "Vendor", version: "1" },
    security: [{ ApiKeyAuth: [] }],
    paths: Object.fromEntries(paths.map((path) => [`/${path}`, { get }])),
    components: { securitySchemes: { ApiKeyAuth: bearer, AdminApiKeyAuth: bearer } },
  };
}

/** Bytes, minified and gzipped, of the parts that read streams, by themselves: what all load, and what few need. */
const STREAMS = { all: 2_550, resume: 1_110, "stream-rules": 380, "stream-failures": 740 };

test("what reads events and lines keeps to its weight", async () => {
  const contents = 'export { bindProvider } from "@sdkwright/runtime/generated";';
  const stdin = { contents, resolveDir: join(root, "test") };
  const options = { bundle: true, minify: true, splitting: true, format: "esm", write: false, metafile: true } as const;
  const built = await build({ ...options, stdin, external: ["ky"], outdir: join(generated, "../streams") });
  const bytes = (...files: readonly string[]): number =>
    Object.entries(built.metafile.outputs).reduce((sum, [path, { inputs }]) => {
      const isOne = files.some((file) => Object.keys(inputs).some((input) => input.endsWith(`/lib/${file}.js`)));
      const output = isOne && built.outputFiles.find((each) => each.path.endsWith(path.replace(/.*\//, "/")));
      return output ? sum + gzipSync(output.contents, { level: 9 }).length : sum;
    }, 0);
  const weights = { ...STREAMS, all: bytes("streams", "events") };
  for (const name of Object.keys(STREAMS)) if (name !== "all") Object.assign(weights, { [name]: bytes(name) });
  for (const [name, limit] of Object.entries(STREAMS)) {
    const weight = weights[name as keyof typeof STREAMS];
    assert.ok(weight > 200 && weight <= limit, `${name}: ${weight} of ${limit} bytes`);
  }
});

test("failover of functions alone weighs 16 kB at most, without what comes with the first failure", async () => {
  const contents =
    'import { failover } from "@sdkwright/runtime/failover"; export const send = failover("x", { a: () => 1 });';
  const late: Plugin = {
    name: "late",
    setup: (bundler) =>
      bundler.onResolve({ filter: /./ }, ({ kind, path }) =>
        kind === "dynamic-import" ? { path, external: true } : undefined,
      ),
  };
  const stdin = { contents, resolveDir: join(root, "test") };
  const built = await build({ stdin, bundle: true, minify: true, format: "esm", write: false, plugins: [late] });
  const bytes = gzipSync(built.outputFiles[0]?.contents ?? "", { level: 9 }).length;
  assert.ok(bytes > 1000 && bytes <= 10_500, `${bytes} bytes`);
});

/** Bytes, minified and gzipped, of the parts that turn pages: by a cursor, by all else as well, and what tells of mistakes. */
const PAGES = { pages: 2_100, "page-places": 1850, "page-checks": 1_430 };

test("pages come late, and weigh little", async () => {
  for (const [name, limit] of Object.entries(PAGES)) {
    const text = readFileSync(join(root, `runtime/lib/${name}.js`), "utf8");
    const { code } = await transform(text, { minify: true, format: "esm", target: "es2022" });
    const bytes = gzipSync(code, { level: 9 }).length;
    assert.ok(bytes > 500 && bytes <= limit, `${name}: ${bytes} of ${limit} bytes`);
  }
  const files = (await chunksAtStart(oneProvider)).flatMap(({ inputs }) => inputs);
  assert.not(files.some((file) => /pages?-|pages\.js|flows/.test(file)));
});

test("a GET and its error go through few files", async () => {
  const { entered } = (await measuring("entered.mjs")) as { entered: () => Promise<Record<string, string[]>> };
  const files = await entered();
  for (const [part, limit] of Object.entries(ENTERED)) {
    const names = files[part] ?? [];
    assert.ok(names.length > 0 && names.length <= limit, `${part}: ${names.length} of ${limit}\n${names.join("\n")}`);
  }
});

test("one provider of twenty, imported through the index, brings nothing of the others", async () => {
  // esbuild makes an object of a namespace that another module exports, by a function that late files share.
  assert.ok((await weightOf(throughTheIndex)) - (await weightOf(oneProvider)) <= 310);
  const code = await bundle(throughTheIndex);
  assert.ok(code.includes("provider-a.example"));
  assert.equal(
    providerNames.slice(1).filter((name) => code.includes(name)),
    [],
  );
});

test("digest, maps, failover and validators stay out of the bundle of a provider, policies come late", async () => {
  const files = (await chunksAtStart(oneProvider)).flatMap(({ inputs }) => inputs);
  assert.equal(
    files.filter((file) => /node_modules|runtime\//.test(file)).map((file) => file.replace(/.*runtime\//, "")),
    ["lib/core.js"],
  );
});

async function weightOf(source: string): Promise<number> {
  const chunks = await chunksAtStart(source);
  return chunks.reduce((sum, { text }) => sum + gzipSync(text, { level: 9 }).length, 0);
}

test("12.8: what tells of failures comes late; where it cannot be loaded, an error shows the status alone", async () => {
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
  const incomplete = {
    external: ["server-answer", "redirects", "connection-failure"].map((file) => `*/${file}.js`),
    splitting: true,
    write: true,
    outdir,
  };
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
  const incomplete = { external: ["*/policy.js"], splitting: true, write: true, outdir };
  await build({ ...settings(source), ...incomplete, outExtension: { ".js": ".mjs" } });
  const { error } = (await import(pathToFileURL(join(outdir, "stdin.mjs")).href)) as { error: { code?: string } };
  assert.is(error.code, "part-not-loaded");
});

/** A module, bundled without some of what it loads late, and run. */
async function runWithout<Exports>(missing: readonly string[], source: string, name: string): Promise<Exports> {
  const outdir = join(generated, "..", name);
  const incomplete = { external: missing.map((file) => `*/${file}.js`), splitting: true, write: true, outdir };
  await build({ ...settings(source), ...incomplete, outExtension: { ".js": ".mjs" } });
  return (await import(pathToFileURL(join(outdir, "stdin.mjs")).href)) as Exports;
}

/** What an SDK with an API key may load late. */
const LATE = Array.from(
  readFileSync(join(root, "runtime/lib/core.js"), "utf8").matchAll(/\bimport\('\.\/([\w-]+)\.js'\)/g),
  ([, name]) => name ?? "",
);

test("a GET with a key and a POST of JSON load nothing late", async () => {
  const source = `import { createProviderA } from "./providers/provider-a.js";
const sent = [];
const fetch = async (url, { method, headers, body }) => {
  sent.push([method, url, headers.get("x-api-key"), body && new TextDecoder().decode(body)]);
  return Response.json({ id: 1 });
};
const env = { PROVIDER_A_KEY: "secret-key" };
const client = createProviderA({ fetch, env });
const options = { security: "api-key", query: { page: 2 }, params: { id: "a-1" } };
const answers = [
  await client.get("/items/{id}", options).json(),
  await client.post("/items", { security: "api-key", json: { a: 1 } }).json(),
  await (await client.post("/items", { form: { a: 1 } })).json(),
];
export { sent, answers };`;
  const { sent, answers } = await runWithout<{ sent: unknown; answers: unknown }>(LATE, source, "plain");
  assert.ok(["server-answer", "policy"].every((name) => LATE.includes(name)));
  assert.equal(answers, [{ id: 1 }, { id: 1 }, { id: 1 }]);
  assert.equal(sent, [
    ["GET", "https://provider-a.example/v1/items/a-1?page=2", "secret-key", null],
    ["POST", "https://provider-a.example/v1/items", "secret-key", '{"a":1}'],
    ["POST", "https://provider-a.example/v1/items", null, "a=1"],
  ]);
});

test("what cannot be loaded is told before anything is sent", async () => {
  const source = `import { createProviderA } from "./providers/provider-a.js";
let sent = 0;
const fetch = async () => { sent += 1; return new Response(); };
const create = (options) => createProviderA({ fetch, retries: 0, ...options });
const code = (error) => error.code;
export const codes = await Promise.all([
  create().post("/", { multipart: { a: 1 } }).catch(code),
  create().post("/", { body: new Uint8Array(1) }).catch(code),
  create().get("/", { stream: true }).catch(code),
  create().get("/{id}", { params: { id: "a b" } }).catch(code),
  create({ services: { default: "https://other.example" } }).get("/").catch(code),
  create({ credentials: { "api-key": () => ({ apikey: "a" }) } }).get("/", { security: "api-key" }).catch(code),
  create().get("/").page().catch(code),
]);
export { sent };`;
  const { codes, sent } = await runWithout<{ codes: string[]; sent: number }>(LATE, source, "without-all");
  assert.equal(codes, Array(7).fill("part-not-loaded"));
  assert.is(sent, 0);
});

test("use-case calls that go well load nothing late; what fails is told as it is where the rest cannot be loaded", async () => {
  const source = `import { bindClient } from "@sdkwright/runtime/generated/client";
const definition = (name) => ({
  name, defaultService: "default", services: { default: { baseUrl: "https://" + name + ".example" } }, securitySchemes: {},
});
const retryPolicy = {
  kind: "circuit-breaker", maxContiguousRetries: 5, requestTimeout: 1000, circuit: true, openTime: 1000, maxOpenTime: 1000,
  patience: 1000, authCoolDown: 1000, backoff: { kind: "exponential", start: 1, factor: 1 },
};
const useCase = { providerFailover: true, input: {}, providers: { a: { input: {}, retryPolicy }, b: { input: {}, retryPolicy } } };
const map = { Do: async ({ http, input }) => {
  const first = await http.get("/" + input.status, input.options);
  await http.post("/200", { json: { a: 1 } });
  return first.status;
} };
let sent = 0;
const fetch = async (url) => { sent += 1; return new Response("{}", { status: Number(url.slice(-3)) }); };
const parts = {
  providers: { a: { definition: definition("a") }, b: { definition: definition("b") } },
  profiles: { p: { name: "p", priority: ["a", "b"], useCases: { Do: useCase } } },
  maps: { p: { a: map, b: map } },
};
const client = bindClient(parts, { fetch });
const ask = async (input, options) => {
  sent = 0;
  const { ok, value, error, provider, attempts } = await client.profiles.p.Do.safe(input, options);
  return [ok ? value : error.code, provider, attempts, sent];
};
export const ends = [await ask({ status: 200 }), await ask({ status: 503 }), await ask({ status: 404 })];
export const circuits = client.circuits().map(({ method, path, state }) => [method, path, state]);
ends.push(await ask({ status: 422, options: { throwHttpErrors: false } }));
ends.push(await ask({ status: 200 }, { deadline: 1000 }));
ends.push(await ask({ status: 200, options: { idempotent: false } }));
client.isolate({ provider: "a" });
ends.push(await ask({ status: 200 }));
client.reset();
ends.push(await ask({ status: 200 }));`;
  const { ends, circuits } = await runWithout<{ ends: unknown; circuits: unknown }>(
    ["policy", "failover", "circuit-table"],
    source,
    "use-cases-alone",
  );
  assert.equal(ends, [
    [200, "a", 2, 2],
    ["http-503", "a", 1, 1],
    ["http-404", "a", 1, 1],
    [422, "a", 2, 2],
    ["part-not-loaded", undefined, 0, 0],
    ["part-not-loaded", "a", 0, 0],
    ["part-not-loaded", undefined, 0, 0],
    [200, "a", 2, 2],
  ]);
  assert.equal(circuits, [
    ["GET", "/200", "closed"],
    ["POST", "/200", "closed"],
    ["GET", "/503", "closed"],
    ["GET", "/404", "closed"],
  ]);
});

test("what the caller does while something is loaded does not reach the request", async () => {
  const source = `import { createProviderA } from "./providers/provider-a.js";
const sent = [];
const fetch = async (url, { body }) => { sent.push([url, new TextDecoder().decode(body)]); return new Response("{}"); };
const services = { default: "https://other.example/" + "t0ken-in-path" };
const client = createProviderA({ fetch, services });
const json = { a: 1 };
const bytes = new Uint8Array([65]);
const controller = new AbortController();
class Slow extends Blob { arrayBuffer() { return new Promise((_, reject) => setTimeout(reject, 20)); } }
const wrong = [{ json: { a: 1n } }, { multipart: { a: {} } }, { body: {} }, { body: new Slow(["a"]) }].map((body) =>
  client.post("/t0ken-in-path", body).catch(({ message, stack }) => [message, stack.includes("t0ken")]));
const aborted = client.post("/aborted", { json, signal: controller.signal }).catch((error) => error);
const done = [client.post("/json", { json }), client.post("/bytes", { body: bytes })];
json.a = 2;
bytes[0] = 66;
controller.abort("enough");
await Promise.all(done);
export const result = [sent.sort(), await Promise.all(wrong), await aborted];`;
  const { result } = await runWithout<{ result: unknown[] }>([], source, "meanwhile");
  const [sent, wrong, aborted] = result;
  assert.equal(sent, [
    ["https://other.example/t0ken-in-path/bytes", "A"],
    ["https://other.example/t0ken-in-path/json", '{"a":1}'],
  ]);
  const problems = ["`json` cannot be", '"a" of `multipart` is', "`body` is", "`body` cannot be"];
  assert.equal(
    (wrong as [string, boolean][]).map(([message, isShown], index) => [
      message.startsWith(`POST /*** of provider-a: ${problems[index] ?? ""}`),
      isShown,
    ]),
    [
      [true, false],
      [true, false],
      [true, false],
      [true, false],
    ],
  );
  assert.is(aborted, "enough");
});

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
