import type { KeyInsert } from "../auth/authenticate.js";
import { badJson, type PreparedBody, writable } from "./body.js";
import type { InvalidRequest } from "./invalid.js";
import type { Bytes, OutgoingBody } from "./transport.js";

/** Writes this attempt's API key into the body (rules P8). */
export type KeyWriter = (keys: readonly KeyInsert[]) => OutgoingBody | undefined;

type Reviver = (key: string, value: unknown) => unknown;

/** By `JSON.rawJSON` more digits may have been written than a number holds: it takes them as they are. `source` came with it. */
const asWritten = ((_key: string, value: unknown, context: { readonly source: string }) =>
  typeof value === "number"
    ? ((JSON as { readonly rawJSON?: (text: string) => unknown }).rawJSON?.(context.source) ?? value)
    : value) as Reviver;

type JsonRecord = Readonly<Record<string, unknown>>;

/** `key`, or the keys along a path: `/a/b/c`. */
export function keyPath(name: string): readonly string[] {
  return name.startsWith("/") ? name.slice(1).split("/") : [name];
}

/** Checks that the keys can be written into the body, before anything is sent. */
export function prepareKeyWriter(body: PreparedBody, names: readonly string[], invalid: InvalidRequest): KeyWriter {
  if (body.kind === "json") return jsonWriter(body, names, invalid);
  if (body.kind === "form") return formWriter(body, names, invalid);
  throw invalid("no-place-for-key", "an API key in the body needs `json` with an object, or `form`");
}

/** The value at the place of a key in a body, if there is one; `undefined` if the body has no such place. */
export function keySlot(body: PreparedBody, name: string): { readonly found: unknown } | undefined {
  const path = keyPath(name);
  if (body.kind === "form") {
    const found = new URLSearchParams(textOf(body)).get(path[0] ?? "") ?? undefined;
    return path.length > 1 ? undefined : { found };
  }
  if (body.kind !== "json") return undefined;
  let found = parsed(textOf(body));
  for (const key of path) {
    // An object on the way is made.
    if (found === undefined) continue;
    if (!isRecord(found)) return undefined;
    found = Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return { found };
}

/** Works on what was encoded, not on the caller's object: that one stays as it is and may change meanwhile. */
function jsonWriter(body: PreparedBody, names: readonly string[], invalid: InvalidRequest): KeyWriter {
  const value = writable(() => parsed(textOf(body)), badJson(invalid));
  const write = (keys: readonly Pick<KeyInsert, "name" | "value">[]): unknown =>
    keys.reduce((written, key) => insert(written, keyPath(key.name), key.value, invalid), value);
  write(names.map((name) => ({ name, value: "" })));
  return (keys) => toBytes(writable(() => JSON.stringify(write(keys)), badJson(invalid)));
}

/** Few texts have more digits than numbers keep. For them the platform recurs, which ends where a body is deep. */
function parsed(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return JSON.stringify(value) === text ? value : JSON.parse(text, asWritten);
}

function insert(
  target: unknown,
  [key = "", ...rest]: readonly string[],
  value: string,
  invalid: InvalidRequest,
): JsonRecord {
  if (!isRecord(target)) throw invalid("no-place-for-key", "an API key in the body needs objects on its path");
  const exists = Object.hasOwn(target, key);
  if (rest.length > 0) return { ...target, [key]: insert(exists ? target[key] : {}, rest, value, invalid) };
  if (exists) throw invalid("body-clash", `both the body and the security scheme set "${key}"`);
  return { ...target, [key]: value };
}

function formWriter(body: PreparedBody, names: readonly string[], invalid: InvalidRequest): KeyWriter {
  const form = textOf(body);
  const fields = new URLSearchParams(form);
  for (const path of names.map(keyPath)) {
    const [key = "", ...rest] = path;
    if (rest.length > 0) throw invalid("no-place-for-key", "an API key inside an object needs `json`, not `form`");
    if (fields.has(key)) throw invalid("body-clash", `both the form and the security scheme set "${key}"`);
  }
  return (keys) => {
    const added = new URLSearchParams(keys.map(({ name, value }) => [keyPath(name)[0] ?? "", value])).toString();
    return toBytes(form === "" ? added : `${form}&${added}`);
  };
}

function toBytes(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** JSON and forms are bytes. */
function textOf({ content }: PreparedBody): string {
  return new TextDecoder().decode(content as Bytes);
}

/** Tells whether a value that was read is a record. Values without members are frozen, a number of `rawJSON` too. */
function isRecord(value: unknown): value is JsonRecord {
  return !Object.isFrozen(value) && !Array.isArray(value);
}
