import { LOCK_FORMAT, type Lock } from "#generator/lock/lock.js";
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { client, moved, project } from "../check/project.js";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { commitAll, git, hashOf, NO_CHANGES, withRepository } from "./repository.js";

const test = suite("diff: the base is the one that is meant");

const NAMED = 'is now "https://api.acme.example/v2"';

/** A clone whose `origin/main` has the project, with a change under review on top, committed. */
async function withClone(use: (clone: string, change: string) => Promise<void>): Promise<void> {
  await withRepository(async (origin) => {
    git(origin, "branch", "-M", "main");
    await withFolder({}, async (folder) => {
      const clone = join(folder, "clone");
      git(folder, "clone", "-q", origin, clone);
      writeFiles(clone, { "client/providers/acme.json": moved });
      await sdkwright(clone, []);
      git(clone, "checkout", "-qb", "change");
      commitAll(clone, "the change");
      await use(clone, hashOf(clone, "HEAD"));
    });
  });
}

test("a tag that is called like a branch, or like a branch of a remote: both are named, and none is taken", async () => {
  await withClone(async (clone) => {
    const base = hashOf(clone, "origin/main");
    assert.match((await sdkwright(clone, ["diff", "origin/main"])).stdout, NAMED);
    for (const [name, ref] of [
      ["origin/main", "refs/remotes/origin/main"],
      ["main", "refs/heads/main"],
      ["origin", "refs/remotes/origin/HEAD"],
      [base.slice(0, 8), base],
    ] as const) {
      git(clone, "update-ref", `refs/tags/${name}`, "HEAD");
      for (const given of [name, `${name}~0`, `${name}^{commit}`]) {
        const { status, stdout, stderr } = await sdkwright(clone, ["diff", given]);
        assert.equal([status, stdout], [3, "Nothing was compared.\n"], given);
        assert.ok(stderr.includes(`"${name}" can be several things here: refs/tags/${name}, ${ref}`), stderr);
      }
      const { stdout } = await sdkwright(clone, ["diff", ref]);
      assert.ok(stdout.includes(NAMED), ref);
      git(clone, "update-ref", "-d", `refs/tags/${name}`);
    }
    for (const name of ["HEAD", hashOf(clone, "HEAD"), base]) git(clone, "update-ref", `refs/tags/${name}`, "HEAD");
    assert.match((await sdkwright(clone, ["diff", "HEAD~1"])).stdout, NAMED);
    assert.match((await sdkwright(clone, ["diff", base])).stdout, NAMED);
    git(clone, "update-ref", "refs/tags/main", "HEAD");
    assert.is((await sdkwright(clone, ["report", "--base", "main"])).status, 3);
  });
});

test("a tag or a branch that is called like a branch which is not there, as in a clone of one commit", async () => {
  await withClone(async (clone) => {
    git(clone, "update-ref", "-d", "refs/remotes/origin/main");
    for (const name of ["origin/main", "refs/remotes/origin/main", "heads/release"]) {
      for (const [folder, kind] of [
        ["refs/tags", "a tag here"],
        ["refs/heads", "a branch of this clone"],
      ] as const) {
        git(clone, "update-ref", `${folder}/${name}`, "HEAD");
        const { status, stderr } = await sdkwright(clone, ["diff", name]);
        assert.is(status, 3, `${folder}/${name}`);
        assert.ok(stderr.includes(`"${name}" is ${kind}, ${folder}/${name}, that is called like another ref`), stderr);
        git(clone, "update-ref", "-d", `${folder}/${name}`);
      }
    }
    git(clone, "update-ref", "refs/tags/v1/final", "HEAD~1");
    assert.match((await sdkwright(clone, ["diff", "v1/final"])).stdout, NAMED);
  });
});

test("which commit a name stood for is said, in every format", async () => {
  await withClone(async (clone) => {
    const commit = hashOf(clone, "origin/main");
    const short = commit.slice(0, 12);
    const shown = async (base: string, format: string) =>
      (await sdkwright(clone, ["diff", base, "--format", format])).stdout;
    assert.match(await shown("origin/main", "pretty"), `1 change since origin/main (${short}): 1 behavioural`);
    assert.match(await shown("origin/main", "github"), `since origin/main (${short}): `);
    assert.match(await shown("origin/main", "markdown"), `since \`origin/main\` (\`${short}\`)\n`);
    assert.is((JSON.parse(await shown("origin/main", "json")) as { commit?: string }).commit, commit);
    assert.match(await shown(commit, "pretty"), `since ${commit}: `);
  });
});

