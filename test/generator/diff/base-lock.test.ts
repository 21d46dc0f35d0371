import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { moved, project } from "../check/project.js";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright, type Finished } from "../sdkwright.js";
import { commitAll, git, hashOf, withRepository } from "./repository.js";

const test = suite("diff: what a commit under review cannot hide");

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

/** Said by name, and red. */
function assertTold({ status, stdout, stderr }: Finished): void {
  assert.match(stdout, NAMED, stderr);
  assert.is(status, 1);
}

/** A folder becomes a repository of its own, with all that is in it committed. */
function makeRepository(folder: string): void {
  git(folder, "init", "-q");
  commitAll(folder, "inner");
}

test("an output folder that became a link", async () => {
  await withRepository(async (folder) => {
    renameSync(join(folder, "src/generated"), join(folder, "src/gen"));
    symlinkSync("gen", join(folder, "src/generated"));
    await change(folder);
    assertTold(await judged(folder));
    commitAll(folder, "linked");
    assertBlind(await judged(folder), "src/generated");
    assert.match((await judged(folder, "HEAD", "--out", "src/gen")).stdout, /^No changes since HEAD/);
    assertTold(await judged(folder, "HEAD~1"));
  });
});

test("an output folder that package.json moved; a lock that was put there before does not count", async () => {
  await withRepository(async (folder) => {
    await change(folder, { out: "fixtures/sdk" });
    const { stdout, ...rest } = await judged(folder);
    assertTold({ stdout, ...rest });
    assert.match(stdout, 'note: at "HEAD" the output folder is "src/generated"');
    writeFiles(folder, {
      "client/providers/acme.json": project["client/providers/acme.json"] ?? "",
      "package.json": "{}",
    });
    commitAll(folder, "a fixture");
    await change(folder, { out: "fixtures/sdk" });
    assertTold(await judged(folder));
  });
});

test("imports that are written in another way: no change of what callers see, but named", async () => {
  await withRepository(async (folder) => {
    writeFiles(folder, { "package.json": { sdkwright: { importEndings: ".ts" } } });
    await sdkwright(folder, []);
    const { stdout } = await judged(folder);
    assert.match(stdout, /^No changes since HEAD/);
    assert.match(stdout, 'note: the imports of emitted modules are written with ".ts", at "HEAD" with ".js"');
  });
});

test("an output folder that became a repository of its own", async () => {
  await withRepository(async (folder) => {
    await change(folder);
    makeRepository(join(folder, "src/generated"));
    assertTold(await judged(folder));
  });
});

test("a package that became a repository of its own, a link, or part of the package around it", async () => {
  await withFolder({ "package.json": "{}" }, async (folder) => {
    const api = join(folder, "packages/api");
    writeFiles(api, project);
    await sdkwright(api, []);
    git(folder, "init", "-q");
    commitAll(folder, "one");
    const base = "HEAD";
    await change(api);
    makeRepository(api);
    const inner = await judged(api, base);
    assert.is(inner.status, 3);
    assert.match(inner.stderr, '"packages/api/src/generated/sdkwright.lock.json"');
    rmSync(join(api, ".git"), { recursive: true });
    renameSync(api, join(folder, "packages/other"));
    symlinkSync("other", api);
    assertBlind(await judged(api, base), "packages/api/src/generated/sdkwright.lock.json");
    rmSync(api);
    renameSync(join(folder, "packages/other"), api);
    rmSync(join(api, "package.json"));
    cpSync(join(api, "client"), join(folder, "client"), { recursive: true });
    await sdkwright(folder, []);
    const outer = await judged(api, base);
    assert.is(outer.status, 1);
    assert.match(outer.stdout, 'but "packages/api/src/generated/sdkwright.lock.json" is there');
  });
});

test("12: what a partial clone has left out, and nobody can be asked for, is not taken for absent", async () => {
  await withRepository(async (folder) => {
    git(folder, "config", "uploadpack.allowFilter", "true");
    git(folder, "branch", "base");
    const packageFile = join(folder, "package.json");
    writeFileSync(packageFile, readFileSync(packageFile, "utf8").replace("{", '{ "private": true,'));
    commitAll(folder, "two");
    await withFolder({}, async (other) => {
      const clone = join(other, "clone");
      git(other, "clone", "-q", "--filter=blob:none", `file://${folder}`, clone);
      assert.is((await judged(clone, "origin/base")).status, 0);
      git(other, "clone", "-q", "--filter=blob:none", `file://${folder}`, join(other, "cut"));
      git(join(other, "cut"), "remote", "set-url", "origin", `file://${join(other, "gone")}`);
      const { status, stderr } = await judged(join(other, "cut"), "origin/base");
      assert.is(status, 3);
      assert.match(stderr, 'git cannot give "package.json" of "origin/base"');
    });
  });
});

