import { isPlainObject, type JsonValue, toPointer } from "@sdkwright/runtime/config";
import { type Event, EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from "js-yaml";
import type { Span, TextFollower } from "../diagnostics/source.js";
import { extentOf, MAX_DEPTH, MAX_NODES, MAX_YAML_BYTES } from "../io/read-file.js";
import { excessFlaw, findPlaces, type ParsedText, protoKey, repeatedKey, type TextFlaw } from "./parsed-text.js";

/** Tags of YAML's core schema (YAML 1.2.2 §10.3), by the ways to write them. */
const CORE: ReadonlyMap<string, string> = new Map(
  ["str", "int", "float", "bool", "null", "map", "seq"].flatMap((name) => [
    [`!!${name}`, name],
    [`!<tag:yaml.org,2002:${name}>`, name],
  ]),
);

/** Whether a tag is one of the core schema; `!` alone says that a scalar is text. */
function isCoreTag(tag: string): boolean {
  return tag === "!" || CORE.has(tag);
}

/** A scalar's value: text where it is quoted or tagged so. */
function scalarValue(text: string, isPlain: boolean, tag: string | undefined): JsonValue {
  const type = tag === undefined ? undefined : (CORE.get(tag) ?? (tag === "!" ? "str" : undefined));
  if (type === "str" || (type === undefined && !isPlain)) return text;
  return plainValue(text);
}

/** What a scalar without quotes is; `.inf` and `.nan`, which JSON does not have, stay text. */
function plainValue(text: string): JsonValue {
  if (WORDS.has(text)) return WORDS.get(text) ?? null;
  if (!/^[-+.\d]/.test(text)) return text;
  if (/^[-+]?\d+$/.test(text) || FLOAT.test(text)) return finite(Number(text), text);
  if (/^0o[0-7]+$/.test(text) || /^0x[\da-fA-F]+$/.test(text)) return finite(Number(text), text);
  return text;
}

function finite(value: number, text: string): JsonValue {
  return Number.isFinite(value) ? value : text;
}

const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);

/** What stands before a value: `&name` and `!tag`, as written. */
interface NodeProperties {
  readonly anchor?: string | undefined;
  readonly tag?: string | undefined;
  /** Of a scalar that stands without quotes: it may be a number or the like. */
  readonly isPlain?: boolean | undefined;
}

/** Is told what stands in a YAML text. */
interface YamlFollower {
  open(kind: "object" | "array", offset: number, properties: NodeProperties): void;
  close(): void;
  scalar(offset: number, length: number, text: () => string, properties: NodeProperties): void;
  alias(offset: number, length: number, name: string): void;
}

/** A YAML text, taken apart once. */
interface YamlEvents {
  readonly follow: (follower: YamlFollower) => void;
}

/** Takes a text apart (YAML 1.2); nothing in it is made into anything. */
function yamlEvents(text: string): { readonly events: YamlEvents } | { readonly flaw: TextFlaw } {
  if (hasTooManySigns(text)) return { flaw: excessFlaw({ excess: "nodes", path: [] }) };
  for (let read = new Indented(text); ;) {
    try {
      const events = parseEvents(read.text, { maxDepth: 2 * MAX_DEPTH });
      const documents = events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length;
      if (documents !== 1)
        return { flaw: flawAt(0, documents === 0 ? "the file is empty" : "it has several documents") };
      return { events: { follow: (follower) => follow(read.text, events, read.following(follower)) } };
    } catch (error) {
      if (error instanceof RangeError) return { flaw: excessFlaw({ excess: "depth", path: [] }) };
      if (!(error instanceof YAMLException)) throw error;
      const next = isTooShallow(error) ? read.indented(error.mark?.position ?? 0) : undefined;
      if (next === undefined) return { flaw: flawOf(error, read) };
      read = next;
    }
  }
}

/** The content of brackets and quotes has to be deeper than their key, says YAML 1.2; other parsers read it anyway. */
function isTooShallow(error: YAMLException): boolean {
  return error.reason === "deficient indentation";
}

const MAX_INDENTED = 200;
const MAX_READ_AGAIN = 10 * MAX_YAML_BYTES;

/** Lines that are read as if there were blanks before them, which says nothing else within brackets and quotes. */
class Indented {
  readonly text: string;
  readonly #blanks: string;
  /** The offsets at which these lines begin in the text as it is written, in its order. */
  readonly #lines: readonly number[];

