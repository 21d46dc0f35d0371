import { isUtf8 } from "node:buffer";
import { fstatSync } from "node:fs";
import { bytesIn, withOpened } from "./read-regular.js";

/** Documents above this many bytes are not read (rules F3). */
export const MAX_BYTES: number = 10 * 1024 * 1024;

/**
 * The same of profile documents: what makes types of their schemas and lays them out takes a second for some 100 KiB, in
 * one piece.
 */
export const MAX_PROFILE_BYTES: number = 256 * 1024;

/** The same of maps: TypeScript takes long for some texts, such as one comment begun in the other. */
export const MAX_MAP_BYTES: number = 1024 * 1024;

/** The same of OpenAPI documents. */
export const MAX_OPENAPI_BYTES: number = 64 * 1024 * 1024;

export type TextOrReason = { readonly text: string } | { readonly reason: UnreadableReason };

export type UnreadableReason = "missing" | "folder" | "not a regular file" | "too large" | "not UTF-8" | "not readable";

/** Reads a regular file of bounded size as UTF-8, without its byte-order mark; never throws and never blocks. */
export function readText(path: string, most: number = MAX_BYTES): TextOrReason {
  try {
    return withOpened(path, (descriptor) => readOpened(descriptor, most));
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function readOpened(descriptor: number, most: number): TextOrReason {
  const stat = fstatSync(descriptor);
  if (stat.isDirectory()) return { reason: "folder" };
  if (!stat.isFile()) return { reason: "not a regular file" };
  if (stat.size > most) return { reason: "too large" };
  const bytes = bytesIn(descriptor, stat.size, most);
  if (bytes === undefined) return { reason: "too large" };
  return isUtf8(bytes) ? { text: withoutMark(bytes.toString("utf8")) } : { reason: "not UTF-8" };
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function reasonOf(error: unknown): UnreadableReason {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return "missing";
  return code === "EISDIR" ? "folder" : "not readable";
}
