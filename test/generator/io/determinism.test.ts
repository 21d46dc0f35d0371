import { planOutput, writeOutput } from "#generator/output/write.js";
import { isEqual } from "#generator/diff/change.js";
import { array, assert as assertProperty, asyncProperty, constantFrom, option, record, uniqueArray } from "fast-check";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, beta, moved, project } from "../check/project.js";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { contentOf, timesOf } from "../output/output.js";
import { changesBetween, isUpToDate, outputFor, textsOf } from "./run.js";
import { runs } from "../../effort.js";

const test = suite("determinism");

const policy = {
  kind: "circuit-breaker",
  maxContiguousRetries: 3,
  backoff: { kind: "exponential", start: 100, factor: 3 },
};
const client = {
  profiles: {
    "pay/charge": {
      version: "1.0.0",
      priority: ["beta", "acme"],
      providers: { acme: { defaults: { Charge: { input: { b: 1, a: 2 }, retryPolicy: policy } } }, beta: {} },
      defaults: { Charge: { input: { z: 1 }, providerFailover: true } },
    },
  },
  providers: { acme: { file: "providers/acme.json", security: [{ id: "key", apikey: "$ACME_KEY" }] }, beta: {} },
};
const whole = { ...project, "client/client.json": client };

/** The order of keys that the formats fix; records of names and free values keep theirs. */
function reordered(value: unknown, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((entry) => reordered(entry, [...path, "[]"]));
  if (typeof value !== "object" || value === null) return value;
  const isNamed = ["profiles", "providers", "defaults", "input"].includes(path.at(-1) ?? "");
  const entries = Object.entries(value).map(([key, entry]) => [key, reordered(entry, [...path, key])] as const);
  return Object.fromEntries(isNamed ? entries : entries.reverse());
}

async function textsFor(files: { [path: string]: unknown }): Promise<{ readonly [path: string]: string }> {
  return withFolder(files, async (folder) => {
    const output = await outputFor(folder);
    assert.ok(output);
    return textsOf(output);
  });
}

test("the output does not depend on white space, line endings, byte-order marks and the order of fixed keys", async () => {
  const expected = await textsFor(whole);
  const variants: ((json: unknown) => string)[] = [
    (json) => JSON.stringify(json),
    (json) => JSON.stringify(json, undefined, "\t").replaceAll("\n", "\r\n"),
    (json) => `\uFEFF${JSON.stringify(json, undefined, 4)}\n\n`,
    (json) => JSON.stringify(reordered(json)),
  ];
  for (const [index, variant] of variants.entries()) {
    const files = Object.fromEntries(
      Object.entries(whole).map(([path, json]) => [path, path.startsWith("client") ? variant(json) : json]),
    );
    assert.equal(await textsFor(files), expected, String(index));
  }
});

test("the order of names does show", async () => {
  const { providers } = client;
  const swapped = { ...client, providers: { beta: providers.beta, acme: providers.acme } };
  assert.not.equal(await textsFor({ ...whole, "client/client.json": swapped }), await textsFor(whole));
});

test("the output does not depend on time zone, locale, working directory and place of the project", async () => {
  const contents: object[] = [];
  for (const [TZ, LANG, from] of [
    ["UTC", "C", "."],
    ["Asia/Kathmandu", "tr_TR.UTF-8", "client/providers"],
    ["America/St_Johns", "sv_SE.UTF-8", "client"],
  ] as const) {
    await withFolder(whole, async (folder) => {
      mkdirSync(join(folder, "deep"));
      const { status, stderr } = await sdkwright(join(folder, from), ["--quiet"], { TZ, LANG, LC_ALL: LANG });
      assert.equal([status, stderr], [0, ""]);
      contents.push(contentOf(join(folder, "src/generated")));
      assert.not.match(JSON.stringify(contents), folder);
    });
  }
  assert.equal(contents[1], contents[0]);
  assert.equal(contents[2], contents[0]);
});

/** Lines of the second text that the first lacks. */
function newLines(before = "", after = ""): string[] {
  const known = new Set(before.split("\n"));
  return after.split("\n").filter((line) => !known.has(line));
}

