import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, project } from "../check/project.js";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("packages of a monorepo");

const named: Files = { ...project, "package.json": { name: "@acme/vendors" } };

function git(folder: string, ...args: string[]): void {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
  assert.is(status, 0, stderr);
}

test("check --quiet says on stderr what is not current; nothing where all is", async () => {
  await withFolder(project, async (folder) => {
    const stale = await sdkwright(folder, ["check", "--quiet"]);
    assert.equal([stale.status, stale.stdout], [1, ""]);
    assert.match(stale.stderr, /^src\/generated does not exist: \d+ files are missing\n/);
    await sdkwright(folder, []);
    rmSync(join(folder, "src/generated/client.ts"));
    assert.match((await sdkwright(folder, ["check", "--quiet"])).stderr, "src/generated/client.ts is missing\n");
    await sdkwright(folder, []);
    assert.equal(await sdkwright(folder, ["check", "--quiet"]), { status: 0, stdout: "", stderr: "" });
  });
});

test("diff as Markdown, and the report, name the package", async () => {
  await withFolder(named, async (folder) => {
    await sdkwright(folder, []);
    const diff = await sdkwright(folder, ["diff", "./src/generated", "--format", "markdown"]);
    assert.match(diff.stdout, /^### SDK changes of `@acme\/vendors` since `\.\/src\/generated`\n/);
  });
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const diff = await sdkwright(folder, ["diff", "./src/generated", "--format", "markdown"]);
    assert.match(diff.stdout, /^### SDK changes since `\.\/src\/generated`\n/);
  });
});

test("in a shallow clone, a revision that is not there is to be fetched", async () => {
  await withFolder({}, async (folder) => {
    const origin = join(folder, "origin");
    await withFolder(project, async (from) => {
      for (const args of [
        ["init", "-q"],
        ["add", "-A"],
        ["commit", "-qm", "one"],
      ])
        git(from, ...args);
      git(from, "commit", "-qm", "two", "--allow-empty");
      git(folder, "clone", "-q", "--depth", "1", `file://${from}`, origin);
    });
    const { status, stderr } = await sdkwright(origin, ["diff", "origin/none"]);
    assert.is(status, 3);
    assert.match(stderr, "in this shallow clone\n  fetch the history first (in GitHub Actions: `fetch-depth: 0`); or");
  });
});

test("a misspelt map is named; check advises to mend errors before it advises to generate", async () => {
  const client = {
    profiles: {
      "pay/charge": {
        version: "1.0.0",
        defaults: { Charge: {} },
        providers: { acme: { file: "maps/charge.amce.ts" } },
      },
    },
    providers: { acme: {} },
  };
  const files = {
    "package.json": {},
    "client/client.json": client,
    "client/providers/acme.json": acme,
    "client/maps/charge.acme.ts": "",
  };
  await withFolder(files, async (folder) => {
    const { stdout, stderr } = await sdkwright(folder, ["check"]);
    assert.match(stderr, 'did you mean "charge.acme.ts", which is in that folder?');
    assert.match(stdout, "\nFix the errors first, then run `npx sdkwright generate` and commit the result.\n");
    writeFileSync(join(folder, "client/client.json"), JSON.stringify({ providers: { acme: {} } }));
    assert.match(
      (await sdkwright(folder, ["check"])).stdout,
      "\nRun `npx sdkwright generate` and commit the result.\n",
    );
  });
});

test.run();
