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
import { Notes } from "../../openapi/notes.js";
import { referenceIn, unresolvedMessage } from "../../openapi/reading.js";
import { type Discriminators, mappingOf, propertyOf, readDiscriminators } from "./discriminators.js";
import { Enums } from "./enums.js";
import {
  ANY_KEYS,
  array,
  BOOLEAN,
  deeper,
  indexMember,
  intersection,
  member,
  NEVER,
  NO_KEYS,
  NULL,
  NUMBER,
  object,
  other,
  quoted,
  readonly,
  STRING,
  textLines,
  tuple,
  union,
  UNKNOWN,
  type Written,
} from "./notation.js";

/** The options of openapi-typescript that there are. */
export interface TypesOptions {
  readonly alphabetize: boolean;
  /** `enum` declarations in place of literals. */
  readonly enum: boolean;
  readonly rootTypes: boolean;
  readonly rootTypesNoSchemaPrefix: boolean;
  /** What has a default is required, but in requests. */
  readonly defaultNonNullable: boolean;
  readonly emptyObjectsUnknown: boolean;
  readonly immutable: boolean;
  /** `$Read<T>` and `$Write<T>` for what only answers or only requests have; openapi-fetch knows them. */
  readonly readWriteMarkers: boolean;
}

/** Where a part is, and where its type is written. */
export interface At {
  /** As openapi-typescript counts: `#/components/schemas/Pet/name`. Names of enums and discriminators go by it. */
  readonly path: string;
  /** Of the line that the type begins on. */
  readonly indent: string;
  /** The component that is not known before this type is, as `schemas/Pet`; none within an object. */
  readonly within?: string | undefined;
}

/** The same place, a step further. */
export function below({ path, indent, within }: At, ...keys: readonly string[]): At {
  let further = path;
  for (const key of keys) further += `/${escapeSegment(key)}`;
  return { path: further, indent, within };
}

/** Components that have types, in the order in which they are written. */
export const KINDS = ["schemas", "responses", "parameters", "requestBodies", "headers", "pathItems"] as const;

const PRIMITIVES: { readonly [type: string]: Written } = {
  null: NULL,
  string: STRING,
  number: NUMBER,
  integer: NUMBER,
  boolean: BOOLEAN,
};

interface Component {
  /** As `schemas/Pet`. */
  readonly key: string;
  readonly type: Written;
}

/** Writes the types of schemas. */
export class SchemaTexts {
  readonly options: TypesOptions;
  readonly document: ApiDocument;
  readonly notes: Notes = new Notes();
  readonly enums: Enums = new Enums();
  /** True once a type needs the helper `WithRequired`. */
  needsRequired: boolean = false;
  readonly #budget: Budget;
  readonly #discriminators: Discriminators;
  /** References that are being written out. */
  readonly #open = new Set<string>();
  readonly #needs = new Map<string, readonly string[]>();
  readonly #components = new Map<string, Component>();

  constructor(document: ApiDocument, options: TypesOptions, budget: Budget) {
    this.document = document;
    this.options = options;
    this.#budget = budget;
    this.#discriminators = readDiscriminators(document);
  }

  /** The type of a schema; `more` are names that it requires beside its own. */
  schema(value: JsonValue | undefined, at: At, more: readonly string[] = []): Written {
    this.spend(STEPS, at);
    if (value === true) return UNKNOWN;
    if (!value) return NEVER;
    if (!isPlainObject(value)) {
      this.notes.note("SW1605", at.path.slice(1), "this is no schema, and may be anything");
      return UNKNOWN;
    }
    const reference = referenceIn(value);
    if (reference !== undefined) return this.reference(reference, at, (target) => this.schema(target, at));
    const schema = this.#discriminators.read(value);
    return this.#schemaOf(schema, schema["type"], schema["oneOf"], at, [...more, ...textsIn(schema["required"])]);
  }

  /** A component by its name; any other part is written out in place of the reference. */
  reference(reference: string, at: At, write: (target: JsonValue) => Written): Written {
    const component = this.#componentAt(reference);
    if (component === undefined) {
      const found = this.#open.has(reference) ? undefined : this.resolve(reference);
      if (found === undefined) return this.#unknown(reference, at);
      this.#open.add(reference);
      const type = write(found);
      this.#open.delete(reference);
      return type;
    }
    const isCircle = at.within !== undefined && this.#isNeededBy(component.key, at.within, at);
    return isCircle ? this.#unknown(reference, at) : component.type;
  }

  /** What a reference leads to in the end; from 3.1 on it may say more beside a further reference, which counts for nothing. */
  resolve(reference: string): JsonValue | undefined {
    const seen = new Set<string>();
    for (let next = reference; !seen.has(next);) {
      seen.add(next);
      const value = this.document.resolve(next)?.value;
      const further = referenceIn(value);
      if (further === undefined) return value;
      next = further;
    }
    return undefined;
  }