test("12: a package that moved into a repository of its own under another name", async () => {
  await withFolder({ "package.json": "{}" }, async (folder) => {
    const [pay, moved] = [join(folder, "packages/pay"), join(folder, "packages/pay2")];
    writeFiles(pay, project);
    await sdkwright(pay, []);
    git(folder, "init", "-q");
    commitAll(folder, "one");
    renameSync(pay, moved);
    await change(moved);
    makeRepository(moved);
    const inner = await judged(moved, "HEAD");
    assert.is(inner.status, 3);
    assert.match(
      inner.stderr,
      'here is a repository of its own, where "HEAD" has "packages/pay/src/generated/sdkwright.lock.json"',
    );
  });
});

test("without a lock for it, --fail-on fails where the base has another, or the configuration", async () => {
  await withRepository(async (folder) => {
    const second = { config: "other/client.json", out: "other/sdk" };
    writeFiles(folder, {
      "package.json": { sdkwright: [{}, second] },
      "other/client.json": { providers: { acme: { file: "../client/providers/acme.json" } } },
    });
    for (const [limit, status] of [
      ["behavioural", 1],
      ["breaking", 1],
      ["none", 0],
    ] as const) {
      const run = await sdkwright(folder, ["diff", "--fail-on", limit, "--config", "other/client.json"]);
      assert.is(run.status, status, run.stdout + run.stderr);
      assert.match(run.stdout, 'but "src/generated/sdkwright.lock.json" is there');
    }
    rmSync(join(folder, "src"), { recursive: true });
    writeFiles(folder, { "package.json": "{}" });
    commitAll(folder, "no SDK");
    const { status, stdout } = await judged(folder);
    assert.is(status, 1);
    assert.match(stdout, 'but "client/client.json" is there');
  });
});

/** The SDK of the change under review, where nobody looks for one: committed before the change. */
async function plant(folder: string, at: string): Promise<void> {
  await change(folder, { out: at });
  writeFiles(folder, {
    "client/providers/acme.json": project["client/providers/acme.json"] ?? "",
    "package.json": "{}",
  });
  commitAll(folder, "a fixture");
}

function assertBlind({ status, stdout, stderr }: Finished, there: string): void {
  assert.match(stdout, `but "${there}" is there`, stderr);
  assert.is(status, 1);
}

for (const args of [[], ["--out", "src/generated"]])
  test(`an output folder that was a link, and leads to a planted lock now ${args.join(" ")}`, async () => {
    await withRepository(async (folder) => {
      const generated = join(folder, "src/generated");
      await plant(folder, "fixtures/sdk");
      renameSync(generated, join(folder, "src/gen"));
      symlinkSync("gen", generated);
      commitAll(folder, "linked");
      rmSync(generated);
      symlinkSync("../fixtures/sdk", generated);
      await change(folder);
      assertBlind(await judged(folder, "HEAD", ...args), "src/generated");
    });
  });

test("a planted lock in a folder that leads to the output folder now", async () => {
  await withRepository(async (folder) => {
    await plant(folder, "fixtures/sdk");
    rmSync(join(folder, "fixtures/sdk"), { recursive: true });
    symlinkSync("../src/generated", join(folder, "fixtures/sdk"));
    await change(folder);
    assertTold(await judged(folder));
  });
});

test("an output folder that was a submodule, or not committed, and a planted lock", async () => {
  await withRepository(async (folder) => {
    const generated = join(folder, "src/generated");
    await plant(folder, "fixtures/sdk");
    makeRepository(generated);
    git(folder, "rm", "-rq", "--cached", "src/generated");
    commitAll(folder, "a submodule");
    for (const [there, next] of [
      ["src/generated", "no folder"],
      ["fixtures/sdk/sdkwright.lock.json", ""],
    ] as const) {
      rmSync(generated, { recursive: true, force: true });
      symlinkSync("../fixtures/sdk", generated);
      await change(folder);
      assertBlind(await judged(folder), there);
      rmSync(generated);
      writeFiles(folder, { "client/providers/acme.json": project["client/providers/acme.json"] ?? "" });
      if (next !== "") commitAll(folder, next);
    }
  });
});

