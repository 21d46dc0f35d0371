import { isRecord } from "../files/is-record.js";

/** The object in a text, which may have comments and trailing commas; `undefined` where there is none. */
export function looseObject(text: string): object | undefined {
  const json = looseJson(text);
  return isRecord(json) ? json : undefined;
}

/** Likewise whatever there is. */
export function looseJson(text: string): unknown {
  try {
    return JSON.parse(plainJson(text)) as unknown;
  } catch {
    return undefined;
  }
}

/** Strings are matched too, so that nothing within them is taken for a comment. */
function plainJson(text: string): string {
  const keepStrings = (match: string) => (match.startsWith('"') ? match : " ");
  const withoutComments = text.replace(
    /"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)/g,
    keepStrings,
  );
  return withoutComments.replace(/"[^"\\]*(?:\\[^]?[^"\\]*)*(?:"|$)|,(?=\s*[}\]])/g, keepStrings);
}
