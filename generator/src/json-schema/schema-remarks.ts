import {
  escapeSegment,
  nearest,
  SCHEMA_DATA,
  SCHEMAS_BY_NAME,
  type Issue,
  type JsonObject,
  type JsonValue,
} from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "./schema-part.js";
import { readSchema } from "./read-schema.js";

/** What a schema says that no type holds, and keywords that are nearly one (rules C4). */
export function schemaRemarks(schema: JsonObject, pointer: string): readonly Issue[] {
  const notes = readSchema(schema).notes.map(({ pointer: place, what }): Issue => {
    const message = `no type can say ${what}; the emitted type allows more`;
    return { code: "SW1502", severity: "note", pointer: pointer + place, message };
  });
  return [...notes, ...misspelt(schema, pointer)];
}

function misspelt(node: JsonValue, pointer: string): readonly Issue[] {
  if (isJsonArray(node)) return node.flatMap((item, index) => misspelt(item, `${pointer}/${index}`));
  if (!isJsonObject(node)) return [];
  return Object.entries(node).flatMap(([keyword, value]) => {
    const place = `${pointer}/${escapeSegment(keyword)}`;
    if (SCHEMA_DATA.has(keyword)) return [];
    if (!KEYWORDS.has(keyword)) return unknownKeyword(keyword, place);
    if (!SCHEMAS_BY_NAME.has(keyword) || !isJsonObject(value)) return misspelt(value, place);
    return Object.entries(value).flatMap(([name, schema]) => misspelt(schema, `${place}/${escapeSegment(name)}`));
  });
}

/** Any other keyword may be somebody's own, which JSON Schema allows. */
function unknownKeyword(keyword: string, pointer: string): readonly Issue[] {
  const near = nearest(keyword, [...KEYWORDS]);
  if (near === undefined || keyword.length < 4 || /^x-/i.test(keyword)) return [];
  const message = `${JSON.stringify(keyword)} is no keyword of JSON Schema, and has no effect`;
  return [
    {
      code: "SW1503",
      severity: "warning",
      pointer,
      target: "key",
      message,
      hint: `did you mean ${JSON.stringify(near)}?`,
    },
  ];
}

/** Those of draft-04 to 2020-12, of OpenAPI, and of tools that write into schemas. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "$anchor $comment $defs $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema $vocabulary " +
    "additionalItems additionalProperties allOf anyOf const contains contentEncoding contentMediaType contentSchema " +
    "default definitions dependencies dependentRequired dependentSchemas deprecated description else enum examples " +
    "exclusiveMaximum exclusiveMinimum format id if items maxContains maxItems maxLength maxProperties maximum " +
    "minContains minItems minLength minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems " +
    "properties propertyNames readOnly required then title type unevaluatedItems unevaluatedProperties uniqueItems " +
    "writeOnly discriminator example externalDocs nullable xml errorMessage extends tsEnumNames tsType version"
  ).split(" "),
);
