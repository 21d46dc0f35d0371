import { throwIfAborted } from "../abort.js";
import type { PagesEntry, PagesRule } from "../config/definition.js";
import { own, readOptions, type TableOf } from "../config/options.js";
import { operationPattern } from "../config/path-pattern.js";
import { needed } from "../late.js";
import { parseJson, type ReceivedAnswer, textOf, toResponse } from "./answer.js";
import { fromCall } from "./client.js";
import type { OpenFlow, TakenCall } from "./flow.js";
import { loadFor } from "./invalid.js";
import type { ItemsOptions, Page, PagePosition } from "./pages-types.js";
import type { PreparedRequest } from "./prepare.js";
import { isScalar, pathLabel } from "./url.js";

/** So many pages without items may come in a row. */
const MOST_EMPTY = 100;

const ITEMS_OPTIONS: TableOf<ItemsOptions> = { limit: "a number", maxPages: "a number" };

/** Why pages cannot be turned, by a name in the table of sentences, which is loaded then (page-checks.ts). */
export class Mistake extends Error {
  readonly about: unknown;

  constructor(name: string, about?: unknown) {
    super(name);
    this.about = about;
  }
}

/** How pages are asked for in one part of requests. */
export interface Part {
  /** The value that a request has there, if it has one. */
  readonly read: (request: PreparedRequest, name: string) => unknown;
  /** The same request with another value. */
  readonly write: (request: PreparedRequest, name: string, value: unknown) => PreparedRequest;
  /** Tells whether a value can stand there. */
  readonly fits: (value: unknown) => boolean;
  /** Makes the value of a URL that an answer gives, or of its headers. */
  readonly follow?: (request: PreparedRequest, next: unknown) => unknown;
}

/** How the pages of a list are turned: by a value in one part of its requests. */
export interface Way {
  readonly rule: PagesRule;
  readonly next: Next;
  readonly kind: "query" | "header" | "body" | "url";
  readonly name: string;
  readonly part: Part;
}

/** All that a rule may say of the next page. */
interface Next {
  /** Empty for the header `Link`. */
  readonly url?: string;
  readonly from?: string;
  readonly fromHeader?: string;
  readonly step?: string;
  readonly first?: number;
  readonly echo?: string;
}

/** The place of a page, as it is kept. Its value has the name of the part of the request. */
export interface Position extends PagePosition, Readonly<Partial<Record<Way["kind"], unknown>>> {
  readonly provider: string;
  readonly service: string;
  readonly method: string;
  /** The number of items before it. */
  readonly items: number;
}

/** A page that came. */
interface Turn {
  readonly answer: ReceivedAnswer;
  readonly body: unknown;
  /** `undefined` if it is not known where they are. */
  readonly items: unknown[] | undefined;
  /** The value of the next page; `undefined` after the last. */
  value?: unknown;
  next?: Position;
  /** Why the next page could only be guessed. */
  failure?: unknown;
}

const late = async <Loaded>(load: () => Promise<Loaded>, file: string): Promise<Loaded> =>
  needed(load, file, "what turns pages", undefined);
const loadChecks = async () => late(() => import("./page-checks.js"), "page-checks");

/** Turns the pages of a list (flows §1). */
export const openFlow: OpenFlow = async (taken, kind, options) => {
  const call = taken as TakenCall;
  const { prepared } = call;
  const told = async (error: unknown): Promise<unknown> =>
    fromCall(error instanceof Mistake ? (await loadChecks()).told(error, prepared.label) : error);
  const telling = async <Value>(promise: Promise<Value>): Promise<Value> =>
    promise.catch(async (error: unknown) => {
      throw await told(error);
    });
  const begin = async () => {
    const bounds = { limit: Infinity, maxPages: kind === "page" ? 1 : Infinity };
    Object.assign(bounds, readOptions(options, "", ITEMS_OPTIONS, prepared.bad));
    if (!(bounds.limit >= 0 && bounds.maxPages >= 0)) throw new Mistake("bounds");
    const way = await wayOf(call);
    if (kind === "items" && way.rule.items === undefined) throw new Mistake("no-items");
    const turns = turnsOf(call, way, bounds, told);
    return kind === "items" ? itemsOf(turns, bounds.limit, prepared.options.signal) : pagesOf(turns);
  };
  const steps = await telling<AsyncGenerator<unknown, undefined>>(begin());
  return { next: async () => telling(steps.next()), return: async () => steps.return(undefined) };
};

