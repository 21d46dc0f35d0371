import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadedModules } from "../../budgets/loaded-modules.js";
import { withFolder, type Files } from "../folder.js";
import { bin, sdkwright } from "../sdkwright.js";

const test = suite("check, where an input has changed and the SDK has not");

const object = { type: "object" };
const project: Files = {
  "package.json": "{}",
  "tsconfig.json": { compilerOptions: { module: "nodenext" } },
  "client/client.json": {
    profiles: { sms: { version: "1.0.0", providers: { acme: "file:../src/sms.ts" } } },
    providers: { acme: {} },
  },
  "client/providers/acme.json": {
    name: "acme",
    services: [{ id: "default", baseUrl: "https://api.acme.example" }],
    defaultService: "default",
  },
  "client/profiles/sms.json": { name: "sms", version: "1.0.0", usecases: { Send: { input: object, result: object } } },
  "src/sms.ts": "export default { Send() { return {}; } };\n",
};
const lockFile = "src/generated/sdkwright.lock.json";

/** Generates, lets something happen, and checks. */
async function checkAfter(files: Files, change: (folder: string) => void): Promise<readonly [number | null, string]> {
  return withFolder(files, async (folder) => {
    await sdkwright(folder, ["generate"]);
    change(folder);
    const { status, stdout, stderr } = await sdkwright(folder, ["check"]);
    return [status, stderr + stdout];
  });
}

const edit = (file: string, text: string) => (folder: string) => writeFileSync(join(folder, file), text);
const current = "src/generated is current.\n";

test("the body of a map is its author's: check stays green, and quick once generate has run", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, ["generate"]);
    edit("src/sms.ts", "export default { Send() { return { id: 1 }; } };\n")(folder);
    const before = readFileSync(join(folder, lockFile), "utf8");
    assert.equal(await sdkwright(folder, ["check"]), { status: 0, stdout: current, stderr: "" });
    assert.is(readFileSync(join(folder, lockFile), "utf8"), before);
    assert.match((await sdkwright(folder, ["generate"])).stdout, "Only sdkwright.lock.json written");
    const run = loadedModules([bin, "check"], folder);
    assert.equal([run.status, run.packages.includes("ts-morph")], [0, false]);
  });
});

test("a map that does not fit any more is an error, and one that cannot be seen through a note", async () => {
  const [status, text] = await checkAfter(project, edit("src/sms.ts", "export default {};\n"));
  assert.is(status, 2);
  assert.match(text, 'SW0233  the map does not implement the use-case "Send"');
  const [noted, note] = await checkAfter(project, edit("src/sms.ts", "export default { ...more };\n"));
  assert.is(noted, 0);
  assert.match(note, "note SW0235");
});

test("a map that is written after the first generate, as every first map is", async () => {
  const { "src/sms.ts": map, ...others } = project;
  assert.equal(await checkAfter(others, edit("src/sms.ts", String(map))), [0, current]);
});

test("a tsconfig counts by what it says about imports", async () => {
  const strict = '{ "compilerOptions": { "module": "nodenext", "strict": true } }';
  assert.equal(await checkAfter(project, edit("tsconfig.json", strict)), [0, current]);
  const bundled = '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "noEmit": true } }';
  const [status, text] = await checkAfter(project, edit("tsconfig.json", bundled));
  assert.is(status, 1);
  assert.match(text, "index.ts is stale");
});

test("a document that is laid out anew is what it was, and one that says something else is not", async () => {
  const get = { responses: { 200: { content: { "application/json": { schema: { type: "string" } } } } } };
  const document = { openapi: "3.1.0", info: {}, paths: { "/parcels": { get } } };
  const files = {
    ...project,
    "client/providers/acme.json": { ...(project["client/providers/acme.json"] as object), openapi: "../acme.json" },
    "client/acme.json": document,
  };
  const after = (value: object) => edit("client/acme.json", `${JSON.stringify(value, undefined, 4)}\n`);
  assert.equal(await checkAfter(files, after(document)), [0, current]);
  const [status, text] = await checkAfter(files, after({ ...document, paths: { "/boxes": { get } } }));
  assert.is(status, 1);
  assert.match(text, "operations/acme.ts is stale");
});

test("a file of the SDK, a definition and an edited lock are what they were: not current", async () => {
  const definition = JSON.stringify(project["client/providers/acme.json"]).replace("api.acme", "api2.acme");
  const changes = [
    (folder: string) => rmSync(join(folder, "src/generated/index.ts")),
    edit("client/providers/acme.json", definition),
    (folder: string) => appendFileSync(join(folder, lockFile), " "),
    (folder: string) => {
      const path = join(folder, lockFile);
      writeFileSync(path, readFileSync(path, "utf8").replace('"warnings"', '"more": 1,\n  "warnings"'));
    },
  ];
  for (const change of changes) {
    const both = (folder: string) => {
      edit("src/sms.ts", "export default { Send() { return 1; } };\n")(folder);
      change(folder);
    };
    assert.is((await checkAfter(project, both))[0], 1);
  }
});

test.run();
