import {
  configuredPathProblem,
  nearestExisting,
  outputFolderProblem,
  realPathOf,
} from "#generator/io/output-folder.js";
import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { makeFolder } from "#generator/output/write.js";
import { newFolder, removeFolders } from "../output/output.js";

const test = suite("output folder");
test.after(removeFolders);

const problemOf = (out: string, root: string, isOutGiven = false) => outputFolderProblem({ out, root, isOutGiven });

test("a folder in the project, there or not, is fine; so is one beside it", () => {
  const root = newFolder();
  mkdirSync(join(root, "src"));
  for (const folder of ["src", "src/generated", "a/b/c", "../beside"]) {
    assert.is(problemOf(join(root, folder), root), undefined);
  }
});

test("the project root and its parents are refused, also through links", () => {
  const root = newFolder();
  symlinkSync(root, join(root, "self"));
  symlinkSync(dirname(root), join(root, "up"));
  assert.match(problemOf(root, root) ?? "", "is the project root");
  assert.match(problemOf(join(root, "self"), root) ?? "", "is the project root");
  for (const folder of [dirname(root), "/", join(root, "up")]) {
    assert.match(problemOf(folder, root) ?? "", "is a parent of the project root");
  }
});

test("a link out of the project is refused, at any level and also when it leads to nothing", () => {
  const [root, elsewhere] = [newFolder(), newFolder()];
  symlinkSync(elsewhere, join(root, "out"));
  symlinkSync(join(elsewhere, "nothing"), join(root, "dangling"));
  symlinkSync(join(root, "circle"), join(root, "circle"));
  for (const folder of ["out", "out/generated", "dangling", "dangling/generated"]) {
    assert.match(problemOf(join(root, folder), root) ?? "", "leads out of the project");
  }
  assert.type(problemOf(join(root, "circle"), root), "string");
});

test("a link inside the project is fine", () => {
  const root = newFolder();
  mkdirSync(join(root, "real"));
  symlinkSync(join(root, "real"), join(root, "link"));
  assert.is(problemOf(join(root, "link"), root), undefined);
});

test("where git keeps what it runs is refused, by any name that leads there, on the command line too", () => {
  const root = newFolder();
  mkdirSync(join(root, ".git/hooks"), { recursive: true });
  symlinkSync(join(root, ".git/hooks"), join(root, "link"));
  const names = [
    ".git",
    ".GIT/hooks",
    "a/.Git/b",
    "link",
    "link/x",
    ".git. /x",
    "git~1",
    ".g\u200cit",
    "../beside/.git",
  ];
  for (const name of names) {
    assert.match(problemOf(join(root, name), root, true) ?? name, /is, or is below, \.git$/);
  }
  for (const name of [".github/sdk", "git", ".gitea", "x.git"]) assert.is(problemOf(join(root, name), root), undefined);
});

test("node_modules is refused unless the command line names it", () => {
  const root = newFolder();
  mkdirSync(join(root, "node_modules"));
  symlinkSync(join(root, "node_modules"), join(root, "link"));
  for (const name of ["node_modules", "node_modules/.sdk", "a/Node_Modules/b", "link/x"]) {
    assert.match(problemOf(join(root, name), root) ?? name, /is, or is below, node_modules$/);
    assert.is(problemOf(join(root, name), root, true), undefined);
  }
});

test("a project that stands in such a folder itself has output", () => {
  const root = join(newFolder(), ".git/node_modules/p");
  mkdirSync(root, { recursive: true });
  assert.is(problemOf(join(root, "src/generated"), root), undefined);
});

test("a file is refused", () => {
  const root = newFolder();
  writeFileSync(join(root, "file"), "");
  assert.is(problemOf(join(root, "file"), root), "the output folder is not a folder");
});

test("a path that is longer than any system takes is one that is not there, and none of it is made", () => {
  const root = realpathSync(newFolder());
  const long = join(root, "a/".repeat(30_000), "x");
  assert.is(realPathOf(long), long);
  assert.is(nearestExisting(long), root);
  assert.match(problemOf(long, root) ?? "", "is not a folder");
  assert.throws(() => makeFolder(long), /ENAMETOOLONG/);
  assert.equal(readdirSync(root), []);
});

test("the nearest folder that is there, and where what is not there would stand", () => {
  const root = realpathSync(newFolder());
  mkdirSync(join(root, "a/b"), { recursive: true });
  symlinkSync("a", join(root, "link"));
  assert.is(nearestExisting(join(root, "a/b")), join(root, "a/b"));
  assert.is(nearestExisting(join(root, "a/c/d")), join(root, "a"));
  assert.is(realPathOf(join(root, "link/c/d")), join(root, "a/c/d"));
});

test("12: a path in package.json that no system has is refused, and not taken apart", () => {
  assert.is(configuredPathProblem(`a${"/".repeat(1_000_000)}b`), "is too long");
  for (const path of ["a/../../b", "..", "a\\..\\..\\b"]) assert.is(configuredPathProblem(path), "leaves the project");
  for (const path of ["a/../b", "./a//b/.."]) assert.is(configuredPathProblem(path), undefined);
});

test.run();
