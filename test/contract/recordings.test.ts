import { execute } from "#generator/cli/execute.js";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProviderClient, RequestOptions } from "@sdkwright/runtime";
import type { ProviderDefinition } from "@sdkwright/runtime/generated";
import { transformSync } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recordingFetch } from "../runtime/acme.js";
import { root, shared } from "../tree.js";

/** A request as it once went over the wire. */
interface Recorded {
  readonly scope: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly reqheaders?: { readonly [name: string]: readonly string[] };
}

/** By use-case, then by a hash of its input. */
type Recording = Record<string, Record<string, Recorded[]>>;

const test = suite("recorded requests");
const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(shared, "corpus", ...path), "utf8"));

/** Emitted code of one provider, as far as these tests know it. */
interface GeneratedSdk {
  readonly definition: ProviderDefinition;
  readonly create: (options: object) => ProviderClient;
}

/** Below the repository, so that emitted code finds the runtime. */
const folder = join(root, ".build/recordings");
await generateSdks();

for (const file of readdirSync(join(shared, "corpus/recordings"))) {
  const recording = readJson("recordings", file) as Recording;
  for (const [useCase, inputs] of Object.entries(recording)) {
    const sdk = await importSdk(useCase.split("/").at(-2) ?? "");
    for (const [index, recorded] of Object.values(inputs).flat().entries()) {
      test(`${useCase}, request ${index + 1}: same method, path, query and body`, () => reproduce(sdk, recorded));
    }
  }
}

/** Generates the SDKs of the corpus, and takes the types out of the emitted modules. */
async function generateSdks(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const files = readdirSync(join(shared, "corpus/providers")).map((file) => join(shared, "corpus/providers", file));
  const { result } = await execute({ command: "generate", files, options: {} }, folder);
  assert.is(result.exitCode, 0);
}

async function importSdk(provider: string): Promise<GeneratedSdk> {
  const module = join(folder, "src/generated/providers", provider);
  const [definition] = await importModule(`${module}.definition`);
  const [create] = await importModule(module);
  return { definition, create } as GeneratedSdk;
}

/** What an emitted module exports at run time. */
async function importModule(path: string): Promise<readonly unknown[]> {
  writeFileSync(`${path}.js`, transformSync(readFileSync(`${path}.ts`, "utf8"), { loader: "ts" }).code);
  return Object.values((await import(pathToFileURL(`${path}.js`).href)) as object);
}

async function reproduce({ definition, create }: GeneratedSdk, recorded: Recorded): Promise<void> {
  const { fetch, sent } = recordingFetch();
  const [path = "", query = ""] = recorded.path.split("?");
  const fields = new URLSearchParams(query);
  const options: RequestOptions = {};
  const credentials = credentialsFor(definition, recorded, fields);
  if (credentials !== undefined) options.security = Object.keys(credentials);
  if ([...fields].length > 0) options.query = Object.fromEntries(fields);
  if (recorded.body !== "") options.json = recorded.body;
  const base = new URL(definition.services[definition.defaultService]?.baseUrl ?? "").pathname.replace(/\/$/, "");
  const client = create({ credentials, fetch });
  await client.request(path.slice(base.length), { ...options, method: recorded.method });
  const [request] = sent;
  assert.is(request?.method, recorded.method);
  assert.is(request?.url, new URL(recorded.scope).origin + recorded.path);
  assert.is(request?.body, recorded.body === "" ? "" : JSON.stringify(recorded.body));
  for (const [name, [value]] of Object.entries(recorded.reqheaders ?? {})) {
    if (name.includes("key")) assert.is(request?.headers.get(name), value);
  }
}

/** The key that was recorded, taken out of the query; a token where the scheme's header was not recorded. */
function credentialsFor(
  definition: ProviderDefinition,
  { reqheaders }: Recorded,
  fields: URLSearchParams,
): object | undefined {
  const [entry] = Object.entries(definition.securitySchemes);
  if (entry === undefined) return undefined;
  const [id, scheme] = entry;
  if (scheme.type !== "apiKey") return { [id]: { token: "recorded-token" } };
  const apikey = fields.get(scheme.name) ?? reqheaders?.[scheme.name.toLowerCase()]?.[0] ?? "recorded-key";
  fields.delete(scheme.name);
  return { [id]: { apikey } };
}

test.run();
