import { isPlainObject, type Issue, type JsonObject, type JsonValue, own, toPointer } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { DocumentSource, Source, SourceIssue, TextFollower } from "../diagnostics/source.js";
import { MAX_BYTES } from "../io/read-file.js";
import { nothingMessage, readApi, readDocument } from "../openapi/api-of.js";
import type { Api } from "../openapi/api.js";
import { bundle } from "../openapi/bundle.js";
import { type Choice, Chooser, spendingOnPatterns } from "../openapi/choice.js";
import { parseJsonText } from "../openapi/parse-json.js";
import { type BundleInput, bundleInto, removeForeign } from "./bundle.js";
import { convertSwagger, readyForConversion } from "./convert-swagger.js";
import { removeMark, withMark } from "./locate-document.js";
import { unreadable } from "./read-target.js";
import { type AddRequest, cited, type Refusal, remark } from "./request.js";

/** The keys of an object in the order in which they are printed; an object itself puts those like numbers first. */
type KeysOf = (object: object) => readonly string[];

const TOKEN = /"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A JSON text laid out as `JSON.stringify` does it; every token stays as it is written. */
export function reindented(text: string): string {
  let [printed, depth, before] = ["", 0, ""];
  for (const token of tokensOf(text)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth -= 1;
    if (isOpening(before) ? !isEnd : isEnd || before === ",") printed += lineBreak(depth);
    printed += token === ":" ? ": " : token;
    if (isOpening(token)) depth += 1;
    before = token;
  }
  return `${printed}\n`;
}

/** A pattern for a whole text in quotes would put each of its escapes on the stack. */
function* tokensOf(text: string): Generator<string> {
  const pattern = new RegExp(TOKEN);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [token] = match;
    if (token === '"') pattern.lastIndex = endOfText(text, match.index);
    yield token === '"' ? text.slice(match.index, pattern.lastIndex) : token;
  }
}

/** Behind the quote that ends what the one at `start` begins. */
function endOfText(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '"') return index + 1;
    if (text[index] === "\\") index += 1;
  }
  return text.length;
}

function isOpening(token: string): boolean {
  return token === "{" || token === "[";
}

function lineBreak(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}

/** A value in the same layout. Documents are at most 200 deep. */
export function printedValue(value: JsonValue, keysOf: KeysOf): string {
  return `${printed(value, 0, keysOf)}\n`;
}

function printed(value: JsonValue, depth: number, keysOf: KeysOf): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = depth + 1;
  if (Array.isArray(value)) {
    return bracketed(
      "[",
      value.map((item: JsonValue) => printed(item, inner, keysOf)),
      "]",
      depth,
    );
  }
  const members = keysOf(value).flatMap((key) => {
    const child = (value as { readonly [key: string]: JsonValue | undefined })[key];
    return child === undefined ? [] : [`${JSON.stringify(key)}: ${printed(child, inner, keysOf)}`];
  });
  return bracketed("{", members, "}", depth);
}

function bracketed(open: string, items: readonly string[], close: string, depth: number): string {
  if (items.length === 0) return `${open}${close}`;
  return `${open}${lineBreak(depth + 1)}${items.join(`,${lineBreak(depth + 1)}`)}${lineBreak(depth)}${close}`;
}

/** The order of keys as a text has it, for the objects that were made of the text; others keep their own. */
function keyOrder({ follow }: Pick<Source, "follow">, value: JsonValue): KeysOf {
  const follower = new OrderFollower(value);
  follow?.(follower);
  return (object) => withNew(follower.orders.get(object), object);
}

/** Keys may have come and gone since the text was read. */
function withNew(order: readonly string[] | undefined, object: object): readonly string[] {
  const keys = Object.keys(object);
  return order === undefined ? keys : [...new Set([...order.filter((key) => Object.hasOwn(object, key)), ...keys])];
}

interface Frame {
  readonly value: JsonValue | undefined;
  readonly isObject: boolean;
  readonly keys: string[];
  /** The key whose value comes next. */
  key: string | undefined;
  index: number;
}

/** Goes through text and value side by side; notes only orders that an object cannot keep by itself. */
class OrderFollower implements TextFollower {
  readonly orders = new WeakMap<object, readonly string[]>();
  readonly #root: JsonValue;
  readonly #frames: Frame[] = [];

  constructor(root: JsonValue) {
    this.#root = root;
  }

  open(kind: "object" | "array"): void {
    const value = this.#next();
    this.#frames.push({ value, isObject: kind === "object", keys: [], key: undefined, index: 0 });
  }

