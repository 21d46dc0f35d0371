import {
  escapeSegment,
  type JsonObject,
  type JsonValue,
  own,
  pointerSegments,
  valueAt,
} from "@sdkwright/runtime/config";
import { type Heir, inheritedPart, type Member, placeOfPart } from "./inheritance.js";
import { isBinary, propertyTraits, tagged, withDescription, withTag, withValue } from "./openapi-keywords.js";
import { type SchemaNote, SchemaNotes } from "./schema-notes.js";
import { isJsonArray, isJsonObject, onlyReference } from "./schema-part.js";
import {
  intersectionOf,
  type LiteralType,
  NEVER,
  NULL,
  type ObjectType,
  type SchemaIndex,
  type SchemaProperty,
  type SchemaType,
  unionOf,
  UNKNOWN,
} from "./schema-type.js";
import { type Dialect, HEIR, impliedTypes, OPEN, type Placed, type Scope, scopeOf, typesOf } from "./scope.js";

/** The type of one value. */
function literalType(value: JsonValue): SchemaType {
  if (value === null) return NULL;
  if (typeof value !== "object") return { kind: "literal", value };
  if (isJsonArray(value)) {
    const items = value.map(literalType);
    return { kind: "tuple", items, least: items.length };
  }
  const properties = Object.entries(value).map(([name, item]) => ({ name, isRequired: true, type: literalType(item) }));
  return { kind: "object", properties };
}

/** What the readers of single keywords need. */
interface Reader {
  readonly dialect: Dialect;
  /** The type of a schema of which nothing else is known. */
  readonly typeAt: (schema: JsonValue, pointer: string) => SchemaType;
  /** The schema at a pointer. */
  readonly schemaAt: (pointer: string) => JsonValue;
  /** The same by the schema's pointer, and short. */
  readonly typeOf: (pointer: string) => SchemaType;
  /** Tells what no type can say, or a sentence of its own in place of that. */
  readonly note: (pointer: string, what: string, message?: string) => void;
}

/** An array, or a tuple: `prefixItems`, and before 2020-12 a list of `items`. In silence a tuple has no more items. */
function readArray(reader: Reader, { schema, pointer }: Placed, { isPart }: Scope): SchemaType {
  const { prefixItems, items, additionalItems, unevaluatedItems } = schema;
  const first = isJsonArray(prefixItems) ? "prefixItems" : "items";
  const [others, rest] = isJsonArray(items)
    ? (["additionalItems", additionalItems] as const)
    : (["items", items] as const);
  const typeOfMore =
    rest === undefined
      ? typeIn(reader, `${pointer}/unevaluatedItems`, unevaluatedItems)
      : typeIn(reader, `${pointer}/${others}`, rest);
  const list = schema[first];
  if (!isJsonArray(list)) return { kind: "array", items: typeOfMore ?? UNKNOWN };
  const { minItems, maxItems } = schema;
  const length = typeof maxItems === "number" ? Math.min(list.length, maxItems) : list.length;
  const types = list.slice(0, length).map((item, index) => reader.typeAt(item, `${pointer}/${first}/${index}`));
  const least = typeof minItems === "number" ? Math.min(Math.max(minItems, 0), length) : 0;
  const isEnd = (typeof maxItems === "number" && maxItems <= list.length) || typeOfMore?.kind === "never";
  return {
    kind: "tuple",
    items: types,
    least,
    rest: isEnd ? undefined : (typeOfMore ?? (isPart ? UNKNOWN : undefined)),
  };
}

/** Under a keyword that may be absent. */
function typeIn(reader: Reader, pointer: string, schema: JsonValue | undefined): SchemaType | undefined {
  if (schema === undefined || isJsonArray(schema)) return undefined;
  return schema === false ? NEVER : reader.typeAt(schema, pointer);
}

