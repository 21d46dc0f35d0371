import type { JsonValue } from "../config/definition.js";
import { toPointer } from "../config/env.js";
import { isArray, isPlainObject } from "../config/options.js";
import { error, type Issue } from "./issue.js";

/** Whole numbers with more digits than a number keeps: others would be sent in their place, as of an id of 19 digits. */
export function checkNumbers(value: JsonValue, pointer: string = ""): Issue[] {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const message = "a whole number beyond 9007199254740991, of which not all digits are kept";
    return [error("SW1109", pointer, message, { hint: "write it as text" })];
  }
  if (isArray(value)) return value.flatMap((item, index) => checkNumbers(item, `${pointer}/${index}`));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => checkNumbers(item, pointer + toPointer(key)));
}
