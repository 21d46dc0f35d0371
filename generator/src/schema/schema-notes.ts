import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "./schema-part.js";
import type { Placed } from "./scope.js";

/** Keywords whose values have a form that tells nothing, and the form that they should have. */
function misshapen(schema: JsonObject): readonly (readonly [keyword: string, form: Form])[] {
  return Object.keys(schema).flatMap((keyword) => {
    const form = FORMS.get(keyword);
    const value = schema[keyword];
    return form === undefined || value === null || isOf(form, value) ? [] : [[keyword, form] as const];
  });
}

type Form = "object" | "array";

const FORMS: ReadonlyMap<string, Form> = new Map([
  ...["properties", "patternProperties", "discriminator"].map((keyword) => [keyword, "object"] as const),
  ...["required", "allOf", "anyOf", "oneOf", "enum", "prefixItems"].map((keyword) => [keyword, "array"] as const),
]);

function isOf(form: Form, value: JsonValue | undefined): boolean {
  return form === "object" ? isJsonObject(value) : isJsonArray(value);
}

/** A place where the type says less than the schema. */
export interface SchemaNote {
  readonly pointer: string;
  /** What cannot be said, as the beginning of a sentence; empty where the schema says nothing (OpenAPI). */
  readonly what: string;
  /** What is told instead, where it is something else (OpenAPI). */
  readonly message?: string | undefined;
}

/** What is to be told about schemas, one note for each place. */
export class SchemaNotes {
  readonly #notes = new Map<string, SchemaNote>();

  get all(): readonly SchemaNote[] {
    return [...this.#notes.values()];
  }

  add(pointer: string, what: string, message?: string): void {
    if (!this.#notes.has(pointer)) this.#notes.set(pointer, { pointer, what, message });
  }

  /** Where a schema says nothing, unless that was told: in a part of it, or by a keyword that means nothing here. */
  addSilence(schema: JsonValue, pointer: string): void {
    if (/\/(?:additional|unevaluated)Properties$/.test(pointer)) return;
    if (!isJsonObject(schema)) return this.add(pointer, "");
    const told = this.#notes.size;
    for (const placed of withChoices({ schema, pointer })) this.addUnread(placed);
    const isTold = this.#notes.size > told || NOTED_BELOW.some((keyword) => this.#notes.has(`${pointer}/${keyword}`));
    if (!isTold) this.add(pointer, "");
  }

  addUnread({ schema, pointer }: Placed): void {
    const unread = UNREAD.find((keyword) => Object.hasOwn(schema, keyword));
    if (unread !== undefined) this.add(`${pointer}/${unread}`, `"${unread}" by itself`);
  }

  addMisshapen({ schema, pointer }: Placed): void {
    for (const [keyword, form] of misshapen(schema)) {
      this.add(`${pointer}/${keyword}`, "", `"${keyword}" is not an ${form}, and is left out`);
    }
  }
}

/** A schema and the members of its choices: where one of these says nothing, neither does the choice. */
function withChoices({ schema, pointer }: Placed): readonly Placed[] {
  const members = ["anyOf", "oneOf"].flatMap((keyword) => {
    const list = schema[keyword];
    const placed = isJsonArray(list) ? list.map((member, at) => [member, `${pointer}/${keyword}/${at}`] as const) : [];
    return placed.flatMap(([member, place]) => (isJsonObject(member) ? [{ schema: member, pointer: place }] : []));
  });
  return [{ schema, pointer }, ...members];
}

const NOTED_BELOW = ["$ref", "type", "items"];

/** Keywords that say something of values and nothing that a type could hold. */
const UNREAD = ["$dynamicRef", "$recursiveRef", "not", "if", "dependentSchemas", "dependencies"];
