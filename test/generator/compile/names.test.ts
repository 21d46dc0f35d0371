// Names that every object of JavaScript has: in each place of a document and a definition, emitted code compiles and works.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { root } from "../../tree.js";
import { filesUnder } from "../snapshots/cases.js";
import { compilersIn } from "./compilers.js";

const test = suite("names of Object.prototype");

const NAMES = [...Object.getOwnPropertyNames(Object.prototype), "prototype", "then"];
/** Documents and profiles hold no key `__proto__`; names that stand as values may be so. */
const KEYS = NAMES.filter((name) => name !== "__proto__");
const folder = join(root, ".build", "names");

const recordOf = (names: readonly string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
const literalOf = (names: readonly string[], value: string) =>
  `{ ${names.map((name) => `[${JSON.stringify(name)}]: ${value}`).join(", ")} }`;

const text = { type: "string" };
const record = { type: "object", additionalProperties: text };
const list = { type: "array", items: text };
const parameters = (place: string, style: string, explode: boolean, schema: object) =>
  NAMES.map((name) => ({ name, in: place, style, explode, schema, required: place === "path" }));
const all = { type: "object", properties: recordOf(KEYS, { $ref: "#/components/schemas/toString" }) };
const answers = {
  200: { description: "", content: { "application/json": { schema: { $ref: "#/components/schemas/constructor" } } } },
};
const get = (all: readonly object[]) => ({ get: { parameters: all, responses: answers } });
const post = (type: string, schema: object, encoding: object = {}) => ({
  post: { requestBody: { content: { [type]: { schema, encoding } } }, responses: answers },
});
const path = NAMES.map((name) => `/{${name}}`).join("");
const fields = { type: "object", properties: recordOf(KEYS, record) };
const openapi = {
  openapi: "3.1.0",
  info: { title: "Acme", version: "1" },
  paths: {
    "/query": get(parameters("query", "deepObject", true, record)),
    "/pipes": get(parameters("query", "pipeDelimited", false, list)),
    "/headers": get(parameters("header", "simple", true, record)),
    "/cookies": get(parameters("cookie", "form", true, text)),
    [path]: get(parameters("path", "matrix", true, record)),
    "/form": post("application/x-www-form-urlencoded", fields, recordOf(KEYS, { style: "deepObject", explode: true })),
    "/parts": post("multipart/form-data", fields, recordOf(KEYS, { contentType: "application/xml" })),
    "/json": post("application/json", all),
  },
  components: { schemas: { ...recordOf(KEYS, text), constructor: all } },
};

const acme = {
  name: "acme",
  services: NAMES.map((id) => ({ id, baseUrl: `https://acme.example/{${id}}` })),
  defaultService: "constructor",
  parameters: NAMES.map((name) => ({ name, default: `at-${name}` })),
  openapi: "../openapi/acme.json",
};
/** A provider for each place of a key, with a scheme for each name. */
const PLACES = ["query", "header", "cookie", "body", "path"] as const;
const secured = (place: string) => ({
  name: place,
  services: [{ id: "default", baseUrl: "https://acme.example" }],
  defaultService: "default",
  securitySchemes: NAMES.map((id) => ({ id, type: "apiKey", in: place, name: id })),
});
const profile = {
  name: "a/b",
  version: "1.0.0",
  usecases: recordOf(
    KEYS.filter((name) => /^[a-z]/i.test(name) && name !== "then"),
    recordOf(["input", "result", "error"], { type: "object", properties: recordOf(KEYS, text) }),
  ),
};

/** Calls with every name in every place. */
const USE = `import { createAcme } from "./src/generated/providers/acme.js";
${PLACES.map((place) => `import { create${place[0]?.toUpperCase()}${place.slice(1)} } from "./src/generated/providers/${place}.js";`).join("\n")}
export async function use(fetch: typeof globalThis.fetch): Promise<void> {
  const client = createAcme({ fetch, parameters: ${literalOf(NAMES, '"p"')} });
  await client.get("/query", { query: ${literalOf(NAMES, '{ a: "b" }')} });
  await client.get("/pipes", { query: ${literalOf(NAMES, '["a", "b"]')} });
  await client.get("/headers", { headers: ${literalOf(NAMES, '{ a: "b" }')} });
  await client.get(${JSON.stringify(path)}, { params: ${literalOf(NAMES, '{ a: "b" }')} });
  await client.post("/form", { form: ${literalOf(KEYS, '{ a: "b" }')} });
  await client.post("/parts", { multipart: ${literalOf(KEYS, '{ a: "b" }')} });
  const { constructor, hasOwnProperty } = await client.post("/json", { json: ${literalOf(KEYS, '"x"')} }).json();
  const texts: readonly (string | undefined)[] = [constructor, hasOwnProperty];
  void texts;
${NAMES.map((name) => `  await client.untyped.get("/service", { service: ${JSON.stringify(name)} });`).join("\n")}
${PLACES.flatMap((place) => {
  const create = `create${place[0]?.toUpperCase()}${place.slice(1)}`;
  return [
    `  const ${place} = ${create}({ fetch, credentials: ${literalOf(NAMES, '{ apikey: "k" }')} });`,
    ...NAMES.map((name) =>
      place === "path"
        ? `  await ${place}.get("/{${name}}", { security: ${JSON.stringify(name)} });`
        : `  await ${place}.post("/", { security: ${JSON.stringify(name)}, json: {} });`,
    ),
  ];
}).join("\n")}
}
`;

interface Sent {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

test("every place compiles and is sent, on every version of TypeScript", async () => {
  rmSync(folder, { recursive: true, force: true });
  const providers = [acme, ...PLACES.map(secured)];
  writeFiles(folder, {
    "package.json": { type: "module" },
    "client/client.json": {
      profiles: { "a/b": { version: "1.0.0", defaults: { constructor: { input: recordOf(KEYS, "d") } } } },
      providers: recordOf(["acme", ...PLACES], {}),
    },
    "client/profiles/a/b@1.0.0.json": profile,
    "client/openapi/acme.json": openapi,
    ...Object.fromEntries(providers.map((each) => [`client/providers/${each.name}.json`, each])),
    "use.ts": USE,
  });
  const { status, stderr } = await sdkwright(folder, ["generate"]);
  assert.is(status, 0, stderr);
  const files = filesUnder(folder).filter((file) => file.endsWith(".ts"));
  for (const { version, check } of compilersIn(`${folder}-compiled`))
    assert.is(await check(files.map((file) => join(folder, file))), "", version);
  const sent = await sentBy("use.ts");
  const [query, pipes, headers, params, form, parts, json, ...others] = sent;
  assert.equal(
    [...(query?.url.searchParams ?? [])],
    NAMES.map((name) => [`${name}[a]`, "b"]),
  );
  assert.equal(
    [...(pipes?.url.searchParams ?? [])],
    NAMES.map((name) => [name, "a|b"]),
  );
  for (const name of NAMES) assert.is(headers?.headers.get(name), "a=b", name);
  assert.is(params?.url.pathname, `/p${"/;a=b".repeat(NAMES.length)}`);
  assert.equal(
    [...new URLSearchParams(form?.body)],
    KEYS.map((name) => [`${name}[a]`, "b"]),
  );
  for (const name of KEYS) assert.match(parts?.body ?? "", `name="${name}"`);
  assert.equal(JSON.parse(json?.body ?? ""), recordOf(KEYS, "x"));
  const services = others.splice(0, NAMES.length).map(({ url }) => url.pathname);
  assert.equal(
    services,
    NAMES.map(() => "/p/service"),
  );
  for (const place of PLACES)
    for (const [at, request] of others.splice(0, NAMES.length).entries())
      assert.is(keyIn(request, place, NAMES[at] ?? ""), "k", `${place} ${NAMES[at]}`);
  assert.equal(others, []);
});

/** The requests of the program's `use`. */
async function sentBy(file: string): Promise<readonly Sent[]> {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const options = ["--ignoreConfig", "--module", "nodenext", "--target", "es2022", "--types", "", "--outDir", "js"];
  execFileSync(process.execPath, [tsc, ...options, file], { cwd: folder });
  const { use } = (await import(pathToFileURL(join(folder, "js", "use.js")).href)) as {
    readonly use: (fetch: typeof globalThis.fetch) => Promise<void>;
  };
  const sent: Sent[] = [];
  await use(async (input, init) => {
    const request = new Request(input, init);
    sent.push({ url: new URL(request.url), headers: request.headers, body: await request.text() });
    return new Response("{}", { headers: { "content-type": "application/json" } });
  });
  return sent;
}

function keyIn({ url, headers, body }: Sent, place: (typeof PLACES)[number], name: string): unknown {
  if (place === "query") return url.searchParams.get(name);
  if (place === "header") return headers.get(name);
  if (place === "cookie") return headers.get("cookie")?.split(`${name}=`)[1];
  if (place === "path") return url.pathname.slice(1);
  return Object.entries(JSON.parse(body) as object).find(([key]) => key === name)?.[1];
}

test.run();
