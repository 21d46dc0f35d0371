import { locate } from "#generator/diagnostics/locate.js";
import type { Diagnostic } from "#generator/diagnostics/diagnostic.js";
import type { CommandName } from "#generator/project/options.js";
import { execute } from "#generator/cli/execute.js";
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";
import { loadedModules } from "../../budgets/loaded-modules.js";
import { bin, sdkwright } from "../sdkwright.js";

const test = suite("map modules");

const object = { type: "object" };
const project: Files = {
  "package.json": "{}",
  "client/client.json": {
    profiles: { sms: { version: "1.0.0", providers: { acme: "file:../src/maps/sms.ts" } } },
    providers: { acme: {} },
  },
  "client/providers/acme.json": {
    name: "acme",
    services: [{ id: "default", baseUrl: "https://api.acme.example" }],
    defaultService: "default",
  },
  "client/profiles/sms.json": {
    name: "sms",
    version: "1.0.0",
    usecases: { SendMessage: { input: object, result: object }, RetrieveStatus: { input: object, result: object } },
  },
};
const type = 'import type { SmsMap } from "../generated/profiles/sms.js";\n';

interface Findings {
  readonly exitCode: number;
  readonly found: readonly Diagnostic[];
}

/** Runs a command in a project whose map has this text. */
async function findings(map: string, command: CommandName = "generate"): Promise<Findings> {
  return withFolder({ ...project, "src/maps/sms.ts": map }, async (folder) => {
    const { result } = await execute({ command, files: [], options: {} }, folder);
    const found = locate(result.issues).filter(({ code }) => code.startsWith("SW023"));
    return { exitCode: result.exitCode, found };
  });
}

const places = (found: readonly Diagnostic[]) =>
  found.map(({ code, start }) => `${code} ${start?.line}:${start?.column}`);

const accepted = {
  "a constant": `${type}const map: SmsMap<"acme"> = { async SendMessage() {}, RetrieveStatus: async () => ({}) };\nexport default map;\n`,
  "an object": "export default { SendMessage() {}, RetrieveStatus() {} };\n",
  satisfies: `${type}export default { SendMessage() {}, RetrieveStatus() {} } satisfies SmsMap<"acme">;\n`,
  defineMap: `const map = defineMap<SmsMap<"acme">>({ SendMessage() {}, RetrieveStatus() {} }, { variant: "a" });\nexport default map;\n`,
  "a name in an export list": "const map = { SendMessage() {}, RetrieveStatus() {} };\nexport { map as default };\n",
  "shorthands and quoted keys": 'const SendMessage = 1;\nexport default { SendMessage, "RetrieveStatus": 1 };\n',
  "a spread of a constant of the module":
    "const a = { SendMessage() {} };\nexport default { ...a, RetrieveStatus() {} };\n",
};
for (const [name, map] of Object.entries(accepted)) {
  test(`accepted: ${name}`, async () => {
    const { exitCode, found } = await findings(map);
    assert.equal([exitCode, places(found)], [0, []]);
  });
}

const refused: Record<string, readonly [map: string, places: readonly string[], hint?: RegExp]> = {
  "a missing use-case": [
    "const map = { SendMessage() {} };\nexport default map;\n",
    ["SW0233 1:7"],
    /add a function RetrieveStatus/,
  ],
  "a misspelt use-case is one mistake": [
    "export default {\n  SendMesage() {},\n  RetrieveStatus() {},\n};\n",
    ["SW0232 2:3"],
    /did you mean "SendMessage"/,
  ],
  "an extra use-case": [
    "export default { SendMessage() {}, RetrieveStatus() {},\n  Launch() {} };\n",
    ["SW0232 2:3"],
    /its use-cases are: "SendMessage", "RetrieveStatus"/,
  ],
  "no default export": ["export const map = {};\n", ["SW0234 1:1"], /export default map/],
  "a function": ["export default function map() {}\n", ["SW0234 1:25"]],
  "a class": ["export default class {}\n", ["SW0234 1:1"]],
  "not TypeScript": ["export default {\n  SendMessage( {\n", ["SW0231 3:1"]],
};
for (const [name, [map, expected, hint]] of Object.entries(refused)) {
  test(`refused at its place: ${name}`, async () => {
    const { exitCode, found } = await findings(map);
    assert.equal([exitCode, places(found)], [2, [...expected]]);
    assert.is(found[0]?.file, "src/maps/sms.ts");
    if (hint !== undefined) assert.match(found[0]?.hint ?? "", hint);
  });
}

test("a spread that cannot be seen through is a note", async () => {
  const { exitCode, found } = await findings("import { a } from './a.js';\nexport default { ...a };\n");
  assert.equal([exitCode, places(found), found[0]?.severity], [0, ["SW0235 2:18"], "note"]);
});