test("a lock that is a link whose target is the text of a lock", async () => {
  await withRepository(async (folder) => {
    const lock = "src/generated/sdkwright.lock.json";
    await change(folder);
    git(folder, "add", lock);
    git(folder, "update-index", "--cacheinfo", `120000,${hashOf(folder, `:${lock}`)},${lock}`);
    git(folder, "commit", "-qm", "a link");
    assertBlind(await judged(folder), lock);
  });
});

test("a configuration that the change moves, where the base has nothing that was generated", async () => {
  await withRepository(async (folder) => {
    rmSync(join(folder, "src"), { recursive: true });
    commitAll(folder, "no SDK");
    renameSync(join(folder, "client"), join(folder, "config"));
    await sdkwright(folder, ["--config", "config/client.json"]);
    const run = await judged(folder, "HEAD", "--config", "config/client.json");
    assertBlind(run, "client/client.json");
  });
});

test("a commit whose files git cannot list is no beginning", async () => {
  await withRepository(async (folder) => {
    const tree = hashOf(folder, "HEAD^{tree}");
    rmSync(join(folder, ".git/objects", tree.slice(0, 2), tree.slice(2)));
    const { status, stderr } = await judged(folder);
    assert.is(status, 3);
    assert.match(stderr, 'git cannot list the files of "HEAD"');
  });
});

test("a folder that is called like a revision that is not there", async () => {
  await withRepository(async (folder) => {
    await change(folder);
    cpSync(join(folder, "src/generated"), join(folder, "origin/main"), { recursive: true });
    for (const base of ["origin/main", "origin/main/sdkwright.lock.json"]) {
      const { status, stderr } = await judged(folder, base);
      assert.is(status, 3);
      assert.match(stderr, `npx sdkwright diff ./${base}`);
      assert.is((await judged(folder, `./${base}`)).status, 0);
      assert.is((await judged(folder, join(folder, base))).status, 0);
    }
  });
});

test("a folder that --out asks for, and one in another repository", async () => {
  await withRepository(async (folder) => {
    await sdkwright(folder, ["--out", "other"]);
    commitAll(folder, "two");
    await change(folder);
    assertTold(await judged(folder, "HEAD", "--out", "other"));
    mkdirSync(join(folder, "deep"));
    await sdkwright(folder, ["--out", "deep/sdk"]);
    makeRepository(join(folder, "deep"));
    const { status, stderr } = await judged(folder, "HEAD", "--out", "deep/sdk");
    assert.is(status, 3);
    assert.match(stderr, "is in another git repository");
  });
});

test("an SDK that moved, and is left where it was too: by a file, by its lock, behind a link", async () => {
  const LEFT =
    'the SDK of "src/generated" is now in "src/gen", and files of it, or in place of it, are left where it was';
  await withRepository(async (folder) => {
    const old = join(folder, "src/generated");
    const moveTo = async (options: object): Promise<void> => {
      writeFiles(folder, { "package.json": { sdkwright: options } });
      await sdkwright(folder, []);
    };
    await moveTo({ out: "src/gen" });
    const all = await sdkwright(folder, ["diff", "--fail-on", "breaking"]);
    assert.equal([all.status, all.stdout.split(LEFT).length], [1, 2], all.stdout);
    assert.match(all.stdout, /breaking {5}credential destination: the SDK/);
    assert.match(all.stdout, "package.json:3:");
    const quiet = await sdkwright(folder, ["diff", "--fail-on", "any", "--quiet"]);
    assert.is(quiet.status, 1);
    assert.match(quiet.stderr, /1 breaking \(1 credential destination\)[^]*the output folder is "src\/generated"/);
    for (const file of ["sdkwright.lock.json", "index.ts", "client.ts", "providers/beta.ts"]) rmSync(join(old, file));
    assert.is((await judged(folder)).status, 1);
    renameSync(old, join(folder, "src/elsewhere"));
    const { status, stdout } = await judged(folder);
    assert.equal([status, /No changes/.test(stdout)], [0, true], stdout);
    symlinkSync("elsewhere", old);
    assert.is((await judged(folder)).status, 1);
    rmSync(old);
    writeFiles(folder, { "src/generated/providers/acme.js": "export {};" });
    assert.match((await judged(folder)).stdout, LEFT);
    rmSync(old, { recursive: true });
    assert.is((await judged(folder)).status, 0);
    writeFiles(folder, { "other/client.json": { providers: {} } });
    await moveTo([{ out: "src/gen" }, { config: "other/client.json", out: "src/generated" }]);
    assert.not.match((await judged(folder)).stdout, "are left where it was");
  });
});

test.run();
