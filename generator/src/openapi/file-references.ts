import { isPlainObject, own, type JsonValue } from "@sdkwright/runtime/config";
import { dirname, resolve } from "node:path";

/** A file that a reference names, and what in it. */
export interface FileReference {
  readonly path: string;
  /** With `#`, as written; empty for the whole file. */
  readonly fragment: string;
}

/** The file that a reference of a document at `from` names; a URL names none. */
export function fileIn(reference: string, from: string): FileReference | undefined {
  const hash = reference.indexOf("#");
  const written = hash === -1 ? reference : reference.slice(0, hash);
  if (written === "" || /^[A-Za-z][A-Za-z0-9+.-]+:|^\/\//.test(written) || written.includes("\0")) return undefined;
  return { path: resolve(dirname(from), decoded(written)), fragment: hash === -1 ? "" : reference.slice(hash) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Mutable = { [key: string]: JsonValue };

/**
 * Goes through all `$ref`s, and through mappings of discriminators, where names of schemas may stand for them. What
 * `change` returns takes its place, once in each object: aliases of YAML lead to the same one.
 */
export function forEachReference(json: JsonValue, change: (reference: string) => string | undefined): void {
  const changed = new Set<JsonValue>();
  const waiting: JsonValue[] = [json];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isPlainObject(value) && !changed.has(value) && changeIn(value, change)) changed.add(value);
    const children: readonly JsonValue[] = Object.values(value ?? {});
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index] ?? null;
      if (typeof child === "object" && child !== null) waiting.push(child);
    }
  }
}

/** Whether something was there to be looked at. */
function changeIn(value: Mutable, change: (reference: string) => string | undefined): boolean {
  const reference = own(value, "$ref");
  const changed = typeof reference === "string" ? change(reference) : undefined;
  if (changed !== undefined) value["$ref"] = changed;
  const discriminator = own(value, "discriminator");
  const mapping = isPlainObject(discriminator) ? own(discriminator, "mapping") : undefined;
  if (isPlainObject(mapping)) changeMapping(mapping, change);
  return changed !== undefined || isPlainObject(mapping);
}

/** Without a path in it a value is the name of a schema. */
function changeMapping(mapping: Mutable, change: (reference: string) => string | undefined): void {
  for (const [name, target] of Object.entries(mapping)) {
    if (typeof target !== "string" || !/[/#]|\.(?:json|ya?ml)$/i.test(target)) continue;
    const changed = change(target);
    if (changed !== undefined) mapping[name] = changed;
  }
}
