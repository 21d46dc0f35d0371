import { isPlainObject, type JsonObject, type JsonValue, toPointer } from "@sdkwright/runtime/config";
import type { ApiDocument } from "../../openapi/api.js";
import { referenceIn } from "../../openapi/reading.js";

/** Discriminators of a document, and the schemas that they give a literal to. */
export interface Discriminators {
  /** By `#/…` of the schema that has one, or inherits it. */
  readonly at: ReadonlyMap<string, JsonObject>;
  /** References of schemas that have the literal in themselves now. */
  readonly handled: ReadonlySet<string>;
  /** A schema with the literals that it has to have. */
  read(schema: JsonObject): JsonObject;
}

interface Place {
  readonly value: JsonObject;
  /** With the `#`. */
  readonly path: string;
}

/** Finds all discriminators: beside `oneOf` they mark the members, of a base those that say `allOf` of it. */
export function readDiscriminators(document: ApiDocument): Discriminators {
  const { choices, heirs } = placesIn(document.root);
  const search = new Search(document);
  for (const place of choices) search.addChoice(place);
  for (const place of heirs) search.addHeir(place);
  return search;
}

/** Schemas with a discriminator, and those with `allOf`, in the document's order. */
function placesIn(root: JsonObject): { readonly choices: readonly Place[]; readonly heirs: readonly Place[] } {
  const [choices, heirs]: [Place[], Place[]] = [[], []];
  const keys: string[] = [];
  const visit = (value: JsonObject | readonly JsonValue[]): void => {
    if (isPlainObject(value)) {
      const path = () => `#${toPointer(...keys)}`;
      if (propertyOf(value["discriminator"]) !== undefined) choices.push({ value, path: path() });
      if (Array.isArray(value["allOf"])) heirs.push({ value, path: path() });
    }
    for (const key of Object.keys(value)) {
      const child = (value as JsonObject)[key];
      if (typeof child !== "object" || child === null) continue;
      keys.push(key);
      visit(child);
      keys.pop();
    }
  };
  visit(root);
  return { choices, heirs };
}

/** The property that a discriminator names. */
export function propertyOf(discriminator: JsonValue | undefined): string | undefined {
  const name = isPlainObject(discriminator) ? discriminator["propertyName"] : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** Pairs of `mapping`, of a name and a reference. */
export function mappingOf({ mapping }: JsonObject): readonly (readonly [value: string, reference: string])[] {
  const entries = isPlainObject(mapping) ? Object.entries(mapping) : [];
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

class Search implements Discriminators {
  readonly at = new Map<string, JsonObject>();
  readonly handled = new Set<string>();
  readonly #document: ApiDocument;
  readonly #read = new Map<JsonObject, JsonObject>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  read(schema: JsonObject): JsonObject {
    return this.#read.get(schema) ?? schema;
  }

  addChoice({ value, path }: Place): void {
    const discriminator = value["discriminator"] as JsonObject;
    this.at.set(path, discriminator);
    if (!Array.isArray(value["oneOf"])) return;
    const values = new Map<string, string[]>();
    for (const member of value["oneOf"] as readonly JsonValue[]) {
      const reference = referenceIn(member);
      const name = reference?.split("/").pop();
      if (reference !== undefined && name !== undefined && name !== "") values.set(reference, [name]);
    }
    const declared = new Set<string>();
    for (const [name, reference] of mappingOf(discriminator)) {
      if (!declared.has(reference)) values.set(reference, []);
      declared.add(reference);
      values.get(reference)?.push(name);
    }
    for (const [reference, names] of values)
      if (!this.handled.has(reference)) this.#mark(reference, names, discriminator);
  }

  /** Those that a base refers to by name are marked; it is inherited further. */
  addHeir({ value, path }: Place): void {
    for (const item of value["allOf"] as readonly JsonValue[]) {
      const reference = referenceIn(item);
      if (reference !== undefined) {
        const discriminator = this.at.get(reference);
        if (discriminator === undefined) return;
        const names = mappingOf(discriminator).flatMap(([name, target]) => (target === path ? [name] : []));
        if (names.length > 0) this.#mark(path, names, discriminator);
        this.at.set(path, discriminator);
      } else if (isPlainObject(item) && propertyOf(item["discriminator"]) !== undefined)
        this.at.set(path, item["discriminator"] as JsonObject);
    }
  }

  /** Gives a schema the literals of its names, which are required. */
  #mark(reference: string, names: readonly string[], discriminator: JsonObject): void {
    const found = reference.startsWith("#") ? this.#document.resolve(reference)?.value : undefined;
    const name = propertyOf(discriminator);
    if (!isPlainObject(found) || name === undefined) return;
    const schema = this.read(found);
    const literal: { [key: string]: JsonValue } = { type: "string", enum: [...names] };
    if (Array.isArray(schema["allOf"])) {
      const item = { type: "object", required: [name], properties: { [name]: literal } };
      this.#read.set(found, { ...schema, allOf: [...(schema["allOf"] as readonly JsonValue[]), item] });
    } else if (schema["type"] === "object") {
      const properties = isPlainObject(schema["properties"]) ? schema["properties"] : {};
      const before = properties[name];
      if (isPlainObject(before) && typeof before["description"] === "string")
        literal["description"] = before["description"];
      const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly JsonValue[]) : [];
      this.#read.set(found, {
        ...schema,
        required: required.includes(name) ? [...required] : [...required, name],
        properties: { ...properties, [name]: literal },
      });
    } else return;
    this.handled.add(reference);
  }
}
