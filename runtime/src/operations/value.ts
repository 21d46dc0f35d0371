import { isPlainObject } from "../config/options.js";
import { encodeJson } from "../http/body.js";
import { isScalar } from "../http/url.js";

/** What a parameter's value comes to: one text, several, or several with names; nothing where it is left out. */
export type ParameterValue =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "record"; readonly entries: readonly (readonly [name: string, text: string])[] };

/** Makes the error about a value; `problem` follows its name and shows nothing of it. */
export type BadValue = (problem: string) => Error;

const NONE: ParameterValue = { kind: "none" };

/** `null`, `undefined`, and what is left empty by them are left out, alone, in a list and in an object (RFC 6570 §2.3). */
export function readValue(value: unknown, bad: BadValue): ParameterValue {
  if (isLeftOut(value)) return NONE;
  if (Array.isArray(value)) {
    const items = itemsOf(value).map((item) => leafText(item, bad));
    return items.length === 0 ? NONE : { kind: "list", items };
  }
  if (!isPlainObject(value)) return { kind: "text", text: leafText(value, bad) };
  const entries = entriesIn(value).map(([name, entry]) => [name, leafText(entry, bad)] as const);
  return entries.length === 0 ? NONE : { kind: "record", entries };
}

/** Text of a scalar. What is nested deeper than a style can say is written as JSON. */
export function leafText(value: unknown, bad: BadValue): string {
  if (isScalar(value)) return String(value);
  if (Array.isArray(value) || isPlainObject(value)) return encodeJson(value, bad);
  throw bad("is not well-formed text, a finite number, a boolean, a list or a plain object of them");
}

/** A value in a media type: JSON, or a scalar as it is. */
export function contentText(value: unknown, mediaType: string, bad: BadValue): string {
  if (isJson(mediaType)) return encodeJson(value, bad);
  if (isScalar(value)) return String(value);
  throw bad(`is sent as ${mediaType}, and is not well-formed text`);
}

/** Whether a value is left out wherever it stands. */
export function isLeftOut(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Items of a list that are not left out. */
export function itemsOf(list: readonly unknown[]): readonly unknown[] {
  return list.filter((item) => !isLeftOut(item));
}

/** Own names and values of an object that are not left out. */
export function entriesIn(record: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(record).filter(([, value]) => !isLeftOut(value));
}

/** Whether a media type is JSON (RFC 6839 §3.1). */
export function isJson(mediaType: string): boolean {
  return /^[^\s;]+[/+]json\s*(?:;|$)/i.test(mediaType);
}