/** An object: its properties, those that are required without being declared, and what others may be. */
function readObject(reader: Reader, placed: Placed, scope: Scope): ObjectType {
  const index = indexOf(reader, placed, scope);
  const properties = [...declared(reader, placed, scope), ...undeclared(reader, placed, scope, index)];
  if (properties.length > 0) return { kind: "object", properties, index };
  if (index !== undefined) return { kind: "object", properties, index };
  if (placed.schema["additionalProperties"] === false) return { kind: "object", properties, index: { type: NEVER } };
  return { kind: "object", properties, index: { type: UNKNOWN }, isBare: true };
}

function declared(reader: Reader, { schema, pointer }: Placed, { required }: Scope): readonly SchemaProperty[] {
  if (!isJsonObject(schema["properties"])) return [];
  return Object.entries(schema["properties"]).map(([name, property]) => ({
    name,
    isRequired: required.has(name),
    type: reader.typeAt(property, `${pointer}/properties/${escapeSegment(name)}`),
    ...(isJsonObject(property) && said(reader, property)),
  }));
}

function said({ dialect }: Reader, schema: JsonObject): Pick<SchemaProperty, "schema" | "only" | "isDefaulted"> {
  return dialect.isOpenApi
    ? { schema: withDescription(schema, dialect), ...propertyTraits(schema, dialect) }
    : { schema };
}

/** Required here, and declared where it cannot be made so, or nowhere. */
function undeclared(
  reader: Reader,
  placed: Placed,
  { declared, inline }: Scope,
  index: SchemaIndex | undefined,
): readonly SchemaProperty[] {
  const { schema } = placed;
  // Whether a name matches a pattern is not looked at.
  const other = schema["patternProperties"] === undefined ? (index?.type ?? UNKNOWN) : UNKNOWN;
  const names = Array.from(requiredPlaces(schema)).filter(([name]) => !inline.has(name));
  return names.map(([name, at]) => {
    const place = declared.get(name);
    if (place === undefined) {
      if (other === UNKNOWN && reader.dialect.isOpenApi)
        noteUndeclared(reader, `${placed.pointer}/required/${at}`, name);
      return { name, isRequired: true, type: other };
    }
    const property = reader.schemaAt(place);
    const traits = reader.dialect.isOpenApi && isJsonObject(property) && propertyTraits(property, reader.dialect);
    return { name, isRequired: true, type: reader.typeOf(place), ...traits };
  });
}

/** Names that are required, each with its first place in the list. */
function requiredPlaces({ required }: JsonObject): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, name] of (isJsonArray(required) ? required : []).entries()) {
    if (typeof name === "string" && !places.has(name)) places.set(name, at);
  }
  return places;
}

function noteUndeclared(reader: Reader, pointer: string, name: string): void {
  reader.note(pointer, "", `${JSON.stringify(name)} is required but not declared, so it is unknown`);
}

/** Patterns are no types: what they allow is allowed under any name. */
function indexOf(reader: Reader, { schema, pointer }: Placed, { isPart }: Scope): SchemaIndex | undefined {
  const { patternProperties } = schema;
  const other = othersOf(schema);
  const rest = other === undefined ? undefined : reader.typeAt(schema[other] ?? true, `${pointer}/${other}`);
  const open = rest === undefined || rest.kind === "never" ? [] : [rest];
  if (!isJsonObject(patternProperties) || Object.keys(patternProperties).length === 0) {
    return open[0] && { type: open[0], schema: commented(own(schema, other ?? "")) };
  }
  // In other parts of the same value other names may have other types.
  if (isPart) return { type: UNKNOWN };
  const patterns = Object.entries(patternProperties).map(([pattern, value]): SchemaType =>
    reader.typeAt(value, `${pointer}/patternProperties/${escapeSegment(pattern)}`),
  );
  return { type: unionOf([...patterns, ...open]) };
}

/** The keyword that says what properties of other names are. */
function othersOf(schema: JsonObject): string | undefined {
  return ["additionalProperties", "unevaluatedProperties"].find((keyword) => Object.hasOwn(schema, keyword));
}

function commented(schema: unknown): JsonObject | undefined {
  return isJsonObject(schema as JsonObject) ? (schema as JsonObject) : undefined;
}

