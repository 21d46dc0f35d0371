import { mkdirSync, symlinkSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { brief, diagnosticsOf, sdkwright } from "../sdkwright.js";

const test = suite("files, places and frames");

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://acme.example" }],
  defaultService: "default",
};
const project = (client: unknown, files: Files = {}): Files => ({ "client/client.json": client, ...files });
const briefs = async (files: Files, ...given: string[]) => (await diagnosticsOf(files, { files: given })).map(brief);

test("finding: <folder>/providers/<p>.json, then <p>.provider.json, also in a folder of its own", async () => {
  const client = { providers: { acme: {}, "unverified/beta": {} } };
  const places = { "client/providers/acme.provider.json": acme };
  const beta = { ...acme, name: "unverified/beta" };
  assert.equal(await briefs(project(client, { ...places, "client/providers/unverified/beta.json": beta })), []);
});

test("finding: no definition, an error listing the places", async () => {
  const [found] = await diagnosticsOf(project({ providers: { acme: {} } }));
  assert.is(found && brief(found), "SW0203 client/client.json:3:5 /providers/acme");
  assert.match(found?.message ?? "", /client\/providers\/acme\.json and client\/providers\/acme\.provider\.json/);
});

test("finding: a key that is no provider name never becomes a path", async () => {
  const client = { providers: { "../../acme": {}, "unverified/../acme": {} } };
  const found = await diagnosticsOf(project(client, { "acme.json": "s3cret" }));
  assert.equal(
    found.map(({ code }) => code),
    ["SW1105", "SW1105"],
  );
});

test("finding: paths are relative to the folder of client.json, percent-decoded after file:", async () => {
  const client = { providers: { acme: "file:../defs/a%20b.json", beta: { file: "../defs/a%20c.json" } } };
  const files = { "defs/a b.json": acme, "defs/a%20c.json": { ...acme, name: "beta" } };
  assert.equal(await briefs(project(client, files)), []);
});

test("finding: one provider from two files", async () => {
  const files = project({ providers: { acme: {} } }, { "client/providers/acme.json": acme, "other.json": acme });
  await withFolder({ "package.json": "{}", ...files }, async (folder) => {
    const { stdout } = await sdkwright(folder, ["other.json", "--format", "json"]);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string; start: object }[] };
    assert.equal(
      diagnostics.map(({ code, start }) => [code, start]),
      [["SW0204", { line: 2, column: 11 }]],
    );
    assert.match(diagnostics[0]?.message ?? "", /"acme".*client\/providers\/acme\.json/);
  });
});

const notJson: readonly (readonly [name: string, file: string, files: Files])[] = [
  [".env", ".env", { "client/.env": "KEY=s3cret" }],
  ["a folder", "folder", { "client/folder/x": "" }],
  ["a folder called .json", "folder.json", { "client/folder.json/x": "" }],
  ["a device", "/dev/zero", {}],
  ["65 MiB", "big.json", { "client/big.json": Buffer.alloc(65 * 1024 * 1024, 32) }],
  ["what is not UTF-8", "utf16.json", { "client/utf16.json": Buffer.from("\ufeff{}", "utf16le") }],
];
for (const [name, file, files] of notJson) {
  test(`not-json: ${name}, an error without a frame`, async () => {
    const found = await diagnosticsOf(project({ providers: { acme: { file } } }, files));
    assert.equal(found.map(brief), ["SW0202 client/client.json:4:15 /providers/acme/file"]);
    assert.is(found[0]?.frame, undefined);
  });
}

test("not-json: a device or a pipe behind a link called .json blocks nothing", async () => {
  await withFolder(
    { "package.json": "{}", "client/client.json": { providers: { acme: {}, beta: {} } } },
    async (folder) => {
      mkdirSync(join(folder, "client/providers"));
      symlinkSync("/dev/zero", join(folder, "client/providers/acme.json"));
      spawnSync("mkfifo", [join(folder, "client/providers/beta.json")]);
      const run = await sdkwright(folder, ["validate"]);
      assert.is(run.status, 2);
      assert.is(run.stderr.match(/is not a regular file/g)?.length, 2);
    },
  );
});

