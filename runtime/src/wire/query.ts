/** Whether a value can stand in a path, a query or a form. Half a surrogate pair would be sent as another character. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" ? !/\p{Cs}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
}

/** Fields that were encoded already, in place of those to encode. */
export class Written {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Puts encoded fields at the end of a URL's query; the bytes that are there stay as they are. */
export function appendQuery(url: string, encoded: string): string {
  if (encoded === "") return url;
  const separator = !url.includes("?") ? "?" : /[?&]$/.test(url) ? "" : "&";
  return `${url}${separator}${encoded}`;
}

/** Whether a URL's query has the key. */
export function hasQueryKey(url: string, name: string): boolean {
  const start = url.indexOf("?");
  return start >= 0 && new URLSearchParams(url.slice(start)).has(name);
}
