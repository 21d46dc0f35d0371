/** What names a request in messages: neither the filled path nor the query, which may hold a secret. */
export interface RequestLabel {
  readonly provider: string;
  readonly service: string;
  /** Where the request is for a token: the scheme that needs it, in place of a service. */
  readonly scheme?: string;
  /** Where its service is, once that is known: `api.acme.example:8443`. */
  readonly host?: string;
  readonly method: string;
  /** The path as the caller wrote it, `{name}` unfilled, without query and origin; of a token request the URL as the definition has it. */
  readonly path: string;
}

/** The most that is shown of a name that a caller made up, in characters. */
export const MAX_NAME = 200;

/** `GET /users/{id} of acme-pay`. */
export function describeRequest({ provider, scheme, method, path }: RequestLabel): string {
  const place = scheme === undefined ? "" : ` (scheme "${scheme}")`;
  return `${method} ${printable(path, MAX_NAME)} of ${provider}${place}`;
}

/** One line of bounded length, see {@link visible}. */
export function printable(text: string, limit: number): string {
  const line = visible(text.slice(0, limit));
  return text.length > limit ? `${line}…` : line;
}

/** Control, format, bidirectional and line-separator characters, half surrogate pairs, and what is blank, are escaped. */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800\u{1d159}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