  close(): void {
    const frame = this.#frames.pop();
    if (frame?.isObject === true && isPlainObject(frame.value) && frame.keys.some((key) => /^\d+$/.test(key))) {
      this.orders.set(frame.value, frame.keys);
    }
  }

  scalar(_offset: number, _length: number, text: () => string): void {
    const frame = this.#frames.at(-1);
    if (frame?.isObject === true && frame.key === undefined) {
      frame.key = text();
      frame.keys.push(frame.key);
    } else this.#next();
  }

  /** The value that begins here. */
  #next(): JsonValue | undefined {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return this.#root;
    const { value, isObject, key = "", index } = frame;
    [frame.key, frame.index] = [undefined, index + 1];
    if (isObject) return isPlainObject(value) ? own(value, key) : undefined;
    return Array.isArray(value) ? (value as readonly JsonValue[])[index] : undefined;
  }
}

/** What each entry of `content` weighs beside its schema: 100 000 of them are as much as the largest document. */
const ENTRY = 640;

/**
 * What converting a Swagger 2.0 document comes to, in characters of a document. Each answer and each body is written for
 * every media type that it may have, which makes hundreds of megabytes of a hundred kilobytes.
 */
function convertedSize(root: JsonObject): number {
  const items = Object.values(recordIn(root, "paths")).filter((item) => isPlainObject(item));
  const operations = items.flatMap((item) => [item, ...Object.values(item).filter((each) => isPlainObject(each))]);
  const written = lengths();
  return [root, ...operations].reduce((sum, part) => sum + sizeOf(part, root, written), 0);
}

/** Of an operation, or of what the whole document shares. */
function sizeOf(part: JsonObject, root: JsonObject, written: Lengths): number {
  const times = (key: string): number => typesIn(part, key) ?? typesIn(root, key) ?? 1;
  const answers = Object.values(recordIn(part, "responses")).filter((answer) => hasSchema(answer));
  const parameters = own(part, "parameters");
  const bodies = (Array.isArray(parameters) ? parameters : []).filter((each: JsonValue) => hasSchema(each));
  return times("produces") * written(answers) + times("consumes") * written(bodies);
}

type Lengths = (parts: readonly JsonValue[]) => number;

/** Operations may have one parameter together, which is measured once. */
function lengths(): Lengths {
  const known = new Map<JsonValue, number>();
  const lengthOf = (part: JsonValue): number => {
    const length = known.get(part) ?? ENTRY + JSON.stringify(part).length;
    known.set(part, length);
    return length;
  };
  return (parts) => parts.reduce<number>((sum, part) => sum + lengthOf(part), 0);
}

function hasSchema(part: JsonValue): boolean {
  return isPlainObject(part) && (own(part, "schema") !== undefined || own(part, "in") === "formData");
}

function typesIn(holder: JsonObject, key: string): number | undefined {
  const types = own(holder, key);
  return Array.isArray(types) ? types.length : undefined;
}

function recordIn(holder: JsonObject, key: string): JsonObject {
  const record = own(holder, key);
  return isPlainObject(record) ? record : {};
}

/** A document as it is to stand in the project. */
export interface Prepared {
  readonly text: string;
  readonly root: JsonObject;
  readonly isSwagger: boolean;
  readonly issues: readonly Issue[];
  /** What was done to it, for people. */
  readonly changes: readonly string[];
  /** Files beside it that it holds parts of; of one that is linked, those that are read with it. */
  readonly parts: readonly string[];
}

