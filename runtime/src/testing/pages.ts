import type { PagesEntry, PagesRule } from "../config/definition.js";
import { isArray, isPlainObject, own } from "../config/options.js";
import { at, entryFor, isToken, type Next } from "../http/pages.js";
import type { Answerer, FakeAnswer, FakeRequest } from "./route.js";
import { wrongUse } from "./wrong-use.js";

/** Finds the rule of the list that a route answers. */
export type FindRule = () => Promise<PagesRule | undefined>;

/** Finds a rule in definitions, as their JSON files or emitted modules have them. */
export function ruleFinder(definitions: readonly unknown[], method: string, path: string): FindRule {
  return async () => {
    for (const definition of definitions) {
      const pages: unknown = own(Object(definition) as object, "pages");
      const given: unknown = typeof pages === "function" ? await (pages as () => unknown)() : pages;
      const entries = isPlainObject(given)
        ? Object.entries(given).map(([of, rule]) => ({ of: [of], ...(rule === false ? { next: rule } : Object(rule)) }))
        : isArray(given)
          ? given
          : [];
      const entry = entryFor(entries as readonly PagesEntry[], method.toUpperCase(), path);
      if (entry !== undefined) return entry.next === false ? undefined : { ...entry, next: entry.next };
    }
    return undefined;
  };
}

/** The name of what a URL of the next page says, in its query. */
const TOKEN = "fake-page";

type Lists = readonly (readonly unknown[])[];

/**
 * Serves a list in pages, by the place that a request asks for. A later request has to be like a first one but for that
 * place.
 */
export function servePages(lists: Lists, given: PagesRule | undefined, find: FindRule): Answerer {
  const firsts: Rest[] = [];
  return async (request) => {
    const rule = given ?? (await find());
    if (rule === undefined)
      throw wrongUse(
        'pages(): fakeProviders has no rule for this list; rules found in the OpenAPI document are only in the emitted definition (`import { acme } from "./generated/providers/acme.definition.js"`): pass that one, or a rule, as pages(lists, { next: … })',
      );
    const next = nextOf(rule);
    const { asked, rest } = taken(request, next);
    const differences = firsts.map((first) =>
      Object.keys({ ...first, ...rest }).filter((name) => first[name] !== rest[name]),
    );
    const [least] = differences.sort((one, other) => one.length - other.length);
    if (asked === undefined) firsts.push(rest);
    // Names alone: there may be a key.
    else if (least !== undefined && least.length > 0)
      throw wrongUse(`pages(): a request for another page differs from the first in ${least.join(", ")}`);
    const index = asked === undefined ? 0 : indexOf(lists, next, rule, asked);
    if (!Number.isInteger(index) || index < 0 || index > lists.length)
      throw wrongUse(`pages(): no page is at ${JSON.stringify(asked)}`);
    return answerFor(lists, index, rule, next, request);
  };
}

/** The body of a list, of which pages are made. */
export interface Sample {
  readonly body: unknown;
  /** Counts where a body is not what the schema says. */
  readonly misfits: (body: unknown) => number;
}

/**
 * Answers with a sample as the first page of a list, or as its second and last one: there with the items of another body.
 * Whatever else is asked for is the last.
 */
export function answerFromSample(sample: Sample, other: unknown, rule: PagesRule, request: FakeRequest): FakeAnswer {
  const next = nextOf(rule);
  const [first = [], second = []] = [sample.body, other].map((body) => {
    const items = at(body, rule.items);
    return isArray(items) ? items : [];
  });
  const known = new Set(first.map((item) => JSON.stringify(item)));
  // Pages by number may not be alike, and from an empty one no last item leads on.
  const lists = first.length === 0 ? [first] : [first, second.filter((item) => !known.has(JSON.stringify(item)))];
  const { asked } = taken(request, next);
  let index = asked === undefined ? 0 : indexOf(lists, next, rule, asked, sample.body);
  // An offset that is not known has nothing behind it.
  if (!(index >= 0)) index = next.step === undefined ? lists.length - 1 : lists.length;
  return answerFor(lists, index, rule, next, request, sample);
}

function nextOf({ next }: PagesRule): Next {
  return Object(next === "link" ? { url: "" } : next) as Next;
}

/** All that a request says beside its place, by name, as JSON. */
interface Rest {
  readonly [part: string]: string | undefined;
}

