// What a thrown value looks like, as JSON, with what a reader of errors could go by: own properties, enumerable or hidden, and
// what is inherited. thrown.ts of the test makes a value of it again.
import { types } from "node:util";

/** Nothing is said of others: stacks, sockets, bodies, requests. */
const KEYS = new Set(
  "name message code syscall type status statusCode httpStatusCode headers response $response $metadata cause detail errors".split(
    " ",
  ),
);
const MAX_DEPTH = 4;
const MAX_TEXT = 40;

/** `{}` is undefined. `minified` is the same value of clients that were minified: a name that differs is that of a class. */
export function shapeOf(value, minified = value, depth = 0) {
  if (typeof value === "string") return value.replaceAll(/127\.0\.0\.1:\d+/g, "host").slice(0, MAX_TEXT);
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "object" || depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) return value.slice(0, 2).map((one, index) => shapeOf(one, minified?.[index], depth + 1));
  if (!(value instanceof Error) && typeof value.get === "function" && Symbol.iterator in value)
    return { $: "Headers", own: shownHeaders(value) };
  const shape = { $: types.isNativeError(value) || value instanceof DOMException ? "Error" : "object" };
  for (const key of KEYS) {
    const seen = attempt(() => value[key]);
    const isOwn = Object.hasOwn(value, key);
    if (typeof seen === "function" || !(isOwn || (seen !== undefined && seen !== "" && seen !== "Error"))) continue;
    const place = !isOwn ? "inherited" : Object.getOwnPropertyDescriptor(value, key).enumerable ? "own" : "hidden";
    const other = attempt(() => minified[key]);
    shape[place] ??= {};
    shape[place][key] =
      key === "name" && seen !== other
        ? { $: "class", name: seen }
        : key === "headers" && !(seen !== null && typeof seen === "object" && Symbol.iterator in seen)
          ? { $: "object", own: shownHeaders(Object.entries(seen ?? {})) }
          : shapeOf(seen, other, depth + 1);
    if (key === "headers" && seen === undefined) shape[place][key] = {};
  }
  return shape;
}

/** One row for the statuses whose shapes differ in their numbers alone; texts of such answers are left out. */
export function packed(shapes) {
  const rows = new Map();
  for (const [name, shape] of Object.entries(shapes)) {
    const status = /^[45]\d\d$/.exec(name)?.[0];
    const text = JSON.stringify(shape, (key, value) => (status && /message/.test(key) ? undefined : value));
    const general = status === undefined ? text : text.replaceAll(`:${status}`, ':"<status>"');
    rows.set(general, [...(rows.get(general) ?? []), name]);
  }
  return Object.fromEntries([...rows].map(([text, names]) => [names.join(), JSON.parse(text)]));
}

function shownHeaders(entries) {
  return Object.fromEntries([...entries].filter(([name]) => name.startsWith("retry-after")));
}

function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
