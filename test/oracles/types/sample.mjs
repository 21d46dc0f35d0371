// Documents of our own with what openapi-typescript makes of them, recorded: `npm test` holds our types against it without
// its packages.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { theirModule } from "./theirs.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const file = join(root, "test/vectors/types.json");

/** Writes the record, or says whether it is the one that stands there. */
export async function record(isWritten) {
  const modules = {};
  for (const path of documents()) {
    const document = JSON.parse(readFileSync(join(root, path), "utf8"));
    // One of webhooks alone has no operations.
    if (Object.keys(document.paths ?? {}).length === 0) continue;
    // It refuses documents with names that mean something in JavaScript.
    const theirs = await theirModule(readable(document)).catch(() => undefined);
    if (theirs !== undefined) modules[path] = theirs;
  }
  const text = await format(JSON.stringify(modules), { parser: "json", printWidth: 120 });
  if (isWritten) writeFileSync(file, text);
  return isWritten || readFileSync(file, "utf8") === text;
}

/**
 * References that lead nowhere, or back to themselves, say nothing; a discriminator may name schemas without their way.
 * openapi-typescript refuses documents with either.
 */
function readable(document) {
  const read = (value, key) => {
    if (Array.isArray(value)) return value.map((each) => read(each));
    if (typeof value !== "object" || value === null) return value;
    if (typeof value.$ref === "string" && !arrives(document, value.$ref)) return {};
    const isMapping = key === "mapping";
    const parts = Object.entries(value).map(([name, each]) => [name, isMapping ? pathTo(each) : read(each, name)]);
    return Object.fromEntries(parts);
  };
  const { Literals: _, ...others } = document.components?.schemas ?? {};
  if (_ === undefined) return read(document);
  // Properties called `enum` and `const` are keywords to it.
  return read({ ...document, components: { ...document.components, schemas: { ...others, Literals: {} } } });
}

function pathTo(schema) {
  return schema.startsWith("#") ? schema : `#/components/schemas/${schema}`;
}

function arrives(document, reference, seen = new Set()) {
  if (!reference.startsWith("#/") || seen.has(reference)) return false;
  const keys = reference.slice(2).split("/");
  const target = keys.reduce((part, key) => part?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);
  if (target === undefined) return false;
  return typeof target.$ref !== "string" || arrives(document, target.$ref, seen.add(reference));
}

/** Those of the snapshots, a feature each, and that of the example. */
function documents() {
  const folders = ["generated-snapshots", "examples"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/client/openapi`),
  );
  return folders.flatMap((folder) =>
    filesIn(join(root, folder))
      .filter((name) => name.endsWith(".json"))
      .map((name) => `${folder}/${name}`),
  );
}

function filesIn(folder) {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
