import { createRequire } from "node:module";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

const draft07 = createRequire(import.meta.url)("ajv/dist/refs/json-schema-draft-07.json");

/** Left out: nothing checks them, or (`uniqueItems`) the standalone code would import something for them. */
const IGNORED = new Set(["$schema", "title", "description", "default", "tsType", "uniqueItems", "format", "$comment"]);
const MAPS_OF_SCHEMAS = new Set(["properties", "definitions"]);

/**
 * Code of `const <name>: Validate`, which imports nothing. ajv writes it; its error objects are replaced by calls of
 * `fail`, which carry the expectation (`errorMessage`) or the known keys of the place in the schema that failed: half
 * the size, and no schema at run time.
 */
export function validatorCode(name, schema) {
  const ajv = new Ajv({
    allErrors: true,
    messages: false,
    strictTypes: false,
    validateFormats: false,
    meta: false,
    code: { esm: true, lines: true, source: true },
  });
  ajv.addKeyword("errorMessage");
  ajv.addSchema(checked(draft07), draft07.$id.replace(/#$/, ""));
  const root = checked(schema);
  const validate = ajv.compile(root);
  const main = String(validate.source.validateName);
  const schemas = schemasByFunction(validate);
  const code = standalone.default(ajv, validate);
  return [
    withoutUnused(shorten(code, schemas, root)),
    FAIL,
    `export const ${name}: Validate = (data) => { ${main}(data); return ${main}.errors?.filter(({ pointer }) => pointer !== undefined) ?? []; };`,
  ].join("\n");
}

const FAIL = `
function fail(errors, pointer, keyword, detail, expected) {
  (errors ??= []).push({ pointer, keyword, detail, expected });
  return errors;
}
`;

/** What ajv compiles: references in `propertyNames` resolved, so that the error about a key knows its expectation. */
function checked(node, inMap = false, root = node) {
  if (Array.isArray(node)) return node.map((item) => checked(item, false, root));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => inMap || !IGNORED.has(key))
      .map(([key, value]) => [key, inMap ? checked(value, false, root) : checkedKeyword(key, value, root)]),
  );
}

function checkedKeyword(key, value, root) {
  if (key === "enum" || key === "const") return value;
  if (key !== "propertyNames" || value.$ref === undefined) return checked(value, MAPS_OF_SCHEMAS.has(key), root);
  return checked(root.definitions[value.$ref.replace("#/definitions/", "")], false, root);
}

/** ajv writes a function per schema that is referred to; places in its errors are relative to that schema. */
function schemasByFunction(validate, found = new Map()) {
  const name = String(validate.source.validateName);
  if (found.has(name)) return found;
  found.set(name, validate.schema);
  for (const { value } of validate.source.scopeValues.validate ?? []) {
    const inner = typeof value.ref === "function" ? value.ref : value.ref.validate;
    if (inner?.source) schemasByFunction(inner, found);
  }
  return found;
}

const ERROR =
  /const (err\d+) = \{instancePath(?::(.*?))?,schemaPath:"([^"]*)",keyword:"([^"]*)",params:(\{.*\})(,propertyName:\w+)?\};\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\n/g;

function shorten(code, schemas, root) {
  return code
    .split(/^(?=function validate)/m)
    .map((part) => {
      const own = schemas.get(/^function (\w+)/.exec(part)?.[1]);
      return part.replaceAll(ERROR, (_, __, pointer = "instancePath", place, keyword, params, inKey) => {
        const silent = inKey !== undefined || keyword === "if" || keyword === "anyOf";
        return silent
          ? "vErrors = fail(vErrors);\n"
          : call(pointer, keyword, params, nodeAt(place.startsWith("#/definitions/") ? root : own, place));
      });
    })
    .join("");
}

/** The schema that an error's path, without its keyword, points at. */
function nodeAt(schema, place) {
  const keys = place.split("/").slice(1, -1);
  return keys.reduce((node, key) => node?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], schema) ?? {};
}

function call(pointer, keyword, params, node) {
  const expected = expectation(keyword, node);
  const key = /^\{(?:additionalProperty|missingProperty|propertyName): (.*)\}$/.exec(params)?.[1];
  const type = expected === undefined ? /^\{type: (.*)\}$/.exec(params)?.[1] : undefined;
  return `vErrors = fail(vErrors, ${pointer}, "${keyword}", ${key ?? type ?? "undefined"}, ${JSON.stringify(expected)});\n`;
}

function expectation(keyword, node) {
  if (keyword === "additionalProperties") return Object.keys(node.properties ?? {});
  if (keyword === "propertyNames") return node.propertyNames.errorMessage;
  return keyword === "required" && node.type !== undefined ? undefined : node.errorMessage;
}

/** What ajv hands from function to function for keywords that the formats do not use. */
const UNREAD = /, ?parentData(?::data\d*)?, ?parentDataProperty(?::[^,}]+)?, ?rootData(?:=data)?/g;

/** Schemas that only error objects mentioned, and ajv's own exports. */
function withoutUnused(code) {
  const lines = code
    .replaceAll(UNREAD, "")
    .split("\n")
    .filter((line) => !/^("use strict"|export )/.test(line));
  const text = lines.join("\n");
  const unused = (line) => {
    const name = /^const (schema\d+) = /.exec(line)?.[1];
    return name !== undefined && text.split(new RegExp(`\\b${name}\\b`)).length === 2;
  };
  return lines.filter((line) => !unused(line)).join("\n");
}
