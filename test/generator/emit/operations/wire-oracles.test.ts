import { execute } from "#generator/cli/execute.js";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RequestOptions } from "@sdkwright/runtime";
import { RequestError, type ProviderClient } from "@sdkwright/runtime";
import { transformSync } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recordingFetch, type SentRequest } from "../../../runtime/acme.js";
import { root } from "../../../tree.js";

/** What the judges of `npm run test:oracles` said, recorded there by `test/oracles/wire/run.mjs --record`. */
const test = suite("wire formats, as others write them");

/** A parameter `color` in a place by a style, a kind of value, and its octets: ours and, where they differ, theirs. */
interface Case {
  readonly kind: string;
  readonly in: "path" | "query" | "header";
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly content?: string;
  readonly bytes: Octets;
  readonly swaggerClient?: Octets;
  /** By the table of style examples in OpenAPI 3.1.1. */
  readonly specified?: string;
  /** The rule that says why ours are right. */
  readonly exception?: string;
}

/** `null` for a header that is left out. */
type Octets = string | null | { readonly error: string };

interface Styles {
  readonly kinds: { readonly [kind: string]: { readonly schema: object; readonly value: unknown } };
  readonly cases: readonly Case[];
}

/** A call that Prism found nothing wrong with, by method and path. */
interface Call {
  readonly operation: string;
  readonly options: RequestOptions;
  readonly sent: { readonly method: string; readonly url: string; readonly headers: object; readonly body?: unknown };
}

const { kinds, cases } = readJson("test/vectors/wire-styles.json") as Styles;
const calls = readJson("test/vectors/wire-requests.json") as readonly Call[];
const folder = join(root, ".build/wire-oracles");
const create = await generated({
  styles: documentOfCases(),
  depot: readJson("test/oracles/wire/depot.json") as object,
});

for (const [index, each] of cases.entries()) {
  const { in: place, style, explode, allowReserved, content, kind } = each;
  const words = [place, style ?? content, explode && "exploded", allowReserved && "reserved"].filter(Boolean).join(" ");
  test(`${words}: ${kind}`, async () => {
    const path = pathOf(each, index);
    const option = { path: "params", query: "query", header: "headers" }[place];
    const call = send("styles", (client) => client.get(path, { [option]: { color: kinds[kind]?.value } }));
    assert.equal(await octetsOf(each, index, call), each.bytes);
    if (each.exception !== undefined) return;
    if (each.specified !== undefined) assert.is(meaningOf(each, each.bytes), meaningOf(each, each.specified));
    if (each.swaggerClient !== undefined) assert.is(meaningOf(each, each.bytes), meaningOf(each, each.swaggerClient));
  });
}

for (const [index, { operation, options, sent: expected }] of calls.entries()) {
  test(`${operation}, call ${index + 1}: as Prism found it right`, async () => {
    const [method = "", path = ""] = operation.split(" ");
    const { url, headers, body, ...sent } = await send("depot", (client) =>
      client.request<string>(path, { ...options, method }),
    );
    assert.equal({ url, method: sent.method }, { url: expected.url, method: expected.method });
    assert.equal(Object.fromEntries(headers), expected.headers);
    assert.equal(body === "" ? undefined : JSON.parse(body), expected.body);
  });
}

/** One operation for each case, with the parameter that it is about. */
function documentOfCases(): object {
  const operations = cases.map((each, index) => {
    const { kind, content, in: place, style, explode, allowReserved } = each;
    const schema = kinds[kind]?.schema;
    const values = content === undefined ? { schema } : { content: { [content]: { schema } } };
    const parameter = {
      name: "color",
      in: place,
      required: place === "path",
      style,
      explode,
      allowReserved,
      ...values,
    };
    return [pathOf(each, index), { get: { parameters: [parameter], responses: { 204: { description: "" } } } }];
  });
  return { openapi: "3.1.1", info: { title: "Styles", version: "1" }, paths: Object.fromEntries(operations) as object };
}

function pathOf({ in: place }: Case, index: number): string {
  return place === "path" ? `/${index}/{color}` : `/${index}`;
}

async function octetsOf({ in: place }: Case, index: number, call: Promise<SentRequest>): Promise<Octets> {
  try {
    const { url, headers } = await call;
    if (place === "header") return headers.get("color");
    return url.slice(`https://styles.example/${index}`.length).replace(/^[/?]/, "");
  } catch (error) {
    if (error instanceof RequestError) return { error: error.code };
    throw error;
  }
}

/** What a server reads. In a query a space may be `+`, and some leave to the URL parser what others encode. */
function meaningOf({ in: place }: Case, octets: Octets | undefined): string {
  if (typeof octets !== "string" || place === "header") return JSON.stringify(octets);
  return place === "path" ? decodeURIComponent(octets) : JSON.stringify([...new URLSearchParams(octets)]);
}

async function send(provider: string, call: (client: ProviderClient) => PromiseLike<unknown>): Promise<SentRequest> {
  const { fetch, sent } = recordingFetch();
  await call(create(provider)({ fetch }));
  assert.is(sent.length, 1);
  return sent[0] as SentRequest;
}

type Create = (options: object) => ProviderClient;

/** Emitted code of these documents; their types are taken out. */
async function generated(documents: { readonly [provider: string]: object }): Promise<(provider: string) => Create> {
  rmSync(folder, { recursive: true, force: true });
  for (const part of ["providers", "openapi"]) mkdirSync(join(folder, "client", part), { recursive: true });
  const write = (path: string, value: object) => writeFileSync(join(folder, path), JSON.stringify(value));
  write("package.json", { type: "module" });
  write("client/client.json", { providers: Object.fromEntries(Object.keys(documents).map((name) => [name, {}])) });
  for (const [name, document] of Object.entries(documents)) {
    const services = [{ id: "default", baseUrl: `https://${name}.example` }];
    const openapi = `../openapi/${name}.json`;
    write(`client/openapi/${name}.json`, document);
    write(`client/providers/${name}.json`, { name, services, defaultService: "default", openapi });
  }
  const { result } = await execute({ command: "generate", files: [], options: {} }, folder);
  assert.is(result.exitCode, 0);
  const found = new Map<string, Create>();
  for (const name of Object.keys(documents)) found.set(name, await importProvider(name));
  return (provider) => found.get(provider) as Create;
}

async function importProvider(name: string): Promise<Create> {
  const module = join(folder, "src/generated/providers", name);
  for (const path of [`${module}.definition`, module])
    writeFileSync(`${path}.js`, transformSync(readFileSync(`${path}.ts`, "utf8"), { loader: "ts" }).code);
  const found = (await import(pathToFileURL(`${module}.js`).href)) as { readonly [name: string]: unknown };
  return Object.entries(found).find(([key]) => key.startsWith("create"))?.[1] as Create;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}

test.run();
