import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isArray, isPlainObject, mapValues, own } from "../../config/options.js";
import { referencedPart, SCHEMA_DATA } from "../../schema/schema-reference.js";
import { requireShallow } from "../received.js";

const MAX_HOPS = 20;

/** Follows the `$ref`s of a document as they are needed, because a few lines can stand for megabytes. */
export class References {
  readonly root: JsonObject;
  /** In OpenAPI 3.0 nothing counts beside a `$ref`. */
  readonly isAlone: boolean;
  readonly #found = new Map<JsonObject, JsonValue | undefined>();

  constructor(root: JsonObject) {
    this.root = root;
    this.isAlone = textOf(root["openapi"]).startsWith("3.0");
  }

  /** The target of a `$ref`; looked up once, because its text may be long. */
  readonly find = (from: JsonObject): JsonValue | undefined => {
    if (!this.#found.has(from)) this.#found.set(from, referencedPart(this.root, from)?.value);
    return this.#found.get(from);
  };

  /** The node and what its `$ref` leads to, the nearest first; none for a `$ref` that leads nowhere. */
  partsOf(node: unknown): readonly JsonObject[] {
    const parts: JsonObject[] = [];
    for (let part = node; isPlainObject(part); part = this.find(part)) {
      parts.push(part);
      if (parts.length > MAX_HOPS || typeof own(part, "$ref") !== "string") return this.isAlone ? [part] : parts;
    }
    return [];
  }

  /** The value of a keyword, by the node or the target of its `$ref`. */
  read(node: unknown, keyword: string): JsonValue | undefined {
    const part = this.partsOf(node).find((one) => own(one, keyword) !== undefined);
    return own(part, keyword);
  }
}

/** A text as it is; an empty one for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

export function recordOf(value: JsonValue | undefined): JsonObject {
  return isPlainObject(value) ? value : {};
}

type Copy = { [key: string]: JsonValue };

/**
 * Copies a document and says as JSON Schema does what OpenAPI says otherwise: exclusive limits that are booleans (3.0), and
 * that no property of the other direction is required.
 */
export function readable(document: JsonObject, other: "readOnly" | "writeOnly"): References {
  requireShallow(document, "the document");
  const objects: Copy[] = [];
  const copyOf = (node: JsonValue): JsonValue => {
    if (isArray(node)) return node.map(copyOf);
    if (!isPlainObject(node)) return node;
    const copy: Copy = { ...mapValues(node, (value, key) => (isData(value, key) ? value : copyOf(value))) };
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = copy;
    if (exclusiveMinimum === true && minimum !== undefined) copy["exclusiveMinimum"] = minimum;
    if (exclusiveMaximum === true && maximum !== undefined) copy["exclusiveMaximum"] = maximum;
    objects.push(copy);
    return copy;
  };
  const references = new References(copyOf(document) as JsonObject);
  // After all is copied, because a property may refer to anything.
  for (const copy of objects) {
    const { required, properties } = copy;
    if (!isArray(required) || !isPlainObject(properties)) continue;
    copy["required"] = required.filter((name) => references.read(own(properties, textOf(name)), other) !== true);
  }
  return references;
}

/** A property may have the name of such a keyword: then it is a schema. */
function isData(value: JsonValue, key: string): boolean {
  return SCHEMA_DATA.has(key) && !(isPlainObject(value) && ("type" in value || "$ref" in value));
}
