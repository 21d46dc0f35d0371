import type { ParameterWire, PartWire } from "../config/definition.js";
import { isPlainObject, own } from "../config/options.js";
import { encodeFields, encodeJson } from "../http/body.js";
import type { InvalidRequest } from "../http/invalid.js";
import type { Fields } from "../http/provider-client.js";
import { Written } from "../http/url.js";
import { ENCODED, RESERVED_IN_QUERY } from "./encoding.js";
import { type BadValue, isJson, isLeftOut, itemsOf, leafText } from "./value.js";
import { type Pair, writePairs } from "./write-pairs.js";

type Wires<Wire> = { readonly [name: string]: Wire } | undefined;

/** Writes the query, or gives it back where every query is written so. */
export function writeQuery(
  given: unknown,
  wires: Wires<ParameterWire>,
  before: readonly Pair[],
  invalid: InvalidRequest,
): unknown {
  return writeFields({ given, what: "query", invalid, before }, wires, queryPairs);
}

/** Writes a form, or gives it back where every form is written so. */
export function writeForm(given: unknown, wires: Wires<PartWire>, invalid: InvalidRequest): unknown {
  return writeFields({ given, what: "form", invalid, before: [] }, wires, formPairs);
}

interface Given {
  readonly given: unknown;
  readonly what: "query" | "form";
  readonly invalid: InvalidRequest;
  readonly before: readonly Pair[];
}

type ToPairs<Wire> = (name: string, wire: Wire, value: unknown, bad: BadValue) => readonly Pair[];

/** In the caller's order; what has no wire of its own is written as in every request. */
function writeFields<Wire>(
  { given, what, invalid, before }: Given,
  wires: Wires<Wire>,
  pairsOf: ToPairs<Wire>,
): unknown {
  const fields = given === undefined ? {} : given;
  if (!isPlainObject(fields)) return given;
  const entries = Object.entries(fields);
  if (before.length === 0 && !entries.some(([name]) => own(wires, name) !== undefined)) return given;
  const texts = entries.flatMap(([name, value]) => {
    const wire = own(wires, name);
    if (wire === undefined) return encodeFields({ [name]: value } as Fields, what, invalid) || [];
    const bad: BadValue = (problem) => invalid("bad-field", `"${name}" of \`${what}\` ${problem}`);
    return joined(pairsOf(name, wire, value, bad));
  });
  return new Written([...joined(before), ...texts].join("&"));
}

function joined(pairs: readonly Pair[]): string[] {
  return pairs.map(([name, value]) => `${name}=${value}`);
}

function queryPairs(name: string, wire: ParameterWire, value: unknown, bad: BadValue): readonly Pair[] {
  return writePairs(name, wire, value, wire.allowReserved === true ? RESERVED_IN_QUERY : ENCODED, bad);
}

/** Without a style, lists repeat the name, and objects are JSON (OpenAPI 3.1.1, Encoding Object). */
function formPairs(name: string, wire: PartWire, value: unknown, bad: BadValue): readonly Pair[] {
  const { style, explode, allowReserved, contentType = "" } = wire;
  if (style !== undefined || explode !== undefined || allowReserved !== undefined) {
    return queryPairs(name, { style, explode, allowReserved, content: undefined }, value, bad);
  }
  if (isLeftOut(value)) return [];
  const items = Array.isArray(value) ? itemsOf(value) : [value];
  const texts = items.map((item) =>
    isJson(contentType) && typeof item !== "string" ? encodeJson(item, bad) : leafText(item, bad),
  );
  return texts.map((text) => [formEncoded(name), formEncoded(text)] as const);
}

/** As `URLSearchParams` does it, so that a form is of one kind. */
function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
