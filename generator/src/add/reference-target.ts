import { basename, extname } from "node:path";
import { isPlainObject, own, pointerSegments, type JsonValue } from "@sdkwright/runtime/config";
import { fileIn } from "../openapi/file-references.js";
import type { Kind } from "./grammar.js";

/** What a `$ref` leads to: a file, and the place in it. */
export interface Target {
  readonly file: string;
  readonly pointer: string;
}

/** Where a `$ref` leads that is written in the file `from`; `undefined` for a URL, and for what is none. */
export function targetOf(reference: JsonValue | undefined, from: string): Target | undefined {
  if (typeof reference !== "string") return undefined;
  if (reference.startsWith("#")) return { file: from, pointer: decoded(reference.slice(1)) };
  const named = fileIn(reference, from);
  return named && { file: named.path, pointer: decoded(named.fragment.slice(1)) };
}

/** Tells targets apart, by what they are as well: a part may be used as two kinds. */
export function keyOf(kind: Kind, { file, pointer }: Target): string {
  return `${kind} ${file}#${pointer}`;
}

/** The last key of the pointer, else the name of the file; with the letters that a component may have. */
export function nameOf({ file, pointer }: Target): string {
  const [last = "", before = ""] = pointerSegments(pointer).reverse();
  const name = /^\d*$/.test(last) ? [before, last].filter((part) => part !== "").join("_") : last;
  const plain = (name === "" ? basename(file, extname(file)) : name).replaceAll(/[^A-Za-z0-9._-]+/g, "_");
  return plain === "" ? "part" : plain;
}

/** The name, with a number where it is taken. */
export function freeName(name: string, taken: object): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!Object.hasOwn(taken, candidate)) return candidate;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The record that stands at a path, made where there is none. */
export function recordAt(root: Mutable, path: readonly string[]): Mutable {
  return path.reduce<Mutable>((outer, key) => {
    const inner = own(outer, key);
    if (isPlainObject(inner)) return inner;
    const made: Mutable = {};
    outer[key] = made;
    return made;
  }, root);
}

type Mutable = { [key: string]: JsonValue };
