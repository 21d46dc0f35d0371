import { type JsonObject, type JsonValue, own } from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "../schema/schema-part.js";
import type { ApiDocument } from "./api.js";
import { referenceIn } from "./reading.js";

/** A schema as one: what it refers to, what holds beside it, and what all of its alternatives share. */
export interface Shape {
  /** Names of `type`, without `null`; empty where nothing says one. */
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, JsonValue>;
  readonly items?: JsonValue | undefined;
  readonly description: string;
  readonly format?: string | undefined;
  readonly default?: JsonValue | undefined;
  readonly minimum?: number | undefined;
}

/** A value in an answer, by the keys that lead to it. */
export interface Place {
  readonly keys: readonly string[];
  readonly shape: Shape;
}

const NOTHING: Shape = { types: new Set(), properties: new Map(), description: "" };

/** Bounds of what is looked at: parts of a schema, steps into an answer, values in it. */
const MOST_PARTS = 40;
const MOST_STEPS = 4;
const MOST_PLACES = 500;

/** The shapes of a document's schemas, each made once. */
export class Shapes {
  readonly #document: Pick<ApiDocument, "resolve">;
  readonly #known = new Map<JsonValue, Shape>();
  readonly #places = new Map<JsonValue, readonly Place[]>();

  constructor(document: Pick<ApiDocument, "resolve">) {
    this.#document = document;
  }

  of(schema: JsonValue | undefined): Shape {
    if (!isJsonObject(schema)) return NOTHING;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // A schema that refers to itself says nothing more the second time.
    this.#known.set(schema, NOTHING);
    const shape = this.#made(schema);
    this.#known.set(schema, shape);
    return shape;
  }

  /** All values outside of lists, nearest first. */
  places(schema: JsonValue | undefined): readonly Place[] {
    if (schema === undefined) return [];
    const known = this.#places.get(schema);
    if (known !== undefined) return known;
    const places: Place[] = [{ keys: [], shape: this.of(schema) }];
    // The list grows while it is walked.
    for (const { keys, shape } of places) {
      if (keys.length >= MOST_STEPS || isList(shape)) continue;
      for (const [key, property] of shape.properties)
        if (places.length < MOST_PLACES && isStep(key)) places.push({ keys: [...keys, key], shape: this.of(property) });
    }
    this.#places.set(schema, places);
    return places;
  }

  /** The shape at the end of a path of keys; `undefined` where no schema says that there is something. */
  at(schema: JsonValue | undefined, keys: readonly string[]): Shape | undefined {
    let shape = this.of(schema);
    for (const key of keys) {
      const next = isList(shape) && /^-?\d+$/.test(key) ? (shape.items ?? {}) : shape.properties.get(key);
      if (next === undefined) return undefined;
      shape = this.of(next);
    }
    return shape;
  }

  #made(schema: JsonObject): Shape {
    const parts = this.#parts(schema);
    const own = parts.map(shapeOf);
    const choices = parts.flatMap((part) => this.#choice(part));
    return [...own, ...choices].reduce(together);
  }

  /** Schemas that always hold: this one, its target, members of `allOf`. */
  #parts(schema: JsonObject): readonly JsonObject[] {
    const parts = new Set([schema]);
    for (const part of parts) {
      if (parts.size >= MOST_PARTS) break;
      const reference = referenceIn(part);
      const target = reference === undefined ? undefined : this.#document.resolve(reference)?.value;
      const members = own(part, "allOf");
      for (const each of [target, ...(isJsonArray(members) ? members : [])]) if (isJsonObject(each)) parts.add(each);
    }
    return [...parts];
  }

  /** One of several: what they share. `null` beside a type is no choice. */
  #choice(part: JsonObject): readonly Shape[] {
    return ["oneOf", "anyOf"].flatMap((keyword) => {
      const members = own(part, keyword);
      if (!isJsonArray(members) || members.length > MOST_PARTS) return [];
      const shapes = members.filter((member) => !isNull(member)).map((member) => this.of(member));
      return shapes.length === 0 ? [] : [shapes.reduce(shared)];
    });
  }
}

export function isList({ types, items }: Shape): boolean {
  return types.has("array") || (types.size === 0 && items !== undefined);
}

/** A list whose items are not known to be texts or numbers. */
export function mayHoldObjects(shape: Shape, shapes: Shapes): boolean {
  if (!isList(shape)) return false;
  const { types } = shapes.of(shape.items);
  return types.size === 0 || types.has("object");
}

/** Nothing is known of the value. */
export function saysNothing({ types, properties, items }: Shape): boolean {
  return types.size === 0 && properties.size === 0 && items === undefined;
}

/** A place as definitions write it: `/data/-1/id`. */
export function placeText(keys: readonly string[]): string {
  return keys.map((key) => `/${key}`).join("");
}

/** The keys of a place. */
export function placeKeys(place: string): readonly string[] {
  return place === "" ? [] : place.replace(/^\//, "").split("/");
}

/** A key that places can have. */
function isStep(key: string): boolean {
  return key !== "" && !key.includes("/") && !/^-?\d+$/.test(key);
}

function shapeOf(schema: JsonObject): Shape {
  const type = own(schema, "type");
  const types = (isJsonArray(type) ? type : [type]).filter((each) => typeof each === "string" && each !== "null");
  const properties = own(schema, "properties");
  const [description, format, minimum] = [own(schema, "description"), own(schema, "format"), own(schema, "minimum")];
  return {
    types: new Set(types as string[]),
    properties: new Map(isJsonObject(properties) ? Object.entries(properties) : []),
    items: own(schema, "items"),
    description: typeof description === "string" ? description : "",
    format: typeof format === "string" ? format : undefined,
    default: own(schema, "default"),
    minimum: typeof minimum === "number" ? minimum : undefined,
  };
}

/** Both hold; the first goes before. */
function together(one: Shape, other: Shape): Shape {
  return {
    types: one.types.size > 0 ? one.types : other.types,
    properties: new Map([...other.properties, ...one.properties]),
    items: one.items ?? other.items,
    description: one.description === "" ? other.description : one.description,
    format: one.format ?? other.format,
    default: one.default ?? other.default,
    minimum: one.minimum ?? other.minimum,
  };
}

/** One of them holds. */
function shared(one: Shape, other: Shape): Shape {
  const isEverywhere = one.types.size > 0 && other.types.size > 0;
  return {
    types: isEverywhere ? new Set([...one.types, ...other.types]) : new Set(),
    properties: new Map([...one.properties].filter(([name]) => other.properties.has(name))),
    items: one.items !== undefined && other.items !== undefined ? one.items : undefined,
    description: one.description === "" ? other.description : one.description,
    format: one.format === other.format ? one.format : undefined,
  };
}

function isNull(schema: JsonValue): boolean {
  return isJsonObject(schema) && (own(schema, "type") === "null" || own(schema, "const") === null);
}
