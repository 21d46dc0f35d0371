import { isPlainObject, type JsonObject } from "@sdkwright/runtime/config";
import type { Operation, Part } from "./api.js";
import { listAt, type Reading } from "./reading.js";

/** Alternatives of the schemes that apply together; absent where the operation says nothing. */
export function readSecurity(part: Part<JsonObject>, reading: Reading): Operation["security"] {
  return listAt(part, "security", reading)?.flatMap(({ value, pointer }) => {
    if (isPlainObject(value)) return [Object.keys(value)];
    reading.notes.note("SW1605", pointer, "a security requirement that is no object is left out");
    return [];
  });
}