test("not-json: the same as arguments", async () => {
  await withFolder({ "package.json": "{}", ".env": "KEY=s3cret", "folder.json/x": "" }, async (folder) => {
    const run = await sdkwright(folder, ["generate", "./.env", "folder.json", "gone.json"]);
    assert.is(run.status, 2);
    assert.equal(run.stderr.match(/"[^"]+" (is|does).*/g), [
      '".env" is not a .json file',
      '"folder.json" is a folder',
      '"gone.json" does not exist',
    ]);
    assert.not.match(run.stderr, /s3cret/);
  });
});

test("json: a byte-order mark and CRLF are fine, and columns do not count the mark", async () => {
  const text = `\ufeff${JSON.stringify(acme, undefined, 2).replaceAll("\n", "\r\n")}`;
  assert.equal(await briefs({ "acme.json": text }, "acme.json"), []);
  const wrong = text.replace('"defaultService": "default"', '"defaultService": "defautl"');
  assert.equal(await briefs({ "acme.json": wrong }, "acme.json"), ["SW1203 acme.json:9:21 /defaultService"]);
  assert.equal(await briefs({ "acme.json": "\ufeff[}" }, "acme.json"), ["SW0101 acme.json:1:2"]);
});

test("json: one diagnostic for what is not JSON", async () => {
  for (const [text, place] of [
    ['{ "name": "acme",\n  // no\n}', "2:3"],
    ['{ "name": "acme", }', "1:19"],
    ['{ "name": "acme"\n  "services": [] }', "2:3"],
    ["", "1:1"],
  ]) {
    assert.equal(await briefs({ "acme.json": text }, "acme.json"), [`SW0101 acme.json:${place}`]);
  }
});

test("json: a duplicate key is an error at the second, and names the first", async () => {
  const found = await diagnosticsOf(
    { "acme.json": '{\n "name": "a",\n "x": [{ "y": 1, "y": 2 }],\n "name": "b" }' },
    { files: ["acme.json"] },
  );
  assert.equal(found.map(brief), ["SW0102 acme.json:3:18 /x/0/y", "SW0102 acme.json:4:2 /name"]);
  assert.is(found[1]?.related?.start.line, 2);
});

test("json: nesting over 200, valid or not, is one error and no stack", async () => {
  for (const text of ["[".repeat(20_000), "[".repeat(20_000) + "]".repeat(20_000), '{"a":'.repeat(5000)]) {
    const found = await diagnosticsOf({ "acme.json": text }, { files: ["acme.json"] });
    assert.equal(
      found.map(({ code }) => code),
      ["SW0103"],
    );
  }
});

test("hostile-schema: depth and references", async () => {
  const document = (input: unknown) => ({ name: "a", version: "1.0.0", usecases: { Use: { input, result: {} } } });
  const found = (input: unknown) => briefs(project({ profiles: { a: "file:a.json" } }, { "client/a.json": input }));
  const deep = JSON.stringify(document("DEEP")).replace('"DEEP"', `${'{"items":'.repeat(5000)}{}${"}".repeat(5000)}`);
  assert.match((await found(deep)).join(), /^SW0103 client\/a\.json:1:\d+$/);
  for (const $ref of ["./other.json", "https://example.com/schema.json", "/etc/passwd", "other.json#/definitions/a"]) {
    assert.equal(await found(document({ properties: { x: { $ref } } })), [
      "SW1501 client/a.json:9:21 /usecases/Use/input/properties/x/$ref",
    ]);
  }
  assert.equal(await found(document({ properties: { tsType: {}, tsEnumNames: {}, $ref: {} } })), []);
  assert.equal(await found(document({ tsType: "any", enum: [1], tsEnumNames: ["A"] })), []);
});

