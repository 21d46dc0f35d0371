import type { JsonValue } from "../config/definition.js";
import {
  type Bytes,
  hex,
  joined,
  type Received,
  type Refuse,
  type WebhookHeaders,
  type WebhookMessage,
} from "./message.js";

// Messages that are no `Request`, and bodies that are no JSON. Loaded late.

/** A message as Node, Express and Lambda have it. */
export async function messageOf(message: WebhookMessage, refuse: Refuse): Promise<Received> {
  const { body, url = "", method = "POST" } = message;
  const isRaw = typeof body === "string" || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  if (!isRaw) throw await refuse("parsed-body");
  // A copy: nobody else can change it while it is judged.
  return { headers: headersOf(message.headers ?? {}), body: await joined([body as Bytes]), url, method };
}

/** A header that no `Headers` holds is none that a scheme reads. */
export function headersOf(given: WebhookHeaders): Headers {
  const headers = new Headers();
  const isIterable = typeof (given as Partial<Headers>).entries === "function";
  for (const [name, values] of isIterable ? (given as Headers).entries() : Object.entries(given))
    for (const value of [values ?? []].flat()) {
      try {
        headers.append(name, value);
      } catch {
        // Its text would be in the platform's message.
      }
    }
  return headers;
}

/** Fields of a form, texts, and lists of what comes more than once; or the JSON in `field`, `undefined` if it is none. */
export function formPayload(body: Uint8Array, field: string | undefined): JsonValue | undefined {
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  if (field !== undefined)
    try {
      return JSON.parse(fields.get(field) ?? "") as JsonValue;
    } catch {
      return undefined;
    }
  const entries = Array.from(fields.keys(), (name) => [name, fields.getAll(name)] as const);
  return Object.fromEntries(
    entries.map(([name, [first = "", ...more]]) => [name, more.length > 0 ? [first, ...more] : first]),
  );
}

/**
 * The text of a body that Twilio signs: names and values of a form, sorted and joined; a pair that comes twice counts once. The hash of
 * any other body is in the URL, which is signed: the hash that the body really has, in its place, needs no comparison.
 * `undefined` where nothing that is signed has the body in it.
 */
export async function signedForm(
  { body, url }: Received,
  isForm: boolean,
): Promise<{ readonly url: string; readonly form: string } | undefined> {
  if (!isForm && body.byteLength > 0) {
    if (!BODY_HASH.test(url)) return undefined;
    const hash = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", body)));
    return { url: url.replace(BODY_HASH, hash), form: "" };
  }
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))];
  const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  fields.sort(([a, x], [b, y]) => compare(a, b) || compare(x, y));
  const isFirst = ([name, value]: readonly [string, string], at: number) =>
    at === 0 || fields[at - 1]?.[0] !== name || fields[at - 1]?.[1] !== value;
  return { url, form: fields.filter(isFirst).flat().join("") };
}

const BODY_HASH = /(?<=[?&]bodySHA256=)[^&#]*/;
