import type { ParameterWire } from "../config/definition.js";
import { isPlainObject } from "../config/options.js";
import { encodeJson } from "../http/body.js";
import { isScalar } from "../http/url.js";

/** Makes the error about a value; `problem` follows its name and shows nothing of it. */
export type BadValue = (problem: string) => Error;

/** A name and its value, both encoded. */
export type Pair = readonly [name: string, value: string];

/** Where a value is written: nothing has to be encoded in headers and parts of a body. */
type Place = "path" | "query" | "plain";

/** More than anybody needs; an object that contains itself has more. */
const MAX_DEPTH = 100;

/**
 * Writes a value by its style as names and values (OpenAPI 3.1.1, Style Examples): one pair, or one for each item or
 * member if it is exploded; none if it is left out. Styles that the specification does not define for a kind of value
 * come to `form`.
 */
export function writePairs(
  name: string,
  { style = "form", explode = style === "form", allowReserved = false, delimiters = "", content }: ParameterWire,
  value: unknown,
  place: Place,
  bad: BadValue,
): readonly Pair[] {
  if (isLeftOut(value)) return [];
  const pair = (key: string, text: string): Pair => [
    encoded(key, place, false, bad),
    encoded(text, place, allowReserved, bad),
  ];
  const whole = (parts: readonly string[]): readonly Pair[] =>
    parts.length === 0
      ? []
      : [[encoded(name, place, false, bad), parts.join(delimiterOf(style, delimiters, place, bad))]];
  if (content !== undefined) return [pair(name, contentText(value, content, bad))];
  if (style === "deepObject") return deepPairs(name, value, 0, bad).map(([key, text]) => pair(key, text));
  if (Array.isArray(value)) {
    const inner = delimiters.slice(explode ? 0 : 1);
    const items = itemsOf(value).map((item) => pair(name, joined(item, inner, bad)));
    return explode ? items : whole(items.map(([, text]) => text));
  }
  if (!isPlainObject(value)) return [pair(name, leafText(value, bad))];
  // Exploded members are parameters of their own, so a list repeats its name.
  const isRepeated = explode && !/^(?:simple|label|matrix)$/.test(style);
  const members = membersOf(value).flatMap(([key, member]) =>
    (isRepeated && Array.isArray(member) ? itemsOf(member) : [member]).map((item) => pair(key, leafText(item, bad))),
  );
  return explode ? members : whole(members.flat());
}

/** Writes a parameter in a path or a header by its style; `undefined` if it is left out. */
export function writeText(
  name: string,
  wire: ParameterWire,
  value: unknown,
  place: "path" | "plain",
  bad: BadValue,
): string | undefined {
  const { style = "simple", explode } = wire;
  const pairs = writePairs(name, { ...wire, style }, value, place, bad);
  if (pairs.length === 0) return undefined;
  const isNamed = style === "matrix";
  const hasNames = isNamed || (explode === true && isPlainObject(value));
  // In a matrix there is no `=` before what is empty (RFC 6570 §3.2.7).
  const texts = pairs.map(([key, text]) => (isNamed && text === "" ? key : hasNames ? `${key}=${text}` : text));
  const sign = isNamed ? ";" : style === "label" ? "." : "";
  return sign + texts.join(sign || ",");
}

/** Text of an item, lists in it joined as far as there is something to join them with. */
function joined(value: unknown, delimiters: string, bad: BadValue): string {
  if (!Array.isArray(value) || delimiters === "") return leafText(value, bad);
  return itemsOf(value)
    .map((item) => joined(item, delimiters.slice(1), bad))
    .join(delimiters.charAt(0));
}

function delimiterOf(style: ParameterWire["style"], [own = ","]: string, place: Place, bad: BadValue): string {
  if (own !== ",") return encoded(own, place, false, bad);
  if (style === "spaceDelimited") return encoded(" ", place, false, bad);
  return style === "pipeDelimited" ? encoded("|", place, false, bad) : ",";
}

/** `a[b][c]`; a list of scalars repeats `a[]`, one of anything else has indices. */
function deepPairs(at: string, value: unknown, depth: number, bad: BadValue): readonly Pair[] {
  if (depth > MAX_DEPTH) throw bad("is nested too deeply, or contains itself");
  if (isLeftOut(value)) return [];
  if (Array.isArray(value)) {
    const items = itemsOf(value);
    const isFlat = items.every((item) => typeof item !== "object");
    return items.flatMap((item, index) => deepPairs(`${at}[${isFlat ? "" : index}]`, item, depth + 1, bad));
  }
  if (!isPlainObject(value)) return [[at, leafText(value, bad)]];
  return membersOf(value).flatMap(([name, member]) => deepPairs(`${at}[${name}]`, member, depth + 1, bad));
}

/** Text of a scalar. What is nested deeper than a style can say is written as JSON. */
export function leafText(value: unknown, bad: BadValue): string {
  if (isScalar(value)) return String(value);
  if (Array.isArray(value) || isPlainObject(value)) return encodeJson(value, bad);
  throw bad("is not well-formed text, a finite number, a boolean, a list or a plain object of them");
}

/** A value in a media type: JSON, or a scalar as it is. */
function contentText(value: unknown, mediaType: string, bad: BadValue): string {
  if (isJson(mediaType)) return encodeJson(value, bad);
  if (isScalar(value)) return String(value);
  throw bad(`is sent as ${mediaType}, but is not well-formed text`);
}

/** `null`, `undefined`, and what is left empty by them are left out, alone, in a list and in an object (RFC 6570 §2.3). */
function isLeftOut(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Items of a list that are not left out. */
export function itemsOf(list: readonly unknown[]): readonly unknown[] {
  return list.filter((item) => !isLeftOut(item));
}

function membersOf(record: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(record).filter(([, value]) => !isLeftOut(value));
}

/** Tells whether a media type is JSON (RFC 6839 §3.1). */
export function isJson(mediaType = ""): boolean {
  return /^[^\s;]+[/+]json\s*(?:;|$)/i.test(mediaType);
}

/** Reserved characters that may stay: not `? # % [ ]` in a path, and not `# & + %` in a query, where they mean something. */
const RESERVED = { path: /%(?:2F|3[ABD]|40|24|26|2B|2C)/g, query: /%(?:2F|3[ABDF]|40|24|2C|5B|5D)/g };

/** Encodes everything but letters, digits and `-._~` (RFC 3986 §2.3), and reserved characters if they may stay. */
export function encoded(text: string, place: Place, keepsReserved: boolean, bad: BadValue): string {
  let all: string;
  try {
    all = encodeURIComponent(text);
  } catch {
    throw bad("is not well-formed Unicode");
  }
  if (place === "plain") return text;
  // `fetch` encodes `'` itself.
  if (keepsReserved) return all.replace(RESERVED[place], decodeURIComponent).replaceAll("'", "%27");
  return all.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
