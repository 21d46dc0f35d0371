import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "../json-schema/schema-part.js";
import { commentLines, commentText } from "../names/quoting.js";

/**
 * What a schema says to people, as the text of a TSDoc comment: its description, or its title where that says more than
 * `name`; its constraints; its default and examples. Empty where it says nothing.
 */
export function schemaComment(schema: JsonObject, name: string): string {
  const { description, title } = schema;
  const isTitled = !isText(description) && isText(title) && saysMore(title, name);
  return paragraphs(clean(isText(description) ? description : isTitled ? title : ""), detailsOf(schema));
}

/** Likewise of a schema that a type of its own is made for; `sentence` says what it is where it has no description. */
export function typeComment(schema: JsonObject, sentence: string, name: string): string {
  if (isText(schema["description"])) return schemaComment(schema, name);
  return paragraphs(clean(sentence), schemaComment(schema, `${sentence} ${name}`));
}

function paragraphs(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

function clean(text: string): string {
  return commentLines(text).join("\n");
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** A title often repeats the name of what it stands at. */
function saysMore(title: string, name: string): boolean {
  const known = new Set(wordsOf(name));
  return wordsOf(title).some((word) => !known.has(word));
}

function wordsOf(text: string): readonly string[] {
  const words = text.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").match(/[\p{L}\d]+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** Constraints as a sentence, then tags. */
function detailsOf(schema: JsonObject): string {
  const constraints = commentText(constraintsOf(schema).join(", "));
  const sentence = constraints === "" ? "" : `${constraints.charAt(0).toUpperCase()}${constraints.slice(1)}.`;
  const examples = isJsonArray(schema["examples"]) ? schema["examples"] : [];
  const tags = [
    ...(schema["deprecated"] === true ? ["@deprecated"] : []),
    ...(schema["default"] === undefined ? [] : [`@defaultValue \`${json(schema["default"])}\``]),
    ...examples.map((example) => `@example ${json(example)}`),
  ];
  return paragraphs(sentence, tags.join("\n"));
}

function json(value: JsonValue): string {
  return commentText(JSON.stringify(value));
}

function constraintsOf(schema: JsonObject): readonly string[] {
  const { pattern, format, multipleOf, uniqueItems, items } = schema;
  const each = isJsonObject(items) && items["$ref"] === undefined ? constraintsOf(items) : [];
  return [
    ...amount(schema["minLength"], schema["maxLength"], "character"),
    ...(isText(pattern) ? [`matches \`${pattern}\``] : []),
    ...(isText(format) ? [`format \`${format}\``] : []),
    ...limits(schema),
    ...(typeof multipleOf === "number" ? [`a multiple of ${multipleOf}`] : []),
    ...amount(schema["minItems"], schema["maxItems"], "item"),
    ...(uniqueItems === true ? ["all different"] : []),
    ...each.map((constraint) => `each ${constraint}`),
    ...amount(schema["minProperties"], schema["maxProperties"], "property", "properties"),
  ];
}

/** `1 to 3 items`, `at least 1 character`. */
function amount(
  least: JsonValue | undefined,
  most: JsonValue | undefined,
  one: string,
  many = `${one}s`,
): readonly string[] {
  const counted = (count: number) => `${count} ${count === 1 ? one : many}`;
  const isBoundBelow = typeof least === "number" && least > 0;
  if (typeof most !== "number") return isBoundBelow ? [`at least ${counted(least)}`] : [];
  if (!isBoundBelow) return [`at most ${counted(most)}`];
  return least === most ? [`exactly ${counted(most)}`] : [`${least} to ${counted(most)}`];
}

function limits({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): readonly string[] {
  const isRange = typeof minimum === "number" && typeof maximum === "number";
  return [
    ...(isRange ? [`${minimum} to ${maximum}`] : []),
    ...(typeof minimum === "number" && !isRange ? [`at least ${minimum}`] : []),
    ...(typeof exclusiveMinimum === "number" ? [`more than ${exclusiveMinimum}`] : []),
    ...(typeof maximum === "number" && !isRange ? [`at most ${maximum}`] : []),
    ...(typeof exclusiveMaximum === "number" ? [`less than ${exclusiveMaximum}`] : []),
  ];
}