test("another clone in the environment, and an object that git shows in place of another", async () => {
  await withClone(async (clone) => {
    await withFolder({}, async (other) => {
      git(other, "init", "-q");
      git(other, "commit", "-q", "--allow-empty", "-m", "nothing");
      const elsewhere = join(other, ".git");
      for (const env of [
        { GIT_DIR: elsewhere },
        { GIT_DIR: elsewhere, GIT_WORK_TREE: other },
        { GIT_OBJECT_DIRECTORY: join(elsewhere, "objects") },
        { GIT_COMMON_DIR: elsewhere },
        { GIT_NAMESPACE: "other" },
      ]) {
        const { status, stdout, stderr } = await sdkwright(clone, ["diff", "HEAD~1"], env);
        assert.is(status, 0, stderr);
        assert.ok(stdout.includes(NAMED), stdout + JSON.stringify(env));
      }
    });
    git(clone, "replace", hashOf(clone, "HEAD~1"), "HEAD");
    assert.match((await sdkwright(clone, ["diff", "origin/main"])).stdout, NAMED);
  });
});

test("in a hook, where git names the clone and an index", async () => {
  await withClone(async (clone) => {
    const env = { GIT_DIR: ".git", GIT_INDEX_FILE: ".git/index.lock", GIT_PREFIX: "", GIT_EDITOR: ":" };
    assert.match((await sdkwright(clone, ["diff", "HEAD~1"], env)).stdout, NAMED);
  });
});

const A = { config: "a/client.json", out: "src/ga" };
const B = { config: "b/client.json", out: "src/gb" };
const GONE = 'the project of "b/client.json", with its SDK in "src/gb", is no longer in package.json';

/** Two projects, generated and committed. */
async function withTwo(use: (folder: string, edit: (files: Files) => Promise<void>) => Promise<void>): Promise<void> {
  const { "client/client.json": _, ...definitions } = project;
  const config = { providers: { acme: { file: "../client/providers/acme.json", ...client.providers.acme } } };
  const files = { ...definitions, "a/client.json": config, "b/client.json": config };
  await withFolder({ ...files, "package.json": { sdkwright: [A, B] } }, async (folder) => {
    await sdkwright(folder, []);
    git(folder, "init", "-q");
    commitAll(folder, "one");
    await use(folder, async (edit) => {
      writeFiles(folder, edit);
      await sdkwright(folder, []);
    });
  });
}

test("a project that package.json no longer has is breaking, and said once", async () => {
  await withTwo(async (folder, edit) => {
    const judged = (...args: string[]) => sdkwright(folder, ["diff", "--fail-on", "breaking", ...args]);
    assert.not.match((await judged()).stdout, "is no longer in package.json");
    for (const left of [[A], A, [A, { config: "c/client.json", out: "src/gc" }]]) {
      await edit({ "package.json": { sdkwright: left }, "c/client.json": { providers: {} } });
      const { status, stdout } = await judged();
      assert.is(status, 1);
      assert.is(stdout.split(GONE).length, 2, stdout);
      assert.match(stdout, /package\.json:\d+:/);
    }
    await edit({ "package.json": { sdkwright: A } });
    const report = await sdkwright(folder, ["report", "--base", "HEAD"]);
    assert.is(report.status, 0, report.stderr);
    const page = readFileSync(join(folder, "sdkwright-report.html"), "utf8");
    assert.match(page, "is no longer in package.json");
    assert.match(page, `Changes since HEAD (${hashOf(folder, "HEAD").slice(0, 12)})`);
  });
});

test("12: what a project that is gone has left where it was is a credential destination, as long as anything is left", async () => {
  await withTwo(async (folder, edit) => {
    const told = async () => {
      const { stdout } = await sdkwright(folder, ["diff", "--format", "json"]);
      const { changes } = JSON.parse(stdout) as { changes: { sentence: string; credentialDestination?: true }[] };
      return changes.filter(({ sentence }) => sentence.includes("no longer in package.json"));
    };
    await edit({ "package.json": { sdkwright: [A] } });
    const [left] = await told();
    assert.is(left?.credentialDestination, true);
    assert.match(left?.sentence ?? "", `${GONE}, and files of it, or in place of it, are left there`);
    rmSync(join(folder, "src/gb/sdkwright.lock.json"));
    assert.is((await told())[0]?.credentialDestination, true);
    rmSync(join(folder, "src/gb"), { recursive: true });
    const [gone] = await told();
    assert.equal([gone?.credentialDestination, gone?.sentence], [undefined, GONE]);
  });
});

