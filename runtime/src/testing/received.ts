import { isPlainObject } from "../config/options.js";
import { isSensitive, MASK, type Masker, maskerOf, secretsOf } from "../http/server-answer.js";
import { type Bytes, type Kept, SECRETS } from "../http/transport.js";
import { wrongUse } from "./wrong-use.js";

/** A request as it came, read once. */
export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly bytes: Bytes;
  readonly signal: AbortSignal | undefined;
  /** False if the request did not come as a client sent it, so that its credentials are not known. */
  readonly isKnown: boolean;
  /** Secrets that the schemes of the attempt resolved. */
  readonly ofSchemes: ReadonlySet<string>;
  /** These, values under sensitive names, and what fills the path of the base URL. */
  readonly secrets: ReadonlySet<string>;
}

/** Reads what `fetch` was given, with its body. */
export async function receive(input: string | URL | Request, init: RequestInit = {}): Promise<Received> {
  const request = input instanceof Request ? input : undefined;
  const signal = init.signal ?? request?.signal;
  signal?.throwIfAborted();
  const url = new URL(request?.url ?? (input as string | URL));
  const headers = new Headers(init.headers ?? request?.headers);
  // Nothing of a signal that no attempt gave to `fetch`: somebody put another in its place.
  const kept = (signal as { readonly [SECRETS]?: Kept } | undefined)?.[SECRETS];
  const [schemes = new Set<string>(), options = {}, segments = []] = kept ?? [];
  const { query } = options as { readonly query?: unknown };
  // Read before the body, because the caller may change the options.
  const secrets = secretsOf({
    schemes,
    segments,
    options: { ...options, query: [query, url.searchParams] },
    sent: [headers],
  });
  return {
    method: (init.method ?? request?.method ?? "GET").toUpperCase(),
    url,
    headers,
    bytes: new Uint8Array(await new Response(init.body ?? request?.body ?? null).arrayBuffer()),
    signal,
    isKnown: kept !== undefined,
    ofSchemes: new Set(schemes),
    secrets,
  };
}

/** Values by name: a list for a name that is there several times. */
export function byName<T>(pairs: Iterable<readonly [string, T]>): { readonly [name: string]: T | readonly T[] } {
  const lists = new Map<string, [T, ...T[]]>();
  for (const [name, value] of pairs) {
    const list = lists.get(name);
    if (list === undefined) lists.set(name, [value]);
    else list.push(value);
  }
  return Object.fromEntries(Array.from(lists, ([name, list]) => [name, list.length > 1 ? list : list[0]]));
}

/** JSON, a form and text as what they are; other bodies as bytes; `undefined` for none. */
export async function readContent({ bytes, headers }: Received): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  const type = headers.get("content-type") ?? "";
  if (/^multipart\/form-data\b/i.test(type)) {
    const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => undefined);
    if (form !== undefined)
      return byName(await Promise.all(Array.from(form, async ([name, part]) => [name, await readPart(part)] as const)));
  }
  const text = textOf(bytes);
  if (text === undefined) return bytes;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return byName(new URLSearchParams(text));
  const json = /\bjson\b/i.test(type) ? parsedJson(text) : undefined;
  return json === undefined ? text : json;
}

/** A field's text; of a file its name, type and text, or bytes if it is none. */
async function readPart(part: File | string): Promise<unknown> {
  if (typeof part === "string") return part;
  const bytes = new Uint8Array(await part.arrayBuffer());
  return { filename: part.name, type: part.type, content: textOf(bytes) ?? bytes };
}

/** Decodes UTF-8, or the charset given; `undefined` for bytes that are no text in it. `isCut`: a character may be half. */
export function textOf(bytes: Uint8Array, charset = "utf-8", isCut = false): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Parses JSON; `undefined` for other texts. Throws for one that is nested too deeply. */
export function parsedJson(text: string, what = "a body"): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  requireShallow(json, what);
  return json;
}

/** More levels than any provider sends, and fewer than the call stack holds. */
const DEEPEST = 500;

export function requireShallow(value: unknown, what: string): void {
  let level: readonly unknown[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw wrongUse(`${what} is nested more than ${DEEPEST} levels deep`);
    level = level.flatMap(
      (one) => (Array.isArray(one) ? one : isPlainObject(one) ? Object.values(one) : []) as unknown[],
    );
  }
}

/** Masks known secrets by exact match, and all values under a sensitive name. */
export class Masking {
  /** How many values are masked so far. */
  count = 0;
  readonly #own: ReadonlySet<string>;
  readonly #mask: Masker;

  /** `own`: secrets of this request; short ones are masked only if they are the whole of a text. */
  constructor(own: ReadonlySet<string>, mask: Masker = maskerOf(own)) {
    this.#own = own;
    this.#mask = mask;
  }

  /** `isCut`: the end of the text is missing. */
  text(text: string, isCut = false): string {
    return this.#counted(text, this.#own.has(text) ? MASK : this.#mask(text, isCut));
  }

  /** Masks a path by its segments, and a secret that spans several, as `{+token}` sends it. */
  path(path: string): string {
    const segments = this.#mask(path).split("/");
    return this.#counted(path, segments.map((one) => (this.#own.has(unescaped(one)) ? MASK : one)).join("/"));
  }

  /** Masks values behind sensitive names in a form, or in a text with the query of a URL. */
  query(text: string): string {
    return text.replaceAll(/([^\s?&#=;]+)=([^\s?&#;"'<>]+)/g, (pair, name: string, value: string) =>
      isSecretName(unescaped(name), value) ? this.#counted(pair, `${name}=${MASK}`) : pair,
    );
  }

  /** Masks texts, numbers, names and bytes within a value; `isBelow`: all of them. */
  value(value: unknown, isBelow = false): unknown {
    if (Array.isArray(value)) return value.map((item) => this.value(item, isBelow));
    if (isPlainObject(value)) return this.fields(value, isBelow);
    if (value === undefined || value === null || typeof value === "boolean") return value;
    if (isBelow) return this.#counted(value, MASK);
    if (typeof value === "string") return this.text(value);
    const text = value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value);
    return this.text(text) === text ? value : MASK;
  }

  fields<Fields extends object>(fields: Fields, isBelow = false): Fields {
    const masked = Object.entries(fields).map(([name, value]: [string, unknown]) => [
      this.text(name),
      this.value(value, isBelow || isSecretName(name, value)),
    ]);
    return Object.fromEntries(masked) as Fields;
  }

  #counted<T>(value: unknown, masked: T): T {
    if (masked !== value) this.count += 1;
    return masked;
  }
}

/** `"api_keys": 17` is a count. */
export function isSecretName(name: string, value: unknown): boolean {
  return isSensitive(name) && !(typeof value === "number" && name.endsWith("s"));
}

function unescaped(text: string): string {
  return decoded(text.replaceAll("+", " "));
}

/** Percent-decodes a text; one that is malformed stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
