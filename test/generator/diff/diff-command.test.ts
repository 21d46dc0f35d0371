import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, client, moved, project } from "../check/project.js";
import { withFolder, writeFiles } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { git, hashOf, NO_CHANGES, withRepository } from "./repository.js";

const test = suite("diff");

const sentence =
  'the base URL of service "default" of provider "acme" is now "https://api.acme.example/v2", before "https://api.acme.example/v1"';

test("diff: against HEAD, a revision, a lock and a folder, from any folder of the project", async () => {
  await withRepository(async (folder) => {
    const { stdout: same, ...rest } = await sdkwright(folder, ["diff"]);
    assert.equal(rest, { status: 0, stderr: "" });
    assert.match(same, NO_CHANGES);
    cpSync(join(folder, "src/generated"), join(folder, "old"), { recursive: true });
    writeFiles(folder, { "client/providers/acme.json": moved });
    await sdkwright(folder, []);
    const changes = `behavioural  credential destination: ${sentence}\n             client/providers/acme.json:6:18\n`;
    for (const base of [[], ["HEAD"], ["./old"], ["./old/sdkwright.lock.json"]]) {
      const { status, stdout } = await sdkwright(folder, ["diff", ...base]);
      const since = base[0]?.startsWith(".") === true ? base[0] : `HEAD (${hashOf(folder, "HEAD").slice(0, 12)})`;
      assert.equal(
        [status, stdout],
        [0, `${changes}1 change since ${since}: 1 behavioural (1 credential destination).\n`],
      );
    }
    assert.match(
      (await sdkwright(folder, ["diff", "--format", "github"])).stdout,
      "title=sdkwright behavioural%2C credential destination::",
    );
    git(folder, "commit", "-qam", "two");
    assert.match(
      (await sdkwright(join(folder, "client"), ["diff", "HEAD~1"])).stdout,
      /^ {13}providers\/acme\.json:6:18$/m,
    );
    assert.match((await sdkwright(folder, ["diff"])).stdout, NO_CHANGES);
  });
});

test("diff: schemas of a profile that are true or false", async () => {
  const path = "client/profiles/a/b@1.0.0.json";
  const profile = (input: unknown) => ({
    name: "a/b",
    version: "1.0.0",
    usecases: { Send: { input, result: true, error: false } },
  });
  const files = { ...project, "client/client.json": { ...client, profiles: { "a/b": "1.0.0" } } };
  await withFolder({ ...files, [path]: profile(true) }, async (folder) => {
    assert.is((await sdkwright(folder, ["generate"])).status, 0);
    cpSync(join(folder, "src/generated"), join(folder, "old"), { recursive: true });
    const same = await sdkwright(folder, ["diff", "./old"]);
    assert.equal(same, { status: 0, stdout: "No changes since ./old.\n", stderr: "" });
    writeFiles(folder, { [path]: profile({ type: "string" }) });
    assert.is((await sdkwright(folder, ["generate"])).status, 0);
    assert.match((await sdkwright(folder, ["diff", "./old"])).stdout, /^breaking .*input/m);
  });
});

test("diff: a file that is called like a revision does not take its place", async () => {
  await withRepository(async (folder) => {
    writeFiles(folder, { "client/providers/acme.json": moved });
    await sdkwright(folder, []);
    for (const name of ["HEAD", "HEAD~0"])
      cpSync(join(folder, "src/generated/sdkwright.lock.json"), join(folder, name));
    for (const base of [[], ["HEAD"], ["HEAD~0"]])
      assert.match((await sdkwright(folder, ["diff", ...base])).stdout, sentence);
    assert.is((await sdkwright(folder, ["diff", "./HEAD"])).stdout, "No changes since ./HEAD.\n");
  });
});

test("diff: files that look like a repository, in the output folder, are none: what they configure is not run", async () => {
  await withRepository(async (folder) => {
    const config = `[core]
  repositoryformatversion = 1
  bare = true
[extensions]
  partialClone = origin
[remote "origin"]
  url = ext::touch ${join(folder, "ran")}
  promisor = true
[protocol "ext"]
  allow = always
`;
    const bare = {
      HEAD: "ref: refs/heads/main\n",
      config,
      "refs/heads/main": `${"1".repeat(40)}\n`,
      "objects/keep": "",
    };
    const files = Object.entries(bare).map(([name, text]) => [`src/generated/${name}`, text]);
    writeFiles(folder, Object.fromEntries(files) as { [path: string]: string });
    for (const base of [[], ["HEAD"]]) {
      const { status, stderr } = await sdkwright(folder, ["diff", ...base]);
      assert.is(status, 0, stderr);
      assert.not.ok(existsSync(join(folder, "ran")));
    }
  });
});

test("diff: fails from the given class on", async () => {
  await withRepository(async (folder) => {
    writeFiles(folder, { "client/providers/acme.json": moved });
    await sdkwright(folder, []);
    for (const [limit, status] of [
      ["none", 0],
      ["breaking", 0],
      ["behavioural", 1],
      ["any", 1],
    ] as const) {
      assert.is((await sdkwright(folder, ["diff", "--fail-on", limit])).status, status, limit);
    }
    const services = [...acme.services, { id: "new", baseUrl: "https://new.acme.example" }];
    writeFiles(folder, { "client/providers/acme.json": { ...acme, services } });
    await sdkwright(folder, []);
    const marked = await sdkwright(folder, ["diff", "--fail-on", "behavioural"]);
    assert.match(marked.stdout, /^compatible +credential destination: service "new"/m);
    assert.is(marked.status, 1, "a compatible change that sends credentials elsewhere");
  });
});

