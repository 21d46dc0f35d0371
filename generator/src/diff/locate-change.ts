import { resolve } from "node:path";
import { toPointer } from "@sdkwright/runtime/config";
import { jsonPlacesOf } from "../diagnostics/json-places.js";
import { linesOf, type Position } from "../diagnostics/line-index.js";
import { readText } from "../files/read-file.js";
import type { ApiDocument } from "../openapi/api.js";
import type { Change, Concerns } from "./change.js";
import { locateInApis } from "./operations/locate-in-api.js";

/** A change with its place in a file as it is now; what was removed stands at what is left around it. */
export interface LocatedChange extends Omit<Change, "place" | "about" | "part" | "concerns"> {
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
    const { place, about: _, part: _part, concerns, ...told } = each;
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
