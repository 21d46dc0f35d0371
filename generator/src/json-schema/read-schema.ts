import {
  pointerSegments,
  referencedPart,
  valueAt,
  type JsonObject,
  type JsonValue,
  type SchemaPart,
} from "@sdkwright/runtime/config";
import { withoutCircles } from "./circles.js";
import { literalType } from "./literals.js";
import { readArray } from "./read-array.js";
import { readObject } from "./read-object.js";
import type { Reader } from "./reader.js";
import { isJsonArray, isJsonObject } from "./schema-part.js";
import { intersectionOf, NEVER, NULL, unionOf, UNKNOWN, type SchemaType } from "./schema-type.js";
import { impliedTypes, OPEN, scopeOf, typesOf, type Placed, type Scope } from "./scope.js";

/** What a JSON Schema says about types: its own, and those of the parts that are referred to. */
export interface SchemaTypes {
  /** By JSON pointer; the root's is empty. */
  readonly types: ReadonlyMap<string, SchemaType>;
  readonly notes: readonly SchemaNote[];
}

/** A place where the type says less than the schema. */
export interface SchemaNote {
  readonly pointer: string;
  /** What cannot be said, as the beginning of a sentence. */
  readonly what: string;
}

/** Each part has a type of its own. The library that prints them overflows on some five hundred in a row. */
const MOST_PARTS = 250;
const MOST_NESTED = 16;

const made = new WeakMap<JsonObject, SchemaTypes>();

/** Reads a JSON Schema (draft-07, 2020-12, `nullable` of OpenAPI 3.0). Nothing is thrown, whatever stands in it. */
export function readSchema(schema: JsonObject): SchemaTypes {
  const types = made.get(schema) ?? new SchemaReader(schema).read();
  made.set(schema, types);
  return types;
}

class SchemaReader implements Reader {
  readonly #root: JsonObject;
  /** In drafts before 2019-09 nothing counts beside a `$ref`. */
  readonly #isAlone: boolean;
  readonly #types = new Map<string, SchemaType>();
  /** Pointers to the root and to what is referred to. */
  readonly #parts = new Set([""]);
  readonly #notes = new Map<string, SchemaNote>();

  constructor(root: JsonObject) {
    this.#root = root;
    this.#isAlone = typeof root["$schema"] === "string" && /draft-0[3-7]\//.test(root["$schema"]);
  }

