import { type Issue, type JsonValue, pointerSegments, toPointer } from "@sdkwright/runtime/config";
import type { Places, Span, TextFollower } from "../diagnostics/source.js";
import { type Excess, EXCESS_TEXTS } from "../io/read-file.js";
import { shown } from "./notes.js";

/** What a text says, with remarks about what was left out of it. */
export interface ParsedText {
  /** Absent if it cannot be parsed: the one flaw says why. */
  readonly json?: JsonValue | undefined;
  readonly flaws: readonly TextFlaw[];
  /** Goes through the text to find where something is: only for who prints it. */
  readonly placesOf: (pointers: readonly string[]) => Places;
  /** Goes through the text once more. */
  readonly follow: (follower: TextFollower) => void;
}

export interface TextFlaw extends Issue {
  readonly span?: Span | undefined;
  readonly relatedSpan?: Span | undefined;
}

export function repeatedKey(key: string, pointer: string, first: Span, span: Span): TextFlaw {
  const message = `the key ${shown(key)} is in one object twice: the last one counts`;
  const related = { pointer, message: "it stands first" };
  return { code: "SW1603", severity: "note", pointer, target: "key", message, related, relatedSpan: first, span };
}

export function protoKey(pointer: string, span: Span): TextFlaw {
  const message = 'the key "__proto__" is left out, with its content';
  return { code: "SW1604", severity: "note", pointer, target: "key", message, span };
}

/** A document that is too much (rules F3). */
export function excessFlaw({ excess, path }: { excess: Excess; path: readonly (string | number)[] }): TextFlaw {
  const code = excess === "depth" ? "SW0103" : "SW0105";
  return { code, severity: "error", pointer: toPointer(...path), message: EXCESS_TEXTS[excess] };
}

/** Wanted places: the pointers as a tree of keys, with what was found. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  value?: Span;
  key?: Span | undefined;
}

/** Finds the places of pointers by going through a text once. */
export function findPlaces(pointers: readonly string[], follow: (follower: TextFollower) => void): Places {
  const root: Wanted = { children: new Map() };
  for (const pointer of new Set(pointers)) want(root, pointerSegments(pointer));
  follow(new PlaceFinder(root));
  return { find: (pointer, target) => placeIn(root, pointerSegments(pointer), target) };
}

function want(root: Wanted, keys: readonly string[]): void {
  let node = root;
  for (const key of keys) {
    const next = node.children.get(key) ?? { children: new Map() };
    node.children.set(key, next);
    node = next;
  }
}

/** Where it stands, or the nearest around it that is there. */
function placeIn(root: Wanted, keys: readonly string[], target: "key" | "value"): Span {
  let place = root.value ?? { offset: 0, length: 0 };
  let node = root;
  for (const [index, key] of keys.entries()) {
    const next = node.children.get(key);
    if (next?.value === undefined) return place;
    place = (target === "key" && index === keys.length - 1 ? next.key : undefined) ?? next.value;
    node = next;
  }
  return place;
}

/** What is around the place that has been reached. */
interface Frame {
  readonly kind: "object" | "array";
  readonly node: Wanted | undefined;
  /** Of an object the key whose value comes next, of an array the number of items that have come. */
  key: Span | undefined;
  name: string | undefined;
  count: number;
}

class PlaceFinder implements TextFollower {
  readonly #root: Wanted;
  readonly #frames: Frame[] = [];

  constructor(root: Wanted) {
    this.#root = root;
  }

  open(kind: Frame["kind"], offset: number): void {
    const node = this.#isAtKey() ? this.#keyThatIsNone(offset) : this.#value({ offset, length: 1 });
    this.#frames.push({ kind, node, key: undefined, name: undefined, count: 0 });
  }

  close(): void {
    this.#frames.pop();
  }

  scalar(offset: number, length: number, text: () => string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || !this.#isAtKey()) return void this.#value({ offset, length });
    frame.key = { offset, length };
    frame.name = frame.node === undefined ? "" : text();
  }

  #isAtKey(): boolean {
    const frame = this.#frames.at(-1);
    return frame?.kind === "object" && frame.key === undefined;
  }

  /** YAML allows keys that are objects. */
  #keyThatIsNone(offset: number): undefined {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) [frame.key, frame.name] = [{ offset, length: 1 }, undefined];
  }

  #value(span: Span): Wanted | undefined {
    const frame = this.#frames.at(-1);
    const node = frame === undefined ? this.#root : this.#childOf(frame);
    if (node !== undefined) {
      node.value = span;
      node.key = frame?.key;
    }
    if (frame !== undefined) [frame.key, frame.count] = [undefined, frame.count + 1];
    return node;
  }

  #childOf({ kind, node, name, count }: Frame): Wanted | undefined {
    const key = kind === "array" ? String(count) : name;
    return key === undefined ? undefined : node?.children.get(key);
  }
}
