import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "./schema-part.js";

/** Keywords whose values have a form that tells nothing, and the form that they should have. */
export function misshapen(schema: JsonObject): readonly (readonly [keyword: string, form: Form])[] {
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
