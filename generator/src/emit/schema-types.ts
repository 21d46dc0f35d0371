import { type JsonObject, type JsonValue, pointerSegments, valueAt } from "@sdkwright/runtime/config";
import { readSchema, type SchemaTypes } from "../schema/read-schema.js";
import { dereference, isJsonArray, isJsonObject } from "../schema/schema-part.js";
import {
  alternatives,
  isAmong,
  type ObjectType,
  type SchemaIndex,
  type SchemaProperty,
  type SchemaType,
  type TupleType,
  unionOf,
  UNKNOWN,
} from "../schema/schema-type.js";
import { latin, pascalCase } from "./names.js";
import { commentLines, commentText, docComment, escapeUnsafe } from "./quoting.js";
import { schemasOf, type UseCaseModel, type UseCaseSchema } from "./use-case-model.js";

/**
 * json-schema-to-typescript asks records of properties for their `hasOwnProperty`, so a property of that name goes
 * through it with a mark; one that has marks by itself gets one more.
 */
function libraryKey(name: string): string {
  return MARKABLE.test(name) ? `${MARK}${name}` : name;
}

/** Declarations with their properties' own names again. */
function withoutMarks(code: string): string {
  return code.replaceAll(MARKED_KEY, (_, name: string) => (name === PLAIN ? name : `"${name}"`));
}

const MARK = "\u{E000}";
const PLAIN = "hasOwnProperty";
const MARKABLE = new RegExp(`^${MARK}*${PLAIN}$`, "u");
const MARKED_KEY = new RegExp(`"${MARK}(${MARK}*${PLAIN})"(?=\\??: )`, "gu");

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
  return [
    ...(isRange ? [`${minimum} to ${maximum}`] : []),
    ...(typeof minimum === "number" && !isRange ? [`at least ${minimum}`] : []),
    ...(typeof exclusiveMinimum === "number" ? [`more than ${exclusiveMinimum}`] : []),
    ...(typeof maximum === "number" && !isRange ? [`at most ${maximum}`] : []),
    ...(typeof exclusiveMaximum === "number" ? [`less than ${exclusiveMaximum}`] : []),
  ];
}

/**
 * A schema as json-schema-to-typescript prints it right: nothing but types, descriptions that are fit for comments, and
 * under `definitions` what is referred to, by its type name. `sentence` says what the type is.
 */
export function portableSchema(schema: JsonObject, typeName: string, sentence: string): JsonObject {
  const read = readSchema(schema);
  const names = schemaTypeNames(schema, typeName);
  const definitions = [...names].flatMap(([pointer, name]) => {
    const source = valueAt(schema, pointerSegments(pointer));
    const comment = isJsonObject(source) ? commented(schemaComment(source, name)) : {};
    const type = read.types.get(pointer) ?? UNKNOWN;
    return pointer === "" ? [] : [[name, { ...comment, ...portable(type, names) }] as const];
  });
  const comment = commented(typeComment(dereference(schema, schema) ?? {}, sentence, typeName));
  const root = portable(rootType(read), names);
  return { ...comment, ...root, definitions: Object.fromEntries(definitions) };
}

/** A root that is only a reference would lend its name to what it points to. */
function rootType({ types }: SchemaTypes): SchemaType {
  const type = types.get("") ?? UNKNOWN;
  return type.kind === "reference" && type.pointer !== "" ? (types.get(type.pointer) ?? UNKNOWN) : type;
}

type Names = ReadonlyMap<string, string>;

function portable(type: SchemaType, names: Names): JsonObject {
  switch (type.kind) {
    case "unknown":
    case "never":
      return { tsType: type.kind };
    case "literal":
      return { const: type.value };
    case "array":
      return { type: "array", items: portable(type.items, names) };
    case "tuple":
      return tuple(type, names);
    case "object":
      return object(type, names);
    case "union":
      return { anyOf: choices(type, names) };
    case "intersection":
      return { allOf: type.members.map((member) => portable(member, names)) };
    case "reference":
      return { $ref: type.pointer === "" ? "#" : `#/definitions/${names.get(type.pointer) ?? ""}` };
    case "null":
    case "boolean":
    case "number":
    case "string":
      return { type: type.kind };
    case "binary":
      return { type: "string" };
  }
}

/** The members of a union; those of a member that is printed as one are its own. */
function choices(type: SchemaType, names: Names): readonly JsonValue[] {
  return alternatives(type).flatMap((each) => {
    const converted = portable(each, names);
    return isJsonArray(converted["anyOf"]) ? converted["anyOf"] : [converted];
  });
}

/** The library knows no items that may be absent: one tuple for each length, or where these are many an array. */
function tuple({ items, least, rest }: TupleType, names: Names): JsonObject {
  const absent = items.length - least;
  if (absent > MOST_ABSENT || (absent > 0 && items.some(holdsTuple))) {
    return { type: "array", items: portable(unionOf(rest === undefined ? items : [...items, rest]), names) };
  }
  const lengths = Array.from({ length: absent + 1 }, (_, more) => least + more);
  const types = lengths.map((length) =>
    ofLength(items.slice(0, length), length === items.length ? rest : undefined, names),
  );
  return types.length === 1 ? (types[0] ?? {}) : { anyOf: types };
}

const MOST_ABSENT = 5;

function ofLength(items: readonly SchemaType[], rest: SchemaType | undefined, names: Names): JsonObject {
  if (items.length === 0)
    return rest === undefined ? { tsType: "[]" } : portable({ kind: "array", items: rest }, names);
  const additionalItems = rest === undefined ? false : portable(rest, names);
  return { type: "array", items: items.map((item) => portable(item, names)), additionalItems };
}

