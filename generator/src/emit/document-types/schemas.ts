import {
  escapeSegment,
  isPlainObject,
  type JsonObject,
  type JsonValue,
  pointerSegments,
  valueAt,
} from "@sdkwright/runtime/config";
import type { Budget } from "../../diagnostics/budget.js";
import type { ApiDocument } from "../../openapi/api.js";
import { decoded } from "../../openapi/neighbours.js";
import { Notes } from "../../openapi/notes.js";
import { referenceIn, unresolvedMessage } from "../../openapi/reading.js";
import type { GivenOptions } from "../../project/options.js";
import { Discriminators, mappingOf, propertyOf } from "./discriminators.js";
import { Enums } from "./enums.js";
import { array, BOOLEAN, joined, member, NEVER, NULL, NUMBER, object, other, quoted } from "./notation.js";
import { STRING, textLines, tuple, UNKNOWN, type Written } from "./notation.js";

/** The place of a part, as openapi-typescript counts: `#/components/schemas/Pet/name`. Names of enums go by it. */
export function below(path: string, ...keys: readonly string[]): string {
  let further = path;
  for (const key of keys) further += `/${escapeSegment(key)}`;
  return further;
}

/** Components that have types, in the order in which they are written. */
export const KINDS = ["schemas", "responses", "parameters", "requestBodies", "headers", "pathItems"] as const;

const PRIMITIVES: ReadonlyMap<JsonValue | undefined, Written> = new Map(
  Object.entries({ null: NULL, string: STRING, number: NUMBER, integer: NUMBER, boolean: BOOLEAN }),
);
const [NO_OBJECT, ANY_OBJECT] = [other("Record<string, never>"), other("Record<string, unknown>")] as const;

interface Component {
  /** As `schemas/Pet`. */
  readonly key: string;
  readonly part: JsonValue;
  readonly type: Written;
}

/** Writes the types of schemas. */
export class SchemaTexts {
  readonly options: GivenOptions;
  readonly document: ApiDocument;
  readonly notes: Notes = new Notes();
  readonly enums: Enums = new Enums();
  /** True once a type needs the helper `WithRequired`. */
  needsRequired: boolean = false;
  readonly #budget: Budget;
  readonly #discriminators: Discriminators;
  /** The component that is not known before the type that is being written; none within an object. */
  #within: string | undefined;
  /** References that are being written out. */
  readonly #open = new Set<string>();
  readonly #components = new Map<string, Component>();

  constructor(document: ApiDocument, options: GivenOptions, budget: Budget) {
    this.document = document;
    this.options = options;
    this.#budget = budget;
    this.#discriminators = new Discriminators(document);
  }

  /** The type of a schema; `more` are names that it requires beside its own. */
  schema(value: JsonValue | undefined, path: string, more: readonly string[] = []): Written {
    this.#spend(STEPS, path);
    if (value === true) return UNKNOWN;
    if (!value) return NEVER;
    if (!isPlainObject(value)) {
      this.notes.note("SW1605", path.slice(1), "this is not a schema, so it may be anything");
      return UNKNOWN;
    }
    const reference = referenceIn(value);
    if (reference !== undefined) return this.reference(reference, path, (target) => this.schema(target, path));
    const schema = this.#discriminators.read(value);
    return this.#schemaOf(schema, path, [...more, ...textsIn(schema["required"])]);
  }

  /** A component by its name; any other part is written out where it is referred to. */
  reference(reference: string, path: string, write: (target: JsonValue) => Written): Written {
    const component = this.#componentAt(reference);
    if (component !== undefined)
      return this.#isCircle(component, path) ? this.#unknown(reference, path) : component.type;
    const found = this.#open.has(reference) ? undefined : this.resolve(reference);
    if (found === undefined) return this.#unknown(reference, path);
    this.#open.add(reference);
    const type = write(found);
    this.#open.delete(reference);
    return type;
  }

  /** The target of a reference. */
  resolve(reference: string): JsonValue | undefined {
    return this.document.resolve(reference)?.value;
  }

  /** Types within an object may wait; `key` of a component has to be known first. */
  inside<T>(write: () => T, key?: string): T {
    const before = this.#within;
    this.#within = key;
    const written = write();
    this.#within = before;
    return written;
  }