/** The value by which a request asks for a page, and the rest of it. */
function taken(
  { method, path, query, headers, body }: FakeRequest,
  next: Next,
): { readonly asked: unknown; readonly rest: Rest } {
  const parts: [string, unknown][] = [
    ["method", method],
    ["path", path],
  ];
  const name = next.query ?? (next.url === undefined ? undefined : TOKEN);
  for (const [field, value] of Object.entries(query)) if (field !== name) parts.push([`query "${field}"`, value]);
  const keys = next.body?.split("/").slice(1);
  parts.push(["the body", keys === undefined ? body : without(body, keys)]);
  const rest = Object.fromEntries(parts.map(([part, value]) => [part, JSON.stringify(value)]));
  if (next.header !== undefined) return { asked: own(headers, next.header.toLowerCase()), rest };
  return { asked: name === undefined ? at(body, next.body) : own(query, name), rest };
}

function without(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (!isPlainObject(value)) return value;
  const { [key]: inner, ...others } = value;
  if (rest.length === 0) return Object.keys(others).length === 0 ? undefined : others;
  return inner === undefined ? value : { ...others, [key]: without(inner, rest) };
}

/** The number of a page, from 0; -1 or `NaN` if none is there. */
function indexOf(lists: Lists, next: Next, rule: PagesRule, asked: unknown, sample?: unknown): number {
  const { from = "", step, first } = next;
  const last = lastPlace(from, rule);
  let index = Number(/^page-(\d+)$/.exec(String(asked))?.[1] ?? NaN) - 1;
  if (step !== undefined) index = lists.findIndex((_, at) => countBefore(lists, at) + (first ?? 0) === Number(asked));
  else if (last !== undefined)
    index = lists.findIndex((list) => String(at(list.at(-1), last)) === String(asked)) + 1 || NaN;
  else if (next.from === undefined && next.fromHeader === undefined && next.url === undefined)
    index = Number(asked) - (first ?? 0);
  else if (String(tokenOf(sample, next)) === String(asked)) index = 1;
  const isPast = step !== undefined && Number(asked) === countBefore(lists, lists.length) + (first ?? 0);
  return isPast ? lists.length : index;
}

/** The value of a sample that can go back as it is, because its type is that of the document. */
function tokenOf(sample: unknown, { from }: Next): unknown {
  const value = at(sample, from);
  return isToken(value) ? value : undefined;
}

function countBefore(lists: Lists, index: number): number {
  return lists.slice(0, index).flat().length;
}

/** The place within an item of what goes back, if that is of the last item: `/id` of `/data/-1/id`. */
function lastPlace(from: string, { items }: PagesRule): string | undefined {
  const list = `${items}/-1`;
  return items !== undefined && from.startsWith(`${list}/`) ? from.slice(list.length) : undefined;
}

function answerFor(lists: Lists, index: number, rule: PagesRule, next: Next, { query }: FakeRequest, sample?: Sample) {
  const isLast = index >= lists.length - 1;
  const token = `page-${index + 2}`;
  const link = `?${new URLSearchParams([
    ...Object.entries(query)
      .flatMap(([name, value]) => [value].flat().map((each) => [name, each]))
      .filter(([name]) => name !== TOKEN),
    [TOKEN, token],
  ])}`;
  const headers: Record<string, string> = {};
  let body = sample?.body;
  const put = (place: string | undefined, value: unknown): void => {
    if (place !== undefined) body = withValue(body, place.split("/").slice(1), value);
  };
  const count = (place: string | undefined, value: number): void =>
    put(place, typeof at(body, place) === "string" ? String(value) : value);
  put(rule.items, lists[index] ?? []);
  put(rule.more, !isLast);
  put(rule.last, isLast);
  count(rule.total, lists.flat().length);
  count(rule.totalPages, lists.length);
  count(next.echo, index + (next.first ?? 0));
  if (!isLast) {
    if (next.url === "") headers["link"] = `<${link}>; rel="next"`;
    else put(next.url, link);
    if (next.fromHeader !== undefined) headers[next.fromHeader] = token;
    if (lastPlace(next.from ?? "", rule) === undefined) put(next.from, tokenOf(body, next) ?? token);
  } else if (sample !== undefined) body = ended(body, rule, next, sample);
  return { headers, body: body ?? {} };
}

/** The body of a last page: nothing, `null` or an empty text is where a sample goes on, as its schema has it. */
function ended(body: unknown, rule: PagesRule, { from = "", url = "" }: Next, { misfits }: Sample): unknown {
  const place = url || (lastPlace(from, rule) === undefined ? from : "");
  if (place === "" || at(body, place) === undefined) return body;
  const ends = [undefined, null, ""].map((end) => withValue(body, place.split("/").slice(1), end));
  // A flag says it too.
  if ((rule.more ?? rule.last) !== undefined) ends.push(body);
  return ends.sort((one, other) => misfits(one) - misfits(other))[0];
}

/** A copy with a value at the end of a path of keys. */
function withValue(outer: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const record = isPlainObject(outer) ? outer : {};
  return { ...record, [key]: withValue(own(record, key), rest, value) };
}
