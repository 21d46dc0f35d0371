import { isFieldValue } from "../config/headers.js";
import { isPlainObject, own } from "../config/options.js";
import { parseUrl } from "../config/parse-url.js";
import { joinUrl } from "./join-url.js";
import { isToken, Mistake, type Part, type Way } from "./pages.js";
import type { PreparedRequest } from "./prepare.js";
import { randomKey } from "./random-key.js";
import type { Bytes } from "./transport.js";

/** Pages that are asked for by a header, in the body, or by a URL. */
export const PLACES: Readonly<Record<Exclude<Way["kind"], "query">, Part>> = {
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
      keysOf(name).reduce<unknown>((outer, key) => own(Object(outer) as object, key), bodyOf(prepared, prepared.render([]).body)),
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
    throw new Mistake("origin", `${url?.origin ?? "no URL"}, and the service at ${base.origin}`);
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
  for (const [, url, params = ""] of header.matchAll(/<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g)) {
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