  read(): SchemaTypes {
    for (const pointer of this.#parts) {
      this.#types.set(pointer, this.typeAt(valueAt(this.#root, pointerSegments(pointer)) ?? true, pointer));
    }
    const types = withoutCircles(this.#types, (pointer) => this.#note(pointer, "a schema that is defined by itself"));
    return { types, notes: [...this.#notes.values()] };
  }

  typeAt(schema: JsonValue, pointer: string): SchemaType {
    return this.#typeIn(schema, pointer, OPEN);
  }

  typeOf(pointer: string): SchemaType {
    const schema = valueAt(this.#root, pointerSegments(pointer)) ?? true;
    if (!isJsonObject(schema) || !isLong(schema)) return this.typeAt(schema, pointer);
    // Deeply nested, each such part would repeat all those within it.
    return pointerSegments(pointer).length > MOST_NESTED ? UNKNOWN : this.#reference(pointer);
  }

  /** A schema that holds beside what is known already. */
  #typeIn(schema: JsonValue, pointer: string, outer: Scope): SchemaType {
    if (schema === false) return NEVER;
    if (!isJsonObject(schema)) return UNKNOWN;
    const placed = { schema, pointer };
    if (this.#isAlone && typeof schema["$ref"] === "string") return this.#referenceIn(placed, schema["$ref"]);
    const type = intersectionOf(this.#partsOf(placed, scopeOf(this.#root, placed, outer)));
    if (type.kind === "unknown") this.#noteUnread(placed);
    return schema["nullable"] === true ? unionOf([type, NULL]) : type;
  }

  #partsOf(placed: Placed, scope: Scope): readonly SchemaType[] {
    const { schema, pointer } = placed;
    const { $ref, allOf } = schema;
    return [
      ...(typeof $ref === "string" ? [this.#referenceIn(placed, $ref)] : []),
      this.#ownType(placed, scope),
      ...(isNothing(schema["not"]) ? [NEVER] : []),
      ...(isJsonArray(allOf) ? allOf.map((member, at) => this.#typeIn(member, `${pointer}/allOf/${at}`, scope)) : []),
      ...["anyOf", "oneOf"].map((keyword) => this.#choice(placed, keyword, scope)),
    ];
  }

  #choice({ schema, pointer }: Placed, keyword: string, scope: Scope): SchemaType {
    const members = schema[keyword];
    if (!isJsonArray(members)) return UNKNOWN;
    // What one of several demands is not demanded beside it.
    const branch = { ...scope, inline: OPEN.inline };
    return unionOf(members.map((member, at) => this.#typeIn(member, `${pointer}/${keyword}/${at}`, branch)));
  }

  /** What the schema says without its branches. */
  #ownType(placed: Placed, scope: Scope): SchemaType {
    const { schema } = placed;
    if (schema["const"] !== undefined) return literalType(schema["const"]);
    if (isJsonArray(schema["enum"])) return unionOf(schema["enum"].map(literalType));
    const types = typesOf(schema) ?? (impliedTypes(schema).length > 0 ? scope.types : undefined);
    if (types === undefined) return UNKNOWN;
    return unionOf(types.map((type) => this.#typeNamed(type, placed, scope)));
  }

  #typeNamed(type: string, placed: Placed, scope: Scope): SchemaType {
    switch (type) {
      case "null":
      case "boolean":
      case "number":
      case "string":
        return { kind: type };
      case "object":
        return readObject(this, placed, scope);
      case "array":
        return readArray(this, placed, scope);
      default:
        this.#note(`${placed.pointer}/type`, `the type ${JSON.stringify(type)}`);
        return UNKNOWN;
    }
  }

  #referenceIn({ pointer }: Placed, reference: string): SchemaType {
    const target = this.#targetOf(reference);
    if (target === undefined) {
      this.#note(`${pointer}/$ref`, "a reference that leads nowhere, or back to itself");
      return UNKNOWN;
    }
    const { value } = target;
    return isJsonObject(value) ? this.#reference(target.pointer) : value === false ? NEVER : UNKNOWN;
  }

  /** Where a reference leads in the end; `undefined` where it goes round in a circle. */
  #targetOf(reference: string): SchemaPart | undefined {
    const seen = new Set<string>();
    for (let next: string | undefined = reference; next !== undefined && !seen.has(next);) {
      seen.add(next);
      const target = referencedPart(this.#root, next);
      next = isJsonObject(target?.value) ? onlyReference(target.value, this.#isAlone) : undefined;
      if (next === undefined) return target;
    }
    return undefined;
  }

  #reference(pointer: string): SchemaType {
    if (!this.#parts.has(pointer) && this.#parts.size >= MOST_PARTS) {
      this.#note(pointer, `what is referred to beyond ${MOST_PARTS} other parts`);
      return UNKNOWN;
    }
    this.#parts.add(pointer);
    return { kind: "reference", pointer };
  }

  #noteUnread({ schema, pointer }: Placed): void {
    const unread = UNREAD.find((keyword) => Object.hasOwn(schema, keyword));
    if (unread !== undefined) this.#note(`${pointer}/${unread}`, `"${unread}" by itself`);
  }

  #note(pointer: string, what: string): void {
    if (!this.#notes.has(pointer)) this.#notes.set(pointer, { pointer, what });
  }
}

/** Keywords that say something of values and nothing that a type could hold. */
const UNREAD = ["$dynamicRef", "$recursiveRef", "not", "if", "dependentSchemas", "dependencies"];

/** Where a schema refers to, if it does nothing else. */
function onlyReference(schema: JsonObject, isAlone: boolean): string | undefined {
  const { $ref } = schema;
  if (typeof $ref !== "string") return undefined;
  return isAlone || Object.keys(schema).every((keyword) => keyword === "$ref" || SILENT.has(keyword))
    ? $ref
    : undefined;
}

const SILENT: ReadonlySet<string> = new Set(["title", "description", "$comment", "$defs", "definitions", "$anchor"]);

function isNothing(not: JsonValue | undefined): boolean {
  return not === true || (isJsonObject(not) && Object.keys(not).length === 0);
}

/** Whether a type is better named than said twice. */
function isLong(schema: JsonObject): boolean {
  return ["properties", "items", "prefixItems", "allOf", "anyOf", "oneOf", "additionalProperties"].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
}