test("a change of one value changes one line of data, and its entries in the lock", async () => {
  const before = await textsFor(whole);
  const charge = client.profiles["pay/charge"];
  const other = (change: object) => ({ ...client, profiles: { "pay/charge": { ...charge, ...change } } });
  const changes: readonly (readonly [changed: { [path: string]: unknown }, files: string[], lockLines: number])[] = [
    [{ "client/providers/acme.json": moved }, ["providers/acme.definition.ts"], 3],
    [
      { "client/providers/acme.json": { ...acme, securitySchemes: [{ ...acme.securitySchemes[0], name: "X-Other" }] } },
      ["providers/acme.definition.ts"],
      3,
    ],
    [
      { "client/client.json": other({ defaults: { Charge: { input: { z: 2 }, providerFailover: true } } }) },
      ["profiles/pay/charge.definition.ts"],
      3,
    ],
    [
      { "client/client.json": other({ defaults: { Charge: { input: { z: 1 }, providerFailover: false } } }) },
      ["profiles/pay/charge.definition.ts"],
      3,
    ],
  ];
  for (const [changed, files, lockLines] of changes) {
    const after = await textsFor({ ...whole, ...changed });
    const differing = Object.keys(after).filter((path) => before[path] !== after[path]);
    assert.equal(differing.sort(), [...files, "sdkwright.lock.json"]);
    for (const file of files) assert.is(newLines(before[file], after[file]).length, 1, file);
    const inLock = newLines(before["sdkwright.lock.json"], after["sdkwright.lock.json"]);
    assert.is(inLock.length, lockLines, inLock.join("\n"));
  }
});

test("a change of priority changes the line that says so, and no other line of emitted code", async () => {
  const number = { type: "number" };
  const schema = { type: "object", properties: { a: number, b: number, z: number }, required: ["a", "b", "z"] };
  const document = { name: "pay/charge", version: "1.0.0", usecases: { Charge: { input: schema, result: schema } } };
  const profile = client.profiles["pay/charge"];
  const providers = { ...profile.providers, gamma: { file: "gamma.json" } };
  const files = (priority: readonly string[]) => ({
    ...whole,
    "client/gamma.json": { ...acme, name: "gamma" },
    "client/profiles/pay/charge.json": document,
    "client/client.json": { ...client, profiles: { "pay/charge": { ...profile, providers, priority } } },
  });
  const { "sdkwright.lock.json": _, ...base } = await textsFor(files(["acme", "beta", "gamma"]));
  for (const priority of [
    ["acme", "gamma", "beta"],
    ["beta", "acme", "gamma"],
    ["beta", "gamma", "acme"],
    ["gamma", "acme", "beta"],
    ["gamma", "beta", "acme"],
  ]) {
    const texts = await textsFor(files(priority));
    const changed = Object.entries(base).flatMap(([path, text]) => changedLines(path, text, texts[path] ?? ""));
    const line = `profiles/pay/charge.definition.ts: priority: [${priority.map((name) => `"${name}"`).join(", ")}],`;
    assert.equal(changed, [line]);
  }
});

/** Lines that differ, place by place: moved lines count. */
function changedLines(path: string, before: string, after: string): string[] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  assert.is(next.length, old.length, path);
  return next.filter((line, index) => line !== old[index]).map((line) => `${path}: ${line.trim()}`);
}

test("what the lock does not know makes it stale: every input, option and emitted file", async () => {
  await withFolder(whole, async (folder) => {
    const output = await outputFor(folder);
    assert.ok(output);
    writeOutput(output);
    const changes: readonly (readonly [path: string, content: unknown])[] = [
      ["client/client.json", { ...client, providers: { ...client.providers, beta: { parameters: {}, security: [] } } }],
      ["client/providers/beta.json", { ...beta, services: moved.services }],
      ["client/providers/beta.json", JSON.stringify(beta).replace('"name"', '"name":"x","name"')],
      ["client/providers/beta.json", "{"],
      ["client/profiles/pay/charge.json", { name: "pay/charge", version: "1.0.0", usecases: {} }],
      ["tsconfig.json", '{ "compilerOptions": { "allowImportingTsExtensions": true, /* so */ } }'],
      ["tsconfig.json", "// nothing\n{}"],
      ["src/tsconfig.json", "{}"],
      ["src/generated/index.ts", "export {};\n"],
      ["src/generated/.sdkwright-writing/owner-1", "{}"],
    ];
    for (const [path, content] of changes) {
      await withFolder(whole, async (copy) => {
        const made = await outputFor(copy);
        assert.ok(made);
        writeOutput(made);
        assert.ok(isUpToDate(copy));
        writeFiles(copy, { [path]: content });
        assert.not(isUpToDate(copy), path);
      });
    }
    assert.ok(isUpToDate(folder));
    writeFiles(folder, {
      "client/client.json": JSON.stringify(reordered(client), undefined, 7),
    });
    assert.ok(isUpToDate(folder));
    assert.match(
      readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8"),
      /"absent": \[\n[^\]]*pay\/charge@1\.0\.0/,
    );
  });
});

