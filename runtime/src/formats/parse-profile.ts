import type { JsonObject, JsonValue } from "../config/definition.js";
import { toPointer, valueAt } from "../config/pointers.js";
import { isArray, isPlainObject } from "../config/options.js";
import { referencedPart, SCHEMA_DATA, SCHEMAS_BY_NAME } from "../schema/schema-reference.js";
import { type Format, parseFormat } from "./format.js";
import { error, isShownText, type Issue, type Parsed } from "./issue.js";
import type { ProfileJson } from "./profile-json.generated.js";
import { validateProfile } from "./profile-validator.generated.js";

const profileFormat: Format<ProfileJson> = {
  title: "the profile document",
  validate: validateProfile,
  isShown: (pointer) => pointer !== "/name",
  check: checkProfile,
};

/** Parses a profile document: the use-cases of a profile, with JSON Schemas of what goes in and comes out. */
export function parseProfile(value: unknown): Parsed<ProfileJson> {
  return parseFormat(profileFormat, value);
}

/** Every `$ref` of a use-case's schemas starts with `#` and leads somewhere: nothing is fetched or read. */
function checkProfile({ usecases = {} }: Partial<ProfileJson>, document: JsonObject): Issue[] {
  return Object.entries(usecases).flatMap(([name, useCase]) =>
    (["input", "result", "error"] as const).flatMap((part) => {
      const schema = useCase[part];
      if (typeof schema !== "object") return [];
      const isWhole = JSON.stringify(schema) === JSON.stringify(valueAt(document, ["usecases", name, part]));
      return checkSchema(schema, isWhole ? schema : undefined, toPointer("usecases", name, part));
    }),
  );
}

/** Without `root`, if something in the schema is wrong, it is left open where a reference leads. */
function checkSchema(node: JsonValue, root: JsonObject | undefined, pointer: string): Issue[] {
  if (isArray(node)) return node.flatMap((item, index) => checkSchema(item, root, `${pointer}/${index}`));
  if (!isPlainObject(node)) return [];
  return Object.entries(node).flatMap(([keyword, value]) => {
    const place = pointer + toPointer(keyword);
    if (keyword === "$ref") return checkReference(node, root, place);
    if (SCHEMA_DATA.has(keyword)) return [];
    if (!SCHEMAS_BY_NAME.has(keyword) || !isPlainObject(value)) return checkSchema(value, root, place);
    return Object.entries(value).flatMap(([name, schema]) => checkSchema(schema, root, place + toPointer(name)));
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
  // As it is read if no `$id` is around it.
  const isCut = leadsSomewhere(root, { $ref: reference });
  const hint = isCut ? 'it starts from the nearest "$id" around it: remove that "$id"' : undefined;
  return [error("SW1501", pointer, `the $ref${named} leads nowhere in this schema`, { hint })];
}

function leadsSomewhere(root: JsonObject, schema: JsonObject): boolean {
  const found = referencedPart(root, schema)?.value;
  return isPlainObject(found) || typeof found === "boolean";
}
