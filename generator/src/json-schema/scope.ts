import { escapeSegment, own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import type { Dialect } from "./dialect.js";
import { isJsonArray, isJsonObject } from "./schema-part.js";

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
};

const BRANCHES = ["allOf", "anyOf", "oneOf"];

/** The scope of a schema, within that of the schema it is a branch of. */
export function scopeOf(dialect: Dialect, placed: Placed, outer: Scope): Scope {
  if (outer === OPEN && !isComposed(placed.schema)) return scopeOfOne(placed);
  const inline = withoutReferences(placed);
  const all = inline.flatMap((part) => [part, ...behindReference(dialect, part)]);
  const names = all.flatMap(({ schema }) => listed(schema["required"]));
  const declared = inline.flatMap((part) => declarations(part).map(([name]) => name));
  return {
    types: typesTogether(all.map(({ schema }) => schema)) ?? outer.types ?? impliedTogether(all),
    required: namesWith(outer.required, names),
    declared: placesWith(outer.declared, all.flatMap(declarations)),
    inline: namesWith(outer.inline, declared),
    isPart: outer.isPart || isComposed(placed.schema),
  };
}

function namesWith(outer: Names, more: readonly string[]): Names {
  const own = new Set(more);
  return own.size === 0 ? outer : { has: (name) => own.has(name) || outer.has(name) };
}

function placesWith(outer: Places, more: readonly (readonly [string, string])[]): Places {
  const own = new Map(more);
  return own.size === 0 ? outer : { get: (name) => own.get(name) ?? outer.get(name) };
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
  };
}

function isComposed(schema: JsonObject): boolean {
  return typeof schema["$ref"] === "string" || BRANCHES.some((keyword) => isJsonArray(schema[keyword]));
}

/** The schema and, through `allOf`, what always holds beside it. */
function withoutReferences({ schema, pointer }: Placed): readonly Placed[] {
  const members = isJsonArray(schema["allOf"]) ? schema["allOf"] : [];
  const below = members.flatMap((member, index) =>
    isJsonObject(member) ? withoutReferences({ schema: member, pointer: `${pointer}/allOf/${index}` }) : [],
  );
  return [{ schema, pointer }, ...below];
}

/** Likewise what a `$ref` leads to, each once, and not further than anybody would follow. */
function behindReference(dialect: Dialect, part: Placed): readonly Placed[] {
  const found: Placed[] = [];
  const seen = new Set<JsonValue>();
  const waiting = [part];
  for (const { schema } of waiting) {
    const target = typeof schema["$ref"] === "string" ? dialect.find(schema) : undefined;
    if (target === undefined || !isJsonObject(target.value) || seen.has(target.value)) continue;
    if (seen.size >= MOST_BEHIND) break;
    seen.add(target.value);
    const parts = withoutReferences({ schema: target.value, pointer: target.pointer });
    for (const each of parts) {
      found.push(each);
      waiting.push(each);
    }
  }
  return found;
}

const MOST_BEHIND = 20;

function declarations({ schema, pointer }: Placed): readonly (readonly [string, string])[] {
  const properties = isJsonObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
  return properties.map((name) => [name, `${pointer}/properties/${escapeSegment(name)}`]);
}

/** Types that every part allows which names some. */
function typesTogether(schemas: readonly JsonObject[]): readonly string[] | undefined {
  const said = schemas.flatMap((schema) => {
    const types = typesOf(schema);
    return types === undefined ? [] : [own(schema, "nullable") === true ? [...types, "null"] : types];
  });
  return said.length === 0 ? undefined : said.reduce((types, more) => types.filter((type) => more.includes(type)));
}

/** What `type` says. */
export function typesOf({ type }: JsonObject): readonly string[] | undefined {
  const types = isJsonArray(type) ? type : [type];
  const names = types.flatMap((name) => (typeof name === "string" ? [name === "integer" ? "number" : name] : []));
  return names.length === 0 ? undefined : [...new Set(names)];
}

function impliedTogether(parts: readonly Placed[]): readonly string[] | undefined {
  const types = new Set(parts.flatMap(({ schema }) => impliedTypes(schema)));
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
