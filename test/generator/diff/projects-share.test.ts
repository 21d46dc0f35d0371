import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { commitAll, git } from "./repository.js";

const test = suite("diff: variables of several projects");

const A = { config: "a/client.json", out: "src/a" };
const B = { config: "b/client.json", out: "src/b" };

function project(folder: string, host: string, variable: string): Files {
  return {
    [`${folder}/client.json`]: { providers: { acme: { security: [{ id: "key", apikey: variable }] } } },
    [`${folder}/providers/acme.json`]: {
      name: "acme",
      services: [{ id: "default", baseUrl: `https://${host}` }],
      defaultService: "default",
      securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Key" }],
    },
  };
}

/** What `diff` says, and its exit code, of an edit since a commit with these files. */
async function told(before: Files, edit: Files): Promise<readonly [status: number | null, shared: readonly string[]]> {
  return withFolder(before, async (folder) => {
    await sdkwright(folder, ["generate"]);
    git(folder, "init", "-q");
    commitAll(folder, "one");
    writeFiles(folder, edit);
    await sdkwright(folder, ["generate"]);
    const { status, stdout } = await sdkwright(folder, ["diff", "--fail-on", "behavioural"]);
    return [status, stdout.split("\n").filter((line) => line.includes(" too"))] as const;
  });
}

const a = project("a", "api.acme.example", "$ACME_KEY");
const SHARED = '$ACME_KEY, which provider "acme" of "a/client.json" reads, is now read by provider "acme" too';

test("a new project that reads a variable of another one is marked", async () => {
  const before = { "package.json": { sdkwright: A }, ...a };
  const [status, lines] = await told(before, {
    "package.json": { sdkwright: [A, B] },
    ...project("b", "api.evil.example", "$ACME_KEY"),
  });
  assert.is(status, 1);
  assert.is(lines.length, 1);
  assert.match(lines.join(), SHARED);
});

test("so is one that was there, and reads it now; not where it did before, or reads another", async () => {
  const both = { "package.json": { sdkwright: [A, B] }, ...a };
  const b = (variable: string): Files => project("b", "api.evil.example", variable);
  const [status, lines] = await told({ ...both, ...b("$OTHER_KEY") }, b("$ACME_KEY"));
  assert.is(status, 1);
  assert.match(lines.join(), SHARED);
  const concurrent = {
    providers: { acme: { security: [{ id: "key", apikey: "$ACME_KEY" }], limits: { concurrency: 1 } } },
  };
  assert.equal((await told({ ...both, ...b("$ACME_KEY") }, { "b/client.json": concurrent }))[1], []);
  assert.equal((await told({ "package.json": { sdkwright: A }, ...a }, { ...both, ...b("$OTHER_KEY") }))[1], []);
});

test("a project that moves is not another one", async () => {
  const before = { "package.json": { sdkwright: [A, B] }, ...a, ...project("b", "b.example", "$B_KEY") };
  const config = { config: "c/client.json", out: "src/a" };
  assert.equal(
    (
      await told(before, {
        "package.json": { sdkwright: [config, B] },
        ...project("c", "api.acme.example", "$ACME_KEY"),
      })
    )[1],
    [],
  );
  assert.equal((await told(before, { "package.json": { sdkwright: [{ ...A, out: "src/moved" }, B] } }))[1], []);
});

test.run();
