import type { Output } from "#generator/output/plan.js";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProviderClient, RequestOptions } from "@sdkwright/runtime";
import { transformSync } from "esbuild";
import { imagined } from "../judge.js";
import { SCHEMES, SERVICES } from "./definitions.js";
import { ENV, MAP, PROVIDERS, SECRETS } from "./projects.js";

/** What went out for a call, by its name; `undefined` where it failed. */
export type Sent = ReadonlyMap<string, readonly Request[] | undefined>;

/** One request, as far as it matters: all of it, where it went, and the variables whose values it carries. */
interface Request {
  readonly text: string;
  readonly origin: string;
  readonly secrets: readonly string[];
}

/** Emitted code, as far as these calls know it. */
interface Sdk {
  readonly createClient: (options: object) => {
    readonly providers: { readonly [name: string]: ProviderClient };
    readonly profiles: { readonly [name: string]: { Do(input: object, options?: object): Promise<unknown> } };
  };
}

/** Runs every call of an SDK in which nothing but names is given. */
export async function callAll({ files }: Output, name: string): Promise<Sent> {
  const folder = join(imagined, `requests-${name}`);
  try {
    for (const { path, text } of files) write(join(folder, "generated", path), text);
    for (const provider of PROVIDERS) write(join(folder, `maps/${provider}.ts`), MAP);
    const [sdk, map] = [await imported(folder, "generated/client"), await imported(folder, "maps/acme")];
    return await sentBy(sdk as Sdk, (map as { readonly default: unknown }).default);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(file: string, text: string): void {
  if (!file.endsWith(".ts")) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file.replace(/\.ts$/, ".js"), transformSync(text, { loader: "ts" }).code);
}

function imported(folder: string, module: string): Promise<unknown> {
  return import(pathToFileURL(join(folder, `${module}.js`)).href);
}

async function sentBy({ createClient }: Sdk, map: unknown): Promise<Sent> {
  const sent = new Map<string, readonly Request[] | undefined>();
  const maps = { pay: Object.fromEntries(PROVIDERS.map((provider) => [provider, map])) };
  for (const [name, call, down] of calls()) {
    const requests: Request[] = [];
    const client = createClient({ fetch: server(requests, down), env: ENV, maps });
    const hasSucceeded = await call(client).then(
      () => true,
      () => false,
    );
    sent.set(name, hasSucceeded ? requests : undefined);
  }
  return sent;
}

type Call = (client: ReturnType<Sdk["createClient"]>) => Promise<unknown>;

/** By a name; the last is the provider that does not answer. */
function* calls(): Generator<[string, Call, string?]> {
  for (const provider of PROVIDERS) {
    for (const service of [undefined, ...SERVICES])
      for (const security of [undefined, [], ...SCHEMES, ["one", "two"]]) {
        const options = JSON.parse(JSON.stringify({ service, security })) as object;
        for (const [path, more] of REQUESTS) {
          const name = `${provider} ${path} ${JSON.stringify({ ...options, ...more })}`;
          yield [name, async ({ providers }) => providers[provider]?.request(path, { ...options, ...more }).text()];
        }
      }
    yield [`use-case with ${provider}`, async ({ profiles }) => profiles["pay"]?.Do({}, { provider })];
    yield [`use-case without ${provider}`, async ({ profiles }) => profiles["pay"]?.Do({}), provider];
  }
  yield ["use-case", async ({ profiles }) => profiles["pay"]?.Do({})];
}

const REQUESTS: readonly (readonly [string, RequestOptions & { readonly method: string }])[] = [
  ["/other", { method: "GET" }],
  ["/other/{key}", { method: "POST", json: {} }],
  ["/a", { method: "GET", query: { q: ["x", "y"] } }],
  ["/a", { method: "HEAD" }],
  ["/a/{id}", { method: "GET", params: { id: "7" } }],
  ["/b", { method: "POST", json: { x: ["1"] } }],
];

/** Hands out tokens that say whose they are. */
function server(requests: Request[], down: string | undefined) {
  return async (input: string | URL | globalThis.Request, init?: RequestInit): Promise<Response> => {
    const request = new globalThis.Request(input, init);
    const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`);
    const text = [`${request.method} ${request.url}`, ...headers, await request.text()].join("\n");
    const { origin, pathname, hostname } = new URL(request.url);
    requests.push({ text, origin, secrets: secretsIn(text) });
    if (pathname === "/token") return Response.json({ access_token: `token-of-${secretsIn(text).join("-")}` });
    return new Response("{}", { status: down !== undefined && hostname.includes(down) ? 503 : 200 });
  };
}

function secretsIn(text: string): string[] {
  const decoded = text.replaceAll(/(?<=^authorization: Basic ).*/gm, (basic) =>
    Buffer.from(basic, "base64").toString(),
  );
  return Object.entries(SECRETS).flatMap(([name, value]) => (decoded.includes(value) ? [name] : []));
}
