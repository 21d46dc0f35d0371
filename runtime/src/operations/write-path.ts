import type { OperationWire, ParameterWire } from "../config/definition.js";
import { isPlainObject, own, withoutPrototype } from "../config/options.js";
import type { InvalidRequest } from "../http/invalid.js";
import { requireNoDotSegment } from "../http/join-url.js";
import { ENCODED, RESERVED_IN_PATH } from "./encoding.js";
import { type Pair, writePairs } from "./write-pairs.js";
import { writeText } from "./write-text.js";

/** A path whose styled parameters were written, and what is left to fill. */
export interface WrittenPath {
  readonly path: string;
  readonly params: unknown;
  /** Of placeholders such as `{?page}`. */
  readonly query: readonly Pair[];
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

type Params = { readonly [name: string]: unknown };

/**
 * Fills the placeholders that the operation writes by a style; the others stay, without the operators of RFC 6570, for
 * the way that all paths go. A value can no more change which path is meant than it can there (rules §2.2).
 */
export function writePath(path: string, given: unknown, wire: OperationWire, invalid: InvalidRequest): WrittenPath {
  const head = headOf(path);
  // What has a brace without its pair is refused like any other path; filled first, it would show values.
  const isFillable = head.includes("{") && !/[{}]/.test(head.replace(PLACEHOLDER, ""));
  if (!isFillable || (given !== undefined && !isPlainObject(given))) return { path, params: given, query: [] };
  const params: Params = given ?? {};
  const used = new Set<string>();
  const query: Pair[] = [];
  const fill = (inner: string): string => {
    const operator = /^[+#./;?&]/.exec(inner)?.[0] ?? "";
    const names = inner.slice(operator.length).split(",").map(withoutModifier);
    const filler = { params, wire, used, invalid };
    if (!/[#?&]/.test(operator)) return fillPlace(names, operator, filler);
    const pairs = names.flatMap((name) => pairsOf(name, filler));
    // A fragment is not sent.
    if (operator !== "#") for (const pair of pairs) query.push(pair);
    return "";
  };
  const marked = head.replace(PLACEHOLDER, (_, inner: string) => fill(inner));
  requireNoDotSegment(marked, invalid);
  const written = marked.replaceAll("\0", "") + path.slice(head.length);
  const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !used.has(name)));
  return { path: written, params: given && rest, query };
}

/** What stands before the query and the fragment: a `?` or `#` in braces is an operator. */
function headOf(path: string): string {
  const end = Array.from(path.matchAll(/\{[^{}]*\}|[?#\0]/g)).find(([sign]) => sign.length === 1);
  return path.slice(0, end?.index);
}

interface Filler {
  readonly params: Params;
  readonly wire: OperationWire;
  readonly used: Set<string>;
  readonly invalid: InvalidRequest;
}

function withoutModifier(name: string): string {
  return name.replace(/(?:\*|:\d+)$/, "");
}

/** `{/name}` brings its slash along. */
function fillPlace(names: readonly string[], operator: string, filler: Filler): string {
  const texts = names.map((name) => valueOf(name, filler) ?? `{${name}}`);
  return operator === "/" ? texts.map((text) => `/${text}`).join("") : texts.join(operator === "" ? "," : "");
}

/** `undefined` for what goes the way of all paths. */
function valueOf(name: string, { params, wire, used, invalid }: Filler): string | undefined {
  const style = own(wire.params, name);
  const value = own(params, name);
  if (style === undefined || value === undefined) return undefined;
  used.add(name);
  const bad = (problem: string): Error => invalid("bad-parameter", `the value for {${name}} ${problem}`);
  const text = writeText(name, style, value, style.allowReserved === true ? RESERVED_IN_PATH : ENCODED, bad);
  if (text === undefined || text === "") throw bad("is empty");
  return `\0${text.replaceAll("/", "/\0")}`;
}

function pairsOf(name: string, { params, wire, used, invalid }: Filler): readonly Pair[] {
  const value = own(params, name);
  if (value === undefined) return [];
  used.add(name);
  const style = withoutPrototype<ParameterWire>({ ...own(wire.params, name), style: "form" });
  return writePairs(name, style, value, ENCODED, (problem) =>
    invalid("bad-parameter", `the value for {${name}} ${problem}`),
  );
}
