/** A path as it is set up: `/charges/{id}`, `/files/*`, `/charges?expand=customer`. */
export interface PathPattern {
  readonly text: string;
  /** What fills the names; `undefined` where the path is another one. */
  readonly match: (path: string, query: URLSearchParams) => { readonly [name: string]: string } | undefined;
  /** How many places stand for anything. */
  readonly places: number;
}

/** `{name}` and `*` in a text. */
const PLACE = /\{([^{}]+)\}|\*/g;

/** `{name}` is filled by one segment, or a part of it; `*` by anything. What stands in the query has to be there. */
export function pathPattern(text: string): PathPattern {
  const [path = "", query = ""] = text.split("?");
  const names = Array.from(path.matchAll(PLACE), ([, name]) => name ?? "*");
  const expression = new RegExp(`^${withPlaces(path, (place) => (place === "*" ? "(.*)" : "([^/]+?)"))}$`, "s");
  const wanted = [...new URLSearchParams(query)];
  return {
    text,
    places: names.length,
    match: (asked, sent) => {
      const found = expression.exec(asked);
      if (found === null || !wanted.every(([name, value]) => sent.getAll(name).includes(value))) return undefined;
      return Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? "")]));
    },
  };
}

/** The source of an expression for a text; `fill` gives what its places become. */
export function withPlaces(text: string, fill: (place: string, at: number) => string): string {
  let [source, at] = ["", 0];
  for (const { 0: place, index } of text.matchAll(PLACE)) {
    source += literal(text.slice(at, index)) + fill(place, index);
    at = index + place.length;
  }
  return source + literal(text.slice(at));
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
