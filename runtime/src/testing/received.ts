import type { Bytes } from "../wire/outgoing.js";
import { secretSegments } from "../config/base-path.js";
import { mapValues } from "../config/records.js";
import { secretsGiven } from "../http/sent-secrets.js";
import { secretsKept } from "../wire/attempt-secrets.js";
import type { Secrets } from "../wire/scrub.js";
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
  readonly secrets: Secrets;
  /** What the caller gave under telling names, and what stands made up in the path of the base URL. */
  readonly given: Secrets;
}

/** Reads what `fetch` was given, its body too. */
export async function receive(input: string | URL | Request, init: RequestInit = {}): Promise<Received> {
  const request = input instanceof Request ? input : undefined;
  const body = init.body ?? request?.body;
  const signal = init.signal ?? request?.signal;
  signal?.throwIfAborted();
  const kept = secretsKept(signal);
  const [secrets, given, basePath = ""] = kept ?? [new Set<string>(), {}];
  return {
    method: (init.method ?? request?.method ?? "GET").toUpperCase(),
    url: new URL(request?.url ?? (input as string | URL)),
    headers: new Headers(init.headers ?? request?.headers),
    bytes: new Uint8Array(await new Response(body ?? null).arrayBuffer()),
    signal,
    isKnown: kept !== undefined,
    secrets,
    // Now, because it is the caller's and may change.
    given: secretsGiven(given, new Set(secretSegments(basePath))),
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
export async function readContent(bytes: Bytes, headers: Headers): Promise<unknown> {
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

/** `undefined` for what is not UTF-8. `isCut`: a character at the end may not be whole, and is left out. */
export function textOf(bytes: Uint8Array, isCut = false): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}
