import { planOutput, writeOutput } from "#generator/output/write.js";
import { suite } from "uvu";
import { readdirSync, readFileSync } from "node:fs";
import * as assert from "uvu/assert";
import { contentOf, moduleText, newFolder, outputOf, put, removeFolders } from "./output.js";

const test = suite("every kind of file that is emitted");
test.after(removeFolders);

/** A path of each kind, as the snapshots have them: what stands before the endings of a name does not matter. */
function pathsOfEveryKind(): readonly string[] {
  const root = new URL("../../../../generated-snapshots/", import.meta.url);
  const emitted = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /^[^/\\]+[/\\]generated[/\\].*\.(?:ts|json)$/.test(path))
    .map((path) => path.replaceAll("\\", "/").replace(/^[^/]+\/generated\//, ""));
  const kindOf = (path: string) => `${path.split("/")[0] ?? ""} ${path.replace(/^.*?\./, "")}`;
  return [...new Map(emitted.map((path) => [kindOf(path), path])).values()];
}

for (const path of pathsOfEveryKind()) {
  test(`${path} is replaced, kept when edited, overwritten by force, removed when nothing emits it`, () => {
    const folder = newFolder();
    const stateOf = (body: string | undefined) =>
      planOutput(outputOf(folder, body === undefined ? {} : { [path]: body })).changes[0]?.state;
    writeOutput(outputOf(folder, { [path]: "1" }));
    assert.is(stateOf("2"), "stale");
    assert.is(stateOf(undefined), "orphaned");
    put(folder, path, moduleText("1, and more by hand"));
    assert.is(stateOf("2"), "edited");
    writeOutput(outputOf(folder, { [path]: "2" }), { force: true });
    assert.is(readFileSync(`${folder}/${path}`, "utf8"), moduleText("2"));
    writeOutput(outputOf(folder, {}));
    assert.not.ok(path in contentOf(folder));
  });
}

test.run();
