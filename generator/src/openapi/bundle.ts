import { basename, dirname, extname } from "node:path";
import {
  isPlainObject,
  isWithin,
  type JsonObject,
  type JsonValue,
  pointerSegments,
  toPointer,
} from "@sdkwright/runtime/config";
import type { DocumentSource, Source } from "../diagnostics/source.js";
import { relativePath } from "../io/paths.js";
import type { ApiDocument } from "./api.js";
import { fileIn, filesNamedIn, forEachReference } from "./neighbours.js";

/** A document with the files inside that it refers to. */
export interface Bundle extends Pick<ApiDocument, "source" | "placeOf"> {
  readonly root: JsonValue;
  readonly whyNot: (reference: string) => string | undefined;
}

/** Puts neighbours into the document, under a key that is nobody's, and turns references to them into its own. */
export function bundle({ source, neighbours: read, refused }: DocumentSource): Bundle {
  const neighbours = new Map([...read].filter(([, { json }]) => json !== undefined));
  if (filesNamedIn(source).size === 0) {
    return {
      source,
      root: source.json as JsonValue,
      whyNot: () => undefined,
      placeOf: (pointer) => ({ source, pointer }),
    };
  }
  const reasons = new Map<string, string>();
  const mounts = mountsOf(source, neighbours);
  const rewritten = (file: Source) => {
    // Another definition may name the same file.
    const json = structuredClone(file.json) as JsonValue;
    rewrite(json, file, source, mounts, (reference, path) => reasons.set(reference, refused.get(path) ?? ""));
    return json;
  };
  return {
    source,
    root: mounted(rewritten(source) as JsonObject, neighbours, mounts, rewritten),
    whyNot: (reference) => reasons.get(reference),
    placeOf: (pointer) => placeIn(pointer, source, neighbours, mounts),
  };
}

/** Pointers to where files stand in the document, by path. */
type Mounts = ReadonlyMap<string, string>;

/** `/x-files/<folder>/<name>`: the last key is what a type of it is called by. */
function mountsOf(source: Source, neighbours: DocumentSource["neighbours"]): Mounts {
  const key = freeKey(source.json);
  const taken = new Set<string>();
  return new Map(
    [...neighbours.keys()].map((path) => {
      const folder = relativePath(dirname(source.path), dirname(path)) || ".";
      const short = toPointer(key, folder, basename(path, extname(path)));
      const pointer = taken.has(short) ? toPointer(key, folder, basename(path)) : short;
      taken.add(pointer);
      return [path, pointer] as const;
    }),
  );
}

function freeKey(json: unknown): string {
  let key = "x-files";
  while (isPlainObject(json) && Object.hasOwn(json, key)) key += "-";
  return key;
}

/** References of a file, as those of the document. */
function rewrite(
  json: JsonValue,
  file: Source,
  document: Source,
  mounts: Mounts,
  isNowhere: (reference: string, path: string) => void,
): void {
  const own = mounts.get(file.path) ?? "";
  forEachReference(json, (reference) => {
    if (reference.startsWith("#")) return own === "" ? undefined : within(own, reference);
    const named = fileIn(reference, file.path);
    if (named === undefined) return undefined;
    if (named.path === document.path) return named.fragment === "" ? "#" : named.fragment;
    const mount = mounts.get(named.path);
    if (mount !== undefined) return within(mount, named.fragment);
    isNowhere(reference, named.path);
    return undefined;
  });
}

/** An anchor is found by its name alone. */
function within(mount: string, fragment: string): string {
  const isPointer = fragment === "" || fragment === "#" || fragment.startsWith("#/");
  return isPointer ? `#${mount.replaceAll("%", "%25")}${fragment.slice(1)}` : fragment;
}

function mounted(
  document: JsonObject,
  neighbours: DocumentSource["neighbours"],
  mounts: Mounts,
  rewritten: (file: Source) => JsonValue,
): JsonValue {
  const root: { [key: string]: JsonValue } = { ...document };
  const tree: { [folder: string]: { [name: string]: JsonValue } } = {};
  for (const [path, neighbour] of neighbours) {
    const [key = "", folder = "", name = ""] = pointerSegments(mounts.get(path) ?? "");
    root[key] = tree;
    (tree[folder] ??= {})[name] = rewritten(neighbour);
  }
  return root;
}

function placeIn(
  pointer: string,
  source: Source,
  neighbours: DocumentSource["neighbours"],
  mounts: Mounts,
): ReturnType<ApiDocument["placeOf"]> {
  for (const [path, neighbour] of neighbours) {
    const mount = mounts.get(path);
    if (mount !== undefined && isWithin(pointer, mount))
      return { source: neighbour, pointer: pointer.slice(mount.length) };
  }
  return { source, pointer };
}
