import { own } from "@sdkwright/runtime/config";
import { isJsonObject } from "../schema/schema-part.js";
import type { Answer, Content } from "./api.js";

export type BodyKind = "json" | "form" | "multipart" | "body";

/** Tells whether a media type is that of a JSON value to a line, or of records (RFC 7464). */
export function isJsonLines(mediaType: string): boolean {
  return /\/(?:x-)?(?:jsonl|ndjson|jsonlines|json-lines|json-seq)$|\/stream\+json$/.test(mediaType);
}

/** Tells whether a media type is that of JSON: what ends in `+json`, or anything at all. */
export function isJson(mediaType: string): boolean {
  if (isJsonLines(mediaType)) return false;
  return mediaType === "*/*" || mediaType === "application/*" || /^(?:application|text)\/json$|\+json$/.test(mediaType);
}

/** Tells whether an answer is read with `.json()`; where a type may be any, bytes are not. */
export function isReadAsJson({ mediaType, schema }: Content): boolean {
  if (!isJson(mediaType) || !mediaType.includes("*") || !isJsonObject(schema?.value)) return isJson(mediaType);
  return own(schema.value, "type") !== "string" || own(schema.value, "format") !== "binary";
}

/** A media type as it is sent. */
export function sentType({ mediaType, parameters = "" }: Content): string {
  return `${mediaType}${parameters}`;
}

/** By which option a body of a media type is given. */
export function bodyKind(mediaType: string): BodyKind {
  if (isJson(mediaType)) return "json";
  if (mediaType === "application/x-www-form-urlencoded") return "form";
  return mediaType === "multipart/form-data" ? "multipart" : "body";
}

/** Contents of each kind of body, in the document's order. */
export function byKind(contents: readonly Content[]): ReadonlyMap<BodyKind, readonly Content[]> {
  const kinds = new Map<BodyKind, Content[]>();
  for (const content of contents) {
    const kind = bodyKind(content.mediaType);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [content]);
    else known.push(content);
  }
  return kinds;
}

/** 2xx, and `default` where none of these is documented. */
export function successes(answers: readonly Answer[]): readonly Answer[] {
  const documented = answers.filter(({ status }) => status.startsWith("2"));
  return documented.length > 0 ? documented : answers.filter(({ status }) => status === "default");
}
