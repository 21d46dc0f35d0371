import { filled, PLACE, piecesOf, type Place } from "./places.js";

/** A path as it is set up: `/charges/{id}`, `/files/*`, `/charges?expand=customer`. */
export interface PathPattern {
  readonly text: string;
  /** What fills the names; `undefined` where the path is another one. */
  readonly match: (path: string, query: URLSearchParams) => { readonly [name: string]: string } | undefined;
  /** How many places stand for anything. */
  readonly places: number;
}

/** `{name}` is filled by one segment, or a part of it; `*` by anything. What stands in the query has to be there. */
export function pathPattern(text: string): PathPattern {
  const [path = "", query = ""] = text.split("?");
  const names = Array.from(path.matchAll(PLACE), ([, name]) => name ?? "*");
  const pieces = piecesOf(path, (name) => (name === "*" ? { fits: /^/, least: 0, isGreedy: true } : SEGMENT));
  const wanted = [...new URLSearchParams(query)];
  return {
    text,
    places: names.length,
    match: (asked, sent) => {
      const found = filled(pieces, asked, (at) => at === asked.length);
      if (found === undefined || !wanted.every(([name, value]) => sent.getAll(name).includes(value))) return undefined;
      return Object.fromEntries(names.map((name, at) => [name, decoded(found.texts[at] ?? "")]));
    },
  };
}

const SEGMENT: Place = { fits: /^[^/]/, least: 1, isGreedy: false };

/** Where a provider is: finds the path below its base URL. */
export interface BasePattern {
  readonly text: string;
  readonly pathBelow: (url: URL) => string | undefined;
}

/** `{NAME}` in a base URL stands for whatever a client fills in. */
export function basePattern(text: string): BasePattern {
  const normal = (text.includes("{") ? text : new URL(text).href).replace(/\/$/, "");
  const pieces = piecesOf(normal, (name, at) => (at === 0 && name !== "*" ? ANYWHERE : HOST));
  return {
    text,
    pathBelow: ({ origin, pathname }) => {
      const url = origin + pathname;
      const found = filled(pieces, url, (at) => at === url.length || url[at] === "/");
      return found === undefined ? undefined : url.slice(found.end) || "/";
    },
  };
}

const ANYWHERE: Place = { fits: /^/, least: 1, isGreedy: false };
const HOST: Place = { fits: /^[^/?#]/, least: 1, isGreedy: true };

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