/** Bundles what a document refers to, converts Swagger 2.0 and YAML, and keeps everything else as it is written. */
export async function prepare(input: BundleInput, { isLink }: Pick<AddRequest, "isLink">): Promise<Prepared | Refusal> {
  const { source } = input;
  const written = source.json as JsonValue;
  if (!isPlainObject(written)) return unreadable("this is not an OpenAPI document, but no object at all");
  const isSwagger = own(written, "openapi") === undefined && isVersion2(own(written, "swagger"));
  if (isLink) {
    const read = [...input.neighbours.values()].filter(({ json }) => json !== undefined);
    const parts = read.map(({ file }) => file);
    return { text: source.text, root: written, isSwagger, issues: [], changes: [], parts };
  }
  const isMarked = removeMark(written);
  const foreign = removeForeign(written);
  const keysOf = keyOrder(source, written);
  const { isChanged, issues, files } = bundleInto(written, input);
  const openapi = isSwagger ? await converted(written) : { root: written, issues: [] };
  if ("exitCode" in openapi) return openapi;
  const { root } = openapi;
  const isJson = /^\s*\{/.test(source.text);
  const isLeftAsItIs = !isChanged && !isMarked && foreign.length === 0 && (source.flaws ?? []).length === 0;
  const isAsWritten = isJson && !isSwagger && isLeftAsItIs;
  const text = isAsWritten ? reindented(source.text) : printedValue(root, keysOf);
  const changes = [...conversions(isJson, isSwagger), ...(isChanged ? ["with what it refers to in other files"] : [])];
  // What was changed may have its keys in another order than they are printed in.
  const marked = isAsWritten ? withMark(text, root) : withMark(text);
  if (Buffer.byteLength(marked) > MAX_BYTES) return tooLarge(changes.join(", ") || "laid out");
  return {
    text: marked,
    root,
    isSwagger,
    issues: [...issues, ...leftOut(foreign), ...openapi.issues],
    changes,
    parts: [...files],
  };
}

function leftOut([first, ...rest]: readonly string[]): readonly Issue[] {
  if (first === undefined) return [];
  const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
  const message = `${cited(first)}${more} at the root, which OpenAPI does not know, is left out`;
  return [remark("SW0706", toPointer(first), message)];
}

async function converted(
  written: JsonObject,
): Promise<{ readonly root: JsonObject; readonly issues: readonly Issue[] } | Refusal> {
  const ready = readyForConversion(written);
  if (convertedSize(ready.root) > MAX_BYTES) return unreadable(TOO_MANY_TYPES, FEWER_TYPES);
  return convertSwagger(ready);
}

const TOO_MANY_TYPES =
  "this Swagger 2.0 document is too large to be converted: each answer and each body is written once for each of its media types";
const FEWER_TYPES = 'name fewer media types in "produces" and "consumes"';

/** `generate` would not read it (rules P13). */
function tooLarge(how: string): Refusal {
  const message = `the document has, ${how}, more than ${MAX_BYTES / 1024 / 1024} MiB`;
  return unreadable(message, "choose a smaller document");
}

function conversions(isJson: boolean, isSwagger: boolean): readonly string[] {
  if (isSwagger) return [`converted from Swagger 2.0${isJson ? "" : " in YAML"}`];
  return isJson ? [] : ["converted from YAML"];
}

/** YAML makes a number of it. */
function isVersion2(version: JsonValue | undefined): boolean {
  return version === 2 || version === "2.0" || version === "2";
}

/** What a document says, with what is to be told about the choice of its operations. */
export type PreparedApi = { readonly api: Api; readonly issues: readonly SourceIssue[] } | { readonly issue: Issue };

/** Reads a document as `generate` will do it; what cannot be read in it is told there. */
export function readPrepared(
  source: Source,
  beside: Pick<DocumentSource, "neighbours" | "refused"> | undefined,
  choice: Choice,
  budget: Budget,
): PreparedApi {
  const located: Source = beside === undefined ? withPlaces(source) : source;
  const { neighbours = new Map(), refused = new Map() } = beside ?? {};
  const read = readDocument(bundle({ source: located, neighbours, refused, definition: located }));
  if ("issue" in read) return read;
  const chooser = new Chooser(choice, spendingOnPatterns(budget));
  const api = readApi(read.document, chooser, budget);
  return { api, issues: [...unused(chooser, choice), ...nothingIn(api, choice)] };
}

/** A text that we printed is gone through only for who prints a place in it. */
function withPlaces(source: Source): Source {
  const json = source.json ?? parseJsonText(source.text).json;
  return Object.assign(source, {
    json,
    placesOf: (pointers: readonly string[]) => parseJsonText(source.text).placesOf(pointers),
  });
}

function unused(chooser: Chooser, { include = [] }: Choice): readonly SourceIssue[] {
  return chooser.unused.flatMap((place) => {
    const pattern = /^include\/(\d+)$/.exec(place)?.[1];
    if (pattern === undefined) return [];
    const message = `the pattern ${JSON.stringify(include[Number(pattern)] ?? "")} matches no operation of the document`;
    return [{ code: "SW1608", severity: "warning", pointer: "", message }] as const;
  });
}

function nothingIn({ operations, document }: Api, choice: Choice): readonly SourceIssue[] {
  if (operations.length > 0) return [];
  return [{ code: "SW1609", severity: "warning", message: nothingMessage(choice), ...document.placeOf("/paths") }];
}
