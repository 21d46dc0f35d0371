import type { ParameterWire } from "../config/definition.js";
import { isPlainObject } from "../config/options.js";
import type { Encoding } from "./encoding.js";
import { type BadValue, contentText, entriesIn, isLeftOut, itemsOf, leafText, readValue } from "./value.js";

/** A name and its value, both encoded. */
export type Pair = readonly [name: string, value: string];

/** More than anybody needs; an object that contains itself has more. */
const MAX_DEPTH = 100;

/**
 * A parameter of a query or a field of a form, by its style (OpenAPI 3.1.1, Style Examples); no pairs where it is left
 * out. Styles that the specification does not define for a kind of value come to `form`.
 */
export function writePairs(
  name: string,
  { style = "form", explode = style === "form", content }: ParameterWire,
  given: unknown,
  encoding: Encoding,
  bad: BadValue,
): readonly Pair[] {
  const key = encoding.name(name, bad);
  const text = (plain: string): string => encoding.value(plain, bad);
  if (content !== undefined) return isLeftOut(given) ? [] : [[key, text(contentText(given, content, bad))]];
  if (style === "deepObject")
    return deepPairs(name, given, 0, bad).map(([at, plain]) => [encoding.name(at, bad), text(plain)]);
  const value = readValue(given, bad);
  switch (value.kind) {
    case "none":
      return [];
    case "text":
      return [[key, text(value.text)]];
    case "list": {
      const items = value.items.map(text);
      return explode ? items.map((item): Pair => [key, item]) : [[key, items.join(delimiterOf(style, encoding, bad))]];
    }
    case "record": {
      if (explode) return memberPairs(given as object, bad).map(([at, plain]) => [encoding.name(at, bad), text(plain)]);
      const words = value.entries.flatMap(([at, plain]) => [encoding.name(at, bad), text(plain)]);
      return [[key, words.join(delimiterOf(style, encoding, bad))]];
    }
  }
}

function delimiterOf(style: ParameterWire["style"], encoding: Encoding, bad: BadValue): string {
  if (style === "spaceDelimited") return encoding.name(" ", bad);
  return style === "pipeDelimited" ? encoding.name("|", bad) : ",";
}

/** Members as parameters of their own, so a list repeats its name. */
function memberPairs(record: object, bad: BadValue): readonly Pair[] {
  return entriesIn(record).flatMap(([name, value]) =>
    (Array.isArray(value) ? itemsOf(value) : [value]).map((item): Pair => [name, leafText(item, bad)]),
  );
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
  return entriesIn(value).flatMap(([name, member]) => deepPairs(`${at}[${name}]`, member, depth + 1, bad));
}
