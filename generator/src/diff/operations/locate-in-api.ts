import { isPlainObject, own, toPointer, type JsonValue } from "@sdkwright/runtime/config";
import { locate } from "../../diagnostics/locate.js";
import type { Position } from "../../diagnostics/line-index.js";
import type { SourceIssue } from "../../diagnostics/source.js";
import type { ApiDocument, Part } from "../../openapi/api.js";
import type { Change } from "../change.js";

/** A place in a document, or in a file beside it. */
export interface PlaceInApi {
  readonly file: string;
  readonly pointer: string;
  readonly start?: Position;
}

/** The places of those changes that are in an OpenAPI document, by their index; each document is looked at once. */
export function locateInApis(
  changes: readonly Change[],
  apis: ReadonlyMap<string, ApiDocument>,
): readonly (PlaceInApi | undefined)[] {
  const ways = new Map(Array.from(apis, ([file, document]) => [file, new Ways(document)]));
  const issues = changes.flatMap(({ place }, index): SourceIssue[] => {
    const found = typeof place.file === "object" && "api" in place.file ? ways.get(place.file.api) : undefined;
    if (found === undefined) return [];
    return [{ code: "", severity: "note", message: String(index), ...found.placeOf(place.path) }];
  });
  const places: (PlaceInApi | undefined)[] = changes.map(() => undefined);
  for (const { message, file = "", pointer = "", start } of locate(issues)) {
    places[Number(message)] = { file, pointer, ...(start && { start }) };
  }
  return places;
}

/** What is composed of what is composed is not looked into further. */
const MOST_BRANCHES = 2;

/** The ways through one document, each step of which is looked for once: many changes may be below one schema. */
class Ways {
  readonly #document: ApiDocument;
  readonly #steps = new Map<JsonValue, Map<string, Part | undefined>>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  /** Follows references; the way ends where the document does. */
  placeOf(path: readonly string[]): ReturnType<ApiDocument["placeOf"]> {
    let part: Part = { value: this.#document.root, pointer: "" };
    for (const step of path) {
      const next = this.#step(this.#resolved(part), step);
      if (next === undefined) break;
      part = next;
    }
    return this.#document.placeOf(part.pointer);
  }

  #resolved(part: Part): Part {
    const reference = isPlainObject(part.value) ? own(part.value, "$ref") : undefined;
    return (typeof reference === "string" ? this.#document.resolve(reference) : undefined) ?? part;
  }

  #step(part: Part, step: string): Part | undefined {
    const steps =
      this.#steps.get(part.value) ??
      (Array.isArray(part.value) ? this.#byName(part) : new Map<string, Part | undefined>());
    this.#steps.set(part.value, steps);
    if (!Array.isArray(part.value) && !steps.has(step)) steps.set(step, this.#child(part, step, 0));
    return steps.get(step);
  }

  /** In lists the way goes by `name`. */
  #byName({ value, pointer }: Part): Map<string, Part | undefined> {
    const entries: readonly JsonValue[] = Array.isArray(value) ? value : [];
    const named = entries.flatMap((entry, index) => {
      const part = at({ value: entry, pointer }, String(index), entry);
      const name = own(objectIn(this.#resolved(part).value), "name");
      return typeof name === "string" ? [[name, part] as const] : [];
    });
    // The first of a name counts.
    return new Map(named.reverse());
  }

  /** Among content types by the kind of body, and through what a schema is composed of. */
  #child(part: Part, step: string, depth: number): Part | undefined {
    const object = objectIn(part.value);
    if (Object.hasOwn(object, step)) return at(part, step, object[step] ?? null);
    const kind = own(KINDS, step);
    const key = kind && Object.keys(object).find((type) => kind.test(type));
    if (key !== undefined) return at(part, key, object[key] ?? null);
    for (const branch of depth < MOST_BRANCHES ? branches(part) : []) {
      const found = this.#child(this.#resolved(branch), step, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const KINDS: { readonly [kind: string]: RegExp } = {
  json: /[/+]json\b|^\*\/\*/i,
  form: /^application\/x-www-form-urlencoded/i,
  multipart: /^multipart\//i,
  body: /\//,
};

function branches(part: Part): readonly Part[] {
  return ["allOf", "oneOf", "anyOf"].flatMap((keyword) => {
    const list = own(objectIn(part.value), keyword);
    if (!Array.isArray(list)) return [];
    const pointer = part.pointer + toPointer(keyword);
    return list.map((value: JsonValue, index) => ({ value, pointer: pointer + toPointer(String(index)) }));
  });
}

function at({ pointer }: Part, key: string, value: JsonValue): Part {
  return { value, pointer: pointer + toPointer(key) };
}

function objectIn(value: JsonValue): { readonly [key: string]: JsonValue } {
  return isPlainObject(value) ? value : {};
}