/** Types of `type`, but for objects and arrays. */
const SCALARS: { readonly [name in "null" | "boolean" | "number" | "string"]: SchemaType } = {
  null: NULL,
  boolean: { kind: "boolean" },
  number: { kind: "number" },
  string: { kind: "string" },
};

/** The type of a scalar of which a type says nothing more, as nearly every second schema is. */
function simpleType(schema: JsonObject): SchemaType | undefined {
  const { type } = schema;
  if (type !== "string" && type !== "number" && type !== "integer" && type !== "boolean") return undefined;
  for (const keyword of Object.keys(schema)) {
    if (TELLING.has(keyword) && (keyword !== "format" || schema[keyword] === "binary")) return undefined;
  }
  return SCALARS[type === "integer" ? "number" : type];
}

const TELLING: ReadonlySet<string> = new Set(
  "$ref allOf anyOf oneOf not const enum nullable contentMediaType format".split(" "),
);

/** The type of a schema that says which values there are, and nothing that holds beside. */
function literalsOf(schema: JsonObject): SchemaType | undefined {
  const { const: only, enum: values } = schema;
  if (only === undefined && !(isJsonArray(values) && values.length > 0)) return undefined;
  for (const keyword of COMPOSING) if (schema[keyword] !== undefined) return undefined;
  return only === undefined && isJsonArray(values) ? enumType(values) : literalType(only ?? null);
}

/** The type of several values. */
function enumType(values: readonly JsonValue[]): SchemaType {
  const texts = new Set(values.filter((value) => typeof value === "string"));
  if (texts.size < 2) return unionOf(values.map(literalType));
  const types = values.map((value) => (typeof value === "string" ? listedType(value) : literalType(value)));
  return unionOf(types);
}

function listedType(value: string): LiteralType {
  return { kind: "literal", value, isListed: true };
}

/** YAML makes numbers and booleans of values that were meant as text: with the values that `type` says, where that is clear. */
function withMeantValues(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  if (!isJsonArray(values) || typeof type !== "string") return schema;
  const meant = values.map((value) => meantValue(type, value));
  return meant.every((value, at) => value === values[at]) ? schema : { ...schema, enum: meant };
}

function meantValue(type: string, value: JsonValue): JsonValue {
  if (type === "string") return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof value !== "string") return value;
  if (type === "boolean") return value === "true" || value === "false" ? value === "true" : value;
  const isNumber = (type === "number" || type === "integer") && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
  return isNumber ? Number(value) : value;
}

const COMPOSING = ["$ref", "allOf", "anyOf", "oneOf", "not", "nullable"];

const MOST_NESTED = 16;
const MOST_REPEATED = 2;

/** Reads schemas of one document, keyword by keyword. Nothing is thrown, whatever stands in it. */
export class SchemaReader implements Reader {
  readonly dialect: Dialect;
  readonly #root: JsonObject;
  readonly #types = new Map<string, SchemaType>();
  /** Pointers to parts that are referred to. */
  readonly #parts = new Set<string>();
  readonly #notes = new SchemaNotes();
  /** What holds together, by where it stands. */
  readonly intersections: Map<string, SchemaType> = new Map();
  #repeated = 0;

  constructor(root: JsonObject, dialect: Dialect) {
    this.#root = root;
    this.dialect = dialect;
  }

  get notes(): readonly SchemaNote[] {
    return this.#notes.all;
  }

  /** The types of all parts that were referred to so far, and of those that these refer to. */
  read(): ReadonlyMap<string, SchemaType> {
    for (const pointer of this.#parts) {
      if (!this.#types.has(pointer)) this.#types.set(pointer, this.#typeOfPart(pointer));
    }
    return this.#types;
  }

  #typeOfPart(part: string): SchemaType {
    const pointer = placeOfPart(part);
    const schema = this.schemaAt(pointer);
    const heir = this.dialect.heirs?.get(pointer);
    if (heir === undefined || !isJsonObject(schema)) return this.typeAt(schema, pointer);
    if (part !== pointer) {
      const type = this.#typeIn(withoutChoice(schema, heir), pointer, HEIR);
      return heir.inheritedTags.reduce((tagged, tag) => withValue(tagged, tag, this.dialect), type);
    }
    if (heir.members !== undefined) return this.#baseType(schema, pointer, heir, heir.members);
    const type = heir.isInherited ? this.#inherited(pointer) : this.#typeIn(schema, pointer, HEIR);
    return heir.tags.reduce((tagged, tag) => withValue(tagged, tag, this.dialect), type);
  }

