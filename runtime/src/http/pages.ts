import { throwIfAborted } from "../abort.js";
import type { NestedPagesEntry, Paths } from "../config/definition.js";
import { own, readOptions, type TableOf } from "../config/options.js";
import { operationPattern } from "../config/path-pattern.js";
import { needed } from "../late.js";
import { parseJson, textOf, toResponse } from "./answer.js";
import { fromCall } from "./client.js";
import type { FlowKind, FlowSource, OpenFlow, TakenCall } from "./flow.js";
import type { ItemsOptions, Page, PagePosition } from "./pages-types.js";
import type { PreparedRequest } from "./prepare.js";
import { appendQuery, isScalar, pathLabel } from "./url.js";

/** So many pages without items may come in a row. */
const MOST_EMPTY = 100;

/** Why pages cannot be turned, by a name in the table of sentences (page-checks.ts); its cause is what it is about. */
export class Mistake extends Error {}

/** All that a rule may say of the next page. */
export interface Next {
  readonly query?: string;
  readonly header?: string;
  readonly body?: string;
  /** Empty for the header `Link`. */
  readonly url?: string;
  readonly from?: string;
  readonly fromHeader?: string;
  readonly step?: string;
  readonly first?: number;
  readonly echo?: string;
}

/** The part of a request in which it says the page. */
export type PartName = "query" | "header" | "body" | "url";

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

/** How far a list has come, by pages and items: where pages are turned by numbers, or totals may end it. */
export interface Count {
  /** The number of items so far for the place of the next page, if a total may end the list. */
  readonly kept: Pick<Position, "items">;
  /** Counts a page. Throws if it is not the one that was asked for. */
  readonly add: (received: ReceivedPage, text: string, asked: unknown) => void;
  /** Tells whether that was the last page, by a total. */
  readonly isEnd: (received: ReceivedPage) => boolean;
  /** The number of the next page; absent if pages are not turned by numbers. `isMore` if the answer says that there is one. */
  readonly next: ((received: ReceivedPage, asked: unknown, isMore: boolean) => unknown) | undefined;
}

/** The place of a page, as it is kept. Its value has the name of the part of the request. */
export interface Position extends PagePosition, Readonly<Partial<Record<PartName, unknown>>> {
  readonly provider: string;
  readonly service: string;
  readonly method: string;
  /** The number of items before it, if a total may end the list. */
  readonly items?: number | undefined;
}

/** A page that came. */
export interface ReceivedPage {
  readonly headers: Headers;
  readonly body: unknown;
  /** `undefined` if it is not known where they are. */
  readonly items: unknown[] | undefined;
}

const late = async <Loaded>(load: () => Promise<Loaded>, file: string): Promise<Loaded> =>
  needed(load, file, "the reader of pages", undefined);
const loadChecks = async () => late(() => import("./page-checks.js"), "page-checks");

/** Turns the pages of a list. */
export const openFlow: OpenFlow = (call, kind, options) => {
  const taken = call as TakenCall;
  const table: TableOf<ItemsOptions> = { limit: "a number", maxPages: "a number" };
  const steps: object = read(taken, kind, readOptions(options, "", table, taken.prepared.bad));
  return steps as FlowSource;
};