async function wayOf({ prepared, input }: TakenCall): Promise<Way> {
  const { options, method, bound, bad } = prepared;
  const { pages = [], name } = bound.definition;
  const load = async (): Promise<readonly PagesEntry[]> => (typeof pages === "function" ? pages() : pages);
  const entries = options.pages ? [] : await loadFor(`${name}.pages`, load, options.signal, bad);
  const path = pathLabel(input.path).replace(/^\/?/, "/");
  const isNamed = (text: string): boolean => {
    // A pattern without a method is about GET.
    const pattern = text.trim().startsWith("/") ? `GET ${text}` : text;
    return pattern === `${method} ${path}` || (pattern.includes("*") && operationPattern(pattern)(method, path));
  };
  const rule = (options.pages ?? entries.find(({ of }) => of.some(isNamed))) as PagesRule | undefined;
  // Taken, as `from` is: without a reader a request that has them is refused.
  options.pages = undefined;
  const next = (rule?.next === "link" ? { url: "" } : rule?.next) as Next;
  const kind = (["query", "header", "body", "url"] as const).find((each) => typeof own(next, each) === "string");
  if (rule === undefined || kind === undefined) throw new Mistake("no-pages");
  const part = kind === "query" ? QUERY : (await late(() => import("./page-places.js"), "page-places")).PLACES[kind];
  return { rule, next, kind, name: own(next, kind) as string, part };
}

/** Iterates over items, as many as are wanted. */
async function* itemsOf(turns: AsyncGenerator<Turn>, limit: number, signal: AbortSignal | undefined) {
  let left = limit;
  for await (const { items = [] } of turns)
    for (const item of items) {
      throwIfAborted(signal);
      yield item;
      if ((left -= 1) <= 0) return undefined;
    }
  return undefined;
}

async function* pagesOf(turns: AsyncGenerator<Turn>): AsyncGenerator<Page, undefined> {
  for await (const { answer, body, items = [], next, failure } of turns) {
    let response: Page["response"] | undefined;
    yield {
      items,
      body,
      get response() {
        return (response ??= toResponse(answer));
      },
      get next() {
        // It is no last page, for those who look at it alone.
        if (failure !== undefined) throw failure;
        return next;
      },
    };
  }
  return undefined;
}

/** Asks for pages as long as they are wanted. */
async function* turnsOf(
  { prepared, input, send }: TakenCall,
  way: Way,
  { limit, maxPages }: { readonly limit: number; readonly maxPages: number },
  told: (error: unknown) => Promise<unknown>,
): AsyncGenerator<Turn, undefined> {
  const { label, options, method } = prepared;
  const { rule, kind, name, part } = way;
  const { echo, first = 0 } = way.next;
  const { provider, service } = label;
  const list = { v: 1, provider, service, method, path: pathLabel(input.path) } as const;
  const { from } = options;
  options.from = undefined;
  let request = prepared;
  let asked = part.read(prepared, name);
  let [left, pages, count, empty, text] = [limit, 0, 0, 0, ""];
  /** A value that was there before, and how many follow until another is kept (R. P. Brent, 1980). */
  let [kept, until, power] = [keyOf(asked), 1, 1];
  const goTo = (value: unknown): void => {
    asked = value;
    request = part.write(prepared, name, value);
  };
  if (from !== undefined || /after|before|next|prev/i.test(prepared.render([]).url)) {
    const begin = (await loadChecks()).beginning(from as Position | undefined, list, way, asked, prepared);
    if (begin !== undefined) goTo(begin.value);
    count = begin?.items ?? 0;
  }
  const isCounted = (way.next.url ?? way.next.from ?? way.next.fromHeader) === undefined;
  // By an echo alone it is not known which number is the first: 1 ends no list too early.
  if (isCounted && asked !== undefined) pages = (wholeNumber(asked) ?? 0) - (echo === undefined ? first : 1);
  for (let page = 1; page <= maxPages && left > 0; page += 1) {
    throwIfAborted(options.signal);
    const answer = await send({ ...request, label: { ...label, page } });
    const content = await textOf(answer);
    const body = await parseJson(content, answer);
    const items = rule.items === undefined ? undefined : (at(body, rule.items) ?? []);
    if (items !== undefined && !Array.isArray(items)) throw new Mistake("no-list", rule.items);
    const turn: Turn = { answer, body, items };
    const isEmpty = items?.length === 0;
    const [was, is] = [asked, at(body, echo)].map(wholeNumber);
    if (isCounted && was !== undefined && is !== undefined && is !== was) throw new Mistake("mismatch", `${is}, not ${was}`);
    if (isCounted && !isEmpty && content === text) throw new Mistake("same");
    text = content;
    pages += 1;
    count += items?.length ?? 0;
    empty = isEmpty ? empty + 1 : 0;
    try {
      const next = nextAfter(turn, way, request, asked, pages, count);
      const key = keyOf(next);
      const isSame = key === keyOf(asked);
      // The last token of a feed is kept for later.
      if (next !== undefined && !(isSame && isEmpty)) {
        if (isSame || key === kept) throw new Mistake("again");
        if (empty >= MOST_EMPTY) throw new Mistake("empty");
        if ((until -= 1) === 0) [kept, until] = [key, (power *= 2)];
        turn.value = next;
        turn.next = { ...list, [kind]: kind === "url" ? next : { [name]: next }, items: count };
      }
    } catch (error) {
      turn.failure = await told(error);
    }
    yield turn;
    if (turn.failure !== undefined) throw turn.failure;
    if (turn.next === undefined) return undefined;
    left -= items?.length ?? 0;
    goTo(turn.value);
  }
  return undefined;
}

