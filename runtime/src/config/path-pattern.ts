import type { ServiceUrl } from "./base-url.js";

/** The path of a URL below the base URL's: one operation can be written in many ways. */
export function pathBelow(url: string, base: ServiceUrl): string {
  try {
    return decodeURIComponent(new URL(url).pathname.slice(base.path.replace(/\/$/, "").length));
  } catch {
    // It is no UTF-8.
    return "";
  }
}

/** True if a path is what a pattern means. */
export type PathPattern = (path: string) => boolean;

/** True if an operation is what a pattern of paths means, with a method before it or for all: `GET /charges/*`. */
export type OperationPattern = (method: string, path: string) => boolean;

export function operationPattern(text: string, spend?: (steps: number) => void): OperationPattern {
  const [, of, path = text] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(text) ?? [];
  const matches = pathPattern(path.trim(), spend);
  return (method, at) => (of === undefined || of.toUpperCase() === method.toUpperCase()) && matches(at);
}

/**
 * `*` within a segment, `**` across segments, `/**` nothing or whatever is below, every other character as it is. The
 * pattern and the path are somebody's text: a regular expression of many stars would try every way to share a path among
 * them, so all ways are followed at once instead.
 */
export function pathPattern(text: string, spend: (steps: number) => void = () => {}): PathPattern {
  // A `/**` is a slash that may be missing, with what follows it.
  const tokens = (text.match(/\/\*\*(?=\/|$)|\*+|[^]/g) ?? []).flatMap((token) =>
    token === BELOW ? [BELOW, ACROSS] : [token.replace(/^\*{2,}$/, "**")],
  );
  return (path) => {
    let places = withSkips([0], tokens);
    for (let index = 0; index < path.length && places.size > 0; index += 1) {
      spend(places.size);
      const character = path.charAt(index);
      const after = Array.from(places, (place) => {
        const token = tokens[place];
        if (token === ACROSS || (token === WITHIN && character !== "/")) return place;
        return token === character || (token === BELOW && character === "/") ? place + 1 : -1;
      });
      places = withSkips(after, tokens);
    }
    return places.has(tokens.length);
  };
}

const [WITHIN, ACROSS, BELOW] = ["*", "**", "/**"];

/** With the places behind what may be left out; the set grows while it is walked. */
function withSkips(after: readonly number[], tokens: readonly string[]): Set<number> {
  const places = new Set(after.filter((place) => place >= 0));
  for (const place of places) {
    const token = tokens[place];
    if (token === WITHIN || token === ACROSS) places.add(place + 1);
    else if (token === BELOW) places.add(place + 2);
  }
  return places;
}
