import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STAGING_FOLDER } from "#generator/lock/lock.js";
import { claim, journalOf, release } from "#generator/write/claim.js";
import { commit } from "#generator/write/commit.js";
import { planOutput } from "#generator/write/write.js";
import { withFolder, writeFiles } from "../folder.js";
import { DEFINITION } from "../openapi/project.js";
import { sdkwright } from "../sdkwright.js";
import { newFolder, outputOf, put, removeFolders } from "../write/output.js";

const test = suite("links that somebody committed where we write");

const PROJECT = {
  "package.json": {},
  "client/client.json": { providers: { acme: { file: "providers/acme.json" } } },
  "client/providers/acme.json": { ...DEFINITION, openapi: undefined },
};

const STAGING = `src/generated/${STAGING_FOLDER}`;

const generated = newFolder();
test.before(async () => {
  writeFiles(generated, PROJECT);
  const { status, stderr } = await sdkwright(generated, ["generate"]);
  assert.is(status, 0, stderr);
});
test.after(removeFolders);

/** A project with a link, and a file that the link leads to; what the commands make of it, and whether that file stays. */
async function withLink(link: string, commands: readonly string[], isGenerated = false): Promise<string> {
  return withFolder(PROJECT, async (folder) => {
    if (isGenerated) cpSync(join(generated, "src"), join(folder, "src"), { recursive: true });
    const victim = join(folder, "victim");
    writeFiles(folder, { victim: "mine", [`${STAGING}/x`]: "" });
    rmSync(join(folder, STAGING, "x"));
    symlinkSync(victim, join(folder, link));
    let said = "";
    for (const command of commands) {
      const { status, stdout, stderr } = await sdkwright(folder, command.split(" "));
      said += `${String(status)} ${stdout}${stderr}`;
      assert.is(readFileSync(victim, "utf8"), "mine", command);
    }
    return said;
  });
}

for (const name of ["1-lock.json", "2-lock.json", "7-lock.json"]) {
  for (const isGenerated of [false, true]) {
    test(`a journal ${name} that is a link is refused, ${isGenerated ? "beside" : "without"} output`, async () => {
      const said = await withLink(`${STAGING}/${name}`, ["generate", "generate --force", "check"], isGenerated);
      assert.match(said, new RegExp(`^2 .*/${name} is not a regular file; remove it`, "s"));
      assert.not.match(said, /^(?:0|70) /m);
    });
  }
}

test("the mark of an owner that is a link is refused, without a wait for that owner", async () => {
  assert.match(await withLink(`${STAGING}/owner-1`, ["generate"]), "owner-1 is not a regular file; remove it");
});

test("what is staged takes the place of a link, and does not follow it", async () => {
  assert.match(await withLink(`${STAGING}/1-0`, ["generate"]), /^0 /);
});

test("a lock that is a link is replaced, and not what it leads to", async () => {
  assert.match(await withLink("src/generated/sdkwright.lock.json", ["generate"]), /^0 /);
});

test("links that come after the look at the folder are not followed either", () => {
  const folder = newFolder();
  put(folder, "victim", "mine");
  const plan = planOutput(outputOf(folder, { "a.ts": "1" }));
  const own = claim(folder);
  for (const path of [journalOf(own), join(own.staging, `${own.prefix}0`)]) symlinkSync(join(folder, "victim"), path);
  commit(plan, own);
  release(own);
  assert.is(readFileSync(join(folder, "victim"), "utf8"), "mine");
  assert.ok(existsSync(join(folder, "a.ts")));
});

test.run();
