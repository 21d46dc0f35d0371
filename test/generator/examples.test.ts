import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";

const test = suite("examples");

const folder = join(root, "examples");
const examples = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const withJson = examples.filter(({ name }) => existsSync(join(folder, name, "client")));

for (const { name } of withJson) {
  test(`the committed code of examples/${name} is what its JSON says`, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "generator/dist/bundle/bin.cjs"), "check"],
      {
        cwd: join(folder, name),
        encoding: "utf8",
      },
    );
    assert.is(status, 0, stdout + stderr);
  });
}

test("the demo shows every example", () => {
  const demo = readFileSync(join(root, "test/demo.mjs"), "utf8");
  for (const { name } of examples) assert.match(demo, new RegExp(`^  "?${name}"?: `, "m"));
});

test.run();
