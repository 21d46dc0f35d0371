import { mapValues, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";

/** Values that are copied into one document, at most: files that refer to each other could multiply. */
const MOST = 5_000_000;

/** Makes copies of parts, until there are too many of them. */
export class Copies {
  #count = 0;

  get isFull(): boolean {
    return this.#count > MOST;
  }

  of(value: JsonValue): JsonValue {
    this.#count += 1;
    if (typeof value !== "object" || value === null || this.isFull) return value;
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.of(item));
    return mapValues(value as JsonObject, (child) => this.of(child));
  }
}
