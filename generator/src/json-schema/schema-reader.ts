import { pointerSegments, valueAt, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import type { Dialect } from "./dialect.js";
import { literalType } from "./literals.js";
import { isBinary, tagged } from "./openapi-keywords.js";
import { readArray } from "./read-array.js";
import { readObject } from "./read-object.js";
import type { Reader } from "./reader.js";
import { SchemaNotes, type SchemaNote } from "./schema-notes.js";
import { isJsonArray, isJsonObject, onlyReference } from "./schema-part.js";
import { intersectionOf, NEVER, NULL, unionOf, UNKNOWN, type SchemaType } from "./schema-type.js";
import { literalsOf, SCALARS, simpleType } from "./simple-type.js";
import { impliedTypes, OPEN, scopeOf, typesOf, type Placed, type Scope } from "./scope.js";

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
      if (!this.#types.has(pointer)) this.#types.set(pointer, this.typeAt(this.schemaAt(pointer), pointer));
    }
    return this.#types;
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
    const simple = simpleType(schema) ?? literalsOf(schema);
    if (simple !== undefined) return simple;
    const placed = { schema, pointer };
    if (this.dialect.isOpenApi) this.#notes.addMisshapen(placed);
    const reference = onlyReference(schema, this.dialect.isAlone);
    if (reference !== undefined) return this.#referenceIn(placed, reference);
    const type = intersectionOf(this.#partsOf(placed, scopeOf(this.dialect, placed, outer)));
    if (type.kind === "intersection") this.intersections.set(pointer, type);
    if (type.kind === "unknown" && !this.dialect.isOpenApi) this.#notes.addUnread(placed);
    return schema["nullable"] === true ? unionOf([type, NULL]) : type;
  }

  #partsOf(placed: Placed, scope: Scope): readonly SchemaType[] {
    const { schema, pointer } = placed;
    const { $ref, allOf, anyOf, oneOf, not } = schema;
    const parts: SchemaType[] = [];
    if (typeof $ref === "string") parts.push(this.#referenceIn(placed, $ref));
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
    const branch = { ...scope, inline: OPEN.inline };
    const types = members.map((member, at) => this.#typeIn(member, `${pointer}/${keyword}/${at}`, branch));
    return unionOf(this.dialect.isOpenApi ? tagged(schema, members, types, this.dialect) : types);
  }

  /** What the schema says without its branches. */
  #ownType(placed: Placed, scope: Scope): SchemaType {
    const { schema } = placed;
    if (schema["const"] !== undefined) return literalType(schema["const"]);
    if (isJsonArray(schema["enum"]) && !(this.dialect.isOpenApi && schema["enum"].length === 0))
      return unionOf(schema["enum"].map(literalType));
    if (this.dialect.isOpenApi && isBinary(schema)) return BINARY;
    const types = typesOf(schema) ?? (impliedTypes(schema).length > 0 ? scope.types : undefined);
    if (types === undefined) return UNKNOWN;
    const [only] = types;
    if (types.length === 1 && only !== undefined) return this.#typeCalled(only, placed, scope);
    return unionOf(types.map((type) => this.#typeCalled(type, placed, scope)));
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

  #referenceIn({ schema, pointer }: Placed, reference: string): SchemaType {
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

const BINARY: SchemaType = { kind: "binary" };

function isNothing(not: JsonValue | undefined): boolean {
  return not === true || (isJsonObject(not) && Object.keys(not).length === 0);
}

/** Whether a type is better named than said twice. */
function isLong(schema: JsonObject): boolean {
  return ["properties", "items", "prefixItems", "allOf", "anyOf", "oneOf", "additionalProperties"].some((keyword) =>
    Object.hasOwn(schema, keyword),
  );
}
