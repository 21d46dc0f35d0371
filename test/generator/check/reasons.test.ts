import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { moved, project } from "./project.js";

const test = suite("check: what is said of a file");
const LOCK = "src/generated/sdkwright.lock.json";
const SCHEMAS = "src/generated/profiles/order.schemas.ts";

const validated = {
  "package.json": "{}",
  "client/client.json": {
    profiles: { order: { version: "1.0.0", defaults: { Place: { validate: "throw" } } } },
    providers: {},
  },
  "client/profiles/order.json": profile("string"),
};

function profile(type: string) {
  const input = { type: "object", properties: { item: { type } } };
  return { name: "order", version: "1.0.0", usecases: { Place: { input, result: {} } } };
}

test("schemas of a profile: edited by hand, overwritten by force, written again where the profile changed", async () => {
  await withFolder(validated, async (folder) => {
    const run = (...args: string[]) => sdkwright(folder, args);
    assert.is((await run("generate")).status, 0);
    writeFileSync(join(folder, SCHEMAS), `${readFileSync(join(folder, SCHEMAS), "utf8")}// x\n`);
    const edited = await run("check");
    assert.match(edited.stdout, `${SCHEMAS} was edited by hand\nRun \`npx sdkwright generate --force\``);
    assert.not.match(edited.stdout, "lock");
    await run("generate", "--force");
    assert.is((await run("check")).status, 0);
    writeFiles(folder, { "client/profiles/order.json": profile("integer") });
    const { stdout } = await run("check");
    assert.match(stdout, `${SCHEMAS} is stale\n`);
    assert.match(stdout, `${LOCK} is stale: client/profiles/order.json changed\n`);
    await run("generate");
    assert.match(readFileSync(join(folder, SCHEMAS), "utf8"), "integer");
  });
});

test("a stale lock: the inputs that changed, came and went, three by name", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    writeFiles(folder, { "client/providers/acme.json": moved });
    const one = await sdkwright(folder, ["check"]);
    assert.match(one.stdout, `${LOCK} is stale: client/providers/acme.json changed\nRun`);
    const names = ["gamma", "delta", "eta"];
    for (const name of names) writeFiles(folder, { [`client/providers/${name}.json`]: { ...moved, name } });
    writeFiles(folder, {
      "client/client.json": { providers: Object.fromEntries(names.map((name) => [name, {}])) },
    });
    const many = await sdkwright(folder, ["check"]);
    assert.match(many.stdout, /is stale: client\/client\.json changed, .* is new, .* is new and 3 more$/m);
    writeFiles(folder, { "client/client.json": { providers: {} } });
    const gone = await sdkwright(folder, ["check"]);
    assert.match(gone.stdout, "client/providers/acme.json is not read any more");
  });
});

test("a stale lock: another version of sdkwright, and its options", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const lock = JSON.parse(readFileSync(join(folder, LOCK), "utf8")) as { readonly options: object };
    writeFiles(folder, { [LOCK]: `${JSON.stringify({ ...lock, fingerprint: "other" }, undefined, 2)}\n` });
    assert.match((await sdkwright(folder, ["check"])).stdout, "is stale: another version of sdkwright wrote it\n");
    await sdkwright(folder, []);
    writeFiles(folder, { "package.json": { sdkwright: { importEndings: ".ts" } } });
    assert.match(
      (await sdkwright(folder, ["check"])).stdout,
      "lock.json is stale: it was generated with other options\n",
    );
  });
});

test("what is not ours is to be moved away", async () => {
  await withFolder({ ...project, "src/generated/index.ts": "// mine\n" }, async (folder) => {
    await sdkwright(folder, []);
    const { stdout } = await sdkwright(folder, ["check"]);
    assert.match(
      stdout,
      /index\.ts is not from sdkwright .*\nMove away files that are not from sdkwright, then run `npx sdkwright generate` and commit/,
    );
  });
});

test.run();
