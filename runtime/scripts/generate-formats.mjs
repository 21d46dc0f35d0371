// Makes types and standalone validators from the JSON Schemas of the formats, before tsc. Git ignores them; nothing is
// done if schemas, scripts and dependencies are those of the last time.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const scripts = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(scripts));
const folder = join(root, "runtime", "src", "formats");
const stamp = join(root, ".build", "formats.sha256");
const names = ["provider", "client", "profile"];

/** The paths of the files that were made. */
export async function generateFormats() {
  const inputs = [
    ...names.map((name) => join(folder, `${name}.schema.json`)),
    ...["generate-formats.mjs", "validator-code.mjs"].map((name) => join(scripts, name)),
    join(root, "package-lock.json"),
  ];
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(readFileSync(input));
  const wanted = hash.digest("hex");
  const known = names.flatMap((name) => [fileOf(name, "json"), fileOf(name, "validator")]);
  if (known.every((file) => existsSync(file)) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return [];
  const made = Object.entries(await formatFiles());
  for (const [file, text] of made) writeFileSync(file, text);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return made.map(([file]) => file);
}

function fileOf(name, kind) {
  return join(folder, `${name}-${kind}.generated.ts`);
}

/** The texts, by path. What makes them takes half a second to load. */
async function formatFiles() {
  const [{ compile }, { format }, { validatorCode }] = await Promise.all([
    import("json-schema-to-typescript"),
    import("prettier"),
    import("./validator-code.mjs"),
  ]);
  const files = {};
  for (const name of names) {
    const schema = JSON.parse(readFileSync(join(folder, `${name}.schema.json`), "utf8"));
    const banner = `// Made by the build from ${name}.schema.json.`;
    files[fileOf(name, "json")] = await typesOf(schema, banner, compile, format);
    files[fileOf(name, "validator")] = validatorOf(name, schema, banner, validatorCode);
  }
  return files;
}

async function typesOf(schema, banner, compile, format) {
  const needsJson = JSON.stringify(schema).includes('"tsType":"JsonObject');
  const imports = needsJson ? 'import type { JsonObject } from "../config/definition.js";' : "";
  const types = await compile(forTypes(schema), schema.title, {
    additionalProperties: false,
    bannerComment: `${banner}\n${imports}\n`,
    format: false,
    unreachableDefinitions: true,
  });
  const text = types.replaceAll(REFERENCED, "").replaceAll(/\/\*\*\n *\*\/\n/g, "");
  return format(text, { parser: "typescript", printWidth: 120 });
}

const REFERENCED =
  /(?: \*\n)? \* This interface was referenced by `\w+`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g;

/**
 * A node that says its type (`tsType`) needs no more than its description: `if`, `allOf` and the like have no types.
 * Definitions that only say how a string or number looks are not worth a name.
 */
function forTypes(schema) {
  const isScalar = (node) => node.tsType === "string" || node.tsType === "number";
  const scalars = Object.entries(schema.definitions).filter(([, node]) => isScalar(node));
  const types = new Map(scalars.map(([name, { tsType }]) => [`#/definitions/${name}`, tsType]));
  const typed = JSON.parse(JSON.stringify(schema), (_, node) => {
    const tsType = types.get(node?.$ref) ?? node?.tsType;
    return typeof tsType === "string" ? { tsType, description: node.description } : node;
  });
  for (const [name] of scalars) delete typed.definitions[name];
  return typed;
}

function validatorOf(name, schema, banner, validatorCode) {
  return `// @ts-nocheck
${banner}
import type { Validate } from "./schema-issues.js";
${validatorCode(`validate${name[0].toUpperCase()}${name.slice(1)}`, schema)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateFormats();