/** The value of the page after one that came; `undefined` if that was the last. */
function nextAfter(
  { body, items, answer: { source } }: Turn,
  { rule, next: { url, from, fromHeader, step, first, echo }, part }: Way,
  request: PreparedRequest,
  asked: unknown,
  pages: number,
  count: number,
): unknown {
  const flag = (place: string | undefined): unknown => {
    const value = at(body, place) ?? undefined;
    if (value === undefined || typeof value === "boolean") return value;
    throw new Mistake("flag", place);
  };
  const [more, last] = [flag(rule.more), flag(rule.last)];
  if (more === false || last === true) return undefined;
  const isMore = more === true || last === false;
  const totalPages = wholeNumber(at(body, rule.totalPages));
  const isEnd = totalPages === pages || (items !== undefined && wholeNumber(at(body, rule.total)) === count);
  if (isEnd && !isMore) return undefined;
  let value: unknown;
  if (url !== undefined) value = part.follow?.(request, url === "" ? source.headers : at(body, url));
  else if (from !== undefined || fromHeader !== undefined) {
    value = (fromHeader === undefined ? at(body, from) : source.headers.get(fromHeader)) ?? "";
    // An item without an id is no end.
    if (value === "" && !(from?.includes("/-1") && items?.length)) value = undefined;
    else if (!part.fits(value)) throw new Mistake("value");
  } else {
    const number = asked === undefined ? undefined : (wholeNumber(asked) ?? NaN);
    const isOver = items?.length === 0;
    if (step !== undefined) value = isOver ? undefined : (number ?? first ?? 0) + (items?.length ?? NaN);
    else if (!isOver || isMore || Number(totalPages) > pages) {
      // What ends the list has to be known.
      const isKnown = items !== undefined || isMore || totalPages !== undefined;
      value = (isKnown ? 1 : NaN) + (wholeNumber(at(body, echo)) ?? number ?? (echo === undefined ? first : NaN) ?? NaN);
    }
    if (value !== undefined && !Number.isSafeInteger(value)) throw new Mistake("number");
  }
  if (value === undefined && isMore) throw new Mistake("nowhere");
  return value;
}

function at(value: unknown, place: string | undefined): unknown {
  const keys = place?.split("/").slice(1);
  return keys?.reduce<unknown>(
    (outer, key) => (Array.isArray(outer) ? (outer as unknown[]).at(Number(key)) : own(Object(outer) as object, key)),
    value,
  );
}

function wholeNumber(value: unknown): number | undefined {
  return /^\d{1,15}$/.test(typeof value === "object" ? "" : String(value)) ? Number(value) : undefined;
}

function keyOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A text or a number that can go back as it is. */
export function isToken(value: unknown): boolean {
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return typeof value === "string" && value !== "" && !/^(?:true|false)$/i.test(value) && isScalar(value);
}

const QUERY: Part = {
  read: (request, name) => new URL(request.render([]).url).searchParams.get(name) ?? undefined,
  write: (prepared, name, value) => ({
    ...prepared,
    render: (keys) => {
      const request = prepared.render(keys);
      return { ...request, url: withField(request.url, name, String(value)) };
    },
  }),
  fits: isToken,
};

/** A URL with another value of a field of its query; all other bytes stay as they are. */
function withField(url: string, name: string, value: string): string {
  const [path, query] = url.split(/\?(.*)/s);
  const written = (text: string) => encodeURIComponent(text).replaceAll("'", "%27");
  const isOther = (pair: string): boolean => !new URLSearchParams(pair).has(name);
  const pairs = query ? query.split("&") : [];
  const place = pairs.findIndex((pair) => !isOther(pair));
  const field = pairs[place]?.replace(/=.*/s, "") ?? written(name);
  const others = pairs.filter(isOther);
  others.splice(place < 0 ? pairs.length : place, 0, `${field}=${written(value)}`);
  return `${path}?${others.join("&")}`;
}
