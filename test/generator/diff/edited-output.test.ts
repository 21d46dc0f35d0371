import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { edit, forgeFile, forgeList, forgeModel, OUT } from "../check/forge.js";
import { acme, moved } from "../check/project.js";
import { writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { commitAll, NO_CHANGES, withRepository } from "./repository.js";

const test = suite("diff: an SDK that is not what its inputs give");

const URL = "https://api.acme.example/v1";
const EVIL = "https://evil.example";
const DEFINITION = "providers/acme.definition.ts";
const LOCK = "sdkwright.lock.json";

const EDITS: readonly [string, string, (folder: string) => void][] = [
  ["its hash in the lock", DEFINITION, (folder) => forgeFile(folder, DEFINITION, URL, EVIL)],
  ["nothing of it in the lock", DEFINITION, (folder) => edit(folder, `${OUT}/${DEFINITION}`, URL, EVIL)],
  ["no entry in the lock", DEFINITION, (folder) => forgeList(folder, DEFINITION, URL, EVIL)],
  ["the model of the lock", LOCK, (folder) => forgeModel(folder, URL, EVIL)],
];

for (const [name, file, change] of EDITS) {
  test(`edited by hand: ${name}`, async () => {
    await withRepository(async (folder) => {
      change(folder);
      const told = `breaking     credential destination: "${OUT}/${file}" is not what the inputs give`;
      for (const limit of ["breaking", "behavioural", "any"]) {
        const { status, stdout } = await sdkwright(folder, ["diff", "--used", "--fail-on", limit]);
        assert.equal([status, stdout.split(told).length], [1, 2], stdout);
      }
      const quiet = await sdkwright(folder, ["diff", "--quiet", "--fail-on", "any"]);
      assert.match(quiet.stderr, "1 breaking (1 credential destination)");
      await sdkwright(folder, ["generate", "--force"]);
      if (name !== "no entry in the lock") assert.match((await sdkwright(folder, ["diff"])).stdout, NO_CHANGES);
    });
  });
}

test("line ends are no change", async () => {
  await withRepository(async (folder) => {
    const file = join(folder, OUT, "client.ts");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replaceAll("\n", "\r\n"));
    assert.match((await sdkwright(folder, ["diff", "--fail-on", "any"])).stdout, NO_CHANGES);
  });
});

test("before `generate`, code has to be what the base lists, or no gate lets it pass", async () => {
  await withRepository(async (folder) => {
    writeFiles(folder, { "client/providers/acme.json": { $schema: "x", ...acme } });
    const told =
      "the lock in the output folder is not that of the current inputs, so what stands there was not compared with them";
    const gate = async () => sdkwright(folder, ["diff", "--fail-on", "breaking"]);
    const before = await gate();
    assert.equal([before.status, before.stdout.includes(`note: ${told}: run`)], [0, true], before.stdout);
    forgeFile(folder, DEFINITION, URL, EVIL);
    const blind = `note: ${told}, nor is it all what the base has, so --fail-on fails: run`;
    const { status, stdout } = await gate();
    assert.equal([status, stdout.includes(blind)], [1, true], stdout);
    assert.is((await sdkwright(folder, ["diff"])).status, 0);
    rmSync(join(folder, OUT, DEFINITION));
    assert.is((await gate()).status, 0, "what is not there does nothing");
  });
});

test("a file in place of an emitted one is told, whether the lock is that of the inputs or not", async () => {
  await withRepository(async (folder) => {
    writeFiles(folder, { [`${OUT}/providers/acme.js`]: "" });
    const told = `breaking     credential destination: "${OUT}/providers/acme.js" is not written by sdkwright`;
    assert.match((await sdkwright(folder, ["diff"])).stdout, told);
    assert.is((await sdkwright(folder, ["diff", "--fail-on", "breaking"])).status, 1);
    writeFiles(folder, { "client/providers/acme.json": moved });
    assert.match((await sdkwright(folder, ["diff"])).stdout, told);
  });
});

test("what is no longer emitted, and is left there, is told; before `generate`, which removes it, it is not", async () => {
  await withRepository(async (folder) => {
    const paths = ["providers/beta.ts", DEFINITION.replace("acme", "beta")].map((path) => `${OUT}/${path}`);
    const texts = paths.map((path) => [path, readFileSync(join(folder, path), "utf8")] as const);
    renameSync(join(folder, "client/providers/beta.json"), join(folder, "client/providers/gamma.json"));
    writeFiles(folder, {
      "client/client.json": { providers: { acme: { security: [{ id: "key", apikey: "$ACME_KEY" }] }, gamma: {} } },
      "client/providers/gamma.json": { ...acme, name: "gamma" },
    });
    const told =
      /breaking {5}credential destination: "src\/generated\/providers\/beta\.definition\.ts"[^\n]* nothing emits/;
    const isTold = async (...args: string[]) => told.test((await sdkwright(folder, ["diff", ...args])).stdout);
    assert.is(await isTold(), false, "generate was not run");
    await sdkwright(folder, []);
    assert.is(await isTold(), false, "it is gone");
    for (const edit of [(text: string) => text, (text: string) => text.replaceAll(URL, EVIL), () => "export {};\n"]) {
      writeFiles(folder, Object.fromEntries(texts.map(([path, text]) => [path, edit(text)])));
      assert.is(await isTold("--used", "--fail-on", "breaking"), true);
    }
    writeFiles(folder, Object.fromEntries(texts));
    const report = await sdkwright(folder, ["report", "--base", "HEAD"]);
    assert.is(report.status, 0, report.stderr);
    assert.match(readFileSync(join(folder, "sdkwright-report.html"), "utf8"), /nothing emits/);
    commitAll(folder, "two: left as they were");
    writeFiles(folder, Object.fromEntries(texts.map(([path, text]) => [path, text.replaceAll(URL, EVIL)])));
    const { status, stdout } = await sdkwright(folder, ["diff", "--fail-on", "any"]);
    assert.equal([status, told.test(stdout)], [1, true], stdout);
  });
});

test.run();
