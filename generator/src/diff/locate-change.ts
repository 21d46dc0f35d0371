import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { toPointer } from "@sdkwright/runtime/config";
import { jsonPlacesOf } from "../diagnostics/json-places.js";
import { lineIndex, type Position } from "../diagnostics/line-index.js";
import type { Change, ChangePlace } from "./change.js";

/** A change with its place in a file as it is now; what was removed stands at what is left around it. */
export interface LocatedChange extends Omit<Change, "place" | "about"> {
  /** Relative to the project root, with `/`. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer: string;
  /** Absent where the file is not there any more. */
  readonly start?: Position;
}

/** Finds the places of changes; `client` is the client configuration's file, relative to the root. */
export function locateChanges(changes: readonly Change[], root: string, client: string): LocatedChange[] {
  const documents = new Map<string, Document | undefined>();
  return changes.map(({ place, class: kind, credentialDestination, sentence }) => {
    const change = { class: kind, ...(credentialDestination === true ? { credentialDestination } : {}), sentence };
    const file = fileOf(place, client);
    if (!documents.has(file)) documents.set(file, openDocument(resolve(root, file)));
    return { ...change, file, ...(documents.get(file)?.(place.path) ?? { pointer: "" }) };
  });
}

function fileOf({ file }: ChangePlace, client: string): string {
  if (file === "client") return client;
  return "definition" in file ? file.definition : file.profile;
}

type Document = (way: readonly string[]) => { readonly pointer: string; readonly start: Position };

function openDocument(path: string): Document | undefined {
  try {
    const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
    const json: unknown = JSON.parse(text);
    const places = jsonPlacesOf(text);
    const positionAt = lineIndex(text);
    return (way) => {
      const pointer = toPointer(...segments(json, way));
      return { pointer, start: positionAt(places?.find(pointer, "value").offset ?? 0) };
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
