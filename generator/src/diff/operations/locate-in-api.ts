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
  const issues = changes.flatMap(({ place }, index): SourceIssue[] => {
    const document = typeof place.file === "object" && "api" in place.file ? apis.get(place.file.api) : undefined;
    if (document === undefined) return [];
    return [
      {
        code: "",
        severity: "note",
        message: String(index),
        ...document.placeOf(pointerTo(document, place.path)),
      },
    ];
  });
  const places: (PlaceInApi | undefined)[] = changes.map(() => undefined);
  for (const { message, file = "", pointer = "", start } of locate(issues)) {
    places[Number(message)] = { file, pointer, ...(start && { start }) };
  }
  return places;
}

/** Follows references; the way ends where the document does. */
function pointerTo(document: ApiDocument, path: readonly string[]): string {
  let part: Part = { value: document.root, pointer: "" };
  for (const step of path) {
    const next = child(document, resolved(document, part), step);
    if (next === undefined) break;
    part = next;
  }
  return part.pointer;
}

function resolved(document: ApiDocument, part: Part): Part {
  const reference = isPlainObject(part.value) ? own(part.value, "$ref") : undefined;
  return (typeof reference === "string" ? document.resolve(reference) : undefined) ?? part;
}

/** What is composed of what is composed is not looked into further. */
const MOST_BRANCHES = 2;

/** In lists the way goes by `name`, among content types by the kind of body, and through what a schema is composed of. */
function child(document: ApiDocument, part: Part, step: string, depth = 0): Part | undefined {
  const { value, pointer } = part;
  if (Array.isArray(value)) {
    const parts = value.map((entry: JsonValue, index) => at({ value: entry, pointer }, String(index), entry));
    return parts.find((each) => own(objectIn(resolved(document, each).value), "name") === step);
  }
  const object = objectIn(value);
  if (Object.hasOwn(object, step)) return at(part, step, object[step] ?? null);
  const kind = own(KINDS, step);
  const key = kind && Object.keys(object).find((type) => kind.test(type));
  if (key !== undefined) return at(part, key, object[key] ?? null);
  if (depth >= MOST_BRANCHES) return undefined;
  return branches(part)
    .map((branch) => child(document, resolved(document, branch), step, depth + 1))
    .find(Boolean);
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
