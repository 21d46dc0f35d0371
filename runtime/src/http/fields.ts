import type { Fields } from "../provider/provider-client.js";
import { entriesOf, type InvalidRequest } from "./invalid.js";
import { isScalar } from "../wire/query.js";

/** Encodes fields as URLSearchParams does: arrays repeat the key, `undefined` and `null` are left out. */
export function encodeFields(fields: Fields, what: "query" | "form", invalid: InvalidRequest): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of entriesOf(fields, what, invalid)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      if (!isScalar(item))
        throw invalid("bad-field", `"${name}" of \`${what}\` is not text, a finite number or a boolean`);
      encoded.append(name, String(item));
    }
  }
  return encoded.toString();
}
