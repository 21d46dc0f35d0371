import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isPlainObject, own } from "../../config/options.js";
import { referencedPart } from "../../schema/schema-reference.js";

const MAX_HOPS = 20;

/** Where the `$ref`s of a document lead. Nothing is put together before all of it is needed: a few lines can stand for megabytes. */
export class References {
  readonly root: JsonObject;
  /** In OpenAPI 3.0 nothing counts beside a `$ref`. */
  readonly isAlone: boolean;
  readonly #found = new Map<JsonObject, JsonValue | undefined>();

  constructor(root: JsonObject) {
    this.root = root;
    this.isAlone = textAt(root, "openapi").startsWith("3.0");
  }

  /** What a `$ref` leads to; looked up once, because its text may be long. */
  readonly find = (from: JsonObject): JsonValue | undefined => {
    if (!this.#found.has(from)) this.#found.set(from, referencedPart(this.root, from)?.value);
    return this.#found.get(from);
  };

  /** The objects that say what a node is, the nearest first: itself, and what its `$ref` leads to. None where that is nowhere. */
  partsOf(node: unknown): readonly JsonObject[] {
    const parts: JsonObject[] = [];
    for (let part = node; isPlainObject(part); part = this.find(part)) {
      parts.push(part);
      if (parts.length > MAX_HOPS || typeof own(part, "$ref") !== "string") return this.isAlone ? [part] : parts;
    }
    return [];
  }

  /** What a node says under a keyword. */
  read(node: unknown, keyword: string): JsonValue | undefined {
    const part = this.partsOf(node).find((one) => own(one, keyword) !== undefined);
    return own(part, keyword);
  }

  /** A text that a node says; empty for anything else. */
  textAt(node: unknown, keyword: string): string {
    const text = this.read(node, keyword);
    return typeof text === "string" ? text : "";
  }
}

/** A text of a record; empty for anything else. */
export function textAt(record: JsonObject, key: string): string {
  const text = own(record, key);
  return typeof text === "string" ? text : "";
}