test("diff: no lock at the base: everything is compatible, with a note", async () => {
  await withFolder(project, async (folder) => {
    git(folder, "init", "-q");
    for (const commit of [false, true]) {
      if (commit) git(folder, "commit", "--allow-empty", "-qm", "one");
      const { status, stdout } = await sdkwright(folder, ["diff", "--fail-on", "behavioural"]);
      assert.is(status, 0);
      assert.match(stdout, /^compatible {3}provider "acme" was added$/m);
      assert.match(
        stdout,
        /^2 changes since HEAD(?: \([0-9a-f]{12}\))?: 2 compatible\.\nnote: there is no "sdkwright\.lock\.json" of this project at "HEAD": nothing was/m,
      );
    }
  });
});

test("diff: no git, no repository, no such revision: exit 3 and the way on", async () => {
  await withFolder(project, async (folder) => {
    const outside = await sdkwright(folder, ["diff"], { GIT_CEILING_DIRECTORIES: join(folder, "..") });
    assert.is(outside.status, 3);
    assert.match(outside.stderr, /is not in a git repository[^]*pass a lock file or an output folder/);
    git(folder, "init", "-q");
    const without = await sdkwright(folder, ["diff"], { PATH: "/nowhere" });
    assert.equal([without.status, /git was not found/.test(without.stderr)], [3, true]);
    for (const base of ["gone", "--output=x", "HEAD:x"]) {
      const { status } = await sdkwright(folder, ["diff", "--", base]);
      assert.is(status, 3, base);
    }
  });
});

test("diff: a base that is no lock, and invalid input: exit 2", async () => {
  await withRepository(async (folder) => {
    for (const text of ["{}", "<<<<<<< a\n=======\n>>>>>>> b\n", '{"formatVersion":9}']) {
      writeFileSync(join(folder, "base.json"), text);
      const { status, stderr } = await sdkwright(folder, ["diff", "./base.json"]);
      assert.is(status, 2);
      assert.match(stderr, /the lock of "\.\/base\.json"/);
    }
    const lock = JSON.parse(readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8")) as object;
    writeFiles(folder, { "base.json": { ...lock, model: { providers: { acme: null }, profiles: {} } } });
    assert.is((await sdkwright(folder, ["diff", "./base.json"])).status, 2);
    writeFiles(folder, { "client/providers/acme.json": { ...acme, defaultService: "gone" } });
    assert.is((await sdkwright(folder, ["diff"])).status, 2);
  });
});

test("diff: needs no TypeScript and writes nothing", async () => {
  await withRepository(async (folder) => {
    rmSync(join(folder, "src"), { recursive: true });
    const { status, stdout } = await sdkwright(folder, ["diff"]);
    assert.is(status, 0);
    assert.match(stdout, NO_CHANGES);
  });
});

test("diff: Markdown, JSON and annotations escape what those formats would act on", async () => {
  const hostile = 'X-`"|<img src=x>@everyone ::error::](http://x) $x$ \n';
  await withRepository(async (folder) => {
    const named = { ...acme, securitySchemes: [{ id: "key", type: "apiKey", in: "query", name: hostile.trim() }] };
    writeFiles(folder, { "client/providers/acme.json": named });
    const markdown = (await sdkwright(folder, ["diff", "--format", "markdown"])).stdout;
    const row = markdown.split("\n").find((line) => line.includes("security scheme")) ?? "";
    const outside = row.replace(/(`+)(?:.*?[^`])\1(?!`)/g, "");
    assert.not.match(outside, /<|@|http|\$|\]/);
    assert.is(outside.match(/(?<!\\)\|/g)?.length, 4);
    const github = (await sdkwright(folder, ["diff", "--format", "github"])).stdout;
    assert.is(github.split("\n").filter((line) => line.trimStart().startsWith("::")).length, 1);
    const json = JSON.parse((await sdkwright(folder, ["diff", "--format", "json"])).stdout) as { changes: object[] };
    assert.is(json.changes.length, 1);
  });
});

test("diff: no literal credential, parameter or input is shown", async () => {
  await withRepository(async (folder) => {
    const secret = "s3cret-of-mine";
    const next = { providers: { acme: { security: [{ id: "key", apikey: secret }] }, beta: {} } };
    writeFiles(folder, { "client/client.json": next });
    await sdkwright(folder, []);
    assert.not.match(readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8"), secret);
    for (const format of ["pretty", "json", "github", "markdown"]) {
      const { stdout, stderr } = await sdkwright(folder, ["diff", "--format", format]);
      assert.match(stdout, /code must now pass/);
      assert.not.match(stdout + stderr, secret);
    }
    assert.equal(client.providers.acme.security[0]?.apikey, "$ACME_KEY");
  });
});

test.run();
