/**
 * The URL that a text is, or `undefined`. Node 20's `URL.canParse` calls `https://bücher.example` no URL once a program
 * is warm: it hands Latin-1 bytes to a parser of UTF-8.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
