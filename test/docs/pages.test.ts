import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";

const test = suite("pages that are made from code");

interface Script {
  readonly madePages: () => Promise<Readonly<Record<string, string>>>;
}

test("diagnostics, formats and the help are current: else run `npm run docs`", async () => {
  const script = join(root, "generator", "scripts", "docs.mjs");
  const { madePages } = (await import(pathToFileURL(script).href)) as Script;
  const made = Object.entries(await madePages());
  assert.is(made.length, 3);
  for (const [file, text] of made) assert.is(readFileSync(file, "utf8"), text, file);
});

test("every field of the formats stands on their page", () => {
  const page = readFileSync(join(root, "docs", "formats.md"), "utf8");
  const fields = ["provider", "client", "profile"].flatMap((name) =>
    fieldsIn(JSON.parse(readFileSync(join(root, "generator", "dist", "schemas", `${name}.schema.json`), "utf8"))),
  );
  assert.ok(fields.length > 40);
  assert.equal(
    fields.filter((field) => !page.includes(`| \`${field}\` `)),
    [],
  );
});

/** Names under `properties`, wherever a schema has them. */
function fieldsIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = schema as { readonly properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsIn)];
}

test.run();
