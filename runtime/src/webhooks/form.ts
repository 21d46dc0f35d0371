import type { JsonValue } from "../config/definition.js";
import { hex, type Received } from "./message.js";

/** The fields of a form: texts, and lists of what comes more than once. */
export function formFields(body: Uint8Array): JsonValue {
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  const entries = Array.from(fields.keys(), (name) => [name, fields.getAll(name)] as const);
  return Object.fromEntries(
    entries.map(([name, [first = "", ...more]]) => [name, more.length > 0 ? [first, ...more] : first]),
  );
}

/**
 * What Twilio signs of a body: the names and values of a form, sorted and joined; what comes twice counts once. The hash of
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
