import type { JsonObject, JsonValue } from "../config/definition.js";
import { escapeSegment, toPointer } from "../config/env.js";
import { isArray, isPlainObject, valueAt } from "../config/options.js";
import { referencedPart, SCHEMA_DATA, SCHEMAS_BY_NAME } from "../schema/schema-reference.js";
import { error, type Issue } from "./issue.js";
import type { ProfileJson } from "./profile-json.generated.js";
import { isShownText } from "./shown.js";

/** Every `$ref` of a use-case's schemas starts with `#` and leads somewhere: nothing is fetched or read. */
export function checkProfile({ usecases = {} }: Partial<ProfileJson>, document: JsonObject): Issue[] {
  return Object.entries(usecases).flatMap(([name, useCase]) =>
    (["input", "result", "error"] as const).flatMap((part) => {
      const schema = useCase[part];
      if (schema === undefined || typeof schema === "boolean") return [];
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
    if (keyword === "$ref") return checkReference(node, root, place);
    if (SCHEMA_DATA.has(keyword)) return [];
    if (!SCHEMAS_BY_NAME.has(keyword) || !isPlainObject(value)) return checkSchema(value, root, place);
    return Object.entries(value).flatMap(([name, schema]) =>
      checkSchema(schema, root, `${place}/${escapeSegment(name)}`),
    );
  });
}

function checkReference(schema: JsonObject, root: JsonObject | undefined, pointer: string): Issue[] {
  const { $ref: reference } = schema;
  if (typeof reference !== "string") return [];
  if (!reference.startsWith("#")) {
    const hint = 'put the schema into "definitions" and refer to "#/definitions/…"';
    return [error("SW1501", pointer, "a $ref to another file or address is not followed", { hint })];
  }
  if (root === undefined || leadsSomewhere(root, schema)) return [];
  const named = isShownText(reference.slice(1)) ? ` ${JSON.stringify(reference)}` : "";
  // As it is read where no `$id` is around it.
  const isCut = leadsSomewhere(root, { $ref: reference });
  const hint = isCut ? 'the nearest "$id" around it is where it starts from: remove that "$id"' : undefined;
  return [error("SW1501", pointer, `the $ref${named} leads nowhere in this schema`, { hint })];
}

function leadsSomewhere(root: JsonObject, schema: JsonObject): boolean {
  const found = referencedPart(root, schema)?.value;
  return isPlainObject(found) || typeof found === "boolean";
}
