import type { Fields } from "../provider-client.js";
import { entriesOf, isScalar, type Refuse } from "./refuse.js";

/** Encodes fields as URLSearchParams does: arrays repeat the key, `undefined` and `null` are left out. */
export function encodeFields(fields: Fields, what: "query" | "form", refuse: Refuse): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of entriesOf(fields, what, refuse)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      if (!isScalar(item))
        throw refuse("bad-field", `"${name}" of \`${what}\` is not text, a finite number or a boolean`);
      encoded.append(name, String(item));
    }
  }
  return encoded.toString();
}

/** Puts encoded fields at the end of a URL's query; the bytes that are there stay as they are. */
export function appendQuery(url: string, encoded: string): string {
  if (encoded === "") return url;
  const separator = !url.includes("?") ? "?" : /[?&]$/.test(url) ? "" : "&";
  return `${url}${separator}${encoded}`;
}

/** Takes all values of a key out of a URL's query; the other bytes stay as they are. */
export function removeQueryKey(url: string, name: string): string {
  if (!hasQueryKey(url, name)) return url;
  const start = url.indexOf("?");
  const kept = url.slice(start + 1).split("&").filter((pair) => !new URLSearchParams(pair).has(name)); // prettier-ignore
  return url.slice(0, start) + (kept.length > 0 ? `?${kept.join("&")}` : "");
}

/** Whether a URL's query has the key. */
export function hasQueryKey(url: string, name: string): boolean {
  const start = url.indexOf("?");
  return start >= 0 && new URLSearchParams(url.slice(start)).has(name);
}
