import { escapeSegment, type JsonObject, type JsonValue, own, type SchemaPart } from "@sdkwright/runtime/config";
import type { Heir } from "./inheritance.js";
import { isJsonArray, isJsonObject } from "./schema-part.js";

/** In which of the dialects of JSON Schema a document is written, and where its parts are found. */
export interface Dialect {
  /** In drafts before 2019-09, and in OpenAPI 3.0, nothing counts beside a `$ref`. */
  readonly isAlone: boolean;
  /** Whether it is OpenAPI's: with discriminators, bytes, and properties of one direction only. */
  readonly isOpenApi: boolean;
  /** What the `$ref` of a schema leads to, in the end; it starts from where the schema stands. */
  readonly find: (schema: JsonObject) => SchemaPart | undefined;
  /** A part that has a name of its own, whatever it refers to in turn. */
  readonly named?: ((reference: string) => SchemaPart | undefined) | undefined;
  /** Named schemas that inherit from each other, by pointer. */
  readonly heirs?: ReadonlyMap<string, Heir> | undefined;
}

/** A schema and where it stands. */
export interface Placed {
  readonly schema: JsonObject;
  /** JSON pointer from the root of the schema. */
  readonly pointer: string;
}

/** What is known of a value besides what one schema says of it: it may be one of several that hold together. */
export interface Scope {
  /** Names of the types that the value can have, where they are said. */
  readonly types: readonly string[] | undefined;
  /** Names that are required, whichever part says so. */
  readonly required: Names;
  /** Pointers to schemas of properties that other parts declare, by name. */
  readonly declared: Places;
  /** Names that the parts declare which are read in this scope: these are made required where they stand. */
  readonly inline: Names;
  /** Whether other schemas hold too. */
  readonly isPart: boolean;
  /** True if it is a schema that inherits from what it refers to in `allOf`. */
  readonly isHeir: boolean;
}

/** What is asked of them; each of a thousand parts adds its own to those around it, and copies none. */
type Names = Pick<ReadonlySet<string>, "has">;
type Places = Pick<ReadonlyMap<string, string>, "get">;

/** The scope of a value of which nothing is known yet. */
export const OPEN: Scope = {
  types: undefined,
  required: new Set(),
  declared: new Map(),
  inline: new Set(),
  isPart: false,
  isHeir: false,
};

/** Likewise of a named schema that inherits from a base. */
export const HEIR: Scope = { ...OPEN, isHeir: true };

const BRANCHES = ["allOf", "anyOf", "oneOf"];

/** The scope of a schema, within that of the schema it is a branch of. */
export function scopeOf(dialect: Dialect, placed: Placed, outer: Scope): Scope {
  if (outer === OPEN && !isComposed(placed.schema)) return scopeOfOne(placed);
  const inline = withoutReferences(placed);
  const referred = new Set<Said>();
  const all = inline.flatMap((part) => {
    const behind = behindReference(dialect, part.schema);
    if (behind !== undefined) referred.add(behind);
    return [typesSaid(part.schema), behind?.types];
  });
  const beside = saidBy(inline);
  const said = [beside, ...referred];
  return {
    types: typesTogether(all) ?? outer.types ?? impliedTogether(said),
    required: namesWith(outer.required, said),
    declared: placesWith(outer.declared, said),
    inline: namesWith(outer.inline, [{ required: new Set(beside.declared.keys()) }]),
    isPart: outer.isPart || (isComposed(placed.schema) && !(dialect.isOpenApi && isChoiceAlone(placed.schema))),
    isHeir: outer.isHeir,
  };
}

/** What parts that hold together say. */
interface Said {
  readonly types: readonly string[] | undefined;
  readonly implied: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly declared: ReadonlyMap<string, string>;
}

function saidBy(parts: readonly Placed[]): Said {
  return {
    types: typesTogether(parts.map(({ schema }) => typesSaid(schema))),
    implied: parts.flatMap(({ schema }) => impliedTypes(schema)),
    required: new Set(parts.flatMap(({ schema }) => listed(schema["required"]))),
    declared: new Map(parts.flatMap(declarations)),
  };
}

/** More than these are asked as one, so that an answer does not wait for all of them. */
const MOST_ASKED = 50;

function namesWith(outer: Names, said: readonly Pick<Said, "required">[]): Names {
  const sets = said.map(({ required }) => required).filter(({ size }) => size > 0);
  if (sets.length === 0) return outer;
  const asked = sets.length > MOST_ASKED ? [new Set(sets.flatMap((names) => [...names]))] : sets;
  return { has: (name) => asked.some((names) => names.has(name)) || outer.has(name) };
}

function placesWith(outer: Places, said: readonly Said[]): Places {
  const maps = said.map(({ declared }) => declared).filter(({ size }) => size > 0);
  if (maps.length === 0) return outer;
  const asked = maps.length > MOST_ASKED ? [new Map([...maps].reverse().flatMap((places) => [...places]))] : maps;
  return { get: (name) => asked.find((places) => places.has(name))?.get(name) ?? outer.get(name) };
}

