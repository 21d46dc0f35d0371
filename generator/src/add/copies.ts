import { mapValues, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { MAX_BYTES } from "../files/extent.js";

/** What a value takes beside its own characters where it is printed, about: quotes, a line, its indentation. */
const AROUND = 10;

/** Makes copies of parts, until a document of them would be too large: files that refer to each other could multiply. */
export class Copies {
  #size = 0;

  get isFull(): boolean {
    return this.#size > MAX_BYTES;
  }

  of(value: JsonValue): JsonValue {
    this.#size += AROUND + (typeof value === "string" ? value.length : 0);
    if (typeof value !== "object" || value === null || this.isFull) return value;
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.of(item));
    return mapValues(value as JsonObject, (child, key) => {
      this.#size += key.length;
      return this.of(child);
    });
  }
}
