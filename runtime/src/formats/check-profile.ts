import { isShownText } from "./shown.js";
import type { JsonObject, JsonValue } from "../config/client-config.js";
import { error, type Issue } from "./issue.js";
import { isArray, isPlainObject, valueAt } from "../config/records.js";
import { escapeSegment, pointerSegments, toPointer } from "../config/pointer.js";
import type { ProfileJson } from "./profile-json.generated.js";

/** Keywords whose values are data, not schemas. */
const DATA = new Set(["enum", "const", "default", "examples"]);

/** Keywords whose values are schemas by name: a name there is no keyword. */
const BY_NAME = new Set(["properties", "patternProperties", "definitions", "$defs", "dependencies"]);

/** Every `$ref` of a use-case's schemas starts with `#` and leads somewhere: nothing is fetched or read. */
export function checkProfile({ usecases = {} }: Partial<ProfileJson>, document: JsonObject): Issue[] {
  return Object.entries(usecases).flatMap(([name, useCase]) =>
    (["input", "result", "error"] as const).flatMap((part) => {
      const schema = useCase[part];
      if (schema === undefined) return [];
      const isWhole = JSON.stringify(schema) === JSON.stringify(valueAt(document, ["usecases", name, part]));
      return checkSchema(schema, isWhole ? schema : undefined, toPointer("usecases", name, part));
    }),
  );
}

/** Without `root`, where something in the schema is wrong, it is left open where a reference leads. */
function checkSchema(node: JsonValue, root: JsonObject | undefined, pointer: string): Issue[] {
  if (isArray(node)) return node.flatMap((item, index) => checkSchema(item, root, `${pointer}/${index}`));
  if (!isPlainObject(node)) return [];
  return Object.entries(node).flatMap(([keyword, value]) => {
    const place = `${pointer}/${escapeSegment(keyword)}`;
    if (keyword === "$ref") return checkReference(value, root, place);
    if (DATA.has(keyword)) return [];
    if (!BY_NAME.has(keyword) || !isPlainObject(value)) return checkSchema(value, root, place);
    return Object.entries(value).flatMap(([name, schema]) =>
      checkSchema(schema, root, `${place}/${escapeSegment(name)}`),
    );
  });
}

function checkReference(reference: JsonValue, root: JsonObject | undefined, pointer: string): Issue[] {
  if (typeof reference !== "string") return [];
  if (!reference.startsWith("#")) {
    const hint = 'put the schema into "definitions" and refer to "#/definitions/…"';
    return [error("SW1501", pointer, "a $ref to another file or address is not followed", { hint })];
  }
  if (root === undefined || leadsSomewhere(reference, root)) return [];
  const named = isShownText(reference.slice(1)) ? ` ${JSON.stringify(reference)}` : "";
  return [error("SW1501", pointer, `the $ref${named} leads nowhere in this schema`)];
}

function leadsSomewhere(reference: string, root: JsonObject): boolean {
  if (reference !== "#" && !reference.startsWith("#/")) return false;
  const keys = pointerSegments(decoded(reference.slice(1)));
  const found = valueAt(root, keys);
  return isPlainObject(found) || typeof found === "boolean";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
