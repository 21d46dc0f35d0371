import { throwIfAborted } from "../abort.js";
import type { PagesEntry, PagesRule } from "../config/definition.js";
import { isFieldValue } from "../config/headers.js";
import { isPlainObject, own, readOptions, type TableOf } from "../config/options.js";
import { parseUrl } from "../config/parse-url.js";
import { operationPattern } from "../config/path-pattern.js";
import { PagesError, type PagesErrorCode } from "../errors/call-errors.js";
import { describeRequest, printable } from "../errors/errors.js";
import { parseJson, type ReceivedAnswer, textOf, toResponse } from "./answer.js";
import { fromCall } from "./client.js";
import type { FlowSource, OpenFlow, TakenCall } from "./flow.js";
import { type Invalid, invalidRequest, type InvalidRequest, loadFor } from "./invalid.js";
import { joinUrl } from "./join-url.js";
import type { ItemsOptions, Page, PagePosition } from "./pages-types.js";
import type { PreparedRequest } from "./prepare.js";
import { randomKey } from "./random-key.js";
import type { Bytes } from "./transport.js";
import { isScalar, pathLabel } from "./url.js";

const ITEMS_OPTIONS: TableOf<ItemsOptions> = { limit: "a number", maxPages: "a number" };

/** So many pages without items may come in a row. */
const MOST_EMPTY = 100;

/** Turns the pages of a list (flows §1). */
export const openFlow: OpenFlow = async (call, kind, options, flow) => {
  const isTaken = "prepared" in call;
  const invalid = invalidRequest((isTaken ? call.prepared : call).label);
  const lateReader = () =>
    fromCall(invalid("late-reader", `\`${kind}()\` comes at once, as \`json()\` does, and nothing else reads the answer`));
  if (!isTaken) throw lateReader();
  const { bad, options: given } = call.prepared;
  const bounds = readOptions<ItemsOptions>(options, "", ITEMS_OPTIONS, bad);
  for (const [name, most] of Object.entries(bounds))
    if (most !== Infinity && !(Number.isInteger(most) && most >= 0)) throw bad(`\`${name}\``, "is not 0 or more");
  for (const name of ["handle", "throwHttpErrors", "stream"] as const)
    if (given[name] !== undefined) throw bad(`\`${name}\``, `does not go with \`${kind}()\``);
  const rule = await ruleOf(call, invalid);
  if (kind === "items" && rule.items === undefined)
    throw invalid("no-pages", "it is not known where its items are: read `pages()`");
  const list = new List(call, rule, invalid);
  const steps = kind === "items" ? list.items(bounds) : list.pages(kind === "page" ? { maxPages: 1 } : bounds);
  let isUsed = false;
  const iterate = () => {
    if (isUsed) throw fromCall(invalid("iterated", `\`${kind}()\` is iterated over once`));
    isUsed = true;
    return flow;
  };
  Object.defineProperty(flow, Symbol.asyncIterator, { value: iterate });
  const source: FlowSource = {
    async next() {
      isUsed = true;
      try {
        return await steps.next();
      } catch (error) {
        throw fromCall(error);
      }
    },
    return: async () => steps.return(undefined),
  };
  // Asked for by those who wait for the response, too.
  return Object.defineProperty(source, "status", {
    get() {
      throw lateReader();
    },
  });
};

/** The caller's rule, else that of the first entry that names the operation. */
async function ruleOf({ prepared, input }: TakenCall, invalid: InvalidRequest): Promise<PagesRule> {
  const { options, bad, method, bound } = prepared;
  const { name, pages = [] } = bound.definition;
  const { pages: given } = options;
  options.pages = undefined;
  if (given !== undefined) {
    if (isPlainObject(given) && placeOf(given as PagesRule) !== undefined) return given;
    throw bad("`pages`", "is no rule: its `next` says where the next page is");
  }
  const load = async (): Promise<readonly PagesEntry[]> => (typeof pages === "function" ? pages() : pages);
  const entries = await loadFor(`${name}.pages`, load, options.signal, invalid);
  const path = pathLabel(input.path).replace(/^\/?/, "/");
  const entry = entries.find(({ of }) => of.some((text) => isNamed(text, method, path)));
  if (entry !== undefined && entry.next !== false) return { ...entry, next: entry.next };
  throw invalid("no-pages", "it is not known how its pages are turned: give a rule in the option `pages`");
}

/** A pattern without a method is about GET. */
function isNamed(text: string, method: string, path: string): boolean {
  const pattern = /^\s*\//.test(text) ? `GET ${text}` : text;
  return pattern === `${method} ${path}` || operationPattern(pattern)(method, path);
}