  /** A base: one of those that inherit from it. */
  #baseType(schema: JsonObject, pointer: string, { untold }: Heir, members: readonly Member[]): SchemaType {
    if (untold > 0) {
      const told = `${untold} of the schemas that inherit from this one have no value of their own`;
      this.note(`${pointer}/discriminator`, "", `${told}, so nothing distinguishes them`);
    }
    const types = members.map((member) => this.#memberType(member, pointer));
    return unionOf(schema["nullable"] === true ? [...types, NULL] : types);
  }

  #memberType({ pointer, isHeir, tags }: Member, base: string): SchemaType {
    if (isHeir) return this.typeNamed(pointer);
    if (pointer === base) {
      return tags.reduce((tagged, tag) => withValue(tagged, tag, this.dialect), this.#inherited(base));
    }
    const isNamed = this.dialect.named?.(`#${pointer}`) !== undefined;
    const type = isNamed ? this.typeNamed(pointer) : this.typeAt(this.schemaAt(pointer), pointer);
    const tagged = tags.reduce((known, { name, values }) => withTag(known, name, values), type);
    return tagged.kind === "null" ? tagged : intersectionOf([this.#inherited(base), tagged]);
  }

  /** The part of a schema that others inherit; `unknown` if that is nothing. */
  #inherited(pointer: string): SchemaType {
    return this.#inheritsNothing(pointer) ? UNKNOWN : this.typeNamed(inheritedPart(pointer));
  }

  #inheritsNothing(pointer: string, depth = 0): boolean {
    const heir = this.dialect.heirs?.get(pointer);
    const schema = this.schemaAt(pointer);
    if (heir?.isInherited !== true || heir.inheritedTags.length > 0 || !isJsonObject(schema)) return false;
    return this.#saysNothing(withoutChoice(schema, heir), depth);
  }

  #saysNothing(schema: JsonObject, depth: number): boolean {
    if (depth > MOST_NESTED) return false;
    return Object.entries(schema).every(([keyword, value]) => {
      if (keyword === "type") return value === "object";
      if (keyword === "properties") return isJsonObject(value) && Object.keys(value).length === 0;
      if (keyword === "required") return isJsonArray(value) && value.length === 0;
      if (keyword === "allOf") return isJsonArray(value) && value.every((part) => this.#isEmptyPart(part, depth + 1));
      return TELLS_NOTHING.test(keyword);
    });
  }

