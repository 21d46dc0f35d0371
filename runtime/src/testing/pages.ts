import type { PagesEntry, PagesRule } from "../config/definition.js";
import { isArray, isPlainObject, own } from "../config/options.js";
import { at, entryFor, type Next } from "../http/pages.js";
import type { Answerer, FakeRequest } from "./route.js";
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
      throw wrongUse("pages(): the definition has no rule for this list: give one, as pages(lists, { next: … })");
    const next = Object(rule.next === "link" ? { url: "" } : rule.next) as Next;
    const { asked: placed, rest } = taken(request, next);
    const asked = next.header === undefined ? placed : own(request.headers, next.header.toLowerCase());
    const differences = firsts.map((first) =>
      Object.keys({ ...first, ...rest }).filter((name) => first[name] !== rest[name]),
    );
    const [least] = differences.sort((one, other) => one.length - other.length);
    if (asked === undefined) firsts.push(rest);
    // Names alone: there may be a key.
    else if (least !== undefined && least.length > 0)
      throw wrongUse(`pages(): a request for another page differs from the first in ${least.join(", ")}`);
    const index = asked === undefined ? 0 : indexOf(lists, next, rule, asked);
    return answerFor(lists, index, rule, next, request);
  };
}

/** All that a request says beside its place, by name, as JSON. */
interface Rest {
  readonly [part: string]: string | undefined;
}

/** The value by which a request asks for a page, and the rest of it. */
function taken(
  { method, path, query, body }: FakeRequest,
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
  return { asked: name === undefined ? at(body, next.body) : own(query, name), rest };
}

function without(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (!isPlainObject(value)) return value;
  const { [key]: inner, ...others } = value;
  if (rest.length === 0) return Object.keys(others).length === 0 ? undefined : others;
  return inner === undefined ? value : { ...others, [key]: without(inner, rest) };
}

/** The number of a page, from 0. */
function indexOf(lists: Lists, next: Next, rule: PagesRule, asked: unknown): number {
  const { from = "", step, first } = next;
  const last = lastPlace(from, rule);
  let index = Number(/^page-(\d+)$/.exec(String(asked))?.[1] ?? NaN) - 1;
  if (step !== undefined) index = lists.findIndex((_, at) => countBefore(lists, at) + (first ?? 0) === Number(asked));
  else if (last !== undefined)
    index = lists.findIndex((list) => String(at(list.at(-1), last)) === String(asked)) + 1 || NaN;
  else if (next.from === undefined && next.fromHeader === undefined && next.url === undefined)
    index = Number(asked) - (first ?? 0);
  const isPast = step !== undefined && Number(asked) === countBefore(lists, lists.length) + (first ?? 0);
  if (isPast || (Number.isInteger(index) && index >= 0 && index <= lists.length)) return isPast ? lists.length : index;
  throw wrongUse(`pages(): no page is at ${JSON.stringify(asked)}`);
}

function countBefore(lists: Lists, index: number): number {
  return lists.slice(0, index).flat().length;
}

/** The place within an item of what goes back, if that is of the last item: `/id` of `/data/-1/id`. */
function lastPlace(from: string, { items }: PagesRule): string | undefined {
  const list = `${items}/-1`;
  return items !== undefined && from.startsWith(`${list}/`) ? from.slice(list.length) : undefined;
}

function answerFor(lists: Lists, index: number, rule: PagesRule, next: Next, { query }: FakeRequest) {
  const isLast = index >= lists.length - 1;
  const token = `page-${index + 2}`;
  const link = `?${new URLSearchParams([
    ...Object.entries(query)
      .flatMap(([name, value]) => [value].flat().map((each) => [name, each]))
      .filter(([name]) => name !== TOKEN),
    [TOKEN, token],
  ])}`;
  const headers: Record<string, string> = {};
  let body: unknown;
  const put = (place: string | undefined, value: unknown): void => {
    if (place !== undefined) body = withValue(body, place.split("/").slice(1), value);
  };
  put(rule.items, lists[index] ?? []);
  put(rule.more, !isLast);
  put(rule.last, isLast);
  put(rule.total, lists.flat().length);
  put(rule.totalPages, lists.length);
  put(next.echo, index + (next.first ?? 0));
  if (!isLast) {
    if (next.url === "") headers["link"] = `<${link}>; rel="next"`;
    else put(next.url, link);
    if (next.fromHeader !== undefined) headers[next.fromHeader] = token;
    if (lastPlace(next.from ?? "", rule) === undefined) put(next.from, token);
  }
  return { headers, body: body ?? {} };
}

/** A copy with a value at the end of a path of keys. */
function withValue(outer: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const record = isPlainObject(outer) ? outer : {};
  return { ...record, [key]: withValue(own(record, key), rest, value) };
}
