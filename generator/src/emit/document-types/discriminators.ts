import { isPlainObject, type JsonObject, type JsonValue, toPointer } from "@sdkwright/runtime/config";
import type { ApiDocument } from "../../openapi/api.js";
import { referenceIn } from "../../openapi/reading.js";

/** The property that a discriminator names. */
export function propertyOf(discriminator: JsonValue | undefined): string | undefined {
  const name = isPlainObject(discriminator) ? discriminator["propertyName"] : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** Pairs of `mapping`, of a name and a reference. */
export function mappingOf({ mapping }: JsonObject): readonly (readonly [value: string, reference: string])[] {
  const entries = Object.entries(isPlainObject(mapping) ? mapping : {});
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

/** Discriminators of a document: beside `oneOf` they mark the members, of a base those that say `allOf` of it. */
export class Discriminators {
  /** By `#/…` of the schema that has one, or inherits it. */
  readonly at: Map<string, JsonObject> = new Map();
  /** References of schemas that have the literal in themselves now. */
  readonly handled: Set<string> = new Set();
  readonly #document: ApiDocument;
  readonly #marked = new Map<JsonObject, JsonObject>();
  readonly #heirs: (readonly [allOf: readonly JsonValue[], path: string])[] = [];

  constructor(document: ApiDocument) {
    this.#document = document;
    this.#visit(document.root, []);
    // A base may stand behind its heirs.
    for (const [allOf, path] of this.#heirs) this.#addHeir(allOf, path);
  }

  /** A schema with the literals that it has to have. */
  read(schema: JsonObject): JsonObject {
    return this.#marked.get(schema) ?? schema;
  }

  #visit(value: JsonValue, keys: string[]): void {
    if (typeof value !== "object" || value === null) return;
    if (isPlainObject(value)) {
      if (propertyOf(value["discriminator"]) !== undefined) this.#addChoice(value, `#${toPointer(...keys)}`);
      if (Array.isArray(value["allOf"])) this.#heirs.push([value["allOf"], `#${toPointer(...keys)}`]);
    }
    for (const [key, child] of Object.entries(value)) {
      keys.push(key);
      this.#visit(child, keys);
      keys.pop();
    }
  }

  #addChoice({ discriminator, oneOf }: JsonObject, path: string): void {
    if (!isPlainObject(discriminator)) return;
    this.at.set(path, discriminator);
    if (!Array.isArray(oneOf)) return;
    const references = (oneOf as readonly JsonValue[]).flatMap((member) => referenceIn(member) ?? []);
    const names = new Map(references.map((reference) => [reference, [reference.split("/").pop() ?? ""]]));
    const declared = new Map<string, string[]>();
    for (const [name, reference] of mappingOf(discriminator))
      declared.set(reference, [...(declared.get(reference) ?? []), name]);
    for (const [reference, values] of new Map([...names, ...declared]))
      if (!this.handled.has(reference)) this.#mark(reference, values, discriminator);
  }

  /** Those that a base refers to by name are marked; it is inherited further. */
  #addHeir(allOf: readonly JsonValue[], path: string): void {
    for (const item of allOf) {
      const reference = referenceIn(item);
      const own = isPlainObject(item) ? item["discriminator"] : undefined;
      const discriminator = reference === undefined ? own : this.at.get(reference);
      if (isPlainObject(discriminator) && propertyOf(discriminator) !== undefined) {
        const names = mappingOf(discriminator).flatMap(([name, target]) => (target === path ? [name] : []));
        if (reference !== undefined && names.length > 0) this.#mark(path, names, discriminator);
        this.at.set(path, discriminator);
      } else if (reference !== undefined) return;
    }
  }

  /** Gives a schema the literals of its names, which are required. */
  #mark(reference: string, names: readonly string[], discriminator: JsonObject): void {
    const found = reference.startsWith("#") ? this.#document.resolve(reference)?.value : undefined;
    const name = propertyOf(discriminator);
    if (!isPlainObject(found) || name === undefined) return;
    const schema = this.read(found);
    const { allOf, type, properties: declared, required = [] } = schema;
    const properties = isPlainObject(declared) ? declared : {};
    const before = properties[name];
    const { description = "" } = isPlainObject(before) ? before : {};
    const added = { [name]: { type: "string", enum: [...names], description } };
    if (Array.isArray(allOf)) {
      const more = { type: "object", required: [name], properties: added };
      this.#marked.set(found, { ...schema, allOf: [...allOf, more] });
    } else if (type === "object") {
      const all = { ...properties, ...added };
      this.#marked.set(found, { ...schema, required: [...[required].flat(), name], properties: all });
    } else return;
    this.handled.add(reference);
  }
}
