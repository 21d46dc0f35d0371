import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, writeFiles } from "../../folder.js";
import { sdkwright } from "../../sdkwright.js";
import { NO_CHANGES } from "../repository.js";
import { at, diffAfter, document, edited, projectWith } from "./project.js";

const test = suite("diff of operations");

const { "tsconfig.json": _, "src/pay.ts": __, ...project } = projectWith("");

const statusEdit = edited((next) => {
  at(next, "components", "schemas", "Charge", "properties", "status")["enum"] = ["pending"];
  at(next, "components", "parameters", "Limit")["required"] = true;
  at(next, "paths", "/charges/{id}", "get", "responses", "404")["description"] = "Other words.";
});

test("against a revision, with the place in the document, references followed", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    git(folder, "init", "-q");
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "one");
    assert.match((await sdkwright(folder, ["diff"])).stdout, NO_CHANGES);
    writeFiles(folder, statusEdit);
    const { status, stdout } = await sdkwright(folder, ["diff", "--fail-on", "breaking"]);
    assert.is(status, 1);
    const lines = stdout.split("\n").map((line) => line.trim());
    const text = String(readFileSync(join(folder, "client/openapi/acme.json"))).split("\n");
    const placed = (sentence: RegExp) => {
      const place = /^client\/openapi\/acme\.json:(\d+):/.exec(
        lines[lines.findIndex((line) => sentence.test(line)) + 1] ?? "",
      );
      return text[Number(place?.[1]) - 1]?.trim();
    };
    assert.is(placed(/query parameter "limit" .* is now required/), "{");
    assert.is(placed(/"status" of "Charge" is now pending/), '"enum": [');
  });
});

test("a file that is not what the lock of the base lists is not believed", async () => {
  await withFolder(project, async (folder) => {
    await sdkwright(folder, []);
    const model = join(folder, "src/generated/operations/acme.model.json");
    writeFileSync(model, readFileSync(model, "utf8").replace("amount: number", "amount: string"));
    writeFiles(folder, statusEdit);
    for (const isThere of [true, false]) {
      if (!isThere) rmSync(model);
      const { status, stderr } = await sdkwright(folder, ["diff", "./src/generated"]);
      assert.is(status, 2);
      assert.match(stderr, '"operations/acme.model.json" of "./src/generated" is not the file that its lock lists');
    }
  });
});

test("in YAML, and in a file beside the document, places are those of the file", async () => {
  const yaml = `openapi: 3.0.3
info: { title: Acme, version: "1" }
paths:
  /charges:
    get:
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema:
                $ref: "shared.yaml#/Charge"
`;
  const shared = (type: string) => `Charge:
  type: object
  properties:
    amount:
      type: ${type}
`;
  const definition = { ...(project["client/providers/acme.json"] as object), openapi: "../openapi/acme.yaml" };
  const { "client/openapi/acme.json": _, ...rest } = project;
  const files = { ...rest, "client/providers/acme.json": definition, "client/openapi/acme.yaml": yaml };
  const { stdout } = await diffAfter(
    { ...files, "client/openapi/shared.yaml": shared("integer") },
    { "client/openapi/shared.yaml": shared("string") },
  );
  assert.match(stdout, /^breaking .*"amount" of "Charge" is now string, before number, in answers of "GET \/charges"/);
  assert.match(stdout, /^ {13}client\/openapi\/shared\.yaml:5:\d+$|^ {13}client\/openapi\/shared\.yaml:4:\d+$/m);
});

test("paths that are not chosen any more are gone, and the definition is why", async () => {
  const definition = project["client/providers/acme.json"] as { readonly openapi: string };
  const narrowed = { ...definition, openapi: { file: definition.openapi, include: ["/charges*"] } };
  const { stdout } = await diffAfter(project, { "client/providers/acme.json": narrowed });
  assert.match(
    stdout,
    /^breaking +operation "GET \/refunds" was removed: the definition chooses other operations\n +client\/providers\/acme\.json:\d+:\d+$/m,
  );
  assert.match(stdout, /^breaking +operation "GET \/charges\/\{id\}"/m);
});

test("an operation that is added is one line; what calls without types would send is in its details", async () => {
  const securitySchemes = ["key", "staff"].map((id) => ({ id, type: "apiKey", in: "header", name: `X-${id}` }));
  const definition = { ...(project["client/providers/acme.json"] as object), securitySchemes, security: "key" };
  const next = edited((openapi) => {
    at(openapi, "components")["securitySchemes"] = { staff: { type: "apiKey", in: "header", name: "X-staff" } };
    at(openapi, "paths")["/staff"] = {
      get: { security: [{ staff: [] }], responses: { 200: { description: "Yes." } } },
    };
  });
  const files = { ...project, "client/providers/acme.json": definition };
  const { changes } = JSON.parse((await diffAfter(files, next, { format: "json" })).stdout) as {
    changes: { sentence: string; details?: string[] }[];
  };
  const added = changes.filter(({ sentence }) => sentence.startsWith('operation "GET /staff" was added'));
  assert.is(added.length, 1);
  assert.match(added[0]?.details?.[0] ?? "", 'of a call of it without types is now "staff", before "key"');
});

test("what a document calls its parts is data in every format", async () => {
  const hostile = 'x`"|<img src=x>@everyone ::error::\n\u202e';
  const next = document();
  at(next, "paths")[`/${hostile}`] = { get: { responses: { 200: { description: "Yes." } } } };
  at(next, "paths", "/charges", "get")["parameters"] = [
    { name: hostile, in: "query", required: true, schema: { type: "string" } },
  ];
  const edit = { "client/openapi/acme.json": next };
  assert.not.match((await diffAfter(project, edit)).stdout, /^::error::|\u202e/m);
  const markdown = (await diffAfter(project, edit, { format: "markdown" })).stdout;
  const rows = markdown.split("\n").filter((line) => line.startsWith("| "));
  assert.ok(rows.length >= 4);
  for (const row of rows) assert.not.match(row.replace(/(`+)(?:.*?[^`])\1(?!`)/g, ""), /<|@/);
  const github = (await diffAfter(project, edit, { format: "github" })).stdout;
  assert.not.match(github, /^::error::/m);
  const json = JSON.parse((await diffAfter(project, edit, { format: "json" })).stdout) as {
    changes: { operations?: string[] }[];
  };
  assert.ok(json.changes.some(({ operations = [] }) => operations.includes("GET /charges")));
});

function git(folder: string, ...args: string[]): void {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
  assert.is(status, 0, stderr);
}

test.run();
