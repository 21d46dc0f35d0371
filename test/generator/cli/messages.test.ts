import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";
import { diagnosticsOf, sdkwright } from "../sdkwright.js";

const test = suite("messages");

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
  securitySchemes: [
    { id: "key", type: "apiKey", in: "header", name: "X-Key" },
    { id: "staff", type: "http", scheme: "digest" },
  ],
};
const project: Files = {
  "package.json": "{}",
  "client/client.json": { providers: { acme: {} } },
  "client/providers/acme.json": acme,
};

/** What is printed of a run that is refused. */
async function told(files: Files, args: readonly string[], within = "."): Promise<string> {
  return withFolder({ ...project, ...files }, async (folder) => {
    const { stderr, status } = await sdkwright(join(folder, within), args);
    assert.ok(status === 2 || status === 3, `${String(status)} ${stderr}`);
    return stderr.replaceAll(folder, "<root>");
  });
}

test("12.20: SW1311 lists the fields of the very scheme", async () => {
  const security = [
    { id: "key", apiKey: "$K" },
    { id: "staff", digest: "$D" },
    { id: "gone", value: "$V" },
  ];
  const found = await diagnosticsOf({ ...project, "client/client.json": { providers: { acme: { security } } } });
  const messages = found.filter(({ code }) => code === "SW1311").map(({ message, hint }) => [message, hint]);
  assert.equal(messages, [
    ['the entry has "apiKey"; security scheme "key" takes "apikey"', 'did you mean "apikey"?'],
    [
      'the entry has "digest"; security scheme "staff" takes "username" and "password"',
      'a digest scheme takes "username" and "password"',
    ],
    [
      'the entry has "value"; expected "apikey", or "username" and "password", or "token", or "clientId" with "clientSecret" or "refreshToken"',
      undefined,
    ],
  ]);
});

const others: readonly (readonly [file: string, content: unknown, says: RegExp])[] = [
  ["api.json", { openapi: "3.1.0", info: {}, paths: {} }, /SW1211 .*but an OpenAPI document/],
  ["swagger.json", { swagger: "2.0", paths: {} }, /an OpenAPI document/],
  ["package.json", { name: "app", version: "1.0.0", dependencies: {} }, /a package\.json/],
  ["client/client.json", project["client/client.json"], /a client configuration[^]*--config/],
  ["profile.json", { name: "p", version: "1.0.0", usecases: {} }, /a profile document/],
  ["api.yaml", "openapi: 3.1.0\n", /"api\.yaml" is YAML/],
  ["map.ts", "export default {};\n", /"map\.ts" is code[^]*profiles\.<profile>/],
];
for (const [file, content, says] of others)
  test(`12.20: ${file} given as a definition is recognised, in one diagnostic`, async () => {
    const text = await told({ [file]: content }, ["generate", file]);
    assert.match(text, says);
    assert.is(text.match(/^error/gm)?.length, 1, text);
  });

test("12.20: so is one that client.json or --config names", async () => {
  const openapi = { openapi: "3.1.0", paths: {} };
  assert.match(await told({ "client/providers/acme.json": openapi }, []), /SW1211 .*an OpenAPI document/);
  assert.match(await told({ "api.json": openapi }, ["--config", "api.json"]), /SW1302 .*it is an OpenAPI document/);
  assert.match(await told({ "c.yml": "" }, ["--config", "c.yml"]), /SW0201 .*is YAML/);
});

const usage: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [["--output", "x"], /did you mean --out\?/],
  [["--dry"], /did you mean --dry-run\?/],
  [["--verb"], /did you mean --verbose\?/],
  [["--out", "a", "--out", "b"], /--out is given twice/],
  [["--out=a", "--out", "b"], /--out is given twice/],
  [["check", "--config", "a.json", "--config=a.json"], /--config is given twice/],
  [["client\\providers\\acme.json"], /did you mean "client\/providers\/acme\.json"\?/],
  [["--config", "client\\client.json"], /did you mean "client\/client\.json"\?/],
];
for (const [args, says] of usage)
  test(`12.20: a hint for ${args.join(" ")}`, async () => {
    assert.match(await told({}, args), says);
  });

test("12.20: paths in client.json that are written from the root, or with the other separator", async () => {
  const settings = (file: string) => ({
    "client/client.json": {
      profiles: { p: { file: "profiles/p.json", providers: { acme: { file } } } },
      providers: { acme: {} },
    },
    "client/profiles/p.json": { name: "p", version: "1.0.0", usecases: { Do: { input: {}, result: {} } } },
    "src/maps/do.ts": "export default { Do() {} };\n",
  });
  assert.match(await told(settings("src/maps/do.ts"), []), /did you mean "\.\.\/src\/maps\/do\.ts"\?/);
  assert.match(await told(settings("..\\src\\maps\\do.ts"), []), /did you mean "\.\.\/src\/maps\/do\.ts"\?/);
  const definition = { "client/client.json": { providers: { acme: { file: "client/providers/acme.json" } } } };
  assert.match(await told(definition, []), /did you mean "providers\/acme\.json"\?/);
});

