import { suite } from "uvu";
import * as assert from "uvu/assert";
import { nameClashes } from "#generator/emit/name-clash.js";

const test = suite("meetings");

const claim = (identifier: string, owner: string) => ({
  identifier,
  owner: `provider "${owner}"`,
  place: { file: "client/client.json", pointer: `/providers/${owner}`, target: "key" as const },
});

test("two owners of one name: one error that names both", () => {
  const issues = nameClashes(
    [claim("aB", "a-b"), claim("aBClient", "a-b"), claim("aB", "a_b"), claim("aBClient", "a_b")],
    "index.ts",
  );
  assert.is(issues.length, 1);
  assert.is(issues[0]?.message, 'provider "a_b" and provider "a-b" both need the name aB in index.ts');
  assert.is(issues[0]?.pointer, "/providers/a_b");
  assert.is(issues[0]?.severity, "error");
});

test("no name twice, or one owner twice: fine", () => {
  assert.equal(nameClashes([claim("a", "a"), claim("b", "b"), claim("a", "a")], "index.ts"), []);
});

test.run();