  constructor(text: string, blanks = "", lines: readonly number[] = []) {
    this.text = text;
    this.#blanks = blanks;
    this.#lines = lines;
  }

  /** With the line of a place as one more; `undefined` where that is of no use, or too much. */
  indented(place: number): Indented | undefined {
    const start = Math.max(this.text.lastIndexOf("\n", place - 1), this.text.lastIndexOf("\r", place - 1)) + 1;
    const line = this.written(start);
    const isMarker = /^(?:---|\.\.\.)(?!\S)/.test(this.text.slice(start, start + 4));
    if (isMarker || this.isFull || line <= (this.#lines.at(-1) ?? -1)) return undefined;
    const blanks = this.#blanks || " ".repeat(deepestIn(this.text) + 1);
    const text = `${this.text.slice(0, start)}${blanks}${this.text.slice(start)}`;
    return new Indented(text, blanks, [...this.#lines, line]);
  }

  /** A place in the text as it is written. */
  written(place: number): number {
    const width = this.#blanks.length;
    let [low, high] = [0, this.#lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle] ?? 0) + middle * width < place) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? place : Math.max(this.#lines[low - 1] ?? 0, place - low * width);
  }

  following(follower: YamlFollower): YamlFollower {
    if (this.#lines.length === 0) return follower;
    const stretch = (offset: number, length: number): readonly [number, number] => {
      const start = this.written(offset);
      return [start, this.written(offset + length) - start];
    };
    return {
      open: (kind, offset, properties) => {
        follower.open(kind, this.written(offset), properties);
      },
      close: () => {
        follower.close();
      },
      scalar: (offset, length, text, properties) => {
        follower.scalar(...stretch(offset, length), text, properties);
      },
      alias: (offset, length, name) => {
        follower.alias(...stretch(offset, length), name);
      },
    };
  }

  get first(): number | undefined {
    return this.#lines[0];
  }

  /** Each line is another reading of the whole text. */
  get isFull(): boolean {
    const { length } = this.#lines;
    return length === MAX_INDENTED || length * this.text.length > MAX_READ_AGAIN;
  }
}

/** The column of the deepest key: `- - key: {`. */
function deepestIn(text: string): number {
  let deepest = 0;
  for (const [before] of text.matchAll(/^[-?: ]{1,1000}/gm)) deepest = Math.max(deepest, before.length);
  return deepest;
}

/** Each sign that begins something can cost a hundred bytes while it is parsed: a key has two of them, and a value. */
function hasTooManySigns(text: string): boolean {
  if (text.length <= 2 * MAX_NODES) return false;
  let signs = 0;
  for (let index = 0; index < text.length; index += 1) if (SIGNS.has(text.charCodeAt(index))) signs += 1;
  return signs > 2 * MAX_NODES;
}

const SIGNS: ReadonlySet<number> = new Set(Array.from(",[{:?-\n", (sign) => sign.charCodeAt(0)));

function flawOf(error: YAMLException, read: Indented): TextFlaw {
  const { first } = read;
  const place = read.written(error.mark?.position ?? 0);
  if (isTooShallow(error)) return { ...flawAt(read.isFull ? (first ?? place) : place, error.reason), hint: DEEPER };
  const flaw = flawAt(place, error.reason);
  if (first === undefined) return flaw;
  const related = { pointer: "", message: "a quote or bracket may be open before the text" };
  return { ...flaw, related, relatedSpan: { offset: first, length: 1 } };
}

const DEEPER =
  "indent this line deeper than its key, or convert the file to JSON; or a quote or bracket before it is not closed";

function flawAt(offset: number, reason: string): TextFlaw {
  const span = { offset, length: 1 };
  return { code: "SW0104", severity: "error", pointer: "", message: `not YAML: ${reason}`, span };
}

function follow(text: string, events: readonly Event[], follower: YamlFollower): void {
  let depth = 0;
  let end = 0;
  for (const event of events) {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        break;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        depth += 1;
        follower.open(event.type === EVENT_ID.MAPPING ? "object" : "array", event.start, propertiesOf(text, event));
        end = event.start;
        break;
      case EVENT_ID.SCALAR: {
        // Nothing was written: its place is behind what came before.
        const [start, stop] = event.valueStart === -1 ? [end, end] : [event.valueStart, event.valueEnd];
        const isPlain = event.style === SCALAR_STYLE.PLAIN;
        follower.scalar(start, stop - start, () => getScalarValue(text, event), {
          ...propertiesOf(text, event),
          isPlain,
        });
        end = stop;
        break;
      }
      case EVENT_ID.ALIAS: {
        const { anchorStart, anchorEnd } = event;
        follower.alias(anchorStart - 1, anchorEnd - anchorStart + 1, text.slice(anchorStart, anchorEnd));
        end = anchorEnd;
        break;
      }
      case EVENT_ID.POP:
        if (depth > 0) follower.close();
        depth -= 1;
        break;
    }
  }
}

const NOTHING: NodeProperties = {};

function propertiesOf(text: string, event: Exclude<Event, { type: 1 | 5 | 6 }>): NodeProperties {
  const { anchorStart, anchorEnd, tagStart, tagEnd } = event;
  if (anchorStart === -1 && tagStart === -1) return NOTHING;
  return {
    ...(anchorStart === -1 ? {} : { anchor: text.slice(anchorStart, anchorEnd) }),
    ...(tagStart === -1 ? {} : { tag: text.slice(tagStart, tagEnd) }),
  };
}

type Record = { [key: string]: JsonValue };

/** A collection that is not closed yet. */
interface Frame {
  readonly value: Record | JsonValue[];
  readonly anchor: string | undefined;
  readonly offset: number;
  /** How many values it would be with every alias written out. */
  size: number;
  /** Places of the keys that it has, and keys that came by `<<`, which its own ones replace. */
  readonly keys: Map<string, Span>;
  readonly merged: Set<string>;
  /** Whether a key has come whose value is awaited, and which; a key that is no text has none. */
  isAtValue: boolean;
  key: string | undefined;
}

interface Anchored {
  readonly value: JsonValue;
  readonly size: number;
}

/** Makes values of a YAML text. An alias is its target itself, and counts as often as it is used. */
class YamlBuilder implements YamlFollower {
  readonly flaws: TextFlaw[] = [];
  #result: Anchored = { value: null, size: 0 };
  #merges = 0;
  readonly #frames: Frame[] = [];
  readonly #anchors = new Map<string, Anchored>();

  get value(): JsonValue {
    return this.#result.value;
  }

  /** Whether there are more values than are read, with every alias written out and keys that were merged. */
  get hasTooMany(): boolean {
    return this.#result.size + this.#merges > MAX_NODES;
  }

  open(kind: "object" | "array", offset: number, { anchor, tag }: NodeProperties): void {
    if (tag !== undefined) this.#checkTag(tag, { offset, length: 1 });
    const value = kind === "array" ? [] : {};
    const state = { size: 1, isAtValue: false, key: undefined, keys: new Map(), merged: new Set<string>() };
    this.#frames.push({ value, anchor, offset, ...state });
  }

  close(): void {
    const frame = this.#frames.pop();
    if (frame !== undefined) this.#take(frame, frame.anchor, { offset: frame.offset, length: 1 });
  }

  scalar(offset: number, length: number, text: () => string, { anchor, tag, isPlain = false }: NodeProperties): void {
    const span = { offset, length };
    if (tag !== undefined) this.#checkTag(tag, span);
    const written = text();
    const frame = this.#frames.at(-1);
    if (frame !== undefined && !frame.isAtValue && !Array.isArray(frame.value)) {
      if (anchor !== undefined) this.#anchors.set(anchor, { value: written, size: 1 });
      this.#takeKey(frame, written, span);
    } else this.#take({ value: scalarValue(written, isPlain, tag), size: 1 }, anchor, span);
  }

  alias(offset: number, length: number, name: string): void {
    const span = { offset, length };
    const target = this.#anchors.get(name);
    if (target !== undefined) return this.#take(target, undefined, span);
    const message = "this alias names no complete value before it, and is read as null";
    this.flaws.push({ code: "SW1605", severity: "note", pointer: this.#pointer(), message, span });
    this.#take({ value: null, size: 1 }, undefined, span);
  }

  #checkTag(tag: string, span: Span): void {
    if (isCoreTag(tag)) return;
    const message = "this tag is not in YAML's core schema, and is ignored";
    this.flaws.push({ code: "SW1605", severity: "note", pointer: this.#pointer(), message, span });
  }

  #take(node: Anchored, anchor: string | undefined, span: Span): void {
    const taken = { value: node.value, size: node.size };
    if (anchor !== undefined) this.#anchors.set(anchor, taken);
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.#result = taken;
      return;
    }
    frame.size += taken.size;
    if (Array.isArray(frame.value)) frame.value.push(taken.value);
    else if (frame.isAtValue) this.#takeValue(frame, frame.value, taken.value);
    else this.#takeKey(frame, typeof taken.value === "object" ? undefined : String(taken.value), span);
  }

  #takeKey(frame: Frame, key: string | undefined, span: Span): void {
    frame.isAtValue = true;
    frame.key = key;
    if (key === undefined) {
      const message = "a key that is not text is left out";
      this.flaws.push({ code: "SW1605", severity: "note", pointer: this.#pointer(-1), message, span });
      return;
    }
    const first = frame.keys.get(key);
    frame.keys.set(key, span);
    if (first !== undefined && key !== "<<") this.flaws.push(repeatedKey(key, this.#pointer(), first, span));
    if (key === "__proto__") this.flaws.push(protoKey(this.#pointer(), span));
  }

  #takeValue(frame: Frame, target: Record, value: JsonValue): void {
    const { key } = frame;
    if (key === "<<" && isMergeable(value)) this.#merge(frame, target, value);
    else if (key !== undefined && key !== "__proto__") {
      if (frame.merged.delete(key)) delete target[key];
      target[key] = value;
    }
    frame.isAtValue = false;
    frame.key = undefined;
  }

  /** What an object has not yet comes from the one that `<<` names. */
  #merge({ merged }: Frame, target: Record, value: JsonValue): void {
    for (const from of Array.isArray(value) ? (value as JsonValue[]) : [value]) {
      if (this.#merges > MAX_NODES) return;
      if (!isPlainObject(from)) continue;
      const keys = Object.keys(from);
      this.#merges += 1 + keys.length;
      for (const key of keys) {
        if (Object.hasOwn(target, key)) continue;
        target[key] = from[key] as JsonValue;
        merged.add(key);
      }
    }
  }

  #pointer(end?: number): string {
    const frames = end === undefined ? this.#frames : this.#frames.slice(0, end);
    return toPointer(...frames.map(({ value, key }) => (Array.isArray(value) ? value.length : (key ?? ""))));
  }
}

function isMergeable(value: JsonValue): boolean {
  return isPlainObject(value) || (Array.isArray(value) && value.every(isPlainObject));
}

/** Parses a document in YAML. */
export function parseYamlText(text: string): ParsedText {
  if (Buffer.byteLength(text) > MAX_YAML_BYTES) return unread(TOO_LARGE);
  const read = yamlEvents(text);
  return "flaw" in read ? unread(read.flaw) : parsedFrom(read.events);
}

function parsedFrom(events: YamlEvents): ParsedText {
  const builder = new YamlBuilder();
  events.follow(builder);
  const { value: json, flaws, hasTooMany } = builder;
  if (hasTooMany) return unread(excessFlaw({ excess: "nodes", path: [] }));
  const follow = (follower: TextFollower) => {
    events.follow(withoutAliases(follower));
  };
  const placesOf = (pointers: readonly string[]) => findPlaces(pointers, follow);
  const extent = extentOf(json);
  return { ...("excess" in extent ? { flaws: [excessFlaw(extent)] } : { json, flaws }), placesOf, follow };
}

const TOO_LARGE: TextFlaw = {
  code: "SW0105",
  severity: "error",
  pointer: "",
  message: `YAML with more than ${MAX_YAML_BYTES / 1024 / 1024} MiB is not read`,
  hint: "write it as JSON",
};

/** The one flaw says where it is. */
function unread(flaw: TextFlaw): ParsedText {
  const follow = () => {};
  return { flaws: [flaw], placesOf: (pointers) => findPlaces(pointers, follow), follow };
}

/** An alias is a place, and nothing below it is. */
function withoutAliases(follower: TextFollower): YamlFollower {
  return {
    open: (kind, offset) => {
      follower.open(kind, offset);
    },
    close: () => {
      follower.close();
    },
    scalar: (offset, length, text) => {
      follower.scalar(offset, length, text);
    },
    alias: (offset, length, name) => {
      follower.scalar(offset, length, () => name);
    },
  };
}
