import { toPointer } from "../config/pointers.js";
import type { ClientJson } from "./client-json.generated.js";
import { error, type Issue } from "./issue.js";

/** The meaning of a `file:` value, or of the `file` of an object: a path, or why it is none (rules F5). */
export type FileValue = { readonly path: string } | { readonly problem: string };

const PREFIX = /^file:(?:\/\/)?/;

/** A URL is no path, and may have credentials in it; a drive has one letter. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;

/** Tells if a text where a path belongs is a URL. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * Reads `file:p`, `file:./p`, `file:/p`, `file://p` and `file:///p`: what follows the prefix is percent-decoded.
 * Without the prefix, which an object may leave out, nothing is decoded.
 */
export function readFileValue(text: string): FileValue {
  const path = PREFIX.test(text) ? decoded(text.replace(PREFIX, "")) : text;
  if (path === undefined) return { problem: 'has a "%" that is not percent-encoding; write "%25"' };
  if (isAddress(path)) return { problem: "is a URL: only files are read" };
  if (/\p{Cc}/u.test(path)) return { problem: "has a control character" };
  const plain = path.replace(/^(?:\.\/+)+/, "");
  return plain === "" ? { problem: "names no file" } : { path: plain };
}

/** The path of a value that was found valid. */
export function filePath(text: string): string {
  const value = readFileValue(text);
  return "path" in value ? value.path : text;
}

/** The kind of the `file` of a profile's provider: a provider definition, a map module, or neither (rules C7). */
export function fileKind(path: string): "definition" | "map" | "other" {
  if (path.endsWith(".json")) return "definition";
  return /\.(?:ts|mts|js|mjs)$/.test(path) ? "map" : "other";
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

type WithFile = string | { readonly file?: string | undefined };

/** Checks the form of every `file:` value and `file` in a client configuration (rules F5); no file is looked at. */
export function checkFiles({ profiles = {}, providers = {} }: ClientJson): Issue[] {
  const ofProfiles = Object.entries(profiles).flatMap(([name, profile]): [WithFile, string][] => {
    const place = toPointer("profiles", name);
    if (typeof profile === "string") return profile.startsWith("file:") ? [[profile, place]] : [];
    return [[profile, place], ...filesIn(profile.providers ?? {}, `${place}/providers`)];
  });
  return [...ofProfiles, ...filesIn(providers, "/providers")].flatMap(([value, place]) => {
    const pointer = typeof value === "string" ? place : `${place}/file`;
    const text = typeof value === "string" ? value : value.file;
    const read = text === undefined ? { problem: undefined } : readFileValue(text);
    const problem = "problem" in read ? read.problem : importProblem(read.path);
    return problem === undefined ? [] : [error("SW1303", pointer, `the path ${problem}`)];
  });
}

function filesIn(providers: { readonly [name: string]: WithFile }, pointer: string): [WithFile, string][] {
  return Object.entries(providers).map(([name, value]) => [value, pointer + toPointer(name)]);
}

/** A map is imported, and to Node and bundlers an import is a URL: of `a?.ts` they would run `a`. */
function importProblem(path: string): string | undefined {
  const [character] = fileKind(path) === "map" ? (/[?#%\\]/.exec(path) ?? []) : [];
  return character && `has a ${JSON.stringify(character)}, which means something else in an import: rename the map`;
}
