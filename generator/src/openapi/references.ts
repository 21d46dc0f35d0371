import { isPlainObject, pointerSegments, toPointer, valueAt, type JsonObject } from "@sdkwright/runtime/config";
import { anchorsIn } from "./anchors.js";
import type { ApiDocument, Part } from "./api.js";
import { referenceIn } from "./part.js";

/** Finds what `$ref`s name, each once. */
export class References {
  readonly #root: JsonObject;
  readonly #version: ApiDocument["version"];
  readonly #found = new Map<string, Part | undefined>();
  #anchors: ReadonlyMap<string, Part> | undefined;

  constructor(root: JsonObject, version: ApiDocument["version"]) {
    this.#root = root;
    this.#version = version;
  }

  /** Along a chain; all that stand on it are known afterwards. `undefined` for a circle. */
  resolve(reference: string): Part | undefined {
    const chain = new Set<string>();
    let next: string | undefined = reference;
    let part: Part | undefined;
    while (next !== undefined && !this.#found.has(next) && !chain.has(next)) {
      chain.add(next);
      part = this.target(next);
      next = part && this.#furtherIn(part);
    }
    const found = next === undefined ? part : this.#found.get(next);
    for (const each of chain) this.#found.set(each, found);
    return found;
  }

  /** One step. */
  target(reference: string): Part | undefined {
    const fragment = reference.startsWith("#") ? decoded(reference.slice(1)) : undefined;
    if (fragment === undefined || (fragment !== "" && !fragment.startsWith("/"))) {
      this.#anchors ??= anchorsIn(this.#root);
      return this.#anchors.get(reference);
    }
    return this.#at(fragment) ?? this.#at(reference.slice(1));
  }

  #at(fragment: string): Part | undefined {
    const keys = pointerSegments(fragment);
    const value = valueAt(this.#root, keys);
    return value === undefined ? undefined : { value, pointer: toPointer(...keys) };
  }

  /** From 3.1 on a schema can say more beside its `$ref`: then it is not the same as what it refers to. */
  #furtherIn({ value }: Part): string | undefined {
    const reference = referenceIn(value);
    if (reference === undefined || this.#version === "3.0" || !isPlainObject(value)) return reference;
    const others = Object.keys(value).filter((key) => key !== "$ref" && !SAYS_NOTHING.test(key));
    return others.length === 0 ? reference : undefined;
  }
}

const SAYS_NOTHING = /^(?:summary|description|title|\$comment|examples?|deprecated|externalDocs|x-.*)$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