/** Asks for pages as long as somebody wants them, or their items. */
async function* read(
  { prepared, input, send }: TakenCall,
  reader: FlowKind,
  { limit = Infinity, maxPages = Infinity }: ItemsOptions,
): AsyncGenerator<unknown, void> {
  const { label, options, method } = prepared;
  const { from: position, pages: given, signal } = options;
  const told = async (error: unknown): Promise<unknown> =>
    fromCall(error instanceof Mistake ? (await loadChecks()).told(error, label) : error);
  try {
    // Taken: without a reader a request that has them is refused.
    options.from = options.pages = undefined;
    if (!(limit >= 0 && maxPages >= 0)) throw new Mistake("bounds");
    const path = pathLabel(input.path);
    const rule = given ?? (await ruleOf(prepared, path.replace(/^\/?/, "/")));
    const next = Object(rule.next === "link" ? { url: "" } : rule.next) as Next;
    const kind = (["query", "header", "body", "url"] as const).find((each) => typeof next[each] === "string");
    if (kind === undefined) throw new Mistake("no-pages");
    if (reader === "items" && rule.items === undefined) throw new Mistake("no-items");
    const { [kind]: name = "", url, from, fromHeader = "" } = next;
    const isSimple = kind === "query" && (from ?? fromHeader) && (rule.total ?? rule.totalPages) === undefined;
    const ways = isSimple ? undefined : await late(() => import("./page-places.js"), "page-places");
    const part = ways?.PLACES[kind] ?? QUERY;
    const list = { v: 1, provider: label.provider, service: label.service, method, path } as const;
    let request = prepared;
    let asked = part.read(request, name);
    let isMore = false;
    const valueAfter = (received: ReceivedPage): unknown => {
      const flags = [rule.more, rule.last].map((place) => at(received.body, place));
      const [more, last] = flags;
      if (more === false || last === true) return undefined;
      if (flags.some((flag) => typeof (flag ?? true) !== "boolean")) throw new Mistake("flag");
      isMore = more === true || last === false;
      if (!isMore && count?.isEnd(received)) return undefined;
      let value: unknown;
      if (url !== undefined) value = part.follow?.(request, url === "" ? received.headers : at(received.body, url));
      else if (count?.next) value = count.next(received, asked, isMore);
      else {
        value = (from === undefined ? received.headers.get(fromHeader) : at(received.body, from)) ?? "";
        // An item without an id is no end.
        if (value === "" && !(from?.includes("/-1") && received.items?.length)) value = undefined;
        else if (!part.fits(value)) throw new Mistake("value");
      }
      if (isMore && value === undefined) throw new Mistake("nowhere");
      return value;
    };
    /** A value that was there before: the first, the third, the seventh and so on (R. P. Brent, 1980). */
    let kept = JSON.stringify(asked);
    if (position !== undefined || /after|before|prev/i.test(request.render([]).url)) {
      const value = (await loadChecks()).beginning(
        position as Position | undefined,
        list,
        [kind, name, part],
        asked,
        request,
      );
      if (value !== undefined) request = part.write(request, name, (asked = value));
    }
    const count = ways?.countBy(rule, next, asked, position as Position | undefined);
    let left = limit;
    let empty = 0;
    for (let page = 1; page <= maxPages && left > 0; page += 1) {
      const answer = await send({ ...request, label: { ...label, page } });
      const text = await textOf(answer);
      const body = await parseJson(text, answer);
      const items = rule.items === undefined ? undefined : (at(body, rule.items) ?? []);
      if (items !== undefined && !Array.isArray(items)) throw new Mistake("no-list", { cause: rule.items });
      const received: ReceivedPage = { headers: answer.source.headers, body, items };
      count?.add(received, text, asked);
      empty = items?.length === 0 ? empty + 1 : 0;
      let value: unknown;
      let failure: unknown;
      try {
        value = valueAfter(received);
        const key = JSON.stringify(value);
        const isSame = key === JSON.stringify(asked);
        // The last token of a feed is kept for later.
        if (value === undefined || (isSame && empty > 0 && !isMore)) value = undefined;
        else if (isSame || key === kept) throw await (await loadChecks()).repeated(answer, next);
        else if (empty >= MOST_EMPTY) throw new Mistake("empty");
        else if ((page & (page + 1)) === 0) kept = key;
      } catch (error) {
        failure = await told(error);
      }
      if (reader === "items")
        for (const item of items as unknown[]) {
          throwIfAborted(signal);
          yield item;
          if ((left -= 1) <= 0) return;
        }
      else {
        const place = { ...list, [kind]: url === undefined ? { [name]: value } : value, ...count?.kept };
        yield {
          items: items ?? [],
          body,
          response: toResponse(answer),
          get next() {
            // It is no last page, for those who look at it alone.
            if (failure !== undefined) throw failure;
            return value === undefined ? undefined : place;
          },
        } satisfies Page;
        left -= items?.length ?? 0;
      }
      if (failure !== undefined) throw failure;
      if (value === undefined) return;
      request = part.write(prepared, name, (asked = value));
    }
  } catch (error) {
    throw await told(error);
  }
}

async function ruleOf({ bound, method }: PreparedRequest, path: string): Promise<Omit<NestedPagesEntry, "of">> {
  const { pages = [], name } = bound.definition;
  const load = async (): Promise<readonly NestedPagesEntry[]> => (typeof pages === "function" ? pages() : pages);
  return entryFor(await late(load, `${name}.pages`), method, path) ?? { next: false };
}

/** The first entry that names an operation. */
export function entryFor(
  entries: readonly NestedPagesEntry[],
  method: string,
  path: string,
): Omit<NestedPagesEntry, "of"> | undefined {
  const isNamed = (text: string): boolean => {
    const pattern = /^[a-z]+ /i.test(text) ? text : `GET ${text}`;
    return pattern === `${method} ${path}` || (/\*|^(?!GET )/.test(pattern) && operationPattern(pattern)(method, path));
  };
  return entries.find(({ of }) => wholePaths(of).some(isNamed));
}

function wholePaths(paths: Paths, before = ""): readonly string[] {
  return paths.flatMap((path) =>
    typeof path === "string"
      ? before + path
      : Object.entries(path).flatMap(([beginning, ends]) => wholePaths(ends, before + beginning)),
  );
}

/** The value at a place of JSON; `-1` is the last of a list. */
export function at(value: unknown, place: string | undefined): unknown {
  const keys = place?.split("/").slice(1);
  return keys?.reduce<unknown>(
    (outer, key) => (Array.isArray(outer) ? (outer as unknown[]).at(Number(key)) : own(outer as object, key)),
    value,
  );
}

/** A text or a number that can go back as it is. */
export function isToken(value: unknown): boolean {
  if (typeof value === "number") return Math.abs(value) < 2 ** 53;
  return typeof value === "string" && isScalar(value) && !/^(?:true|false)?$/i.test(value);
}

const QUERY: Part = {
  read: (request, name) => new URL(request.render([]).url).searchParams.get(name) ?? undefined,
  write: (prepared, name, value) => ({
    ...prepared,
    render: (keys) => {
      const request = prepared.render(keys);
      // All other bytes stay as they are.
      const [path, query = ""] = request.url.split(/\?(.*)/s);
      const others = query.split("&").filter((pair) => !new URLSearchParams(pair).has(name));
      const field = String(new URLSearchParams([[name, String(value)]]));
      return { ...request, url: appendQuery(`${path}?${others.join("&")}`, field) };
    },
  }),
  fits: isToken,
};
