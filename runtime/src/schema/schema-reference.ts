import type { JsonObject, JsonValue } from "../config/definition.js";
import { pointerSegments, toPointer, valueAt } from "../config/pointers.js";
import { isArray, isPlainObject, own } from "../config/options.js";

/** A part of a JSON Schema, and the JSON pointer to it. */
export interface SchemaPart {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** Keywords with data, not schemas. */
export const SCHEMA_DATA: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "example"]);

/** Keywords with schemas by name: a name there is no keyword. */
export const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependencies",
  "dependentSchemas",
]);

/** A schema with an `$id`, or the root: what its `$ref`s and those below it are resolved from (draft 2020-12, "base URI"). */
interface Resource extends SchemaPart {
  /** By name, up to the next `$id`. */
  readonly anchors: Map<string, SchemaPart>;
}

/** The resource of the root, and the nearest one of each schema below another `$id`. */
interface Resources {
  readonly whole: Resource;
  readonly embedded: Map<JsonValue, Resource>;
}

const known = new WeakMap<JsonObject, Resources>();

/**
 * The target of a schema's `$ref`: `#`, a JSON pointer in a fragment (RFC 6901 §6), or an `$anchor`; all of them
 * within the nearest `$id` around it.
 */
export function referencedPart(root: JsonObject, schema: JsonObject): SchemaPart | undefined {
  const { $ref } = schema;
  if (typeof $ref !== "string" || !$ref.startsWith("#")) return undefined;
  const { whole, embedded } = resourcesOf(root);
  const resource = embedded.get(schema) ?? whole;
  const fragment = decoded($ref.slice(1));
  if (fragment !== "" && !fragment.startsWith("/")) return resource.anchors.get(fragment);
  const keys = pointerSegments(fragment);
  const value = valueAt(resource.value, keys);
  return value === undefined ? undefined : { pointer: resource.pointer + toPointer(...keys), value };
}

/**
 * Read once for each schema: a search for each reference would take the time of all with all. In the order of the text; by a
 * list of what is left, because a schema may be deeper than calls can be, or a ring.
 */
function resourcesOf(root: JsonObject): Resources {
  const read = known.get(root);
  if (read !== undefined) return read;
  const whole: Resource = { pointer: "", value: root, anchors: new Map() };
  const resources: Resources = { whole, embedded: new Map() };
  known.set(root, resources);
  const idOf = idIn(root);
  const left: (readonly [SchemaPart, Resource])[] = [[whole, whole]];
  const seen = new Set<JsonValue>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [{ pointer, value }, outer] = next;
    if (seen.has(value)) continue;
    seen.add(value);
    const resource = isPlainObject(value) ? resourceAt(pointer, value, idOf(value), outer) : outer;
    if (resource.pointer !== "") resources.embedded.set(value, resource);
    for (const [part, item] of partsOf(value).reverse())
      left.push([{ pointer: pointer + part, value: item }, resource]);
  }
  return resources;
}

/** The resource of the schema at a pointer, which then has its anchors. */
function resourceAt(pointer: string, node: JsonObject, id: string, outer: Resource): Resource {
  // A fragment alone is a name.
  const isResource = pointer !== "" && /^[^#]/.test(id);
  const resource = isResource ? { pointer, value: node, anchors: new Map() } : outer;
  for (const name of [/#(.+)/.exec(id)?.[1], own(node, "$anchor"), own(node, "$dynamicAnchor")]) {
    // The first of two counts.
    if (typeof name !== "string" || resource.anchors.has(name)) continue;
    resource.anchors.set(name, { pointer, value: node });
  }
  return resource;
}

/** The parts directly below, by pointer; data has no schemas. */
function partsOf(node: JsonValue): (readonly [string, JsonValue])[] {
  if (isArray(node)) return node.flatMap((item, index) => [[`/${index}`, item] as const]);
  if (!isPlainObject(node)) return [];
  return Object.entries(node).flatMap(([keyword, value]) => {
    if (SCHEMA_DATA.has(keyword)) return [];
    if (!SCHEMAS_BY_NAME.has(keyword) || !isPlainObject(value)) return [[toPointer(keyword), value] as const];
    return Object.entries(value).map(([name, part]) => [toPointer(keyword, name), part] as const);
  });
}

/** Draft-04 has `id`; up to draft-07 it does not count beside a `$ref`. */
function idIn(root: JsonObject): (node: JsonObject) => string {
  const keyword = /draft-0[34]\//.test(dialectOf(root)) ? "id" : "$id";
  const isAlone = isReferenceAlone(root);
  return (node) => {
    const id = isAlone && typeof own(node, "$ref") === "string" ? undefined : own(node, keyword);
    return typeof id === "string" ? id : "";
  };
}

/** Nothing counts beside a `$ref` in drafts before 2019-09. */
export function isReferenceAlone(root: JsonObject): boolean {
  return /draft-0[3-7]\//.test(dialectOf(root));
}

function dialectOf(root: JsonObject): string {
  const dialect = own(root, "$schema");
  return typeof dialect === "string" ? dialect : "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