/** The part of a request in which it says the page, and its name there. */
type Place = readonly [kind: "query" | "header" | "body" | "url", name: string];

function placeOf({ next }: PagesRule): Place | undefined {
  if (next === "link") return ["url", ""];
  const kind = (["query", "header", "body", "url"] as const).find((name) => typeof own(next, name) === "string");
  return kind && [kind, own(next, kind) as string];
}

/** The place of a page, as it is kept. Its value has the key of the part of the request in which it goes. */
type Position = PagePosition & {
  readonly provider: string;
  /** Absent for the usual one. */
  readonly service?: string;
  /** Absent for GET. */
  readonly method?: string;
  /** The pages and items before it, if totals are to end the list. */
  readonly after?: readonly [pages: number, items: number];
} & { readonly [Kind in Place[0]]?: unknown };

/** A page that came. */
interface Turn {
  readonly answer: ReceivedAnswer;
  readonly body: unknown;
  /** `undefined` if it is not known where they are. */
  readonly items: unknown[] | undefined;
}

/** The same with what follows it. */
interface Turned extends Turn {
  /** The value of the next page; `undefined` after the last. */
  readonly next: unknown;
  /** Why the next page could only be guessed. */
  readonly failure: unknown;
}

/** A list on its way from page to page. */
class List {
  readonly #call: TakenCall;
  readonly #rule: PagesRule;
  readonly #place: Place;
  /** The list, as positions name it. */
  readonly #name: Omit<Position, Place[0]>;
  #request: PreparedRequest;
  /** The value that it has; `undefined` if it has none. Of a URL the part below the base URL. */
  #asked: unknown;
  /** Those before the next page; NaN if it is not known. */
  #pages = 0;
  #items = 0;
  /** Pages without items in a row. */
  #empty = 0;
  /** The page before, if pages are counted. */
  #text: string | undefined;
  /** A value that was there before, and how many follow until another is kept (R. P. Brent, 1980). */
  #kept: string | undefined;
  #left = 1;
  #power = 1;

  constructor(call: TakenCall, rule: PagesRule, invalid: InvalidRequest) {
    const { prepared, input } = call;
    const { label, bound, options, method } = prepared;
    const { name: provider, defaultService } = bound.definition;
    const { service } = label;
    const { from } = options;
    // Taken: nobody sends the request without looking at it.
    options.from = undefined;
    this.#call = call;
    this.#rule = rule;
    this.#request = prepared;
    const [kind, name] = (this.#place = placeOf(rule) as Place);
    this.#name = {
      v: 1,
      provider,
      ...(service !== defaultService && { service }),
      ...(method !== "GET" && { method }),
      path: pathLabel(input.path),
    };
    const { url, body } = prepared.render([]);
    const { searchParams } = new URL(url);
    if (kind === "query") this.#asked = searchParams.get(name) ?? undefined;
    if (kind === "header") this.#asked = prepared.headers.get(name) ?? undefined;
    if (kind === "body") {
      const read = this.#read(body);
      if (!isPlainObject(read))
        throw invalid("bad-body", `pages are turned by ${name} of its body: give an object as \`json\``);
      this.#asked = at(read, name);
    }
    const backward = [...searchParams.keys()].find((other) => kind === "query" && isOpposite(name, other));
    if (backward !== undefined)
      throw invalid("backward", `"${backward}" goes backward, and pages are turned by "${name}"`);
    this.#kept = keyOf(kind === "url" ? url.slice(this.#root.length) : this.#asked);
    if (from !== undefined) this.#goTo(from as Position, invalid);
    else if (this.#asked !== undefined) this.#startAt(wholeNumber(this.#asked) ?? NaN);
  }

  /** Origin and path of the service, without a slash at the end. */
  get #root(): string {
    const { origin, path } = this.#call.prepared.base;
    return (origin + path).replace(/\/$/, "");
  }

