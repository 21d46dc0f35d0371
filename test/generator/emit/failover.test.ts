import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execute } from "#generator/cli/execute.js";
import type { MapContext, ProviderClient, UseCase } from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import type { CommonClientOptions } from "@sdkwright/runtime/generated/client";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { withFolder } from "../folder.js";

const test = suite("failoverAfter and failoverOn, from client.json to calls");

const retryPolicy = {
  kind: "circuit-breaker",
  maxContiguousRetries: 4,
  backoff: { kind: "exponential", start: 50, factor: 1 },
};

interface Fields {
  readonly failoverAfter?: "failure" | "retries";
  readonly failoverOn?: readonly number[];
}

function clientOf({ failoverAfter, failoverOn }: Fields): object {
  const defaults = { Send: { providerFailover: true, failoverAfter } };
  const pigeon = { defaults: { Send: { retryPolicy, failoverOn } } };
  const sms = { version: "1.0.0", priority: ["pigeon", "raven"], defaults, providers: { pigeon, raven: {} } };
  return { profiles: { sms }, providers: { pigeon: {}, raven: {} } };
}

const urls = { pigeon: "https://pigeon.example", raven: "https://raven.example" };
const definitionOf = (name: keyof typeof urls) => ({
  name,
  services: [{ id: "default", baseUrl: urls[name] }],
  defaultService: "default",
});

interface Client {
  readonly profiles: { readonly sms: { readonly Send: UseCase<object, unknown> } };
}
type CreateClient = (options: CommonClientOptions & { readonly maps: object }) => Client;

/** Generates, and runs what was emitted. */
async function withEmitted<T>(
  fields: Fields,
  use: (create: CreateClient, definition: string) => Promise<T>,
): Promise<T> {
  const files = {
    "package.json": { type: "module" },
    "client/client.json": clientOf(fields),
    "client/providers/pigeon.json": definitionOf("pigeon"),
    "client/providers/raven.json": definitionOf("raven"),
  };
  return withFolder(files, async (folder) => {
    const { result } = await execute({ command: "generate", files: [], options: {} }, folder);
    assert.is(result.exitCode, 0);
    const generated = join(folder, "src/generated");
    const outfile = join(folder, "client.mjs");
    const entry = join(generated, "client.ts");
    await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", packages: "external" });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    const { createClient } = (await import(pathToFileURL(outfile).href)) as { readonly createClient: CreateClient };
    return use(createClient, readFileSync(join(generated, "profiles/sms.definition.ts"), "utf8"));
  });
}

const map = {
  Send: async ({ http }: MapContext<object, unknown, ProviderClient, object>) => (await http.get("/x")).status,
};

/** Who answers while pigeon does with that status, or how the call fails; and the requests that pigeon got. */
async function called(create: CreateClient, status: number, json?: object): Promise<readonly unknown[]> {
  const fake = fakeProviders(urls, { seed: 1 });
  fake.providers.pigeon.on("GET", "/x").fail(status);
  fake.providers.raven.on("GET", "/x").reply(200, {});
  const { profiles } = create({
    ...fake.options,
    maps: { sms: { pigeon: map, raven: map } },
    ...(json && { clientJson: clientJson(json) }),
  });
  const outcome = await profiles.sms.Send.safe({});
  const asked = fake.requests.filter(({ provider }) => provider === "pigeon").length;
  return [outcome.ok ? outcome.provider : (outcome.error as Error & { code: string }).code, asked];
}

const cases: readonly (readonly [fields: Fields, status: number, expected: readonly unknown[]])[] = [
  [{}, 503, ["raven", 2]],
  [{ failoverAfter: "failure" }, 503, ["raven", 2]],
  [{ failoverAfter: "retries" }, 503, ["raven", 5]],
  [{}, 404, ["http-404", 1]],
  [{ failoverOn: [404, 413] }, 404, ["raven", 1]],
  [{ failoverOn: [404, 413] }, 410, ["http-410", 1]],
  [{ failoverOn: [404, 413], failoverAfter: "retries" }, 404, ["raven", 1]],
];

for (const [fields, status, expected] of cases) {
  const what = `${JSON.stringify(fields)}, pigeon answers ${status}`;

  test(`createClient of what was emitted with ${what}`, async () => {
    assert.equal(await withEmitted(fields, async (create) => called(create, status)), expected);
  });
}

test("clientJson replaces what was emitted: each field, and its absence", async () => {
  await withEmitted({ failoverAfter: "retries", failoverOn: [410] }, async (create) => {
    for (const [fields, status, expected] of cases)
      assert.equal(await called(create, status, clientOf(fields)), expected, JSON.stringify(fields));
  });
});

test("both are emitted as data, statuses in one order, and nothing where neither is written", async () => {
  await withEmitted({ failoverAfter: "retries", failoverOn: [413, 404] }, async (_, definition) => {
    assert.match(definition, '      failoverAfter: "retries",\n');
    assert.match(definition, /\n {10}failoverOn: \[404, 413\],\n/);
  });
  await withEmitted({}, async (_, definition) => assert.not.match(definition, /failoverAfter|failoverOn/));
});

test.run();
