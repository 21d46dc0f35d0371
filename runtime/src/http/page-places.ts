import type { PagesEntry } from "../config/definition.js";
import { isFieldValue } from "../config/headers.js";
import { isPlainObject, own } from "../config/options.js";
import { parseUrl } from "../config/parse-url.js";
import { joinUrl } from "./join-url.js";
import { at, type Count, isToken, Mistake, type Next, type Part, type PartName, type Position } from "./pages.js";
import type { PreparedRequest } from "./prepare.js";
import { randomKey } from "./random-key.js";
import type { Bytes } from "./transport.js";

/** Pages that are asked for by a header, in the body, or by a URL. */
export const PLACES: Readonly<Partial<Record<PartName, Part>>> = {
  header: {
    read: ({ headers }, name) => headers.get(name) ?? undefined,
    write(prepared, name, value) {
      const headers = new Headers(prepared.headers);
      headers.set(name, String(value));
      return { ...prepared, headers, render: (keys) => ({ ...prepared.render(keys), headers }) };
    },
    fits: (value) => isToken(value) && isFieldValue(String(value)),
  },
  body: {
    read: (prepared, name) =>
      keysOf(name).reduce<unknown>(
        (outer, key) => own(Object(outer) as object, key),
        bodyOf(prepared, prepared.render([]).body),
      ),
    write: writeBody,
    // Keys of a database, for one.
    fits: () => true,
  },
  url: {
    // All behind the base URL.
    read: (prepared) => prepared.render([]).url.slice(rootOf(prepared).length),
    write: (prepared, _, value) => ({
      ...prepared,
      render: (keys) => ({ ...prepared.render(keys), url: rootOf(prepared) + String(value) }),
    }),
    fits: isToken,
    follow(request, next) {
      const url = next instanceof Headers ? linkIn(next.get("link") ?? "") : (next ?? undefined);
      if (url === undefined || url === "") return undefined;
      if (typeof url !== "string" || !isToken(url)) throw new Mistake("no-url");
      return below(request, url);
    },
  },
};

/**
 * Counts pages and items, for totals, and turns pages by their numbers or by the numbers of their items. Too low a count
 * costs a request at the end, and too high a one items: what is not known counts as none.
 */
export function countBy(rule: Omit<PagesEntry, "of">, next: Next, first: unknown, from: Position | undefined): Count {
  const { step, first: base, echo } = next;
  const isNumbered = (next.url ?? next.from ?? next.fromHeader ?? step) === undefined;
  let items = Number.isSafeInteger(from?.items) ? Number(from?.items) : 0;
  // By an echo alone it is not known which number is the first.
  let pages =
    isNumbered && first !== undefined ? (wholeNumber(first) ?? 0) - (echo === undefined ? (base ?? 0) : 1) : 0;
  let before: string | undefined;
  const numberAfter: Count["next"] = (received, asked, isMore) => {
    const total = wholeNumber(at(received.body, rule.totalPages));
    const { length = NaN } = received.items ?? {};
    if (length === 0 && (step !== undefined || !(isMore || Number(total) > pages))) return undefined;
    const was = asked === undefined ? undefined : (wholeNumber(asked) ?? NaN);
    let number = (was ?? base ?? 0) + length;
    if (step === undefined)
      number = 1 + (wholeNumber(at(received.body, echo)) ?? was ?? (echo === undefined ? base : NaN) ?? NaN);
    // The end has to be known, too.
    if (received.items === undefined && !isMore && total === undefined) number = NaN;
    if (!Number.isSafeInteger(number)) throw new Mistake("number");
    return number;
  };
  return {
    get kept() {
      return rule.total === undefined ? {} : { items };
    },
    add(received, text, asked) {
      pages += 1;
      items += received.items?.length ?? 0;
      if (!isNumbered && step === undefined) return;
      const [was, is] = [wholeNumber(asked), wholeNumber(at(received.body, echo))];
      if (was !== undefined && is !== undefined && is !== was)
        throw new Mistake("mismatch", { cause: `${is}, not ${was}` });
      if (received.items?.length !== 0 && text === before) throw new Mistake("same");
      before = text;
    },
    // Servers that were not asked to count say 0.
    isEnd: ({ body }) =>
      wholeNumber(at(body, rule.totalPages)) === pages || (items > 0 && wholeNumber(at(body, rule.total)) === items),
    next: isNumbered || step !== undefined ? numberAfter : undefined,
  };
}

