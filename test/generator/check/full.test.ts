import { check, generate } from "#generator/index.js";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { edit, forgeFile, forgeList, forgeModel, OUT } from "./forge.js";
import { acme, client, moved, project } from "./project.js";

const test = suite("check --full: no lock is believed");

const URL = "https://api.acme.example/v1";
const EVIL = "https://evil.example";
const DEFINITION = "providers/acme.definition.ts";

const FORGERIES: readonly [string, readonly string[], (folder: string) => void][] = [
  ["an edited file with its hash", [DEFINITION], (folder) => forgeFile(folder, DEFINITION, URL, EVIL)],
  ["a comment in it", ["index.ts"], (folder) => forgeFile(folder, "index.ts", "\n", "\n// by hand\n")],
  ["the model, which the next diff compares with", [], (folder) => forgeModel(folder, URL, EVIL)],
];

for (const [name, files, forge] of FORGERIES) {
  test(`${name}: named, with what mends it`, async () => {
    await withFolder(project, async (folder) => {
      await sdkwright(folder, []);
      assert.is((await sdkwright(folder, ["check", "--full"])).status, 0);
      forge(folder);
      assert.is((await sdkwright(folder, ["check"])).status, 0, "the lock is believed without --full");
      assert.match((await sdkwright(folder, [])).stdout, "Nothing to write");
      for (const quiet of [[], ["--quiet"]]) {
        const { status, stdout, stderr } = await sdkwright(folder, ["check", "--full", ...quiet]);
        assert.is(status, 1);
        for (const file of [...files, "sdkwright.lock.json"]) assert.match(stdout + stderr, `${OUT}/${file} `);
        assert.match(stdout + stderr, /[Rr]un `npx sdkwright generate --force`/);
      }
      const forced = await sdkwright(folder, ["generate", "--force"]);
      assert.is(forced.status, 0);
      const { status, stdout } = await sdkwright(folder, ["check", "--full"]);
      assert.equal([status, stdout], [0, `${OUT} is current.\n`], forced.stdout);
    });
  });
}

test("a map that the lock has as fine is read again", async () => {
  const profile = { name: "a/b", version: "1.0.0", usecases: { Do: { input: {}, result: {} } } };
  const map = (use: string) => `export default { async ${use}() {} };\n`;
  const files = {
    ...project,
    "client/client.json": {
      profiles: { "a/b": { file: "b.json", providers: { acme: { file: "../src/maps/b.acme.ts" } } } },
      providers: client.providers,
    },
    "client/b.json": profile,
  };
  await withFolder({ ...files, "src/maps/b.acme.ts": map("Do") }, async (folder) => {
    const first = await sdkwright(folder, []);
    assert.is(first.status, 0, first.stderr);
    writeFiles(folder, { "src/maps/b.acme.ts": map("Other") });
    edit(folder, `${OUT}/sdkwright.lock.json`, sha(map("Do")), sha(map("Other")));
    const plain = await sdkwright(folder, ["check"]);
    assert.is(plain.status, 0, plain.stderr);
    const { status, stderr } = await sdkwright(folder, ["check", "--full"]);
    assert.is(status, 2, stderr);
    assert.match(stderr, "src/maps/b.acme.ts");
  });
});

function sha(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

test("where inputs have changed it says what check says; the body of a map still counts for nothing", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    writeFiles(folder, { "client/providers/acme.json": moved });
    const [plain, full] = [await sdkwright(folder, ["check"]), await sdkwright(folder, ["check", "--full"])];
    assert.equal(full, plain);
    assert.match(full.stdout, "Run `npx sdkwright generate` and commit");
    writeFiles(folder, { "client/providers/acme.json": acme });
    assert.is((await sdkwright(folder, ["check", "--full"])).status, 0);
  });
});

test("as a function; it is an option of check alone, and of no package.json", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    forgeFile(folder, DEFINITION, URL, EVIL);
    assert.is((await check({ cwd: folder })).exitCode, 0);
    const { exitCode, projects } = await check({ cwd: folder, full: true });
    assert.equal([exitCode, projects[0]?.files?.["edited"]], [1, [DEFINITION, "sdkwright.lock.json"]]);
    try {
      await generate({ cwd: folder, full: true } as object);
      assert.unreachable();
    } catch (error) {
      assert.match(String(error), 'TypeError: unknown option "full"');
    }
    const { status, stderr } = await sdkwright(folder, ["generate", "--full"]);
    assert.equal([status, /generate has no option --full[^]*--full belongs to check/.test(stderr)], [3, true], stderr);
    writeFiles(folder, { "package.json": { sdkwright: { full: true } } });
    assert.is((await sdkwright(folder, ["check"])).status, 2);
  });
});

test("a file that the lock no longer lists: it is found without --full too, and is not ours", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    forgeList(folder, DEFINITION, URL, EVIL);
    for (const args of [["check"], ["check", "--full"]]) {
      const { status, stdout } = await sdkwright(folder, args);
      assert.is(status, 1);
      assert.match(stdout, `${OUT}/${DEFINITION} is not from sdkwright`);
      assert.match(stdout, "Move away files that are not from sdkwright, then run `npx sdkwright generate`");
    }
    rmSync(join(folder, OUT, DEFINITION));
    await sdkwright(folder, ["generate", "--force"]);
    assert.is((await sdkwright(folder, ["check", "--full"])).status, 0);
  });
});

test.run();
