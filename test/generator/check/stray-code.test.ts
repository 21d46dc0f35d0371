import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { strayCodeIn } from "#generator/io/stray-code.js";
import { commitAll, withRepository } from "../diff/repository.js";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { client, project } from "./project.js";

const test = suite("code in place of modules that are not emitted any more");

const OUT = "src/generated";

/** Beta is removed, and `generate` was run. */
async function removeBeta(folder: string): Promise<void> {
  writeFiles(folder, { "client/client.json": { providers: { acme: client.providers.acme } } });
  rmSync(join(folder, "client/providers/beta.json"));
  await sdkwright(folder, []);
}

const LEFT = [
  "providers/beta.js",
  "providers/beta.mjs",
  "providers/beta.tsx",
  "providers/beta/index.ts",
  "providers/beta.definition.jsx",
  "client.js",
];

for (const path of LEFT) {
  test(`${path}: check ends with 1, generate warns, diff and report mark it`, async () => {
    await withRepository(async (folder) => {
      await removeBeta(folder);
      writeFiles(folder, { [`${OUT}/${path}`]: "export {};\n", [`${OUT}/providers/beta.d.ts`]: "export {};\n" });
      const told = path === "client.js" || !path.endsWith("index.ts") ? path : /providers\/beta(?:\/index\.ts)?/;
      for (const args of [["check"], ["check", "--full"]]) {
        const { status, stdout } = await sdkwright(folder, args);
        assert.equal([status, stdout.split("\n")[0]?.search(told) !== -1], [1, true], stdout);
      }
      const generated = await sdkwright(folder, []);
      assert.match(generated.stderr, /^warning SW0407 {2}src\/generated\/(?:providers\/beta|client)/m);
      const { stdout } = await sdkwright(folder, ["diff"]);
      assert.match(
        stdout,
        /credential destination: "src\/generated\/(?:providers\/beta|client)[^"]*" is not written by/,
      );
      await sdkwright(folder, ["report", "--base", "HEAD"]);
      assert.match(readFileSync(join(folder, "sdkwright-report.html"), "utf8"), "is not written by sdkwright");
    });
  });
}

test("diff tells what stands in place of what the base lists, whatever resolver takes it", async () => {
  await withRepository(async (folder) => {
    await removeBeta(folder);
    writeFiles(folder, { [`${OUT}/providers/beta.json`]: {} });
    assert.match((await sdkwright(folder, ["diff"])).stdout, "providers/beta.json");
    commitAll(folder, "two");
    assert.is((await sdkwright(folder, ["check"])).status, 0, "data is no code");
  });
});

const EMITTED = ["index.ts", "providers/acme.ts", "providers/acme.definition.ts", "profiles/x/y.ts"];
const STRAY = [
  "client.js",
  "client/index.ts",
  "operations/a.js",
  "providers/a/b.cjs",
  "providers/bolt.cts",
  "providers/bolt.ios.js",
  "providers/Bolt.js",
  "providers/bolt.js.js",
  "providers/bolt.definition.mjs",
  "providers/bolt",
  "providers/bolt/index.ts",
  "providers/bolt/package.json",
  "profiles/x/index.js",
  "providers/index.js",
];
const ALLOWED = [
  "other.js",
  "client.test.js",
  "client/own.js",
  "helpers/bolt.js",
  "providers/own.ts",
  "providers/index.ts",
  "providers/bolt.test.js",
  "providers/bolt.d.ts",
  "providers/bolt.js.map",
  "providers/bolt.json",
  "providers/README.md",
  "providers/LICENSE",
  "providers/.js",
  "providers/node_modules/a.js",
];

test("what counts is code by a name that an emitted module could have, and links to it", async () => {
  for (const [others, isTold] of [
    [STRAY, true],
    [ALLOWED, false],
  ] as const) {
    for (const other of others) {
      await withFolder(Object.fromEntries([...EMITTED, other].map((path) => [path, ""])), (folder) => {
        const found = strayCodeIn(folder, EMITTED).map(({ path }) => path);
        assert.equal(found, isTold ? [other] : [], other);
        assert.equal(strayCodeIn(folder, []), [], "nothing is known");
      });
    }
  }
  await withFolder({ "out/index.ts": "" }, (folder) => {
    for (const path of ["out/providers/bolt", "out/providers/bolt.js"]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync("nowhere", join(folder, path));
    }
    assert.is(strayCodeIn(join(folder, "out"), ["index.ts"]).length, 2);
  });
});

test("where inputs have mistakes, nothing is said of what is emitted otherwise", async () => {
  await withFolder({ ...project, "client/providers/acme.json": "{" }, async (folder) => {
    writeFiles(folder, { [`${OUT}/providers/acme.js`]: "" });
    assert.not.match((await sdkwright(folder, [])).stderr, "SW0407");
  });
});

test.run();
