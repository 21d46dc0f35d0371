import { type JsonObject, type JsonValue, pointerSegments, valueAt } from "@sdkwright/runtime/config";
import { readSchema } from "../schema/read-schema.js";
import { dereference, isJsonArray, isJsonObject } from "../schema/schema-part.js";
import { UNKNOWN } from "../schema/schema-type.js";
import { latin, pascalCase } from "./names.js";
import { printDeclaration } from "./operations/print-type.js";
import type { TypeNode } from "./operations/type-node.js";
import { reachedIn, writtenType } from "./operations/written-type.js";
import { commentBlock, commentLines, commentText } from "./quoting.js";
import { schemasOf, type UseCaseModel, type UseCaseSchema } from "./use-case-model.js";

/** A type that a module declares; the comment is empty for none. */
export interface Declaration {
  readonly name: string;
  readonly comment: string;
  readonly type: TypeNode;
}

/** Declarations of a use-case's types, each its own first; absent where no schema describes one. */
export type UseCaseTypes = { readonly [role in UseCaseSchema["role"]]?: readonly Declaration[] };

const made = new WeakMap<UseCaseModel, UseCaseTypes>();

/** Makes the types once for each model: what is emitted is what `diff` compares. */
export function useCaseTypes(useCase: UseCaseModel): UseCaseTypes {
  const types =
    made.get(useCase) ??
    Object.fromEntries(
      schemasOf(useCase).map(({ role, typeName, schema }) => [
        role,
        schemaTypes(schema, typeName, `${role.charAt(0).toUpperCase()}${role.slice(1)} of \`${useCase.name}\`.`),
      ]),
    );
  made.set(useCase, types);
  return types;
}

/** Types that a schema describes: its own, and those of the parts that it refers to. `sentence` says what the type is. */
export function schemaTypes(schema: JsonObject, typeName: string, sentence: string): readonly Declaration[] {
  const { types } = readSchema(schema);
  const names = schemaTypeNames(schema, typeName);
  const nameOf = (pointer: string) => names.get(pointer) ?? "unknown";
  const written = (pointer: string) =>
    writtenType(types.get(pointer) ?? UNKNOWN, {
      direction: "answers",
      hasFiles: false,
      types,
      isTooMany: () => false,
      nameOf,
      commentOf: schemaComment,
      indexName: "k",
    });
  // A root that is only a reference is what it leads to.
  let root = "";
  for (let type = types.get(root); type?.kind === "reference"; type = types.get(root)) root = type.pointer;
  const parts = [...reachedIn("answers", [types.get(root) ?? UNKNOWN], types)].filter((pointer) => pointer !== "");
  const comment = typeComment(dereference(schema, schema) ?? {}, sentence, typeName);
  return [
    { name: typeName, comment, type: written(root) },
    ...parts.map((pointer) => {
      const source = valueAt(schema, pointerSegments(pointer));
      const said = isJsonObject(source) ? schemaComment(source, nameOf(pointer)) : "";
      return { name: nameOf(pointer), comment: said, type: written(pointer) };
    }),
  ];
}

/** Names of types first, then interfaces. */
export function printDeclarations(declarations: readonly Declaration[]): string {
  const isInterface = ({ type }: Declaration) => type.kind === "object";
  return [...declarations.filter((each) => !isInterface(each)), ...declarations.filter(isInterface)]
    .map(
      ({ name, comment, type }) =>
        `${comment && `${commentBlock(comment.split("\n")).join("\n")}\n`}${printDeclaration(name, type)}`,
    )
    .join("\n")
    .trimEnd();
}

/**
 * Type names of the parts of a schema that are referred to, by JSON pointer: `/definitions/address` of `SendInput` is
 * `SendInputAddress`, the root is the type itself.
 */
export function schemaTypeNames(schema: JsonObject, typeName: string): ReadonlyMap<string, string> {
  const pointers = [...readSchema(schema).types.keys()];
  return new Map(pointers.map((pointer) => [pointer, pointer === "" ? typeName : typeName + partName(pointer)]));
}

function partName(pointer: string): string {
  const segments = pointerSegments(pointer);
  const telling = segments.filter((segment) => !CONTAINERS.has(segment));
  const name = pascalCase((telling.length === 0 ? segments : telling).map(latin).join("-"));
  return name === "" ? "Part" : name;
}

const CONTAINERS: ReadonlySet<string> = new Set(["definitions", "$defs", "properties"]);

/**
 * What a schema says to people, as the text of a TSDoc comment: its description, or its title where that says more than
 * `name`; its constraints; its default and examples. Empty where it says nothing.
 */
function schemaComment(schema: JsonObject, name: string): string {
  const { description, title } = schema;
  const isTitled = !isText(description) && isText(title) && saysMore(title, name);
  return paragraphs(clean(isText(description) ? description : isTitled ? title : ""), detailsOf(schema));
}

/** Likewise of a schema that a type of its own is made for; `sentence` says what it is where it has no description. */
function typeComment(schema: JsonObject, sentence: string, name: string): string {
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
  const bound = (words: string, value: JsonValue | undefined) =>
    typeof value === "number" ? [`${words} ${value}`] : [];
  return [
    ...(isRange ? [`${minimum} to ${maximum}`] : bound("at least", minimum)),
    ...bound("more than", exclusiveMinimum),
    ...(isRange ? [] : bound("at most", maximum)),
    ...bound("less than", exclusiveMaximum),
  ];
}
