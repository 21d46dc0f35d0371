import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerFromLock } from "#generator/cli/answer-from-lock.js";
import { execute } from "#generator/cli/execute.js";
import { type Lock, LOCK_FORMAT } from "#generator/io/lock.js";
import { watchedPlaces } from "#generator/cli/all-places.js";
import { withFolder, writeFiles, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { operationOf, projectWith } from "./project.js";

const test = suite("the lock and OpenAPI documents");
const PAGE = { name: "page", in: "query", schema: { type: "integer" } };

/** Three files; one that is not there; and something to note. */
const PROJECT: Files = projectWith(
  operationOf({ parameters: [{ $ref: "shared.yaml#/page" }, { $ref: "gone.json" }], requestBody: 5 }),
  { files: { "shared.yaml": `page: { $ref: page.json }\n`, "page.json": PAGE } },
);

function lockIn(folder: string): Lock {
  return JSON.parse(readFileSync(join(folder, "src/generated/sdkwright.lock.json"), "utf8")) as Lock;
}

test("every file that was read is an input, by the hash of its text; one that was looked for is absent", async () => {
  await withFolder(PROJECT, async (folder) => {
    assert.is((await sdkwright(folder, [])).status, 0);
    const { formatVersion, inputs, warnings, documentNotes } = lockIn(folder);
    assert.is(formatVersion, 3);
    assert.equal(Object.keys(inputs.openapi), ["client/openapi.json", "client/page.json", "client/shared.yaml"]);
    for (const hash of Object.values(inputs.openapi)) assert.match(hash, /^[0-9a-f]{64}$/);
    assert.ok(inputs.absent.includes("client/gone.json"));
    assert.equal([warnings, documentNotes], [0, 2]);
  });
});

test("generate and check say nothing of what a vendor wrote; who asks for everything gets it, from the lock too", async () => {
  await withFolder(PROJECT, async (folder) => {
    const first = await sdkwright(folder, []);
    assert.is(first.stderr, "");
    assert.equal(answerFromLock([], folder), { kind: "current", text: "Nothing to write in src/generated.\n" });
    for (const args of [
      ["check", "--full"],
      ["--format", "github", "--force"],
    ]) {
      const { stdout, stderr } = await sdkwright(folder, args);
      assert.not.match(stdout + stderr, /SW16/);
    }
    assert.match((await sdkwright(folder, ["validate"])).stderr, /SW1602/);
    assert.equal(answerFromLock(["check", "--quiet"], folder), { kind: "current", text: "" });
    for (const args of [["--verbose"], ["--format", "github", "--verbose"], ["--format", "json"]]) {
      const { stdout, stderr, status } = await sdkwright(folder, args);
      assert.is(status, 0);
      assert.match(stdout + stderr, /SW1602/);
      assert.match(stdout + stderr, /SW1605/);
      assert.not.match(stdout + stderr, /validate --verbose/);
    }
    for (const asked of [{ verbose: true }, { format: "json" }]) {
      writeFiles(folder, { "package.json": { sdkwright: asked } });
      const { stdout, stderr } = await sdkwright(folder, []);
      assert.match(stdout + stderr, /SW1602[^]*SW1605/, JSON.stringify(asked));
    }
  });
});

const CHANGES: { readonly [what: string]: (folder: string) => void } = {
  "the document": (folder) => writeFiles(folder, { "client/openapi.json": operationOf({}) }),
  "a description in it": (folder) => writeFiles(folder, { "client/page.json": { ...PAGE, description: "Which" } }),
  "a file that it refers to": (folder) =>
    writeFiles(folder, { "client/shared.yaml": "page: { $ref: page.json } # more\n" }),
  "a file that was not there": (folder) => writeFiles(folder, { "client/gone.json": PAGE }),
  "a file that is gone": (folder) => rmSync(join(folder, "client/page.json")),
  "the choice of operations": (folder) =>
    writeFiles(folder, {
      "client/providers/acme.json": {
        ...(JSON.parse(readFileSync(join(folder, "client/providers/acme.json"), "utf8")) as object),
        openapi: { file: "../openapi.json", include: ["/**"] },
      },
    }),
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`a change of ${what} is a change of the inputs`, async () => {
    await withFolder(PROJECT, async (folder) => {
      await sdkwright(folder, []);
      assert.is(answerFromLock(["check"], folder).kind, "current");
      change(folder);
      assert.is(answerFromLock(["check"], folder).kind, "changed");
      assert.is((await sdkwright(folder, [])).status, 0);
      assert.is(answerFromLock(["check"], folder).kind, "current");
    });
  });
}

test("line ends and a byte-order mark are no change", async () => {
  await withFolder(PROJECT, async (folder) => {
    await sdkwright(folder, []);
    const path = "client/openapi.json";
    const text = readFileSync(join(folder, path), "utf8");
    writeFiles(folder, { [path]: `\uFEFF${text.replaceAll("\n", "\r\n")}` });
    assert.is(answerFromLock(["check"], folder).kind, "current");
  });
});

test("a lock of the format before means generating anew, and is no error", async () => {
  await withFolder(PROJECT, async (folder) => {
    await sdkwright(folder, []);
    const { inputs, documentNotes: _, ...lock } = lockIn(folder);
    const { openapi: __, ...older } = inputs;
    const path = "src/generated/sdkwright.lock.json";
    writeFiles(folder, { [path]: { ...lock, formatVersion: 2, inputs: older } });
    const { status, stdout } = await sdkwright(folder, []);
    assert.is(status, 0);
    assert.match(stdout, /^Only sdkwright\.lock\.json written/);
    assert.is(lockIn(folder).formatVersion, LOCK_FORMAT);
    writeFiles(folder, { "older.json": { ...lock, formatVersion: 2, inputs: older } });
    const diff = await sdkwright(folder, ["diff", "./older.json"]);
    assert.ok(diff.status !== 0);
    assert.match(diff.stderr + diff.stdout, /older version of sdkwright/);
  });
});

test("what is watched: the document, what it refers to, and what it looked for", async () => {
  await withFolder(PROJECT, async (folder) => {
    const { places, documents } = await execute({ command: "generate", files: [], options: {} }, folder);
    const { inputs } = watchedPlaces(places, documents);
    for (const file of ["openapi.json", "shared.yaml", "page.json", "gone.json"]) {
      assert.ok(inputs.has(join(folder, "client", file)), file);
    }
    const again = await execute({ command: "generate", files: [], options: {} }, folder);
    assert.is(again.isQuick, true);
    assert.ok(watchedPlaces(again.places, again.documents).inputs.has(join(folder, "client/page.json")));
  });
});

test("validate reads documents, and counts them", async () => {
  await withFolder(PROJECT, async (folder) => {
    const { stdout, stderr, status } = await sdkwright(folder, ["validate"]);
    assert.is(status, 0);
    assert.match(stdout, /^5 files checked/);
    assert.match(stderr, /note SW1602/);
    const named = await sdkwright(folder, ["validate", "client/providers/acme.json"]);
    assert.is(named.status, 0);
    assert.match(named.stdout, /^4 files checked/);
  });
});

test("a document that is broken is one error, and nothing is written", async () => {
  await withFolder(PROJECT, async (folder) => {
    writeFiles(folder, { "client/openapi.json": "{ openapi" });
    const { status, stderr } = await sdkwright(folder, []);
    assert.is(status, 2);
    assert.match(stderr, /error SW0101 {2}not JSON: .*\n {2}client\/openapi\.json:1:3\n/);
    assert.throws(() => lockIn(folder));
  });
});

test.run();
