import type { Output } from "#generator/output/plan.js";
import { writeOutput } from "#generator/output/write.js";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shared } from "../tree.js";
import { withFolder, writeFiles, type Files } from "../generator/folder.js";
import { changedPaths, changesBetween, isUpToDate, outputFor } from "../generator/io/run.js";

const test = suite("client history");

/** What each step changes: emitted files, and how many changes of which class `diff` tells. */
const STEPS: readonly (readonly [version: string, files: readonly string[], classes: readonly string[]])[] = [
  [
    "04",
    [
      "client.ts",
      "index.ts",
      "profiles/vcs/pull-requests.definition.ts",
      "profiles/vcs/pull-requests.ts",
      "providers/gitlab.definition.ts",
      "providers/gitlab.ts",
    ],
    ["breaking", "compatible", "compatible"],
  ],
  ["05", [], []],
  [
    "06",
    [
      "client.ts",
      "index.ts",
      "profiles/vcs/pull-requests.definition.ts",
      "profiles/vcs/single-file-content.definition.ts",
      "profiles/vcs/single-file-content.ts",
      "profiles/vcs/user-repos.definition.ts",
      "providers/bitbucket.definition.ts",
      "providers/bitbucket.ts",
    ],
    [],
  ],
  ["07", [], []],
  [
    "08",
    ["profiles/communication/send-message.definition.ts", "profiles/communication/send-message.ts"],
    ["breaking", "behavioural", "behavioural", "behavioural"],
  ],
];

const corpus = join(shared, "corpus");
const filesIn = (folder: string): Files =>
  Object.fromEntries(
    readdirSync(join(corpus, folder)).map((name) => [
      `providers/${name}`,
      readFileSync(join(corpus, folder, name), "utf8"),
    ]),
  );
const version = (name: string) => ({
  "client/client.json": readFileSync(join(corpus, "client-history", `${name}.json`), "utf8"),
});

test("each step touches only what it changes, and diff agrees", async () => {
  const files = { "package.json": "{}", ...filesIn("providers"), ...filesIn("lookalikes"), ...version("03") };
  await withFolder(files, async (folder) => {
    let base = await generated(folder);
    for (const [name, paths, classes] of STEPS) {
      writeFiles(folder, version(name));
      assert.is(isUpToDate(folder), paths.length === 0, name);
      const next = await generated(folder);
      const changes = await changesBetween(base, next);
      assert.equal(changedPaths(base, next), paths, name);
      if (classes.length > 0 || paths.length === 0) {
        assert.equal(
          changes.map((change) => change.class),
          classes,
          name,
        );
      }
      assert.ok(paths.length === 0 || changes.length > 0);
      base = next;
    }
  });
});

async function generated(folder: string): Promise<Output> {
  const output = await outputFor(folder);
  assert.ok(output);
  writeOutput(output);
  assert.ok(isUpToDate(folder));
  return output;
}

test.run();
