// Makes types and standalone validators from the JSON Schemas of the formats: `npm run formats`.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { format } from "prettier";
import { validatorCode } from "./validator-code.mjs";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "src", "formats");
const names = ["provider", "client", "profile"];

/** The checked-in files, by path. */
export async function generateFormats() {
  const files = {};
  for (const name of names) {
    const schema = JSON.parse(readFileSync(join(folder, `${name}.schema.json`), "utf8"));
    const banner = `// @generated from ${name}.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.`;
    files[join(folder, `${name}-json.generated.ts`)] = await typesOf(schema, banner);
    files[join(folder, `${name}-validator.generated.ts`)] = await validatorOf(name, schema, banner);
  }
  return files;
}

async function typesOf(schema, banner) {
  const needsJson = JSON.stringify(schema).includes('"tsType":"JsonObject');
  const imports = needsJson ? 'import type { JsonObject } from "../config/definition.js";' : "";
  const types = await compile(forTypes(schema), schema.title, {
    additionalProperties: false,
    bannerComment: `${banner}\n${imports}\n`,
    format: false,
    unreachableDefinitions: true,
  });
  return pretty(types.replaceAll(REFERENCED, ""));
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

function validatorOf(name, schema, banner) {
  return pretty(`// @ts-nocheck
${banner}
import type { Validate } from "./schema-error.js";
${validatorCode(`validate${name[0].toUpperCase()}${name.slice(1)}`, schema)}`);
}

function pretty(text) {
  return format(text.replaceAll(/\/\*\*\n *\*\/\n/g, ""), { parser: "typescript", printWidth: 120 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(await generateFormats())) writeFileSync(file, text);
}
