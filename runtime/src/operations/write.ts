import type { OperationWire, ParameterWire, PartWire } from "../config/definition.js";
import { isPlainObject, own } from "../config/options.js";
import { encodeFields, encodeJson, loadBodies, type OtherBodies } from "../http/body.js";
import type { InvalidRequest } from "../http/invalid.js";
import type { Part } from "../http/other-bodies.js";
import type { Fields, RequestOptions } from "../http/provider-client.js";
import { requireNoDotSegment } from "../http/join-url.js";
import { isScalar } from "../http/url.js";
import type { OperationCall } from "./apply.js";
import { type BadValue, encoded, isJson, itemsOf, leafText, type Pair, writePairs, writeText } from "./styles.js";

type Wires<Wire = ParameterWire> = { readonly [name: string]: Wire } | undefined;

/** Options that an operation may say something about; nothing of them was checked. */
type Given = { readonly [Name in "params" | "query" | "headers" | "json" | "form" | "multipart" | "body"]?: unknown };

const BODIES = ["json", "form", "multipart", "body"] as const;

/** Writes a call by the styles of its operation, in options that every request understands. */
export async function writeCall(
  call: OperationCall,
  wire: OperationWire,
  invalid: InvalidRequest,
): Promise<OperationCall> {
  const given: Given = call.options;
  const { path, params, query } = writePath(call.path, given.params, wire.params, invalid);
  const bodies = BODIES.filter((kind) => given[kind] !== undefined);
  // Several stay as they are, to be refused.
  const kind = bodies.length === 1 ? bodies[0] : undefined;
  const written: { -readonly [Name in keyof Given]: unknown } = {
    params,
    query: writeFields("query", given.query, wire.query, queryPairs, query, invalid),
    headers: writeHeaders(given.headers, wire.headers, contentTypeOf(kind, given, wire), invalid),
  };
  if (kind === "form") written.form = writeFields("form", given.form, wire.form, formPairs, [], invalid);
  if (kind === "multipart" && isWritten(given.multipart, wire.multipart)) {
    if (hasHeader(given.headers, "content-type"))
      throw invalid("bad-header", "`multipart` sets the content type itself, because of its boundary");
    const bodyCode = await loadBodies(call.options.signal, invalid);
    written.body = writeMultipart(given.multipart, wire.multipart, bodyCode, invalid);
    written.multipart = undefined;
  }
  return { ...call, path, options: { ...given, ...written } as RequestOptions };
}

/** Returns the content type of the body that is given; a Blob has its own. */
function contentTypeOf(kind: keyof Given | undefined, given: Given, wire: OperationWire): string | undefined {
  if (kind === "body" && given.body instanceof Blob && given.body.type !== "") return undefined;
  const { text } = wire.contentTypes ?? {};
  return kind === "body" && typeof given.body === "string" && text ? text : own(wire.contentTypes, kind ?? "");
}