  /** Goes on at a page whose place was kept. */
  #goTo(from: Position, invalid: InvalidRequest): void {
    const [kind, name] = this.#place;
    const { v, provider, service, method, path, after = [NaN, NaN] } = from;
    const isOurs = JSON.stringify({ v, provider, service, method, path }) === JSON.stringify(this.#name);
    let value = kind === "url" ? from.url : own(from[kind] as object, name);
    const other: Invalid = (_, problem) => invalid("other-position", `\`from\` ${problem}`);
    if (!isOurs || !this.#isValue(value)) throw other("", "is a place in another list, or of another version");
    if (this.#asked !== undefined) throw other("", `says where to begin, and so does "${name}"`);
    if (kind === "url") value = this.#below(this.#root + String(value), other);
    [this.#pages, this.#items] = after;
    this.#moveTo(value);
  }

  /** Begins at a page of the caller's. */
  #startAt(asked: number): void {
    const { next } = this.#rule;
    this.#pages = this.#items = NaN;
    if (next === "link" || !("first" in next || "step" in next)) return;
    if ("step" in next) this.#items = asked - (next.first ?? 0);
    // With an echo the number of the first page is not known for sure: 1 ends no list too early.
    else this.#pages = asked - (next.echo === undefined ? next.first : 1);
  }

  #moveTo(value: unknown): void {
    this.#asked = value;
    this.#request = this.#requestFor(value);
  }

  /** Iterates over the items of pages. */
  async *items({ limit = Infinity, maxPages }: ItemsOptions): AsyncGenerator<unknown, undefined, undefined> {
    const { signal } = this.#call.prepared.options;
    let left = limit;
    for await (const { items = [] } of this.#turns({ limit, maxPages }))
      for (const item of items) {
        throwIfAborted(signal);
        yield item;
        if ((left -= 1) <= 0) return undefined;
      }
    return undefined;
  }

  /** Iterates over pages. */
  async *pages(options: ItemsOptions): AsyncGenerator<Page, undefined, undefined> {
    for await (const turned of this.#turns(options)) yield this.#pageOf(turned);
    return undefined;
  }

  #pageOf({ answer, body, items = [], next, failure }: Turned): Page {
    let response: Page["response"] | undefined;
    const page: Page = {
      items,
      body,
      get response() {
        return (response ??= toResponse(answer));
      },
      ...(next !== undefined && { next: this.#positionOf(next) }),
    };
    if (failure === undefined) return page;
    // Not the last page, for those who look at this one alone.
    const get = () => {
      throw fromCall(failure);
    };
    return Object.defineProperty(page, "next", { get, enumerable: true });
  }

  #positionOf(value: unknown): Position {
    const [kind, name] = this.#place;
    const isCounted = (this.#rule.total ?? this.#rule.totalPages) !== undefined && this.#pages + this.#items >= 0;
    const after = isCounted && { after: [this.#pages, this.#items] as const };
    return { ...this.#name, [kind]: kind === "url" ? value : { [name]: value }, ...after };
  }

  async *#turns({ limit = Infinity, maxPages = Infinity }: ItemsOptions): AsyncGenerator<Turned, undefined, undefined> {
    const { prepared, send } = this.#call;
    let left = limit;
    for (let page = 1; page <= maxPages && left > 0; page += 1) {
      throwIfAborted(prepared.options.signal);
      const turned = await this.#turned(await send({ ...this.#request, label: { ...prepared.label, page } }));
      yield turned;
      if (turned.failure !== undefined) throw turned.failure;
      if (turned.next === undefined) return undefined;
      left -= turned.items?.length ?? 0;
      this.#moveTo(turned.next);
    }
    return undefined;
  }

  /** Reads a page, and where the next one is. Throws if it is not the page that was asked for. */
  async #turned(answer: ReceivedAnswer): Promise<Turned> {
    const { next, items: place } = this.#rule;
    const text = await textOf(answer);
    const body = await parseJson(text, answer);
    const list = place === undefined ? undefined : (at(body, place) ?? []);
    if (list !== undefined && !Array.isArray(list)) throw this.#error("pages-shape", `its items (${place}) are no list`);
    const turn: Turn = { answer, body, items: list };
    const isEmpty = list?.length === 0;
    if (next !== "link" && ("first" in next || "step" in next)) {
      const echo = "echo" in next ? wholeNumber(at(body, next.echo)) : undefined;
      const asked = wholeNumber(this.#asked);
      if (echo !== undefined && asked !== undefined && echo !== asked)
        throw this.#error("pages-mismatch", `page ${asked} was asked for, and the answer says that it is ${echo}`);
      if (!isEmpty && text === this.#text) throw this.#error("pages-repeat", "the page equals the one before");
      this.#text = text;
    }
    this.#pages += 1;
    this.#items += list?.length ?? NaN;
    this.#empty = isEmpty ? this.#empty + 1 : 0;
    try {
      return { ...turn, next: this.#next(turn), failure: undefined };
    } catch (failure) {
      return { ...turn, next: undefined, failure };
    }
  }

  /** The value of the next page; `undefined` after the last. */
  #next(turn: Turn): unknown {
    const { body, items } = turn;
    const [more, last] = [this.#flag(body, "more"), this.#flag(body, "last")];
    if (more === false || last === true) return undefined;
    const isMore = more === true || last === false;
    const totalPages = wholeNumber(at(body, this.#rule.totalPages));
    const value = this.#valueAfter(turn, isMore || (totalPages !== undefined && totalPages > this.#pages));
    if (isMore && value === undefined)
      throw this.#error("pages-shape", "the answer says that there is more, and not where");
    if (value === undefined) return undefined;
    const isTotal = totalPages === this.#pages || wholeNumber(at(body, this.#rule.total)) === this.#items;
    const key = keyOf(value);
    const isSame = key === keyOf(this.#asked);
    // The last token of a feed is kept for later.
    if ((isTotal && !isMore) || (isSame && items?.length === 0)) return undefined;
    if (isSame || key === this.#kept) throw this.#error("pages-repeat", "the next page was there before");
    if (this.#empty >= MOST_EMPTY) throw this.#error("pages-empty", `${MOST_EMPTY} pages in a row have no items`);
    if ((this.#left -= 1) === 0) [this.#kept, this.#left] = [key, (this.#power *= 2)];
    return value;
  }

  #flag(body: unknown, name: "more" | "last"): boolean | undefined {
    const value = at(body, this.#rule[name]) ?? undefined;
    if (value === undefined || typeof value === "boolean") return value;
    throw this.#error("pages-shape", `${this.#rule[name]} is neither true nor false`);
  }

  #valueAfter({ answer, body, items }: Turn, isMore: boolean): unknown {
    const { next } = this.#rule;
    const { headers } = answer.source;
    if (next === "link") return this.#url(nextLink(headers.get("link") ?? ""));
    if ("url" in next) return this.#url(at(body, next.url));
    if ("from" in next || "fromHeader" in next) {
      const value = ("from" in next ? at(body, next.from) : headers.get(next.fromHeader)) ?? "";
      if (value !== "") return this.#requireValue(value);
      // An item that has no id.
      const isLost = "from" in next && next.from.includes("/-1") && items !== undefined && items.length > 0;
      return isLost ? this.#requireValue(value) : undefined;
    }
    const asked = this.#asked === undefined ? undefined : (wholeNumber(this.#asked) ?? NaN);
    if ("step" in next) {
      if (items === undefined) throw this.#error("pages-shape", "offsets count items, and it is not known where they are");
      return items.length === 0 ? undefined : this.#requireNumber((asked ?? next.first ?? 0) + items.length);
    }
    if (items?.length === 0 && !isMore) return undefined;
    const isKnown = items !== undefined || isMore || wholeNumber(at(body, this.#rule.totalPages)) !== undefined;
    const number = wholeNumber(at(body, next.echo)) ?? asked ?? (next.echo === undefined ? next.first : NaN);
    return this.#requireNumber(isKnown ? number + 1 : NaN);
  }

  #requireNumber(number: number): number {
    if (Number.isSafeInteger(number)) return number;
    throw this.#error("pages-shape", "the answer does not say which page it is, or if there is more");
  }

  #requireValue(value: unknown): unknown {
    const read = typeof value === "bigint" ? String(value) : value;
    if (this.#isValue(read)) return read;
    throw this.#error("pages-shape", "the next page is told by something else than a text or a number");
  }

  /** A text or a number that can go back as it is; in a body any JSON. */
  #isValue(value: unknown): boolean {
    const [kind] = this.#place;
    if (kind === "body") return value !== undefined && value !== null && value !== "";
    if (typeof value === "number") return kind !== "url" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    if (typeof value !== "string" || value === "" || /^(?:true|false)$/i.test(value)) return false;
    return kind === "header" ? isFieldValue(value) : isScalar(value);
  }

  #url(next: unknown): unknown {
    const error: Invalid = (code, problem) => this.#error(code as PagesErrorCode, problem);
    return (next ?? "") === "" ? undefined : this.#below(this.#requireValue(next) as string, error);
  }

  /** The part of a URL below the base URL, as it goes out, without keys; throws if it is elsewhere. */
  #below(text: string, error: Invalid): string {
    const { base, schemes } = this.#call.prepared;
    const url = parseUrl(text, this.#request.render([]).url);
    // A proxy that ends TLS writes http.
    if (url?.protocol === "http:" && base.origin.startsWith("https:")) url.protocol = "https:";
    if (url?.origin !== base.origin || url.username !== "" || url.password !== "")
      throw error("next-origin", `the next page is at ${url?.origin ?? "no URL"}, and the service at ${base.origin}`);
    const keys = schemes.map(({ scheme }) => {
      // RFC 6750 §2.3
      if (scheme.type !== "apiKey") return "access_token";
      if (scheme.in === "path") throw error("next-path", "the URL of the next page has an API key in its path");
      return scheme.in === "query" ? scheme.name : "";
    });
    const pairs = url.search.slice(1).split("&");
    const query = pairs.filter((pair) => !keys.some((key) => new URLSearchParams(pair).has(key))).join("&");
    const template = { parts: [url.origin + url.pathname], query: query && `?${query}` };
    const href = joinUrl(base, template, String, () => error("next-path", "the next page is not below the base URL"));
    return href.slice(this.#root.length);
  }

  /** The caller's request with another value in one place. */
  #requestFor(value: unknown): PreparedRequest {
    const [kind, name] = this.#place;
    const { prepared } = this.#call;
    const { bound, options, render } = prepared;
    const headers = new Headers(prepared.headers);
    const text = String(value);
    if (kind === "header") headers.set(name, text);
    if (kind === "body" && !headers.has("content-type")) headers.set("content-type", "application/json");
    const isGiven = (): boolean => Object.keys(options.headers ?? {}).some((each) => /^idempotency-key$/i.test(each));
    // Another request than the one before it.
    if (headers.has("idempotency-key") && typeof options.idempotencyKey !== "string" && !isGiven())
      headers.set("idempotency-key", randomKey());
    const write = (body: unknown): Bytes =>
      new TextEncoder().encode((bound.stringifyJson ?? JSON.stringify)(withValue(this.#read(body), keysOf(name), value)));
    return {
      ...prepared,
      headers,
      render: (keys) => {
        const request = render(keys);
        const url = kind === "url" ? this.#root + text : kind === "query" ? withField(request.url, name, text) : request.url;
        return { ...request, url, headers, body: kind === "body" ? write(request.body) : request.body };
      },
    };
  }

  /** JSON of a request; nothing if it is none. */
  #read(body: unknown): unknown {
    if (body === undefined) return {};
    try {
      return (this.#call.prepared.bound.parseJson ?? JSON.parse)(new TextDecoder().decode(body as Uint8Array));
    } catch {
      return undefined;
    }
  }

  #error(code: PagesErrorCode, problem: string): PagesError {
    const { label } = this.#call.prepared;
    return new PagesError(`${describeRequest(label)}: ${printable(problem, 300)}`, { code, provider: label.provider });
  }
}

function keysOf(place: string): readonly string[] {
  return place.split("/").slice(1);
}

/** The value at a place of JSON; `-1` is the last of a list. */
function at(value: unknown, place: string | undefined): unknown {
  if (place === undefined) return undefined;
  return keysOf(place).reduce<unknown>(
    (outer, key) => (Array.isArray(outer) ? (outer as unknown[]).at(Number(key)) : own(Object(outer) as object, key)),
    value,
  );
}

/** A copy with another value at a place; objects on the way are made. */
function withValue(outer: unknown, [key = "", ...rest]: readonly string[], value: unknown): object {
  const record = Object(outer) as object;
  return { ...record, [key]: rest.length === 0 ? value : withValue(own(record, key) ?? {}, rest, value) };
}

function wholeNumber(value: unknown): number | undefined {
  const isWhole = typeof value === "number" ? Number.isSafeInteger(value) : /^\d{1,15}$/.test(String(value));
  return isWhole && typeof value !== "object" ? Number(value) : undefined;
}

function keyOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A URL with another value of a field of its query; all other bytes stay as they are. */
function withField(url: string, name: string, value: string): string {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  const encode = (text: string): string => encodeURIComponent(text).replaceAll("'", "%27");
  const pairs = query === "" ? [] : query.split("&");
  const found = pairs.findIndex((pair) => new URLSearchParams(pair).has(name));
  const field = `${found < 0 ? encode(name) : pairs[found]?.split("=")[0]}=${encode(value)}`;
  const others = pairs.flatMap((pair, index) =>
    index === found ? field : new URLSearchParams(pair).has(name) ? [] : pair,
  );
  return `${path}?${(found < 0 ? [...others, field] : others).join("&")}`;
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

/** The URL of the link `next` (RFC 8288 §3). `results="false"` says that nothing is there (Sentry). */
function nextLink(header: string): string | undefined {
  for (const [, url, params = ""] of header.matchAll(/<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g)) {
    const values = new Map<string, string>();
    for (const [, name = "", quoted, plain = ""] of params.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/g))
      if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), (quoted ?? plain).toLowerCase());
    if (values.get("rel")?.split(/\s+/).includes("next") && values.get("results") !== "false") return url;
  }
  return undefined;
}
