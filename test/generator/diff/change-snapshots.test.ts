import { CHANGE_CLASSES } from "#generator/diff/change.js";
import { createTwoFilesPatch } from "diff";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { changeCases, changes, diffOf } from "./change-cases.js";

const test = suite("change snapshots");

for (const name of changeCases()) {
  test(`changes/${name}: diff says what stands in diff.md`, async () => {
    const expected = readFileSync(join(changes, name, "diff.md"), "utf8");
    const { markdown: actual } = await diffOf(name);
    const patch = createTwoFilesPatch("diff.md", "diff.md", expected, actual, "snapshot", "now");
    assert.is(actual, expected, `if that is right, run \`npm run snapshots\`\n${patch}`);
  });

  test(`changes/${name}: is of the class that its name says`, async () => {
    const classes = new Set((await diffOf(name)).changes.map((change) => change.class));
    const worst = CHANGE_CLASSES.find((each) => classes.has(each)) ?? "nothing";
    assert.is(worst, name.split("-")[0]);
  });
}

test("every class has its cases", () => {
  const classes = new Set(changeCases().map((name) => name.split("-")[0] ?? ""));
  assert.equal(classes, new Set<string>([...CHANGE_CLASSES, "nothing"]));
});

test.run();