/** Of a schema that is alone, as most are. */
function scopeOfOne({ schema }: Placed): Scope {
  const { required, properties } = schema;
  const implied = typesOf(schema) ?? impliedTypes(schema);
  const types = own(schema, "nullable") === true && !implied.includes("null") ? [...implied, "null"] : implied;
  return {
    types: implied.length === 0 ? undefined : types,
    required: isJsonArray(required) ? new Set(listed(required)) : OPEN.required,
    declared: OPEN.declared,
    inline: isJsonObject(properties) ? new Set(Object.keys(properties)) : OPEN.inline,
    isPart: false,
    isHeir: false,
  };
}

function isComposed(schema: JsonObject): boolean {
  return typeof schema["$ref"] === "string" || BRANCHES.some((keyword) => isJsonArray(schema[keyword]));
}

/** A choice, with nothing that holds beside its members. */
function isChoiceAlone(schema: JsonObject): boolean {
  const lists = BRANCHES.filter((keyword) => isJsonArray(schema[keyword]));
  const [keyword] = lists;
  const isAlone = lists.length === 1 && keyword !== "allOf" && typeof schema["$ref"] !== "string";
  return isAlone && impliedTypes(schema).length === 0;
}

/** The schema and, through `allOf`, what always holds beside it. */
function withoutReferences({ schema, pointer }: Placed): readonly Placed[] {
  const members = isJsonArray(schema["allOf"]) ? schema["allOf"] : [];
  const below = members.flatMap((member, index) =>
    isJsonObject(member) ? withoutReferences({ schema: member, pointer: `${pointer}/allOf/${index}` }) : [],
  );
  return [{ schema, pointer }, ...below];
}

/** By what a `$ref` leads to: many lead to the same. */
const known = new WeakMap<Dialect, WeakMap<JsonObject, Said>>();

/** Likewise what a `$ref` leads to, each once, and not further than anybody would follow. */
function behindReference(dialect: Dialect, schema: JsonObject): Said | undefined {
  const target = targetOf(dialect, schema);
  if (target === undefined) return undefined;
  const ofDialect = known.get(dialect) ?? new WeakMap<JsonObject, Said>();
  known.set(dialect, ofDialect);
  const said = ofDialect.get(target.schema) ?? saidBy(partsBehind(dialect, target));
  ofDialect.set(target.schema, said);
  return said;
}

function partsBehind(dialect: Dialect, first: Placed): readonly Placed[] {
  const found: Placed[] = [];
  const seen = new Set<JsonValue>([first.schema]);
  const waiting = [...withoutReferences(first)];
  for (const part of waiting) {
    found.push(part);
    const target = targetOf(dialect, part.schema);
    if (target === undefined || seen.has(target.schema) || seen.size >= MOST_BEHIND) continue;
    seen.add(target.schema);
    for (const each of withoutReferences(target)) waiting.push(each);
  }
  return found;
}

function targetOf(dialect: Dialect, schema: JsonObject): Placed | undefined {
  const target = typeof schema["$ref"] === "string" ? dialect.find(schema) : undefined;
  return target !== undefined && isJsonObject(target.value)
    ? { schema: target.value, pointer: target.pointer }
    : undefined;
}

const MOST_BEHIND = 20;

function declarations({ schema, pointer }: Placed): readonly (readonly [string, string])[] {
  const properties = isJsonObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  return properties.map((name) => [name, `${pointer}/properties/${escapeSegment(name)}`]);
}

function typesSaid(schema: JsonObject): readonly string[] | undefined {
  const types = typesOf(schema);
  return types !== undefined && own(schema, "nullable") === true ? [...types, "null"] : types;
}

/** Types that every part allows which names some. */
function typesTogether(all: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const said = all.filter((types) => types !== undefined);
  return said.length === 0 ? undefined : said.reduce((types, more) => types.filter((type) => more.includes(type)));
}

/** What `type` says. */
export function typesOf({ type }: JsonObject): readonly string[] | undefined {
  const types = isJsonArray(type) ? type : [type];
  const names = types.flatMap((name) => (typeof name === "string" ? [name === "integer" ? "number" : name] : []));
  return names.length === 0 ? undefined : [...new Set(names)];
}

function impliedTogether(all: readonly Said[]): readonly string[] | undefined {
  const types = new Set(all.flatMap(({ implied }) => implied));
  return types.size === 0 ? undefined : [...types];
}

/** Keywords that say something of objects, or of arrays, only: without a `type` they mean that the value is one. */
export function impliedTypes(schema: JsonObject): readonly string[] {
  const isSaid = (keyword: string) => Object.hasOwn(schema, keyword);
  return [...(OF_OBJECTS.some(isSaid) ? ["object"] : []), ...(OF_ARRAYS.some(isSaid) ? ["array"] : [])];
}

const OF_OBJECTS = ["properties", "required", "patternProperties", "additionalProperties"];
const OF_ARRAYS = ["items", "prefixItems"];

/** The texts of a list. */
export function listed(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((item) => typeof item === "string") : [];
}
