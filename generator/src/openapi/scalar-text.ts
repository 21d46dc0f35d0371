import type { JsonValue } from "@sdkwright/runtime/config";

/**
 * A text, number or boolean of a document as the text that is sent. `undefined` for another value, and for a number whose
 * digits may be others than the document's: reading rounds whole ones from 2^53 on.
 */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "number")
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
}
