import { isPlainObject, toPointer, type JsonValue } from "@sdkwright/runtime/config";
import type { Span } from "../diagnostics/source.js";
import { isCoreTag, scalarValue } from "./yaml-scalar.js";
import { MAX_NODES } from "../files/extent.js";
import { protoKey, repeatedKey, type TextFlaw } from "./parsed-text.js";
import type { NodeProperties, YamlFollower } from "./yaml-events.js";

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
export class YamlBuilder implements YamlFollower {
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
    const message = "this alias names nothing that stands whole before it, and is read as null";
    this.flaws.push({ code: "SW1605", severity: "note", pointer: this.#pointer(), message, span });
    this.#take({ value: null, size: 1 }, undefined, span);
  }

  #checkTag(tag: string, span: Span): void {
    if (isCoreTag(tag)) return;
    const message = "this tag is none of YAML's core schema, and is ignored";
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
      const message = "a key that is no text is left out";
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
