import { escapeSegment, type JsonObject, type JsonValue, own } from "@sdkwright/runtime/config";
import type { ApiDocument, Part } from "../../openapi/api.js";
import { Combinations, MOST_COMBINATIONS, withoutCircles } from "../../schema/circles.js";
import { heirsIn, placeOfPart } from "../../schema/inheritance.js";
import type { SchemaNote } from "../../schema/schema-notes.js";
import { isJsonArray, isJsonObject } from "../../schema/schema-part.js";
import { SchemaReader } from "../../schema/schema-reader.js";
import { type SchemaType, UNKNOWN } from "../../schema/schema-type.js";
import type { Dialect } from "../../schema/scope.js";

/** The schemas of a document, as types: those that were asked for, and what they refer to. */
export class ApiSchemas {
  readonly #reader: SchemaReader;
  readonly #read = new Map<string, SchemaType>();
  #parts: ReadonlyMap<string, SchemaType> = new Map();
  #combinations = new Combinations(this.#parts);

  constructor(document: ApiDocument) {
    this.#reader = new SchemaReader(document.root, dialectOf(document));
  }

  /** The type of a schema somewhere in the document; it may be a reference to one that has a name. */
  typeOf(part: Part | undefined): SchemaType {
    if (part === undefined) return UNKNOWN;
    const known = this.#read.get(part.pointer);
    if (known !== undefined) return known;
    const type = this.#reader.typeAt(part.value, part.pointer);
    const named = isShared(part.pointer) && isDeclared(type) ? this.#reader.typeNamed(part.pointer) : type;
    this.#read.set(part.pointer, named);
    return named;
  }

  /** Reads what was referred to; types that are defined by nothing but themselves are cut. */
  finish(): void {
    const note = (what: string) => (pointer: string) => this.#reader.note(placeOfPart(pointer), what);
    this.#parts = withoutCircles(this.#reader.read(), note("a schema that only refers to itself"));
    this.#combinations = new Combinations(this.#parts);
    const combined = note(`choices with more than ${MOST_COMBINATIONS} combinations`);
    for (const [pointer, type] of this.#reader.intersections) if (this.isTooMany(type)) combined(pointer);
  }

  /** Whether a type has more choices that hold together than a compiler multiplies. */
  isTooMany(type: SchemaType): boolean {
    return this.#combinations.isTooMany(type);
  }

  /** Types with names of their own, by the pointers of their schemas. */
  get parts(): ReadonlyMap<string, SchemaType> {
    return this.#parts;
  }

  get notes(): readonly SchemaNote[] {
    return this.#reader.notes;
  }
}

/** Whether a schema stands in a response or a request body that has a name: many operations refer to it. */
function isShared(pointer: string): boolean {
  return /^\/components\/(?:responses|requestBodies)\//.test(pointer);
}

/** Whether a type is better named than said in each of these. */
function isDeclared({ kind }: SchemaType): boolean {
  return kind === "object" || kind === "intersection";
}

function dialectOf(document: ApiDocument): Dialect {
  const found = new Map<string, Part | undefined>();
  const isAlone = document.version === "3.0";
  const dialect: Dialect = {
    isAlone,
    isOpenApi: true,
    find({ $ref: reference }) {
      if (typeof reference !== "string") return undefined;
      if (!found.has(reference)) found.set(reference, document.resolve(reference));
      return found.get(reference);
    },
    named: (reference) => component(document.target(reference)),
  };
  return { ...dialect, heirs: heirsIn(document.root, dialect) };
}

/** The part with a name that a reference names, if it is one. */
function component(part: Part | undefined): Part | undefined {
  return part !== undefined && isComponent(part.pointer) && isJsonObject(part.value) ? part : undefined;
}

const COMPONENTS = "/components/schemas/";

/** Whether a pointer is that of a schema with a name of its own. */
export function isComponent(pointer: string): boolean {
  return pointer.startsWith(COMPONENTS) && !pointer.includes("/", COMPONENTS.length);
}

/** Pointers of the named schemas, in the document's order. */
export function componentsOf(root: JsonObject): readonly string[] {
  return Object.keys(objectIn(objectIn(root, "components"), "schemas")).map((name) => COMPONENTS + escapeSegment(name));
}

/** What a part of a document refers to, or the part itself; empty if that is no object. */
export function resolved(value: JsonValue | undefined, document: ApiDocument): JsonObject {
  const reference = isJsonObject(value) ? own(value, "$ref") : undefined;
  const target = typeof reference === "string" ? document.resolve(reference)?.value : value;
  return isJsonObject(target) ? target : {};
}

export function objectIn(record: JsonObject, key: string): JsonObject {
  const value = own(record, key);
  return isJsonObject(value) ? value : {};
}

export function listIn(record: JsonObject, key: string): readonly JsonValue[] {
  const value = own(record, key);
  return isJsonArray(value) ? value : [];
}
