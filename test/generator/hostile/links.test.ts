import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { STAGING_FOLDER } from "#generator/io/lock.js";
import { claim, journalOf, release } from "#generator/output/claim.js";
import { commit, planOutput } from "#generator/output/write.js";
import { withFolder, writeFiles } from "../folder.js";
import { DEFINITION, documentOf } from "../openapi/project.js";
import { sdkwright } from "../sdkwright.js";
import { newFolder, outputOf, put, removeFolders } from "../output/output.js";

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

const PROFILE = { name: "a/b", version: "1.0.0", usecases: { Send: { input: true, result: { type: "string" } } } };
const WITH_PROFILE = {
  "client/client.json": { profiles: { "a/b": "1.0.0" }, providers: { acme: { file: "providers/acme.json" } } },
  "client/profiles/a/b@1.0.0.json": PROFILE,
  "client/providers/acme.json": PROJECT["client/providers/acme.json"],
};
const ADD = "add vendor.json --name vendor --service default=https://vendor.example";
const INIT = "init acme --base-url https://acme.example --auth none";

/** Where a link stands and leads, the command that would write through it, and what is there before. */
const NEW_FILES: readonly (readonly [link: string, target: string, command: string, files?: object])[] = [
  ["client/client.json", "../.git/hooks/post-checkout", ADD],
  ["client/client.json", "../.git/hooks/post-checkout", INIT],
  ["client/client.json", "../notes/made", ADD],
  ["client/providers", "../.git/hooks", ADD],
  ["client/openapi", "../.git/hooks", ADD],
  ["client", ".git/hooks", INIT],
  [".env.example", "notes/made", INIT.replace("none", "bearer")],
  ["src/maps", "../.git/hooks", "map a/b acme", WITH_PROFILE],
  ["src/maps/b.acme.ts", "../../notes/made", "map a/b acme", WITH_PROFILE],
];

for (const [link, target, command, files = {}] of NEW_FILES) {
  test(`${link} leads to ${target}: \`${command.slice(0, 4)}\` makes no new file there`, async () => {
    const vendor = documentOf({ "/x": { get: { responses: { 200: { description: "" } } } } }, {});
    const place = { "package.json": {}, "notes/kept": "", ".git/hooks/kept": "", "vendor.json": vendor, ...files };
    await withFolder(place, async (folder) => {
      mkdirSync(dirname(join(folder, link)), { recursive: true });
      symlinkSync(target, join(folder, link));
      const before = readdirSync(folder, { recursive: true });
      const { status, stderr, stdout } = await sdkwright(folder, command.split(" "));
      assert.is(status, 2, stdout + stderr);
      assert.match(stderr, /SW0704 {2}"[^"]+" is (?:in \.git|outside of|a link)/);
      assert.ok(lstatSync(join(folder, link)).isSymbolicLink());
      assert.equal(readdirSync(folder, { recursive: true }), before);
    });
  });
}

const VENDOR = documentOf({ "/x": { get: { responses: { 200: { description: "" } } } } }, {});

/** A project `p`, with another beside it that is nobody's business; what a command in `p` says, and whether `other` stays. */
async function besideOther(
  prepare: (folder: string) => void,
  command: string,
): Promise<{ readonly said: string; readonly isLeft: boolean }> {
  const both = Object.fromEntries(
    ["p", "other"].flatMap((name) =>
      Object.entries({ ...PROJECT, ...WITH_PROFILE, "vendor.json": VENDOR }).map(([file, text]) => [
        `${name}/${file}`,
        text,
      ]),
    ),
  );
  return withFolder(both, async (folder) => {
    prepare(folder);
    const texts = () =>
      readdirSync(join(folder, "other"), { recursive: true, withFileTypes: true }).map((entry) =>
        entry.isFile() ? `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), "utf8")}` : entry.name,
      );
    const before = texts();
    const { status, stdout, stderr } = await sdkwright(join(folder, "p"), command.split(" "));
    return { said: `${String(status)} ${stdout}${stderr}`, isLeft: texts().join() === before.join() };
  });
}

function linkInstead(link: string): (folder: string) => void {
  return (folder) => {
    rmSync(join(folder, "p", link), { recursive: true });
    symlinkSync(join(folder, "other", link), join(folder, "p", link));
  };
}

/** What of a project is a link to the same of another, and a command that would change it there. */
const CHANGED_FILES: readonly (readonly [link: string, command: string])[] = [
  ["client", ADD],
  ["client", `${ADD} --dry-run`],
  ["client", `${ADD} --config client/client.json`],
  ["client", INIT.replace("acme", "second")],
  ["client", "map a/b acme"],
  ["client/client.json", ADD],
  ["client/client.json", INIT.replace("acme", "second")],
  ["client/client.json", "map a/b acme"],
  ["package.json", INIT],
];

for (const [link, command] of CHANGED_FILES) {
  test(`${link} leads to another project: \`${command}\` changes nothing there`, async () => {
    const { said, isLeft } = await besideOther(linkInstead(link), command);
    assert.match(said, /^2 [^]*SW0704 {2}"[^"]+" is outside of the project, perhaps by a link/);
    assert.ok(isLeft);
  });
}

test("package.json names a configuration outside of the project: no command takes it", async () => {
  for (const config of ["../other/client/client.json", "/etc/client.json", "a/../../other/client.json"]) {
    for (const command of [ADD, INIT.replace("acme", "second"), "generate", "map a/b acme"]) {
      const { said, isLeft } = await besideOther((folder) => {
        writeFiles(folder, { "p/package.json": { sdkwright: { config } } });
      }, command);
      assert.match(said, /^2 [^]*SW0301.* the configuration in package\.json (?:is absolute|leaves the project)/);
      assert.ok(isLeft);
    }
  }
});

test("where the command line names another project's client.json, and where a link stays in the project, it is changed", async () => {
  const { said, isLeft } = await besideOther(() => {}, `${ADD} --config ../other/client/client.json`);
  assert.match(said, /^0 /);
  assert.not(isLeft);
  const linked = await besideOther((folder) => {
    const file = join(folder, "p/client/client.json");
    renameSync(file, join(folder, "p/real.json"));
    symlinkSync("../real.json", file);
  }, ADD);
  assert.match(linked.said, /^0 /);
  assert.ok(linked.isLeft);
});

test.run();
