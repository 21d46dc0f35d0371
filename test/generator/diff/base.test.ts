import { rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { moved } from "../check/project.js";
import { writeFiles } from "../folder.js";
import { sdkwright, type Finished } from "../sdkwright.js";
import { commitAll, git, withRepository } from "./repository.js";

const test = suite("diff: the base");

const NAMED = 'is now "https://api.acme.example/v2", before "https://api.acme.example/v1"';

/** The change under review, generated: acme's base URL is another. */
async function change(folder: string, options: object = {}): Promise<void> {
  writeFiles(folder, { "client/providers/acme.json": moved, "package.json": { sdkwright: options } });
  const { status, stderr } = await sdkwright(folder, []);
  assert.is(status, 0, stderr);
}

function judged(folder: string, base = "HEAD", ...args: string[]): Promise<Finished> {
  return sdkwright(folder, ["diff", base, "--fail-on", "behavioural", ...args]);
}

test("an output folder that package.json moved is found where the base has it, and named", async () => {
  await withRepository(async (folder) => {
    await change(folder, { out: "src/sdk" });
    const { stdout, status } = await judged(folder);
    assert.match(stdout, NAMED);
    assert.match(stdout, 'note: at "HEAD" the output folder is "src/generated"');
    assert.is(status, 1);
  });
});

test("a base that has the configuration and no lock is not known, so --fail-on fails", async () => {
  await withRepository(async (folder) => {
    rmSync(join(folder, "src/generated"), { recursive: true });
    commitAll(folder, "not committed any more");
    await change(folder);
    const { stdout, status } = await judged(folder);
    assert.match(stdout, "the changes are unknown, so --fail-on fails");
    assert.is(status, 1);
    assert.is((await judged(folder, "HEAD~1")).status, 1);
  });
});

test("a shallow clone says what to fetch", async () => {
  await withRepository(async (folder) => {
    writeFiles(folder, { "note.txt": "two" });
    commitAll(folder, "two");
    const clone = join(folder, "clone");
    git(folder, "clone", "-q", "--depth", "1", `file://${folder}`, clone);
    const { stderr, status } = await judged(clone, "HEAD~1");
    assert.is(status, 3);
    assert.match(stderr, '"HEAD~1" is not a revision in this shallow clone');
    assert.match(stderr, "`fetch-depth: 0`");
  });
});

test("variables of git that name another clone have no effect: a hook may run diff", async () => {
  await withRepository(async (folder) => {
    await change(folder);
    process.env["GIT_DIR"] = join(folder, "nowhere");
    try {
      assert.match((await judged(folder)).stdout, NAMED);
    } finally {
      delete process.env["GIT_DIR"];
    }
  });
});

test("the commit that a name stood for is said", async () => {
  await withRepository(async (folder) => {
    await change(folder);
    assert.match((await judged(folder)).stdout, /since HEAD \([0-9a-f]{12}\)/);
    const { stdout } = await judged(folder, "HEAD", "--format", "json");
    assert.match((JSON.parse(stdout) as { commit: string }).commit, /^[0-9a-f]{40}$/);
  });
});

test.run();