/** A path whose styled parameters were written, and what is left to fill. */
interface WrittenPath {
  readonly path: string;
  readonly params: unknown;
  /** The values of placeholders such as `{?page}`. */
  readonly query: readonly Pair[];
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * Fills the placeholders that the operation writes by a style; the others stay, without the operators of RFC 6570, for
 * the way that all paths go. A value can no more change which path is meant than it can there (rules §2.2).
 */
function writePath(path: string, given: unknown, wires: Wires, invalid: InvalidRequest): WrittenPath {
  // The part before query and fragment: a `?` or `#` in braces is an operator.
  const end = Array.from(path.matchAll(/\{[^{}]*\}|[?#\0]/g)).find(([sign]) => sign.length === 1);
  const head = path.slice(0, end?.index);
  // A path with a brace without its pair is refused like any other; filled first, it would show values.
  const isFillable = head.includes("{") && !/[{}]/.test(head.replace(PLACEHOLDER, ""));
  if (!isFillable || (given !== undefined && !isPlainObject(given))) return { path, params: given, query: [] };
  const rest = new Map(Object.entries(given ?? {}));
  const query: Pair[] = [];
  /** In a path: a value that it has no style for goes the way of all paths. */
  const textOf = (name: string): string => {
    const wire = own(wires, name);
    const value: unknown = own(given, name);
    if (wire === undefined || value === undefined) return `{${name}}`;
    rest.delete(name);
    const bad = badParameter(name, invalid);
    const text = writeText(name, wire, value, "path", bad);
    if (text === undefined || text === "") throw bad("is empty");
    return `\0${text.replaceAll("/", "/\0")}`;
  };
  const fill = (_: string, inner: string): string => {
    const operator = /^[+#./;?&]/.exec(inner)?.[0] ?? "";
    const names = inner.slice(operator.length).split(",");
    const plain = names.map((name) => name.replace(/(?:\*|:\d+)$/, ""));
    if (!/[#?&]/.test(operator)) {
      const texts = plain.map(textOf);
      // `{/name}` brings its slash along.
      return operator === "/" ? texts.map((text) => `/${text}`).join("") : texts.join(operator === "" ? "," : "");
    }
    for (const name of plain) {
      rest.delete(name);
      const wire = { ...own(wires, name), style: "form" } as const;
      const pairs = writePairs(name, wire, own(given, name), "query", badParameter(name, invalid));
      // A fragment is not sent.
      if (operator !== "#") for (const pair of pairs) query.push(pair);
    }
    return "";
  };
  const marked = head.replace(PLACEHOLDER, fill);
  requireNoDotSegment(marked, invalid);
  const params = given && Object.fromEntries(rest);
  return { path: marked.replaceAll("\0", "") + path.slice(head.length), params, query };
}

function badParameter(name: string, invalid: InvalidRequest): BadValue {
  return (problem) => invalid("bad-parameter", `the value for {${name}} ${problem}`);
}

function badField(name: string, option: string, invalid: InvalidRequest): BadValue {
  return (problem) => invalid("bad-field", `"${name}" of \`${option}\` ${problem}`);
}

/** Tells whether any field is given that the operation has a style for. */
function isWritten(given: unknown, wires: Wires<PartWire>): given is object {
  return isPlainObject(given) && Object.keys(given).some((name) => own(wires, name) !== undefined);
}

/** Fields that are written already, and go out as they are. */
class Written extends URLSearchParams {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  override toString(): string {
    return this.#text;
  }
}

/** Writes a query or a form in the caller's order, or gives it back if every request writes it so. */
function writeFields<Wire extends PartWire>(
  option: "query" | "form",
  given: unknown,
  wires: Wires<Wire>,
  pairsOf: (name: string, wire: Wire, value: unknown, bad: BadValue) => readonly Pair[],
  before: readonly Pair[],
  invalid: InvalidRequest,
): unknown {
  const fields = given === undefined ? {} : given;
  if (!isPlainObject(fields) || (before.length === 0 && !isWritten(fields, wires))) return given;
  const join = (pairs: readonly Pair[]): string[] => pairs.map(([name, value]) => `${name}=${value}`);
  const texts = Object.entries(fields).flatMap(([name, value]) => {
    const wire = own(wires, name);
    if (wire === undefined) return encodeFields({ [name]: value } as Fields, option, invalid) || [];
    return join(pairsOf(name, wire, value, badField(name, option, invalid)));
  });
  return new Written([...join(before), ...texts].join("&"));
}

function queryPairs(name: string, wire: ParameterWire, value: unknown, bad: BadValue): readonly Pair[] {
  return writePairs(name, wire, value, "query", bad);
}

/** Without a style, lists repeat the name, and objects are JSON (OpenAPI 3.1.1, Encoding Object). */
function formPairs(name: string, wire: PartWire, value: unknown, bad: BadValue): readonly Pair[] {
  const { style, explode, allowReserved, delimiters, contentType } = wire;
  if (style !== undefined || explode !== undefined || allowReserved !== undefined) {
    return queryPairs(name, { style, explode, allowReserved, delimiters, content: undefined }, value, bad);
  }
  return itemsOf(Array.isArray(value) ? value : [value]).map((item): Pair => {
    const isText = typeof item === "string" || !isJson(contentType);
    return [formEncoded(name), formEncoded(isText ? leafText(item, bad) : encodeJson(item, bad))];
  });
}

/** As `URLSearchParams` does it, so that a form is of one kind. */
function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

/** Writes the headers that the operation has a style for, and the content type if the caller gives none. */
function writeHeaders(given: unknown, wires: Wires, contentType: string | undefined, invalid: InvalidRequest): unknown {
  if (given !== undefined && !isPlainObject(given)) return given;
  const entries = Object.entries(given ?? {}).map(([name, value]): readonly [string, unknown] => {
    const wire = Object.entries(wires ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    return [name, wire === undefined ? value : headerText(name, wire, value, invalid)];
  });
  const added = contentType === undefined || hasHeader(given, "content-type") ? {} : { "content-type": contentType };
  return { ...Object.fromEntries(entries), ...added };
}

/** Tells whether the caller sets a header, in whatever case. */
function hasHeader(given: unknown, name: string): boolean {
  return (
    isPlainObject(given) &&
    Object.entries(given).some(([key, value]) => value !== undefined && key.toLowerCase() === name)
  );
}

/** Nothing is percent-encoded in a header (OpenAPI 3.1.1, appendix D); JSON can say everything in ASCII. */
function headerText(name: string, wire: ParameterWire, value: unknown, invalid: InvalidRequest): string | undefined {
  const bad = (problem: string): Error => invalid("bad-header", `the value of the header \`${name}\` ${problem}`);
  const text = writeText(name, wire, value, "plain", bad);
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return isJson(wire.content) ? text?.replaceAll(/[^\x20-\x7e]/g, escaped) : text;
}

/** Writes a multipart body with content types and headers per part. */
function writeMultipart(
  given: object,
  wires: Wires<PartWire>,
  { writeParts, fileType }: OtherBodies,
  invalid: InvalidRequest,
): Blob {
  const parts = Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const wire = own(wires, name);
    const bad = badField(name, "multipart", invalid);
    if (wire?.style !== undefined || wire?.explode !== undefined) return styledParts(name, wire, value, bad);
    // Without a style, lists repeat the part, and objects are JSON (OpenAPI 3.1.1, Encoding Object).
    return itemsOf(Array.isArray(value) ? value : [value]).map((item): Part => {
      const isFile = item instanceof Blob;
      const { content, contentType } = isFile
        ? { content: item, contentType: fileType(item, wire?.contentType) }
        : partContent(item, wire, bad);
      return { name: encoded(name, "plain", false, bad), headers: wire?.headers ?? {}, content, contentType };
    });
  });
  return writeParts(parts);
}

function styledParts(name: string, wire: PartWire, value: unknown, bad: BadValue): readonly Part[] {
  const { style, explode, delimiters, headers = {} } = wire;
  const written = { style, explode, delimiters, allowReserved: undefined, content: undefined };
  const pairs = writePairs(name, written, value, "plain", bad);
  return pairs.map(([key, content]) => ({ name: key, content, contentType: undefined, headers }));
}

/** Objects are refused in parts that the operation says nothing about. */
function partContent(
  item: unknown,
  wire: PartWire | undefined,
  bad: BadValue,
): { readonly content: string; readonly contentType: string | undefined } {
  const contentType = wire?.contentType;
  if (typeof item === "string" || (isScalar(item) && !isJson(contentType)))
    return { content: leafText(item, bad), contentType };
  if (ArrayBuffer.isView(item) || item instanceof ArrayBuffer) throw bad("is bytes: pass a Blob or a File");
  if (wire === undefined) throw bad("is neither a Blob nor well-formed text, a finite number or a boolean");
  return { content: encodeJson(item, bad), contentType: isJson(contentType) ? contentType : "application/json" };
}