  /** Entries of an object, in the order that is asked for. */
  entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
    if (!isPlainObject(value)) return [];
    const entries = Object.entries(value);
    return this.options.alphabetize === true ? entries.sort(([a], [b]) => BY_NAME.compare(a, b)) : entries;
  }

  /** The words of a part for people, as lines of a comment. */
  commentOf(part: JsonValue | undefined, path: string): readonly string[] {
    this.#spend(STEPS, path);
    if (!isPlainObject(part)) return [];
    const lines: string[] = [];
    const add = (lead: string, value: JsonValue | undefined): void => {
      if (value === undefined || (value === "" && !/^@(?:default|example)/.test(lead))) return;
      const text = typeof value === "object" && value !== null ? JSON.stringify(value, undefined, 2) : String(value);
      this.#spend(text.length / 20, path);
      for (const [index, line] of textLines(text).entries()) lines.push(index === 0 ? `${lead}${line}` : line);
    };
    add("", part["title"]);
    add("", part["summary"]);
    add("Format: ", part["format"]);
    if (part["deprecated"] === true) lines.push("@deprecated");
    add("@description ", part["description"]);
    add("@default ", part["default"]);
    add("@example ", part["example"]);
    for (const example of listIn(part["examples"])) add("@example ", example);
    if (Object.hasOwn(part, "const")) lines.push("@constant");
    const types = textsIn([part["type"] ?? "unknown"].flat());
    if (part["enum"]) add("@enum ", `{${types.join("|")}${part["nullable"] === true ? "|null" : ""}}`);
    return lines;
  }

  /** Members of `$defs`. */
  definitions(value: JsonValue | undefined, path: string): readonly string[] {
    return this.entriesOf(value).map(([name, schema]) => this.property(name, schema, below(path, name), false));
  }

  /** A member with a schema; what is `readOnly` is so. */
  property(name: string, schema: JsonValue, path: string, isOptional: boolean): string {
    const { immutable = false, "read-write-markers": hasMarkers = false } = this.options;
    const { readOnly, writeOnly } = isPlainObject(schema) ? schema : {};
    const [isRead, isWritten] = [Boolean(readOnly), Boolean(writeOnly)];
    const type = this.schema(schema, path);
    const marked = hasMarkers && isRead !== isWritten ? other(`${isRead ? "$Read" : "$Write"}<${type.text}>`) : type;
    const readonly = immutable || (isRead && !hasMarkers) ? "readonly " : "";
    return member(name, marked, `${readonly}${isOptional ? "?" : ""}`, this.commentOf(schema, path));
  }

  /** Documents that refer to their parts, or nest choices in lists of types, can come to any length. */
  #spend(steps: number, path: string): void {
    this.#budget.spend(steps, () => ({
      what: "the types of this document are many times longer than its text",
      pointer: path.slice(1),
      source: this.document.source,
      hint: "ask the vendor for a shorter document",
    }));
  }

  #unknown(reference: string, path: string): Written {
    const isThere = this.resolve(reference) !== undefined;
    this.notes.count("SW1602", path.slice(1), isThere ? CIRCLE : unresolvedMessage(this.document, reference));
    return UNKNOWN;
  }

  #schemaOf(schema: JsonObject, path: string, required: readonly string[]): Written {
    const { const: constant, enum: values, type, oneOf, nullable } = schema;
    if (constant !== undefined && constant !== null) return this.#literal(constant, path);
    if (isEnum(schema)) return this.#enumOf(schema, path);
    const core = this.#coreOf(schema, path, required);
    const bases = listIn(schema["allOf"]).map((item) => this.#baseOf(item, path, required));
    const base = bases.length === 0 ? undefined : joined("intersection", bases);
    const parts = [core, base].filter((each) => each !== undefined);
    let all = parts.length === 0 ? [] : [joined("intersection", parts)];
    const choicesOf = (key: string, members: JsonValue | undefined) =>
      listIn(members).map((each, index) => this.schema(each, below(path, key, String(index))));
    const anyOf = choicesOf("anyOf", schema["anyOf"]);
    if (anyOf.length > 0) all = [joined("union", [...all, ...anyOf])];
    const ones = choicesOf("oneOf", oneOf || (type === "object" && values) || []);
    const arePlain = ones.every(({ kind }) => kind === "keyword");
    if (ones.length > 0)
      all = [arePlain ? joined("union", [...all, ...ones]) : joined("intersection", [...all, joined("union", ones)])];
    const anyObject = this.options["empty-objects-unknown"] === true ? ANY_OBJECT : NO_OBJECT;
    const [whole = type === undefined ? UNKNOWN : anyObject] = all;
    return nullable && whole !== UNKNOWN ? joined("union", [whole, NULL]) : whole;
  }

  /** A member of `allOf`. The property of its discriminator is each heir's own. */
  #baseOf(item: JsonValue, path: string, required: readonly string[]): Written {
    const reference = referenceIn(item);
    const inherited = reference === undefined ? undefined : this.#discriminators.at.get(reference);
    const property = propertyOf(inherited ?? (isPlainObject(item) ? item["discriminator"] : undefined));
    let written = this.schema(item, path, reference === undefined ? required : []);
    const base = reference === undefined ? undefined : this.resolve(reference);
    if (reference !== undefined && isPlainObject(base) && !this.#discriminators.handled.has(reference)) {
      const { properties } = this.#discriminators.read(base);
      const names = isPlainObject(properties) ? required.filter((name) => Object.hasOwn(properties, name)) : [];
      this.needsRequired ||= names.length > 0;
      if (names.length > 0) written = other(`WithRequired<${written.text}, ${names.map(quoted).join(" | ")}>`);
    }
    return property === undefined ? written : other(`Omit<${written.text}, ${quoted(property)}>`);
  }

  #enumOf(schema: JsonObject, path: string): Written {
    const { type, nullable } = schema;
    const values = listIn(schema["enum"]);
    const isNamed = (value: JsonValue) => typeof value === "string" || typeof value === "number";
    if (this.options.enum === true && values.every(isNamed)) return other(this.enums.nameOf(path, values, schema));
    const isNullable = nullable || (Array.isArray(type) && type.includes("null"));
    return joined("union", [...values.map((value) => this.#literal(value, path)), ...(isNullable ? [NULL] : [])]);
  }

  #literal(value: JsonValue, path: string): Written {
    this.#spend(1, path);
    if (value === null) return NULL;
    if (typeof value === "string") return other(quoted(value));
    if (typeof value !== "object") return other(String(value));
    if (!isPlainObject(value)) {
      const items = listIn(value).map((item) => this.#literal(item, path));
      return items.length === 0 ? array(NEVER) : tuple(items);
    }
    const members = Object.entries(value).map(([key, each]) => member(key, this.#literal(each, path)));
    return members.length === 0 ? NO_OBJECT : object(members);
  }

  /** A schema without its choices; of several types, it is read once for each. */
  #coreOf(schema: JsonObject, path: string, required: readonly string[]): Written | undefined {
    const { type, oneOf, ...others } = schema;
    const primitive = PRIMITIVES.get(type);
    if (primitive !== undefined) return primitive;
    if (type === "array") return this.#listOf(schema, path);
    if (!Array.isArray(type)) return this.inside(() => this.#objectOf(schema, path, required));
    const isChosen = (each: JsonValue) =>
      PRIMITIVES.has(each) && listIn(oneOf).some((choice) => isPlainObject(choice) && choice["type"] === each);
    const left = listIn(type).filter((each) => !isChosen(each));
    const written = left.map((each) => {
      this.#spend(STEPS, path);
      return each === "null" || each === null ? NULL : this.#schemaOf({ ...others, type: each }, path, required);
    });
    return joined("union", written);
  }

  #listOf({ items, prefixItems }: JsonObject, path: string): Written {
    const fixed = prefixItems ?? (Array.isArray(items) ? items : undefined);
    const list =
      fixed === undefined
        ? array(items ? this.schema(items, path) : UNKNOWN)
        : tuple(listIn(fixed).map((item) => this.schema(item, path)));
    return this.options.immutable === true ? { kind: "readonly", text: `readonly ${list.text}` } : list;
  }

  #objectOf(schema: JsonObject, path: string, required: readonly string[]): Written | undefined {
    const { properties, additionalProperties: others, patternProperties, $defs } = schema;
    const members = this.#inheritedTag(schema, path);
    for (const [name, property] of this.entriesOf(properties)) {
      const hasDefault = isPlainObject(property) && property["default"] !== undefined;
      const isGiven = hasDefault && this.options["default-non-nullable"] !== false && !IN_REQUEST.test(path);
      members.push(this.property(name, property, below(path, name), !required.includes(name) && !isGiven));
    }
    const written = this.definitions($defs, below(path, "$defs"));
    if (written.length > 0) members.push(member("$defs", object(written)));
    const isOpen = others === true || (isPlainObject(others) && Object.keys(others).length === 0);
    const index = [
      ...(isOpen ? [UNKNOWN] : isPlainObject(others) ? [this.schema(others, path)] : []),
      ...this.entriesOf(patternProperties).map(([, pattern]) => this.schema(pattern, path)),
    ];
    const own = members.length === 0 ? [] : [object(members)];
    return index.length === 0
      ? own[0]
      : joined("intersection", [...own, object([this.index("key", joined("union", index))])]);
  }

  /** A member for all keys that have none. */
  index(name: string, { text }: Written): string {
    return `${this.options.immutable === true ? "readonly " : ""}[${name}: string]: ${text};`;
  }

  /** The property by which a base tells its heirs apart, with the value of this one; what it declares itself is meant. */
  #inheritedTag(schema: JsonObject, path: string): string[] {
    const { allOf, anyOf, discriminator: own, properties } = schema;
    if ((!allOf && !anyOf) || own !== undefined || this.#discriminators.handled.has(path)) return [];
    const discriminator = this.#discriminators.at.get(path);
    const property = propertyOf(discriminator);
    if (discriminator === undefined || property === undefined) return [];
    if (isPlainObject(properties) && Object.hasOwn(properties, property)) return [];
    const name = pointerSegments(path.slice(1)).at(-1) ?? "";
    const isMeant = (target: string) => target === name || pointerSegments(target.slice(1)).at(-1) === name;
    const [value = name] = mappingOf(discriminator).find(([, target]) => isMeant(target)) ?? [];
    return [member(property, other(quoted(value)), this.options.immutable === true ? "readonly " : "")];
  }

  /** The component that a reference names. */
  #componentAt(reference: string): Component | undefined {
    const known = this.#components.get(reference);
    if (known !== undefined || !reference.startsWith("#/components/")) return known;
    const [, kind = "", name = "", ...rest] = pointerSegments(decoded(reference.slice(1)));
    const part = valueAt(this.document.root, ["components", kind, name]);
    if (part === undefined || rest.length > 0 || !KINDS.some((each) => each === kind)) return undefined;
    const found = { key: `${kind}/${name}`, part, type: other(`components[${quoted(kind)}][${quoted(name)}]`) };
    this.#components.set(reference, found);
    return found;
  }

  /** Tells if a component needs the one that is being written, outside of its objects: TypeScript refuses that (TS2502). */
  #isCircle({ key, part }: Component, path: string): boolean {
    if (this.#within === undefined || key === this.#within) return key === this.#within;
    const seen = new Set<JsonValue | undefined>([part]);
    for (const value of seen) {
      this.#spend(1, path);
      const reference = referenceIn(value);
      const component = reference === undefined ? undefined : this.#componentAt(reference);
      if (component?.key === this.#within) return true;
      if (reference !== undefined) seen.add(component === undefined ? this.resolve(reference) : component.part);
      else if (isPlainObject(value)) for (const each of IMMEDIATE.flatMap((name) => value[name] ?? [])) seen.add(each);
    }
    return false;
  }
}

/** The cost of a part in the budget: some hundred bytes of text, and as many while it is put together. */
const STEPS = 4;
const CIRCLE = "this type refers to itself in a circle, so it may be anything";
const BY_NAME = new Intl.Collator("en-us", { numeric: true });
/** Properties with a default may be left out of a request. */
const IN_REQUEST = /parameters|requestBod(?:y|ies)/;
const IMMEDIATE = ["allOf", "anyOf", "oneOf", "items", "prefixItems", "schema"];

/** An object may have values too, which are alternatives like any other. */
export function isEnum(schema: JsonValue): boolean {
  if (!isPlainObject(schema) || !Array.isArray(schema["enum"]) || schema["type"] === "object") return false;
  return !Object.hasOwn(schema, "properties") && !Object.hasOwn(schema, "additionalProperties");
}

export function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return listIn(value).filter((each) => typeof each === "string");
}