test("12.20: without a client.json: which folder is the root, why, and the shortest file", async () => {
  await withFolder({ "package.json": "{}" }, async (folder) => {
    mkdirSync(join(folder, "deep"));
    const { stderr } = await sdkwright(join(folder, "deep"), []);
    assert.ok(
      stderr.includes(`"client/client.json" does not exist in the project root ${JSON.stringify(folder)}`),
      stderr,
    );
    assert.match(stderr, /the nearest folder upward with a package\.json/);
    const json = /such as (\{.*\})\)/.exec(stderr)?.[1] ?? "";
    assert.equal(await diagnosticsOf({ "client/client.json": json, "client/providers/acme.json": acme }), []);
  });
  await withFolder({ x: "" }, async (folder) => {
    assert.match(
      (await sdkwright(folder, [])).stderr,
      /the working directory, because no folder upward has a package\.json/,
    );
  });
});

test("12.20: a client.json that is passed over is named, with the root and why, in cached runs too", async () => {
  const nested = { "app/client/client.json": { providers: {} } };
  await withFolder({ ...project, ...nested }, async (folder) => {
    for (const _ of [1, 2]) {
      const { stderr, status } = await sdkwright(join(folder, "app"), []);
      assert.is(status, 0);
      assert.match(
        stderr,
        /warning SW0205 {2}"app\/client\/client\.json" is not read: .* the nearest folder upward with a package/,
      );
      assert.match(stderr, /--config client\/client\.json reads it/);
    }
    assert.equal((await sdkwright(folder, [])).stderr, "");
    assert.not.match((await sdkwright(join(folder, "app"), ["--config", "client/client.json"])).stderr, /SW0205/);
  });
});

test("12.20: a tsconfig that is broken or extends nothing is a warning", async () => {
  const warnings = async (files: Files): Promise<readonly string[]> =>
    (await diagnosticsOf({ ...project, ...files })).map(({ code, severity }) => `${severity} ${code}`);
  assert.equal(await warnings({ "tsconfig.json": '{ "compilerOptions": { ' }), ["warning SW0241"]);
  assert.equal(await warnings({ "tsconfig.json": '{ "extends": "./base" }' }), ["warning SW0241"]);
  assert.equal(await warnings({ "tsconfig.json": { extends: ["@no/such"] } }), ["warning SW0241"]);
  assert.equal(await warnings({ "tsconfig.json": { extends: "./base.json" }, "base.json": "[" }), ["warning SW0241"]);
  const bundled = { "tsconfig.json": { compilerOptions: { moduleResolution: "bundler", noEmit: true } } };
  const typed = { exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } } };
  assert.equal(await warnings({ ...bundled, "package.json": typed }), ["warning SW0245"]);
  assert.equal(await warnings({ ...bundled, "package.json": { types: "dist/index.d.mts" } }), ["warning SW0245"]);
  assert.equal(await warnings({ "package.json": typed }), []);
  assert.equal(await warnings({ ...bundled, "package.json": { exports: "./src/index.ts" } }), []);
  assert.equal(await warnings({ ...bundled, "package.json": { ...typed, private: true } }), []);
  assert.equal(await warnings({ ...bundled, "package.json": { ...typed, sdkwright: { importEndings: "none" } } }), []);
  const fine = '// comments\n{ "extends": "./base", /* and */ "compilerOptions": { "strict": true, }, }';
  assert.equal(await warnings({ "tsconfig.json": fine, "base.json": {} }), []);
});

test("no colours where nobody looks, in CI neither", async () => {
  await withFolder({ "package.json": "{}", "api.json": {} }, async (folder) => {
    for (const env of [{}, { CI: "1" }, { CI: "true", TERM: "xterm" }, { NO_COLOR: "1", FORCE_COLOR: "1" }]) {
      for (const args of [["validate"], ["add", "api.json"], ["init", "api.json"]]) {
        const { stdout, stderr } = await sdkwright(folder, args, env);
        assert.not.match(stdout + stderr, "\u001b", `${args.join(" ")} ${JSON.stringify(env)}`);
      }
    }
    const { stderr } = await sdkwright(folder, ["add", "api.json"], { FORCE_COLOR: "1" });
    assert.match(stderr, "\u001b");
  });
});

test("12.20: diff outside of git names the folder of the project", async () => {
  await withFolder(project, async (folder) => {
    const { stderr } = await sdkwright(folder, ["diff"]);
    assert.ok(stderr.includes(`the folder ${JSON.stringify(folder)} is not in a git repository`), stderr);
  });
});

test.run();
