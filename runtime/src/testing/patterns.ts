/** A path as it is set up: `/charges/{id}`, `/files/*`, `/charges?expand=customer`. */
export interface PathPattern {
  readonly text: string;
  /** What fills the names; `undefined` where the path is another one. */
  readonly match: (path: string, query: URLSearchParams) => { readonly [name: string]: string } | undefined;
  /** How many places stand for anything. */
  readonly places: number;
}

const PLACE = /\{([^{}]+)\}|\*/g;

/** `{name}` is filled by one segment, or a part of it; `*` by anything. What stands in the query has to be there. */
export function pathPattern(text: string): PathPattern {
  const [path = "", query = ""] = text.split("?");
  const names = Array.from(path.matchAll(PLACE), ([, name]) => name);
  const expression = new RegExp(`^${patternOf(path, (name) => (name === "*" ? "(.*)" : "([^/]+?)"))}$`);
  const wanted = [...new URLSearchParams(query)];
  return {
    text,
    places: names.length,
    match: (asked, sent) => {
      const found = expression.exec(asked);
      if (found === null || !wanted.every(([name, value]) => sent.getAll(name).includes(value))) return undefined;
      return Object.fromEntries(names.map((name, at) => [name ?? "*", decoded(found[at + 1] ?? "")]));
    },
  };
}

/** Where a provider is: finds the path below its base URL. */
export interface BasePattern {
  readonly text: string;
  readonly pathBelow: (url: URL) => string | undefined;
}

/** `{NAME}` in a base URL stands for whatever a client fills in. */
export function basePattern(text: string): BasePattern {
  const normal = (text.includes("{") ? text : new URL(text).href).replace(/\/+$/, "");
  const inner = patternOf(normal, (name, at) => (at === 0 && name !== "*" ? ".+?" : "[^/?#]+"));
  const expression = new RegExp(`^${inner}(?=/|$)`);
  return {
    text,
    pathBelow: ({ origin, pathname }) => {
      const url = origin + pathname;
      const found = expression.exec(url)?.[0];
      return found === undefined ? undefined : url.slice(found.length) || "/";
    },
  };
}

/** The source of an expression in which texts stand for themselves. */
function patternOf(text: string, place: (name: string, at: number) => string): string {
  let source = "";
  let at = 0;
  for (const match of text.matchAll(PLACE)) {
    source += escaped(text.slice(at, match.index)) + place(match[1] ?? "*", match.index);
    at = match.index + match[0].length;
  }
  return source + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