test("12: nor does it matter which sdkwright wrote its lock, or that a merge left both sides in it", async () => {
  for (const format of ["older", "newer", "merged", "half"] as const)
    await withTwo(async (folder) => {
      const file = join(folder, "src/gb/sdkwright.lock.json");
      const lock = JSON.parse(readFileSync(file, "utf8")) as Lock;
      const text = JSON.stringify({ ...lock, formatVersion: LOCK_FORMAT + (format === "newer" ? 1 : -1) });
      const side = format === "half" ? "{}" : text;
      const isMerged = format === "merged" || format === "half";
      writeFileSync(file, isMerged ? `<<<<<<< a\n${text}\n=======\n${side}\n>>>>>>> b\n` : text);
      commitAll(folder, format);
      writeFiles(folder, { "package.json": { sdkwright: [A] } });
      const listed = ["sdkwright.lock.json", ...(format === "half" ? Object.keys(lock.files) : ["index.ts"])];
      for (const name of listed) rmSync(join(folder, "src/gb", name));
      const told = async () => (await sdkwright(folder, ["diff"])).stdout;
      assert.match(await told(), `credential destination: ${GONE}`, format);
      rmSync(join(folder, "src/gb"), { recursive: true });
      assert.not.match(await told(), "credential destination", format);
    });
});

test("a package.json of the base that commands read on is read, and one that is a link or no JSON is refused", async () => {
  await withTwo(async (folder, edit) => {
    const file = join(folder, "package.json");
    writeFileSync(file, `\uFEFF${readFileSync(file, "utf8")}`);
    commitAll(folder, "a byte order mark");
    await edit({ "package.json": { sdkwright: [A] } });
    assert.match((await sdkwright(folder, ["diff"])).stdout, GONE);
    for (const [name, put] of [
      ["a link", () => symlinkSync("other.json", file)],
      ["no JSON", () => writeFileSync(file, '{ "sdkwright": [')],
    ] as const) {
      rmSync(file);
      put();
      commitAll(folder, name);
      rmSync(file);
      await edit({ "package.json": { sdkwright: [A] } });
      const { status, stderr } = await sdkwright(folder, ["diff"]);
      assert.equal([status, stderr.includes('"package.json" of "HEAD" is a link, or no JSON')], [3, true], stderr);
    }
  });
});

test("a project that another took the output folder of; one that moved is not gone", async () => {
  await withTwo(async (folder, edit) => {
    const told = async () => (await sdkwright(folder, ["diff"])).stdout;
    await edit({ "package.json": { sdkwright: { config: "a/client.json", out: "src/gb" } } });
    assert.match(
      await told(),
      'the project of "a/client.json", with its SDK in "src/ga", is no longer in package.json',
    );
    await edit({ "package.json": { sdkwright: [A, { ...B, out: "src/other" }] } });
    assert.not.match(await told(), "is no longer in package.json");
  });
});

test("a program that is committed as git is never run, wherever PATH begins", async () => {
  await withRepository(async (folder) => {
    const fake = "#!/bin/sh\necho ran >> ran\nexit 1\n";
    const places = ["git", "tools/git", "node_modules/.bin/git"];
    writeFiles(folder, Object.fromEntries(places.map((place) => [place, fake])));
    for (const place of places) chmodSync(join(folder, place), 0o755);
    symlinkSync("tools", join(folder, "linked"));
    const own = process.env["PATH"] ?? "";
    const entries = ["", ".", "tools", "./node_modules/.bin", folder, join(folder, "tools"), join(folder, "linked")];
    for (const entry of [...entries, join(folder, "node_modules/.bin"), `"${folder}"`]) {
      const { stdout, stderr } = await sdkwright(folder, ["diff"], { PATH: entry + delimiter + own });
      assert.match(stdout, NO_CHANGES, `${entry}: ${stderr}`);
      assert.not(existsSync(join(folder, "ran")), entry);
    }
    const { status, stderr } = await sdkwright(folder, ["diff"], { PATH: `.${delimiter}${folder}` });
    assert.equal([status, existsSync(join(folder, "ran"))], [3, false]);
    assert.match(stderr, "git was not found");
  });
});

test.run();
