import { resolve } from "node:path";
import { isPlainObject, type JsonValue, own, toPointer } from "@sdkwright/runtime/config";
import { jsonPlacesOf, locate } from "../diagnostics/locate.js";
import { linesOf, type Position, type SourceIssue } from "../diagnostics/source.js";
import { readJson } from "../io/json.js";
import { readText } from "../io/read-file.js";
import type { ApiDocument, Part } from "../openapi/api.js";
import type { Change } from "./change.js";

// Changes with their places in files as they are now; what was removed is at what is left around it.

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

type Located = Pick<LocatedChange, "file" | "pointer" | "start">;

/** Finds the places of changes. */
export function locateChanges(changes: readonly Change[], { root, client, apis }: Documents): LocatedChange[] {
  const inApis = locateInApis(changes, apis);
  const places = new Map<string, (way: readonly string[]) => Omit<Located, "file">>();
  return changes.map((each, index) => {
    const { place, about: _, verb: _verb, concerns, ...change } = each;
    const { provider, operations = [], types } = concerns ?? {};
    const concerned = {
      ...(provider !== undefined && { provider }),
      ...(operations.length > 0 && { operations }),
      ...(types && { types }),
    };
    const file = fileOf(place.file, client);
    const placeIn = places.get(file) ?? placesIn(resolve(root, file));
    places.set(file, placeIn);
    return { ...change, ...concerned, ...(inApis[index] ?? { file, ...placeIn(place.path) }) };
  });
}

function fileOf(of: Change["place"]["file"], client: string): string {
  if (of === "package") return "package.json";
  if (of === "client" || "api" in of) return client;
  if ("emitted" in of) return of.emitted;
  return "definition" in of ? of.definition : of.profile;
}

/** Places in a JSON file; without a position if it is not there, or is none. */
function placesIn(path: string): (way: readonly string[]) => Omit<Located, "file"> {
  const read = readText(path);
  const parsed = "text" in read ? readJson(read.text) : undefined;
  if (!("text" in read) || parsed === undefined || "flaw" in parsed) return () => ({ pointer: "" });
  const places = jsonPlacesOf(read.text);
  const [json, lines] = [parsed.json as JsonValue, linesOf(read.text)];
  return (way) => {
    const pointer = toPointer(...segments(json, way));
    return { pointer, start: lines.positionAt(places?.find(pointer, "value").offset ?? 0) };
  };
}

/** In arrays the way goes by `id` or `name`; it ends where the document does. */
function segments(json: JsonValue, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined || typeof json !== "object" || json === null) return [];
  const isCalled = (entry: JsonValue) =>
    isPlainObject(entry) && (own(entry, "id") === step || own(entry, "name") === step);
  const key = Array.isArray(json) ? String(json.findIndex(isCalled)) : step;
  const value = own(json as { readonly [key: string]: JsonValue }, key);
  return value === undefined ? [] : [key, ...segments(value, rest)];
}

/** The places of those changes that are in an OpenAPI document, by their index; each document is looked at once. */
function locateInApis(
  changes: readonly Change[],
  apis: ReadonlyMap<string, ApiDocument>,
): readonly (Located | undefined)[] {
  const finders = new Map(Array.from(apis, ([name, document]) => [name, finderIn(document)]));
  const issues = changes.flatMap(({ place: { file, path } }, index): SourceIssue[] => {
    const find = typeof file === "object" && "api" in file ? finders.get(file.api) : undefined;
    return find === undefined ? [] : [{ code: "", severity: "note", message: String(index), ...find(path) }];
  });
  const places: (Located | undefined)[] = changes.map(() => undefined);
  for (const { message, file = "", pointer = "", start } of locate(issues))
    places[Number(message)] = { file, pointer, ...(start && { start }) };
  return places;
}

/** What is composed of what is composed is not looked into further. */
const MOST_BRANCHES = 2;

const KINDS: { readonly [kind: string]: RegExp } = {
  json: /[/+]json\b|^\*\/\*/i,
  form: /^application\/x-www-form-urlencoded/i,
  multipart: /^multipart\//i,
  body: /\//,
};

/** Follows references and what schemas are composed of; the way ends where the document does. */
function finderIn(document: ApiDocument): (path: readonly string[]) => ReturnType<ApiDocument["placeOf"]> {
  // Many changes may be below one schema: each step is looked for once.
  const known = new Map<JsonValue, Map<string, Part | undefined>>();

  const resolved = (part: Part): Part => {
    const reference = isPlainObject(part.value) ? own(part.value, "$ref") : undefined;
    return (typeof reference === "string" ? document.resolve(reference) : undefined) ?? part;
  };

  const child = (part: Part, step: string, depth = 0): Part | undefined => {
    const { value } = part;
    if (Array.isArray(value)) {
      const index = value.findIndex((_, at) => own(objectIn(resolved(below(part, String(at))).value), "name") === step);
      return index === -1 ? undefined : below(part, String(index));
    }
    const kind = own(KINDS, step);
    const key = Object.hasOwn(objectIn(value), step)
      ? step
      : Object.keys(objectIn(value)).find((each) => kind?.test(each));
    if (key !== undefined || depth === MOST_BRANCHES) return key === undefined ? undefined : below(part, key);
    const branches = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => {
      const list = below(part, keyword);
      return Array.isArray(list.value) ? list.value.map((_, index) => below(list, String(index))) : [];
    });
    for (const branch of branches) {
      const found = child(resolved(branch), step, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  return (path) => {
    let part: Part = { value: document.root, pointer: "" };
    for (const step of path) {
      const { value, pointer } = resolved(part);
      const steps = known.get(value) ?? new Map<string, Part | undefined>();
      known.set(value, steps);
      if (!steps.has(step)) steps.set(step, child({ value, pointer }, step));
      const next = steps.get(step);
      if (next === undefined) break;
      part = next;
    }
    return document.placeOf(part.pointer);
  };
}

function below({ value, pointer }: Part, key: string): Part {
  const inner =
    typeof value === "object" && value !== null ? own(value as { [key: string]: JsonValue }, key) : undefined;
  return { value: inner ?? null, pointer: pointer + toPointer(key) };
}

function objectIn(value: JsonValue): { readonly [key: string]: JsonValue } {
  return isPlainObject(value) ? value : {};
}
