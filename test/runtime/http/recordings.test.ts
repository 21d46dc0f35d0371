import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestOptions } from "@sdkwright/runtime";
import { normalizeProvider, parseProvider } from "@sdkwright/runtime/config";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { hasShared, shared } from "../../tree.js";
import { recordingFetch } from "../acme.js";

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

for (const file of hasShared ? readdirSync(join(shared, "corpus/recordings")) : []) {
  const recording = readJson("recordings", file) as Recording;
  for (const [useCase, inputs] of Object.entries(recording)) {
    const definition = readDefinition(useCase.split("/").at(-2) ?? "");
    for (const [index, recorded] of Object.values(inputs).flat().entries()) {
      test(`${useCase}, request ${index + 1}: same method, path, query and body`, () =>
        reproduce(definition, recorded));
    }
  }
}

function readDefinition(name: string): ProviderDefinition {
  const { value } = parseProvider(readJson("providers", `${name}.json`));
  assert.ok(value, `${name} is accepted`);
  return normalizeProvider(value);
}

async function reproduce(definition: ProviderDefinition, recorded: Recorded): Promise<void> {
  const { fetch, sent } = recordingFetch();
  const [path = "", query = ""] = recorded.path.split("?");
  const fields = new URLSearchParams(query);
  const options: RequestOptions = {};
  const credentials = credentialsFor(definition, recorded, fields);
  if (credentials !== undefined) options.security = Object.keys(credentials);
  if ([...fields].length > 0) options.query = Object.fromEntries(fields);
  if (recorded.body !== "") options.json = recorded.body;
  const base = new URL(definition.services[definition.defaultService]?.baseUrl ?? "").pathname.replace(/\/$/, "");
  const client = bindProvider(definition, {}, { credentials, fetch });
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
  if (scheme.type === "http") return { [id]: { token: "recorded-token" } };
  const apikey = fields.get(scheme.name) ?? reqheaders?.[scheme.name.toLowerCase()]?.[0] ?? "recorded-key";
  fields.delete(scheme.name);
  return { [id]: { apikey } };
}

if (!hasShared) console.log("skipped: recorded requests, because ../shared is absent");
if (!hasShared) test.skip("recorded requests", () => {});
test.run();