function wholeNumber(value: unknown): number | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Origin and path of the service, without a slash at the end. */
function rootOf({ base }: PreparedRequest): string {
  return (base.origin + base.path).replace(/\/$/, "");
}

/** The part of a URL behind the base URL, as it goes out, without keys. It is of the same origin, and below the base URL. */
function below(request: PreparedRequest, text: string): string {
  const { base, schemes, render } = request;
  const url = parseUrl(text, render([]).url);
  // A proxy that ends TLS writes http.
  if (url?.protocol === "http:" && base.origin.startsWith("https:")) url.protocol = "https:";
  if (url?.origin !== base.origin || url.username !== "" || url.password !== "")
    throw new Mistake("origin", { cause: `${url?.origin ?? "no URL"}, but the service is at ${base.origin}` });
  const keys = schemes.map(({ scheme }) => {
    // RFC 6750 §2.3
    if (scheme.type !== "apiKey") return "access_token";
    if (scheme.in === "path") throw new Mistake("key-in-path");
    return scheme.in === "query" ? scheme.name : "";
  });
  const pairs = url.search.slice(1).split("&");
  const query = pairs.filter((pair) => !keys.some((key) => new URLSearchParams(pair).has(key))).join("&");
  const template = { parts: [url.origin + url.pathname], query: query && `?${query}` };
  return joinUrl(base, template, String, () => new Mistake("path")).slice(rootOf(request).length);
}

/** The URL of the link `next` (RFC 8288 §3); `results="false"` says that nothing is there (Sentry). */
function linkIn(header: string): string | undefined {
  for (const [, url, params = ""] of header.matchAll(
    /<([^<>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g,
  )) {
    const values = new Map<string, string>();
    for (const [, name = "", quoted, plain = ""] of params.matchAll(/;\s*([^\s=;]+)\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/g))
      if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), (quoted ?? plain).toLowerCase());
    if (values.get("rel")?.split(/\s+/).includes("next") && values.get("results") !== "false") return url;
  }
  return undefined;
}

function keysOf(place: string): readonly string[] {
  return place.split("/").slice(1);
}

/** The request with another value in its JSON, which is read as it was encoded. */
function writeBody(prepared: PreparedRequest, place: string, value: unknown): PreparedRequest {
  const { bound, options } = prepared;
  const headers = new Headers(prepared.headers);
  if (!headers.has("content-type")) headers.set("content-type", "application/json");
  const isGiven = Object.keys(options.headers ?? {}).some((name) => /^idempotency-key$/i.test(name));
  // It is another request than the one before.
  if (headers.has("idempotency-key") && typeof options.idempotencyKey !== "string" && !isGiven)
    headers.set("idempotency-key", randomKey());
  const write = (body: unknown): Bytes =>
    new TextEncoder().encode((bound.stringifyJson ?? JSON.stringify)(withValue(body, keysOf(place), value)));
  return {
    ...prepared,
    headers,
    render: (keys) => {
      const request = prepared.render(keys);
      return { ...request, headers, body: write(bodyOf(prepared, request.body)) };
    },
  };
}

/** A copy with another value at the end of a path of keys; objects on the way are made. */
function withValue(outer: unknown, [key = "", ...rest]: readonly string[], value: unknown): object {
  const record = Object(outer) as object;
  return { ...record, [key]: rest.length === 0 ? value : withValue(own(record, key) ?? {}, rest, value) };
}

/** The JSON object that a request sends. */
function bodyOf({ bound }: PreparedRequest, body: unknown): object {
  let read: unknown = {};
  try {
    if (body !== undefined) read = (bound.parseJson ?? JSON.parse)(new TextDecoder().decode(body as Uint8Array));
  } catch {
    read = undefined;
  }
  if (!isPlainObject(read)) throw new Mistake("body");
  return read;
}
