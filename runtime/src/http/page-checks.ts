import { own } from "../config/options.js";
import { PagesError, type PagesErrorCode } from "../errors/call-errors.js";
import { describeRequest, MAX_NAME, printable, RequestError, type RequestLabel } from "../errors/errors.js";
import type { ReceivedAnswer } from "./answer.js";
import { at, isToken, Mistake, type Next, type Part, type PartName, type Position } from "./pages.js";
import type { PreparedRequest } from "./prepare.js";

/** Sentences about pages that cannot be turned, by the names of {@link Mistake}; `…` is what it is about. */
const SENTENCES: { readonly [name: string]: readonly [code: PagesErrorCode, sentence: string] } = {
  origin: ["next-origin", "the next page is at …"],
  path: ["next-path", "the next page is not below the base URL"],
  "key-in-path": ["next-path", "the URL of the next page has an API key in its path"],
  "no-list": ["pages-shape", "… of the answer, the place of its items, is not a list"],
  "no-url": ["pages-shape", "the URL of the next page is not text"],
  flag: ["pages-shape", "… of the answer, which says if there are more, is neither true nor false"],
  value: ["pages-shape", "the next position in the answer is neither text nor a number"],
  number: ["pages-shape", "the answer does not say which page it is, or if there are more"],
  nowhere: ["pages-shape", "the answer says that there are more, but not how to get them"],
  mismatch: ["pages-mismatch", "the answer says that it is page …"],
  same: ["pages-repeat", "the page is the same as the one before"],
  again: ["pages-repeat", "the next page has come before…"],
  empty: ["pages-empty", "100 pages in a row have no items"],
};

/** The same about the call itself, before anything is sent. */
const REFUSALS: { readonly [name: string]: readonly [code: string, sentence: string] } = {
  bounds: ["bad-option", "`limit` and `maxPages` must be 0 or more"],
  "no-pages": ["no-pages", "the rule for its pages is unknown: pass one in the option `pages`"],
  "no-items": ["no-pages", "the place of its items is unknown: read `pages()`"],
  body: ["bad-body", "its body has the position of the page: pass an object as `json`"],
  backward: ["backward", "`…` goes backward, but pages are read forward"],
  "other-list": ["other-position", "`from` is a position in another list, or of another version"],
  "two-positions": ["other-position", "both `from` and `…` set the start"],
};

/** The mistake of a place that comes again: with the query parameter and its value, masked as all texts of a server are. */
export async function repeated({ shown }: ReceivedAnswer, { query, from, fromHeader }: Next): Promise<Mistake> {
  const { body, headers } = (await shown?.()) ?? {};
  const value = fromHeader === undefined ? at(body, from) : headers?.get(fromHeader);
  const isKnown = query !== undefined && isToken(value);
  return new Mistake("again", { cause: isKnown ? `: ${query}=${printable(String(value), MAX_NAME)}` : "" });
}

/** Makes the error for a mistake. */
export function told({ message: name, cause }: Mistake, label: RequestLabel): Error {
  const [code, sentence] = SENTENCES[name] ?? REFUSALS[name] ?? ["pages-shape", name];
  const text = `${describeRequest(label)}: ${printable(
    sentence.replace("…", () => String(cause)),
    300,
  )}`;
  const { provider } = label;
  const known = own(SENTENCES, name);
  return known === undefined ? new RequestError(text, { code, provider }) : new PagesError(text, { code, provider });
}

/**
 * The value of the page at which a list begins that does not begin at its start. Throws for a place in another list, and for
 * a way backward.
 */
export function beginning(
  from: Position | undefined,
  list: Position,
  [kind, name, part]: readonly [PartName, string, Part],
  asked: unknown,
  prepared: PreparedRequest,
): unknown {
  const names = [...new URL(prepared.render([]).url).searchParams.keys()];
  const backward = kind === "query" && names.find((other) => isOpposite(name, other));
  if (typeof backward === "string") throw new Mistake("backward", { cause: backward });
  if (from === undefined) return undefined;
  const { v, provider, service, method, path } = Object(from) as Position;
  const isOurs = JSON.stringify({ v, provider, service, method, path }) === JSON.stringify(list);
  const given: unknown = own(from, kind);
  const value = kind === "url" ? given : own(given as object, name);
  if (!isOurs || value === undefined || value === null || !part.fits(value)) throw new Mistake("other-list");
  const { origin, path: root } = prepared.base;
  if (kind === "url") return part.follow?.(prepared, (origin + root).replace(/\/$/, "") + (value as string));
  if (asked !== undefined) throw new Mistake("two-positions", { cause: name });
  return value;
}

/** Tells whether a parameter goes in the other direction: `ending_before` beside `starting_after`, `page[before]` beside `page[after]`. */
function isOpposite(name: string, other: string): boolean {
  const [one = "", two = ""] = [name, other].map((text) => text.toLowerCase().replaceAll(/[^a-z\d]/g, ""));
  return one !== two && forward(one) === forward(two);
}

function forward(name: string): string {
  return name
    .replace(/end(ing)?before/, "start$1after")
    .replace("before", "after")
    .replace(/prev(?:ious)?/, "next");
}