  /** Entries of an object, in the order that is asked for. */
  entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
    if (!isPlainObject(value)) return [];
    const entries = Object.entries(value);
    return this.options.alphabetize ? entries.sort(([a], [b]) => BY_NAME.compare(a, b)) : entries;
  }

  /** What a part says for people, as lines of a comment. */
  commentOf(part: JsonValue | undefined, at: At): readonly string[] {
    this.spend(STEPS, at);
    if (!isPlainObject(part)) return [];
    const lines: string[] = [];
    const add = (lead: string, value: JsonValue | undefined): void => {
      if (value === undefined) return;
      const text = typeof value === "object" && value !== null ? JSON.stringify(value, undefined, 2) : String(value);
      this.spend(text.length / 20, at);
      for (const [index, line] of textLines(text).entries()) lines.push(index === 0 ? `${lead}${line}` : line);
    };
    const addText = (lead: string, value: JsonValue | undefined): void => {
      if (typeof value === "string" && value !== "") add(lead, value);
    };
    addText("", part["title"]);
    addText("", part["summary"]);
    addText("Format: ", part["format"]);
    if (part["deprecated"] === true) lines.push("@deprecated");
    addText("@description ", part["description"]);
    add("@default ", part["default"]);
    add("@example ", part["example"]);
    const { examples, type } = part;
    if (Array.isArray(examples)) for (const example of examples as readonly JsonValue[]) add("@example ", example);
    if (Object.hasOwn(part, "const")) lines.push("@constant");
    if (part["enum"]) {
      const types = Array.isArray(type) ? type.join("|") : typeof type === "string" ? type : "unknown";
      add("@enum ", `{${types}${part["nullable"] === true ? "|null" : ""}}`);
    }
    return lines;
  }

  /** Documents that refer to their parts, or nest choices in lists of types, can come to any length. */
  spend(steps: number, { path }: At): void {
    this.#budget.spend(steps, () => ({
      what: "the types of this document are many times as long as it is",
      pointer: path.slice(1),
      source: this.document.source,
      hint: "ask the vendor for a document that is shorter",
    }));
  }

  #unknown(reference: string, { path }: At): Written {
    const message = this.resolve(reference) === undefined ? unresolvedMessage(this.document, reference) : CIRCLE;
    this.notes.note("SW1602", path.slice(1), message);
    return UNKNOWN;
  }

  /** A schema as if it had one type alone, or one choice. */
  #schemaOf(
    schema: JsonObject,
    type: JsonValue | undefined,
    oneOf: JsonValue | undefined,
    at: At,
    required: readonly string[],
  ): Written {
    const { const: constant, enum: values, nullable } = schema;
    if (constant !== undefined && constant !== null) return this.literal(constant, at);
    const isObject = Object.hasOwn(schema, "properties") || Object.hasOwn(schema, "additionalProperties");
    if (Array.isArray(values) && type !== "object" && !isObject)
      return this.#enumOf(values as readonly JsonValue[], schema, type, at);
    const members = this.#membersOf(schema["allOf"], at, required);
    const core = this.#coreOf(schema, type, oneOf, at, required);
    const parts = [...(core === undefined ? [] : [core]), ...(members.length === 0 ? [] : [intersection(members)])];
    let all = parts.length === 0 ? undefined : intersection(parts);
    const anyOf = this.#choicesOf("anyOf", schema["anyOf"], at);
    if (anyOf.length > 0) all = union([...(all === undefined ? [] : [all]), ...anyOf]);
    const ones = this.#choicesOf("oneOf", oneOf || (type === "object" && values) || [], at);
    if (ones.length > 0) {
      const before = all === undefined ? [] : [all];
      all = ones.every(({ kind }) => kind === "keyword")
        ? union([...before, ...ones])
        : intersection([...before, union(ones)]);
    }
    if (all === undefined) {
      if (type === undefined) return UNKNOWN;
      all = this.options.emptyObjectsUnknown ? ANY_KEYS : NO_KEYS;
    }
    return nullable && all !== UNKNOWN ? union([all, NULL]) : all;
  }

  #choicesOf(key: "anyOf" | "oneOf", members: JsonValue | undefined, at: At): readonly Written[] {
    return listIn(members).map((each, index) => this.schema(each, below(at, key, String(index))));
  }

  /** The property of a discriminator is each heir's own. */
  #membersOf(allOf: JsonValue | undefined, at: At, required: readonly string[]): readonly Written[] {
    return listIn(allOf).map((item) => {
      const reference = referenceIn(item);
      const written =
        reference === undefined ? this.schema(item, at, required) : this.#inherited(item, reference, at, required);
      const discriminator =
        (reference === undefined ? undefined : this.#discriminators.at.get(reference)) ??
        (isPlainObject(item) ? item["discriminator"] : undefined);
      const property = propertyOf(discriminator);
      return property === undefined ? written : other(`Omit<${written.text}, ${quoted(property)}>`);
    });
  }

  /** What an heir requires of its base. */
  #inherited(item: JsonValue, reference: string, at: At, required: readonly string[]): Written {
    const written = this.schema(item, at);
    const base = this.resolve(reference);
    if (!isPlainObject(base) || this.#discriminators.handled.has(reference)) return written;
    const { properties } = this.#discriminators.read(base);
    const names = isPlainObject(properties) ? required.filter((name) => Object.hasOwn(properties, name)) : [];
    if (names.length === 0) return written;
    this.needsRequired = true;
    return other(`WithRequired<${written.text}, ${names.map(quoted).join(" | ")}>`);
  }

  #enumOf(values: readonly JsonValue[], schema: JsonObject, type: JsonValue | undefined, at: At): Written {
    const isNamed = (value: JsonValue) => typeof value === "string" || typeof value === "number";
    if (this.options.enum && values.every(isNamed)) return other(this.enums.nameOf(at.path, values, schema));
    const isNullable = schema["nullable"] || (Array.isArray(type) && type.includes("null"));
    return union([...values.map((value) => this.literal(value, at)), ...(isNullable ? [NULL] : [])]);
  }

  /** The type that is one value. */
  literal(value: JsonValue, at: At): Written {
    this.spend(1, at);
    if (value === null) return NULL;
    if (typeof value === "string") return other(quoted(value));
    if (typeof value !== "object") return other(String(value));
    const inner = { ...at, indent: deeper(at.indent) };
    if (Array.isArray(value)) {
      const items = (value as readonly JsonValue[]).map((item) => this.literal(item, inner));
      return items.length === 0 ? array(NEVER) : tuple(items, at.indent);
    }
    const entries = Object.entries(value);
    if (entries.length === 0) return NO_KEYS;
    return object(
      entries.map(([key, each]) => member(key, this.literal(each, inner), inner.indent)),
      at.indent,
    );
  }

  /** A schema without its choices. */
  #coreOf(
    schema: JsonObject,
    type: JsonValue | undefined,
    oneOf: JsonValue | undefined,
    at: At,
    required: readonly string[],
  ): Written | undefined {
    if (typeof type === "string" && Object.hasOwn(PRIMITIVES, type)) return PRIMITIVES[type];
    if (type === "array") return this.#listOf(schema, at);
    if (!Array.isArray(type)) return this.#objectOf(schema, at, required);
    const choices = listIn(oneOf);
    const isChosen = (each: JsonValue) =>
      typeof each === "string" &&
      Object.hasOwn(PRIMITIVES, each) &&
      choices.some((choice) => isPlainObject(choice) && choice["type"] === each);
    const left = (type as readonly JsonValue[]).filter((each) => !isChosen(each));
    return union(
      left.map((each) => {
        this.spend(STEPS, at);
        return each === "null" || each === null ? NULL : this.#schemaOf(schema, each, undefined, at, required);
      }),
    );
  }

  #listOf({ items, prefixItems }: JsonObject, at: At): Written {
    const fixed = prefixItems ?? (Array.isArray(items) ? items : undefined);
    let list: Written;
    if (fixed !== undefined) {
      const inner = { ...at, indent: deeper(at.indent) };
      list = tuple(
        listIn(fixed).map((item) => this.schema(item, inner)),
        at.indent,
      );
    } else {
      list = array(items ? this.schema(items, at) : UNKNOWN);
    }
    return this.options.immutable ? readonly(list) : list;
  }

  #objectOf(schema: JsonObject, at: At, required: readonly string[]): Written | undefined {
    const { indent } = at;
    const inner: At = { path: at.path, indent: deeper(indent) };
    const { properties, additionalProperties: others, patternProperties, $defs } = schema;
    const { immutable } = this.options;
    const members = this.#inheritedTag(schema, at, inner.indent);
    for (const [name, property] of this.entriesOf(properties)) {
      const place = below(inner, name);
      const { default: value } = isPlainObject(property) ? property : {};
      const hasDefault = value !== undefined && this.options.defaultNonNullable && !IN_REQUEST.test(at.path);
      members.push(this.#property(name, property, place, !required.includes(name) && !hasDefault));
    }
    if (isPlainObject($defs) && Object.keys($defs).length > 0) {
      const place = below({ ...inner, indent: deeper(inner.indent) }, "$defs");
      members.push(member("$defs", object(this.definitions($defs, place), inner.indent), inner.indent));
    }
    const index = [
      ...(isPlainObject(others) && Object.keys(others).length > 0 ? [this.schema(others, inner)] : []),
      ...(others === true || (isPlainObject(others) && Object.keys(others).length === 0) ? [UNKNOWN] : []),
      ...this.entriesOf(patternProperties).map(([, pattern]) => this.schema(pattern, inner)),
    ];
    const own = members.length === 0 ? [] : [object(members, indent)];
    if (index.length === 0) return own[0];
    return intersection([...own, object([indexMember("key", union(index), inner.indent, immutable)], indent)]);
  }

  /** Members of `$defs`. */
  definitions(value: JsonObject, at: At): readonly string[] {
    return Object.entries(value).map(([name, schema]) => this.#property(name, schema, below(at, name), false));
  }

  #property(name: string, schema: JsonValue, at: At, isOptional: boolean): string {
    const { immutable, readWriteMarkers: hasMarkers } = this.options;
    const { readOnly, writeOnly } = isPlainObject(schema) ? schema : {};
    const [isRead, isWritten] = [Boolean(readOnly), Boolean(writeOnly)];
    const type = this.schema(schema, at);
    const isMarked = hasMarkers && isRead !== isWritten;
    return member(name, isMarked ? other(`${isRead ? "$Read" : "$Write"}<${type.text}>`) : type, at.indent, {
      isOptional,
      isReadonly: immutable || (isRead && !hasMarkers),
      comment: this.commentOf(schema, at),
    });
  }

  /** The property by which a base tells its heirs apart, with the value of this one. */
  #inheritedTag(schema: JsonObject, { path }: At, indent: string): string[] {
    const isHeir = Boolean(schema["allOf"]) || Boolean(schema["anyOf"]);
    if (!isHeir || schema["discriminator"] !== undefined || this.#discriminators.handled.has(path)) return [];
    const discriminator = this.#discriminators.at.get(path);
    const property = propertyOf(discriminator);
    if (discriminator === undefined || property === undefined) return [];
    // What it declares itself is meant.
    const { properties } = schema;
    if (isPlainObject(properties) && Object.hasOwn(properties, property)) return [];
    const name = pointerSegments(path.slice(1)).at(-1) ?? "";
    const isMeant = (target: string) => target === name || pointerSegments(target.slice(1)).at(-1) === name;
    const [value = name] = mappingOf(discriminator).find(([, target]) => isMeant(target)) ?? [];
    return [member(property, other(quoted(value)), indent, { isReadonly: this.options.immutable })];
  }

  /** The component that a reference names. */
  #componentAt(reference: string): Component | undefined {
    const known = this.#components.get(reference);
    if (known !== undefined || !reference.startsWith("#/components/")) return known;
    const [, kind = "", name = "", ...rest] = pointerSegments(decoded(reference.slice(1)));
    const isTyped = rest.length === 0 && KINDS.some((each) => each === kind);
    if (!isTyped || this.#componentOf(kind, name) === undefined) return undefined;
    const type = other(`components[${quoted(kind)}][${quoted(name)}]`);
    const found = { key: `${kind}/${name}`, type };
    this.#components.set(reference, found);
    return found;
  }

  #componentOf(kind: string, name: string): JsonValue | undefined {
    return valueAt(this.document.root, ["components", kind, name]);
  }

  /** Whether a component is not known before `wanted` is: TypeScript refuses a type that needs itself (TS2502). */
  #isNeededBy(component: string, wanted: string, at: At): boolean {
    const seen = new Set([component]);
    for (const each of seen) {
      this.spend(1, at);
      if (each === wanted) return true;
      for (const needed of this.#needsOf(each)) seen.add(needed);
    }
    return false;
  }

  /** Components that have to be known before this one is: those within an object can wait. */
  #needsOf(component: string): readonly string[] {
    const known = this.#needs.get(component);
    if (known !== undefined) return known;
    const slash = component.indexOf("/");
    const needs: string[] = [];
    const seen = new Set([this.#componentOf(component.slice(0, slash), component.slice(slash + 1))]);
    for (const value of seen) {
      const reference = referenceIn(value);
      const needed = reference === undefined ? undefined : this.#componentAt(reference);
      if (needed !== undefined) needs.push(needed.key);
      else if (reference !== undefined) seen.add(this.resolve(reference));
      else if (isPlainObject(value))
        for (const key of IMMEDIATE) for (const part of [value[key]].flat()) seen.add(part);
    }
    this.#needs.set(component, needs);
    return needs;
  }
}

/** What a part costs of the budget: some hundred bytes of text, and as many while it is put together. */
const STEPS = 4;
const CIRCLE = "a type cannot need itself to be known: what closes the circle may be anything";
const BY_NAME = new Intl.Collator("en-us", { numeric: true });
/** What has a default may be left out of a request. */
const IN_REQUEST = /parameters|requestBod(?:y|ies)/;
const IMMEDIATE = ["allOf", "anyOf", "oneOf", "items", "prefixItems", "schema"];

function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return listIn(value).filter((each) => typeof each === "string");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
