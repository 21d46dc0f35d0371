import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { placeFinder } from "#generator/io/any-version.js";
import { hashText, type Lock } from "#generator/io/lock.js";
import { answerFromLock } from "#generator/cli/answer-from-lock.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../generator/folder.js";
import { sdkwright } from "../generator/sdkwright.js";

/** Locks come from strangers. Files of the system that are regular, and say that they are empty, are there on Linux. */
const test = suite("12: what a lock names and has no end");
const ENDLESS = "/proc/self/pagemap";
const [UNSIZED, isLinux] = ["/proc/version", existsSync(ENDLESS) && existsSync("/proc/version")];

const PROJECT = {
  "package.json": { type: "module" },
  "client/client.json": { providers: { acme: {} } },
  "client/providers/acme.json": {
    name: "acme",
    services: [{ id: "default", baseUrl: "https://api.acme.example" }],
    defaultService: "default",
  },
};

const LOCK = "src/generated/sdkwright.lock.json";

for (const spelt of ["./client.ts", "providers/../client.ts", `${"./".repeat(500)}client.ts`])
  test(`the quick answer takes no path that is written otherwise (${spelt.slice(0, 30)})`, async () => {
    await withFolder(PROJECT, async (folder) => {
      await sdkwright(folder, []);
      const lock = JSON.parse(readFileSync(join(folder, LOCK), "utf8")) as Lock;
      assert.is(answerFromLock(["check"], folder).kind, "current");
      const files = { ...lock.files, [spelt]: lock.files["client.ts"] };
      writeFileSync(join(folder, LOCK), JSON.stringify({ ...lock, files }));
      assert.equal(answerFromLock(["check"], folder), { kind: "changed" });
    });
  });

if (isLinux) {
  for (const kind of ["map", "tsconfig", "openapi"] as const) {
    test(`the quick answer does not read a file without a size (${kind})`, async () => {
      await withFolder(PROJECT, async (folder) => {
        assert.is((await sdkwright(folder, [])).status, 0);
        const lock = JSON.parse(readFileSync(join(folder, LOCK), "utf8")) as Lock;
        const forged = { [relative(folder, UNSIZED)]: hashText(readFileSync(UNSIZED, "utf8")) };
        const inputs = { ...lock.inputs, [kind]: { ...lock.inputs[kind], ...forged } };
        writeFileSync(join(folder, LOCK), JSON.stringify({ ...lock, inputs }));
        assert.equal(answerFromLock(["check"], folder), { kind: "changed" });
      });
    });
  }
}

test("a folder is listed once, however many profiles the lock looked for in it", () => {
  const listed: string[] = [];
  const isThere = placeFinder((folder) => {
    listed.push(folder);
    return ["a@1.0.0.json", "b.json"];
  });
  const found = ["a", "b", "c"].map((name) => isThere(`/profiles/${name}@*.json`));
  assert.equal([found, listed], [[true, false, false], ["/profiles"]]);
});

test.run();