test("base-url-bare: a warning when generating", async () => {
  for (const baseUrl of ["noop.localhost", "localhost:3000"]) {
    const definition = { ...acme, services: [{ id: "default", baseUrl }] };
    const found = await diagnosticsOf({ "acme.json": definition }, { files: ["acme.json"] });
    assert.equal(
      found.map(({ severity, code }) => [severity, code]),
      [["warning", "SW1206"]],
    );
  }
});

test("frame: none of a definition outside the project, also behind a link", async () => {
  await withFolder({ "outside/acme.json": { ...acme, name: "S3CRET" } }, async (folder) => {
    const root = join(folder, "project");
    const client = { providers: { acme: { file: "../../outside/acme.json" }, beta: {} } };
    writeFiles(root, { "package.json": "{}", "client/client.json": client });
    mkdirSync(join(root, "client/providers"));
    symlinkSync(join(folder, "outside/acme.json"), join(root, "client/providers/beta.json"));
    const run = await sdkwright(root, ["validate"]);
    assert.is(run.stderr.match(/SW1104/g)?.length, 2);
    assert.match(run.stderr, /^ {2}\.\.\/outside\/acme\.json:2:11$/m);
    assert.not.match(run.stderr, /\|/);
  });
});

test("frame-secret: no canary in any output of any format", async () => {
  const C = "CANARY-0123456789";
  const clients = [
    { providers: { acme: { security: [{ id: "key", apiKey: C }] } } },
    { providers: { acme: { security: [{ id: "key", apikey: `$uper${C}` }], parameters: { a: `$${C}` } } } },
    { providers: { acme: { security: [{ id: "key", username: C, password: C }] } } },
    { providers: { acme: { security: C } } },
    { profiles: { a: { version: "1.0.0", defaults: { Use: { input: { a: C }, retryPolicy: "x" } } } } },
    `{"providers":{"acme":{"security":[{"id":"key","apikey":"${C}"}]}`,
    `{"providers":{"acme":{"security":[{"id":"key","apikey":"${C}}]}}}`,
    `{\n"apikey":\n"${C}"\n"x"}`,
    `{"providers":{"acme":{"security":[{"id":"key","apikey":"${C}","apikey":"${C}"}]}}}`,
  ];
  for (const client of clients) {
    await withFolder(
      { "package.json": "{}", "client/client.json": client, "client/providers/acme.json": acme },
      async (folder) => {
        for (const format of ["pretty", "json", "github"]) {
          const run = await sdkwright(folder, ["validate", "--format", format, "--verbose"]);
          assert.is(run.status, 2, JSON.stringify(client));
          assert.not.match(run.stdout + run.stderr, /CANARY/, `${format} ${JSON.stringify(client)}`);
        }
      },
    );
  }
});

test("maps: one that is not there is an error, and the SDK is written all the same", async () => {
  const client = {
    profiles: { a: { version: "1.0.0", providers: { acme: "file:../src/map.ts" } } },
    providers: { acme: {} },
  };
  await withFolder(
    { "package.json": "{}", ...project(client, { "client/providers/acme.json": acme }) },
    async (folder) => {
      const first = await sdkwright(folder, []);
      assert.is(first.status, 2);
      assert.match(first.stderr, /the map module "src\/map\.ts" does not exist/);
      assert.match(first.stdout, /files written in src\/generated/);
      writeFiles(folder, { [`${dirname("src/map.ts")}/map.ts`]: "export default {};\n" });
      assert.is((await sdkwright(folder, [])).status, 0);
    },
  );
});

test("P3: validate sees names that clash, as generate does", async () => {
  const definition = (name: string): object => ({
    name,
    services: [{ id: "default", baseUrl: "https://a.example" }],
    defaultService: "default",
  });
  const files = {
    "client/client.json": { providers: { "a-b": "file:providers/1.json", a_b: "file:providers/2.json" } },
    "client/providers/1.json": definition("a-b"),
    "client/providers/2.json": definition("a_b"),
  };
  const found = await diagnosticsOf(files);
  assert.equal(
    found.filter(({ severity }) => severity === "error").map(({ code }) => code),
    ["SW1401"],
  );
});

test.run();