  #isEmptyPart(part: JsonValue, depth: number): boolean {
    if (!isJsonObject(part)) return false;
    const target = typeof part["$ref"] === "string" ? this.dialect.find(part)?.pointer : undefined;
    return target === undefined ? this.#saysNothing(part, depth) : this.#inheritsNothing(target, depth);
  }

  typeAt(schema: JsonValue, pointer: string): SchemaType {
    const type = this.#typeIn(schema, pointer, OPEN);
    if (type === UNKNOWN && this.dialect.isOpenApi) this.#notes.addSilence(schema, pointer);
    return type;
  }

  schemaAt(pointer: string): JsonValue {
    return valueAt(this.#root, pointerSegments(pointer)) ?? true;
  }

  typeOf(pointer: string): SchemaType {
    const schema = this.schemaAt(pointer);
    if (!isJsonObject(schema) || !isLong(schema)) return this.typeAt(schema, pointer);
    if (this.dialect.isOpenApi && this.#repeated < MOST_REPEATED) return this.#repeat(schema, pointer);
    // Deeply nested, each such part would repeat all those within it.
    return pointerSegments(pointer).length > MOST_NESTED ? UNKNOWN : this.typeNamed(pointer);
  }

  /** The same once more, instead of a name for it; not without end, as a part may be repeated within itself. */
  #repeat(schema: JsonObject, pointer: string): SchemaType {
    this.#repeated += 1;
    const type = this.typeAt(schema, pointer);
    this.#repeated -= 1;
    return type;
  }

  /** A part that has a type of its own. */
  typeNamed(pointer: string): SchemaType {
    this.#parts.add(pointer);
    return { kind: "reference", pointer };
  }

  note(pointer: string, what: string, message?: string): void {
    this.#notes.add(pointer, what, message);
  }

  /** A schema that holds beside what is known already. */
  #typeIn(schema: JsonValue, pointer: string, outer: Scope): SchemaType {
    if (schema === false) return NEVER;
    if (!isJsonObject(schema)) {
      if (schema !== true && this.dialect.isOpenApi) this.note(pointer, "");
      return UNKNOWN;
    }
    const simple = simpleType(schema);
    if (simple !== undefined) return simple;
    if (this.dialect.isOpenApi) {
      const meant = withMeantValues(schema);
      if (meant !== schema) {
        this.note(`${pointer}/enum`, "", `values of "enum" have another type than "type": they are read as that type`);
        return this.#typeIn(meant, pointer, outer);
      }
    }
    const literals = literalsOf(schema);
    if (literals !== undefined) return literals;
    const placed = { schema, pointer };
    if (this.dialect.isOpenApi) this.#notes.addMisshapen(placed);
    const reference = onlyReference(schema, this.dialect.isAlone);
    if (reference !== undefined) {
      const type = this.#referenceIn(placed, reference, outer);
      // OpenAPI 3.0 gives it no meaning there, and nobody writes it without one.
      return this.dialect.isOpenApi && schema["nullable"] === true ? unionOf([type, NULL]) : type;
    }
    const type = intersectionOf(this.#partsOf(placed, scopeOf(this.dialect, placed, outer)));
    if (type.kind === "intersection") this.intersections.set(pointer, type);
    if (type.kind === "unknown" && !this.dialect.isOpenApi) this.#notes.addUnread(placed);
    return schema["nullable"] === true ? unionOf([type, NULL]) : type;
  }

  #partsOf(placed: Placed, scope: Scope): readonly SchemaType[] {
    const { schema, pointer } = placed;
    const { $ref, allOf, anyOf, oneOf, not } = schema;
    const parts: SchemaType[] = [];
    if (typeof $ref === "string") parts.push(this.#referenceIn(placed, $ref, scope));
    parts.push(this.#ownType(placed, scope));
    if (isNothing(not)) parts.push(NEVER);
    for (const [at, member] of (isJsonArray(allOf) ? allOf : []).entries()) {
      parts.push(this.#typeIn(member, `${pointer}/allOf/${at}`, scope));
    }
    if (isJsonArray(anyOf)) parts.push(this.#choice(placed, "anyOf", anyOf, scope));
    if (isJsonArray(oneOf)) parts.push(this.#choice(placed, "oneOf", oneOf, scope));
    return parts;
  }

  #choice({ schema, pointer }: Placed, keyword: string, members: readonly JsonValue[], scope: Scope): SchemaType {
    // What one of several demands is not demanded beside it.
    const branch = { ...scope, inline: OPEN.inline, isHeir: false };
    const types = members.map((member, at) => this.#typeIn(member, `${pointer}/${keyword}/${at}`, branch));
    return unionOf(this.dialect.isOpenApi ? tagged(schema, members, types, this.dialect) : types);
  }

  /** What the schema says without its branches. */
  #ownType(placed: Placed, scope: Scope): SchemaType {
    const { schema } = placed;
    if (schema["const"] !== undefined) return literalType(schema["const"]);
    if (isJsonArray(schema["enum"]) && !(this.dialect.isOpenApi && schema["enum"].length === 0))
      return enumType(schema["enum"]);
    if (this.dialect.isOpenApi && isBinary(schema)) return BINARY;
    if (this.dialect.isOpenApi && !scope.isPart && hasItemsAlone(schema)) return this.#itemsAlone(placed);
    const types = typesOf(schema) ?? (impliedTypes(schema).length > 0 ? scope.types : undefined);
    if (types === undefined) return UNKNOWN;
    const [only] = types;
    if (types.length === 1 && only !== undefined) return this.#typeCalled(only, placed, scope);
    return unionOf(types.map((type) => this.#typeCalled(type, placed, scope)));
  }

  /** `items` says nothing of what is no list; several of them are what vendors write for a choice, before 3.1. */
  #itemsAlone({ schema: { items }, pointer }: Placed): SchemaType {
    const place = `${pointer}/items`;
    if (isJsonArray(items) && this.dialect.isAlone && items.length > 0)
      return unionOf(items.map((item, at) => this.typeAt(item, `${place}/${at}`)));
    this.note(place, "", `this has "items", but nothing says that it is a list: it is unknown`);
    return UNKNOWN;
  }

  #typeCalled(type: string, placed: Placed, scope: Scope): SchemaType {
    switch (type) {
      case "null":
      case "boolean":
      case "number":
      case "string":
        return SCALARS[type];
      case "object":
        return readObject(this, placed, scope);
      case "array":
        return readArray(this, placed, scope);
      default:
        this.note(`${placed.pointer}/type`, `the type ${JSON.stringify(type)}`);
        return UNKNOWN;
    }
  }

  #referenceIn({ schema, pointer }: Placed, reference: string, { isHeir }: Scope): SchemaType {
    const base = isHeir ? this.dialect.find(schema)?.pointer : undefined;
    if (base !== undefined && this.dialect.heirs?.get(base)?.isInherited === true) return this.#inherited(base);
    const named = this.dialect.named?.(reference);
    if (named !== undefined) return this.typeNamed(named.pointer);
    const target = this.dialect.find(schema);
    if (target === undefined) {
      this.note(`${pointer}/$ref`, "a reference that leads nowhere, or back to itself");
      return UNKNOWN;
    }
    const { value } = target;
    if (this.dialect.isOpenApi && isJsonObject(value) && simpleType(value) !== undefined) {
      return this.typeAt(value, target.pointer);
    }
    if (isJsonObject(value)) return this.typeNamed(target.pointer);
    return value === false ? NEVER : UNKNOWN;
  }
}

function hasItemsAlone(schema: JsonObject): boolean {
  if (schema["items"] === undefined || schema["prefixItems"] !== undefined || typesOf(schema) !== undefined)
    return false;
  return !impliedTypes(schema).includes("object");
}

const BINARY: SchemaType = { kind: "binary" };

function isNothing(not: JsonValue | undefined): boolean {
  return not === true || (isJsonObject(not) && Object.keys(not).length === 0);
}

/** Keywords of which no type is made. */
const TELLS_NOTHING = /^(?:title|description|\$comment|examples?|default|deprecated|externalDocs|xml|x-.*)$/;

/** The part of a schema that holds for all that inherit from it. */
function withoutChoice(schema: JsonObject, { choice, left }: Heir): JsonObject {
  const isInherited = (keyword: string) => keyword !== "nullable" && keyword !== "discriminator" && keyword !== choice;
  const inherited = Object.fromEntries(Object.entries(schema).filter(([keyword]) => isInherited(keyword)));
  return left.size === 0 ? inherited : withoutProperties(inherited, left);
}

function withoutProperties(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  const { properties, required, allOf } = schema;
  return {
    ...schema,
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name))),
    }),
    ...(isJsonArray(required) && {
      required: required.filter((name) => typeof name !== "string" || !names.has(name)),
    }),
    ...(isJsonArray(allOf) && {
      allOf: allOf.map((part) =>
        isJsonObject(part) && part["$ref"] === undefined ? withoutProperties(part, names) : part,
      ),
    }),
  };
}

/** Whether a type is better named than said twice. */
function isLong(schema: JsonObject): boolean {
  return ["properties", "items", "prefixItems", "allOf", "anyOf", "oneOf", "additionalProperties"].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
}
