import { has } from "../config/options.js";

/** What a `file:` value, or the `file` of an object, says: a path, or why it is none (rules F5). */
export type FileValue = { readonly path: string } | { readonly problem: string };

const PREFIX = /^file:(?:\/\/)?/;

/** A URL is no path, and may have credentials in it; a drive has one letter. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//i;

/** Whether a text where a path belongs is a URL. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * Reads `file:p`, `file:./p`, `file:/p`, `file://p` and `file:///p`: what follows the prefix is percent-decoded.
 * Without the prefix, which an object may leave out, nothing is decoded.
 */
export function readFileValue(text: string): FileValue {
  const path = PREFIX.test(text) ? decoded(text.replace(PREFIX, "")) : text;
  if (path === undefined) return { problem: 'has a "%" that is no percent-encoding; write "%25"' };
  if (isAddress(path)) return { problem: "is a URL: files are read, and nothing is fetched" };
  if (/\p{Cc}/u.test(path)) return { problem: "has a control character" };
  const plain = path.replace(/^(?:\.\/+)+/, "");
  return plain === "" ? { problem: "names no file" } : { path: plain };
}

/** The path of a value that was found valid. */
export function filePath(text: string): string {
  const value = readFileValue(text);
  return has(value, "path") ? value.path : text;
}

/** Whether the `file` of a profile's provider is a provider definition, a map module, or neither (rules C7). */
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