test("validate and check report the same", async () => {
  const map = "export default { SendMessage() {} };\n";
  for (const command of ["validate", "check"] as const) {
    const { exitCode, found } = await findings(map, command);
    assert.equal([exitCode, places(found)], [2, ["SW0233 1:16"]]);
  }
});

test("the SDK is written all the same, every run says what is wrong, and the mended map is accepted", async () => {
  await withFolder({ ...project, "src/maps/sms.ts": "export default {};\n" }, async (folder) => {
    for (const first of [true, false]) {
      const run = await sdkwright(folder, []);
      assert.is(run.status, 2);
      assert.match(run.stdout, first ? /files written/ : /Nothing to write/);
      assert.match(run.stderr, /SW0233 {2}the map does not implement the use-case "SendMessage" of profile "sms"/);
    }
    writeFileSync(join(folder, "src/maps/sms.ts"), accepted["an object"]);
    assert.is((await sdkwright(folder, [])).status, 0);
    assert.is((await sdkwright(folder, ["check"])).status, 0);
  });
});

test("the first run works before the map exists", async () => {
  await withFolder(project, async (folder) => {
    const run = await sdkwright(folder, []);
    assert.is(run.status, 2);
    assert.match(run.stdout, /files written/);
    assert.match(run.stderr, /SW0221 {2}the map module "src\/maps\/sms\.ts" does not exist/);
  });
});

test("an unchanged map is not read again, unless its profile's use-cases change", async () => {
  await withFolder({ ...project, "src/maps/sms.ts": accepted["an object"] }, async (folder) => {
    assert.is((await sdkwright(folder, [])).status, 0);
    const definition = join(folder, "client/providers/acme.json");
    writeFileSync(definition, readFileSync(definition, "utf8").replace("api.acme", "api2.acme"));
    const run = loadedModules([bin, "generate"], folder);
    assert.equal([run.status, run.packages.includes("ts-morph")], [0, false]);
    const profile = join(folder, "client/profiles/sms.json");
    writeFileSync(profile, readFileSync(profile, "utf8").replace("RetrieveStatus", "Retrieve"));
    const changed = await sdkwright(folder, []);
    assert.is(changed.status, 2);
    assert.match(changed.stderr, /SW0232 .*"RetrieveStatus" is not a use-case/);
  });
});

test("a JavaScript map needs allowJs", async () => {
  const client = JSON.parse(JSON.stringify(project["client/client.json"]).replace("sms.ts", "sms.js")) as object;
  const files = { ...project, "client/client.json": client, "src/maps/sms.js": accepted["an object"] };
  await withFolder(files, async (folder) => {
    const run = await sdkwright(folder, []);
    assert.is(run.status, 0);
    assert.match(run.stderr, /warning SW0236/);
    writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "allowJs": true } }');
    assert.not.match((await sdkwright(folder, [])).stderr, /SW0236/);
  });
});

for (const [what, map] of Object.entries({
  parentheses: `export default ${"(".repeat(20_000)}`,
  objects: `export default ${"{a:".repeat(20_000)}`,
  types: `let x: ${"Array<".repeat(20_000)}`,
  templates: `export default ${"`${".repeat(5_000)}`,
  operators: `export default ${"!".repeat(20_000)}x`,
})) {
  test(`a map of nested ${what} is one error`, async () => {
    const { exitCode, found } = await findings(map);
    assert.is(exitCode, 2);
    assert.equal(
      found.map(({ code, message }) => [code, message]),
      [["SW0231", "the map cannot be read: it is nested too deeply"]],
    );
  });
}

test("a map after one that is nested too deeply is read", async () => {
  const { MapReader } = await import("#generator/emit/read-map.js");
  const reader = new MapReader();
  assert.is(reader.read("a.ts", "(".repeat(20_000)).kind, "syntax");
  assert.is(reader.read("b.ts", "export default { SendMessage() {} };").kind, "object");
});

test("12.12: an output folder that became a link imports the maps that client.json names, from where it is", async () => {
  const map = "export default { SendMessage() {}, RetrieveStatus() {} };\n";
  await withFolder({ ...project, "src/maps/sms.ts": map }, async (folder) => {
    await sdkwright(folder, []);
    mkdirSync(join(folder, "deep/er"), { recursive: true });
    renameSync(join(folder, "src/generated"), join(folder, "deep/er/generated"));
    symlinkSync("../deep/er/generated", join(folder, "src/generated"));
    assert.is((await sdkwright(folder, ["check", "--full"])).status, 1);
    const { status, stderr } = await sdkwright(folder, []);
    assert.is(status, 0, stderr);
    assert.match(readFileSync(join(folder, "deep/er/generated/client.ts"), "utf8"), 'from "../../../src/maps/sms.js"');
  });
});

test.run();
