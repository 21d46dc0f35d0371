import { resolve } from "node:path";
import { isPlainObject, type JsonValue, own, toPointer } from "@sdkwright/runtime/config";
import { jsonPlacesOf, locate } from "../diagnostics/locate.js";
import { linesOf, type Position, type SourceIssue } from "../diagnostics/source.js";
import { readText } from "../io/read-file.js";
import type { ApiDocument, Part } from "../openapi/api.js";
import type { Change, Concerns } from "./change.js";

/** A change with its place in a file as it is now; what was removed stands at what is left around it. */
export interface LocatedChange extends Omit<Change, "place" | "about" | "verb" | "concerns"> {
  /** The provider whose operations or types, by method and path or by name, are concerned; absent for what concerns no operation. */
  readonly provider?: string;
  readonly operations?: readonly string[];
  readonly types?: readonly string[];
  /** Relative to the project root, with `/`. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer: string;
  /** Absent where the file is not there any more. */
  readonly start?: Position;
}

/** Where documents are. */
export interface Documents {
  /** Absolute. */
  readonly root: string;
  /** The client configuration's file, relative to the root. */
  readonly client: string;
  /** OpenAPI documents, by provider. */
  readonly apis: ReadonlyMap<string, ApiDocument>;
}

/** Finds the places of changes. */
export function locateChanges(changes: readonly Change[], { root, client, apis }: Documents): LocatedChange[] {
  const documents = new Map<string, Document | undefined>();
  const inApis = locateInApis(changes, apis);
  return changes.map((each, index) => {
    const { place, about: _, verb: _verb, concerns, ...told } = each;
    const { file: of } = place;
    const change = { ...told, ...(concerns && concerned(concerns)) };
    if (typeof of === "object" && "api" in of)
      return { ...change, ...(inApis[index] ?? { file: client, pointer: "" }) };
    const file = fileOf(of, client);
    if (!documents.has(file)) documents.set(file, openDocument(resolve(root, file)));
    return { ...change, file, ...(documents.get(file)?.(place.path) ?? { pointer: "" }) };
  });
}

function fileOf(of: Exclude<Change["place"]["file"], { readonly api: string }>, client: string): string {
  if (of === "package") return "package.json";
  if (of === "client") return client;
  if ("emitted" in of) return of.emitted;
  return "definition" in of ? of.definition : of.profile;
}

function concerned({
  provider,
  operations,
  types,
}: Concerns): Pick<LocatedChange, "provider" | "operations" | "types"> {
  return { provider, ...(operations.length > 0 && { operations }), ...(types && { types }) };
}

type Document = (way: readonly string[]) => { readonly pointer: string; readonly start: Position };

function openDocument(path: string): Document | undefined {
  try {
    const read = readText(path);
    if (!("text" in read)) return undefined;
    const { text } = read;
    const json: unknown = JSON.parse(text);
    const places = jsonPlacesOf(text);
    const lines = linesOf(text);
    return (way) => {
      const pointer = toPointer(...segments(json, way));
      return { pointer, start: lines.positionAt(places?.find(pointer, "value").offset ?? 0) };
    };
  } catch {
    return undefined;
  }
}

/** In arrays the way goes by `id` or `name`; it ends where the document does. */
function segments(json: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined || typeof json !== "object" || json === null) return [];
  const key = Array.isArray(json) ? String(json.findIndex((entry) => isCalled(entry, step))) : step;
  if (!Object.hasOwn(json, key)) return [];
  return [key, ...segments((json as { readonly [key: string]: unknown })[key], rest)];
}

function isCalled(entry: unknown, name: string): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const { id, name: own } = entry as { readonly id?: unknown; readonly name?: unknown };
  return id === name || own === name;
}

/** A place in a document, or in a file beside it. */
interface PlaceInApi {
  readonly file: string;
  readonly pointer: string;
  readonly start?: Position;
}

/** The places of those changes that are in an OpenAPI document, by their index; each document is looked at once. */
function locateInApis(
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
