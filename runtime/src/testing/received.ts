import { mapValues } from "../config/options.js";
import { secretsKept } from "../http/transport.js";
import { secretsOf } from "../http/server-answer.js";
import type { Bytes } from "../http/transport.js";
import { requireShallow } from "./levels.js";

/** A request as it came, read once. */
export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly bytes: Bytes;
  readonly signal: AbortSignal | undefined;
  /** Whether it came as an attempt sent it: otherwise nobody knows what its credentials are. */
  readonly isKnown: boolean;
  /** What the schemes of the attempt resolved. */
  readonly ofSchemes: ReadonlySet<string>;
  /** These, what was given and sent under sensitive names, and what fills the path of the base URL. */
  readonly secrets: ReadonlySet<string>;
}

/** Reads what `fetch` was given, its body too. */
export async function receive(input: string | URL | Request, init: RequestInit = {}): Promise<Received> {
  const request = input instanceof Request ? input : undefined;
  const signal = init.signal ?? request?.signal;
  signal?.throwIfAborted();
  const url = new URL(request?.url ?? (input as string | URL));
  const headers = new Headers(init.headers ?? request?.headers);
  const kept = secretsKept(signal);
  const [schemes = new Set<string>(), options = {}, segments = []] = kept ?? [];
  // Now, because the options are the caller's and may change.
  const secrets = secretsOf({ schemes, segments, options, sent: [headers] });
  const ofQuery = secretsOf({ schemes: [], segments: [], options: { query: url.searchParams }, sent: [] });
  for (const secret of ofQuery) secrets.add(secret);
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

/** A query or a form by name; a list where a name stands several times. */
export interface Fields {
  readonly [name: string]: string | readonly string[];
}

export function fieldsOf(pairs: URLSearchParams): Fields {
  return byName(pairs);
}

function byName<T>(pairs: Iterable<readonly [string, T]>): { readonly [name: string]: T | readonly T[] } {
  const all = new Map<string, T[]>();
  for (const [name, value] of pairs) {
    const values = all.get(name);
    if (values === undefined) all.set(name, [value]);
    else values.push(value);
  }
  return mapValues(Object.fromEntries(all), (values) => {
    const [first] = values;
    return values.length === 1 && first !== undefined ? first : values;
  });
}

/** JSON, a form and text as what they are; other bodies as bytes; `undefined` for none. */
export async function readContent({ bytes, headers }: Received): Promise<unknown> {
  const type = headers.get("content-type") ?? "";
  if (bytes.length === 0) return undefined;
  const parts = /^multipart\/form-data\b/i.test(type) ? await partsOf(bytes, type) : undefined;
  if (parts !== undefined) return parts;
  const text = textOf(bytes);
  if (text === undefined) return bytes;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return fieldsOf(new URLSearchParams(text));
  const json = /\bjson\b/i.test(type) ? parsedJson(text) : undefined;
  return json === undefined ? text : json;
}

/** `undefined` for what is not JSON. Throws for what is nested deeper than can be looked through. */
export function parsedJson(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  requireShallow(json, "a body");
  return json;
}

/** Of a file its name, type and text, or bytes where it is none; `undefined` for what is no form. */
async function partsOf(bytes: Bytes, type: string): Promise<unknown> {
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => undefined);
  if (form === undefined) return undefined;
  return byName(await Promise.all(Array.from(form, async ([name, part]) => [name, await readPart(part)] as const)));
}

async function readPart(part: File | string): Promise<unknown> {
  if (typeof part === "string") return part;
  const bytes = new Uint8Array(await part.arrayBuffer());
  return { filename: part.name, type: part.type, content: textOf(bytes) ?? bytes };
}

/** `undefined` for what is not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
