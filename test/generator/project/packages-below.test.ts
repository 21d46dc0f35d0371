import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { diagnosticsOf } from "../sdkwright.js";

const test = suite("nothing to generate from, at the root of a monorepo");

const CLIENT = { providers: {} };
const packageIn = (folder: string): Files => ({
  [`${folder}/package.json`]: {},
  [`${folder}/client/client.json`]: CLIENT,
});

const hintOf = async (files: Files): Promise<string> => {
  const [only, ...others] = await diagnosticsOf(files);
  assert.equal([only?.code, others], ["SW0200", []]);
  return only?.hint ?? "";
};

test("the packages that have a configuration are named, and why not --config", async () => {
  const one = await hintOf(packageIn("packages/vendors"));
  assert.match(one, /^run it in the package that has one, because with --config .*: cd packages\/vendors$/);
  assert.match(await hintOf({ ...packageIn("b/c/d"), ...packageIn("a") }), /: cd a or b\/c\/d$/);
  const many = Object.assign({}, ...["a", "b", "c", "d", "e"].map(packageIn)) as Files;
  assert.match(await hintOf(many), /: cd a or b or another$/);
});

test("from a folder below, the way there; in the package it is read", async () => {
  await withFolder({ "package.json": {}, "docs/x": "", ...packageIn("packages/vendors") }, async (folder) => {
    const run = await sdkwright(join(folder, "docs"), ["check"]);
    assert.is(run.status, 2);
    assert.match(run.stderr, "cd ../packages/vendors\n");
    assert.not.match((await sdkwright(join(folder, "packages/vendors"), ["check"])).stderr, "SW0200");
  });
});

test("the look around is bounded: what is installed, hidden, linked or far below is no package of the project", async () => {
  const usual = /^npx sdkwright init starts/;
  assert.match(await hintOf(packageIn("node_modules/other")), usual);
  assert.match(await hintOf(packageIn(".cache/other")), usual);
  assert.match(await hintOf(packageIn("a/b/c/d/e")), usual);
  assert.match(await hintOf({ "sub/client/client.json": CLIENT }), usual);
  await withFolder({ "package.json": {}, "root/x": "" }, async (folder) => {
    symlinkSync(folder, join(folder, "root/circle"));
    assert.match((await sdkwright(folder, ["check"])).stderr, "npx sdkwright init starts");
  });
});

test.run();