/** Tuples of several lengths within each other would take exponential space. */
function holdsTuple(type: SchemaType): boolean {
  if (type.kind === "tuple") return true;
  if (type.kind === "array") return holdsTuple(type.items);
  if (type.kind === "union" || type.kind === "intersection") return type.members.some(holdsTuple);
  if (type.kind !== "object") return false;
  return type.properties.some((property) => holdsTuple(property.type)) || holdsTuple(type.index?.type ?? UNKNOWN);
}

function object({ properties, index }: ObjectType, names: Names): JsonObject {
  const entries = properties.map((property) => [libraryKey(property.name), propertyType(property, names)] as const);
  const required = properties.filter(({ isRequired }) => isRequired).map(({ name }) => libraryKey(name));
  return {
    type: "object",
    ...(entries.length > 0 ? { properties: Object.fromEntries(entries) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(index === undefined ? {} : { additionalProperties: indexType(index, properties, names) }),
  };
}

/** Beside a `?`, so that `undefined` can be written too, under every flag of the compiler. */
function propertyType({ name, isRequired, type, schema }: SchemaProperty, names: Names): JsonObject {
  const comment = schema === undefined ? {} : commented(schemaComment(schema, name));
  if (isRequired || type.kind === "unknown") return beside(comment, portable(type, names));
  return { ...comment, ...orUndefined(type, names) };
}

function orUndefined(type: SchemaType, names: Names): JsonObject {
  if (type.kind === "never") return UNDEFINED;
  return { anyOf: [...choices(type, names), UNDEFINED] };
}

const UNDEFINED = { tsType: "undefined" };

/** TypeScript wants every property to be what its index says: where one is not, others may be anything. */
function indexType({ type, schema }: SchemaIndex, properties: readonly SchemaProperty[], names: Names): JsonObject {
  const comment = schema === undefined ? {} : commented(schemaComment(schema, ""));
  const isFitting = properties.every((property) => isAmong(property.type, type));
  if (!isFitting || type.kind === "unknown") return { ...comment, ...portable(UNKNOWN, names) };
  const isOptional = properties.some(({ isRequired }) => !isRequired);
  return beside(comment, isOptional ? orUndefined(type, names) : portable(type, names));
}

/** A comment beside a reference would make a copy of what it leads to. */
function beside(comment: JsonObject, type: JsonObject): JsonObject {
  if (type["$ref"] === undefined || comment["description"] === undefined) return { ...comment, ...type };
  return { ...comment, allOf: [type] };
}

function commented(comment: string): JsonObject {
  return comment === "" ? {} : { description: comment };
}

/** A JSON Schema that becomes a type, and the type's name. */
export interface NamedSchema {
  readonly typeName: string;
  readonly schema: JsonObject;
  /** What the type is, for its comment; a description of the schema goes before. */
  readonly description: string;
}

/** Declarations of the types that schemas describe, not yet laid out. The library is loaded at the first call. */
export async function schemaTypes({ typeName, schema, description }: NamedSchema): Promise<string> {
  const { compile } = await import("json-schema-to-typescript");
  const portable = portableSchema(schema, typeName, description);
  if (portable["tsType"] === "unknown") return unknownType(typeName, portable["description"]);
  const code = await compile(portable, typeName, OPTIONS);
  return spaced(joined(withoutMarks(code).trim().split("\n").map(escapeUnsafe).join("\n")));
}

/** Short comments on one line, a blank line between declarations. A run of newlines is looked at once, from its first. */
function spaced(code: string): string {
  return code
    .replaceAll(/^\/\*\*\n \* (.*)\n \*\/$/gm, "/** $1 */")
    .replaceAll(/(?<!\*\/|\n)\n+(?=(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export (?:interface|type) )/g, "\n\n");
}

/** Small objects within a type may stand on one line; an object that starts a line of its own keeps it. */
function joined(code: string): string {
  return code.replaceAll(/(?<!^export interface \w+ )\{\n((?:(?!\/\*\*)[^{}])*)\}/gm, "{ $1}");
}

const OPTIONS = {
  additionalProperties: false,
  bannerComment: "",
  cwd: "/",
  enableConstEnums: false,
  format: false,
  ignoreMinAndMaxItems: true,
  $refOptions: { resolve: { external: false } },
};

function unknownType(typeName: string, description: JsonValue | undefined): string {
  const comment = typeof description === "string" ? `${docComment(description)}\n` : "";
  return `${comment}export type ${typeName} = unknown;`;
}

/** Declarations of a use-case's types as they are emitted, not yet laid out; absent where no schema describes one. */
export type UseCaseTypes = { readonly [role in UseCaseSchema["role"]]?: string };

const made = new WeakMap<UseCaseModel, Promise<UseCaseTypes>>();

/** Makes the types once for each model: what is emitted is what `diff` compares. */
export function useCaseTypes(useCase: UseCaseModel): Promise<UseCaseTypes> {
  const types = made.get(useCase) ?? makeTypes(useCase);
  made.set(useCase, types);
  return types;
}

async function makeTypes(useCase: UseCaseModel): Promise<UseCaseTypes> {
  const types: { [role in UseCaseSchema["role"]]?: string } = {};
  for (const { role, typeName, schema } of schemasOf(useCase)) {
    types[role] = await schemaTypes({ typeName, schema, description: `${DESCRIPTIONS[role]} \`${useCase.name}\`.` });
  }
  return types;
}

const DESCRIPTIONS = { input: "Input of", result: "Result of", error: "Error of" };