const names = ["acme", "beta", "gamma"] as const;
const definitions = record({
  services: uniqueArray(
    record({
      id: constantFrom("default", "files", "x-1"),
      baseUrl: constantFrom("https://a.example", "https://b.example/v1", "https://{REGION}.example"),
    }),
    { minLength: 1, maxLength: 3, selector: ({ id }) => id },
  ),
  securitySchemes: uniqueArray(
    record({
      id: constantFrom("key", "other"),
      type: constantFrom("apiKey"),
      in: constantFrom("header", "query"),
      name: constantFrom("k", "X-Key"),
    }),
    { maxLength: 2, selector: ({ id }) => id },
  ),
  region: option(constantFrom("eu", "us")),
});
const configurations = record({
  definitions: array(definitions, { minLength: 3, maxLength: 3 }),
  used: uniqueArray(constantFrom(...names), { minLength: 1, maxLength: 3 }),
  key: constantFrom("$KEY", "$OTHER", undefined),
  timeout: constantFrom(1000, 2000),
  failover: constantFrom(true, false),
  input: record({ a: constantFrom(1, 2), b: option(constantFrom("$X", "y")) }),
  hasProfile: constantFrom(true, false),
});

type Configuration = typeof configurations extends { generate: (...args: never[]) => { value: infer T } } ? T : never;

function filesOf({ definitions: made, used, key, timeout, failover, input, hasProfile }: Configuration) {
  const files: { [path: string]: unknown } = {};
  const providers: { [name: string]: unknown } = {};
  for (const name of used) {
    const { services, securitySchemes, region } = made[names.indexOf(name)] ?? {
      services: [],
      securitySchemes: [],
      region: null,
    };
    const parameters = [{ name: "REGION", ...(region === null ? {} : { default: region }) }];
    const defaultService = services[0]?.id;
    files[`client/providers/${name}.json`] = { name, services, securitySchemes, defaultService, parameters };
    const isKeyed = key !== undefined && securitySchemes.some(({ id }) => id === "key");
    providers[name] = isKeyed ? { security: [{ id: "key", apikey: key }] } : {};
  }
  const retryPolicy = { kind: "circuit-breaker", requestTimeout: timeout };
  const own = Object.fromEntries(used.map((name) => [name, { defaults: { Do: { retryPolicy } } }]));
  const profile = { version: "1.0.0", providers: own, defaults: { Do: { input, providerFailover: failover } } };
  files["client/client.json"] = { ...(hasProfile ? { profiles: { "do/it": profile } } : {}), providers };
  return files;
}

test("random pairs: diff is empty exactly when the models are equal, check passes, a second run touches nothing", async () => {
  await assertProperty(
    asyncProperty(configurations, configurations, async (first, second) => {
      await withFolder({ "package.json": "{}", ...filesOf(first) }, async (folder) => {
        const out = join(folder, "src/generated");
        const base = await outputFor(folder);
        assert.ok(base);
        writeOutput(base);
        writeFiles(folder, filesOf(second));
        const next = await outputFor(folder);
        assert.ok(next);
        writeOutput(next);
        const before = [contentOf(out), timesOf(out)];
        assert.equal(planOutput(next).changes, []);
        assert.ok(isUpToDate(folder));
        writeOutput(next);
        assert.equal([contentOf(out), timesOf(out)], before);
        assert.is(
          (await changesBetween(base, next)).length === 0,
          isEqual(plain(base.lock.model), plain(next.lock.model)),
        );
      });
    }),
    { numRuns: runs(60) },
  );
});

/** Types are texts of code, in which the order of properties says nothing. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === "types" ? {} : each)));
}

test.run();
