import { boundedPointer, MAX_DEPTH, MOST_TOLD } from "./parsed-text.js";
import type { Span } from "../diagnostics/source.js";
import type { TextFollower } from "../diagnostics/text-follower.js";

/** A key that an object has had before. */
export interface RepeatedKey {
  readonly key: string;
  readonly pointer: string;
  readonly first: Span;
  readonly second: Span;
}

/** Finds keys that stand twice in one object of a JSON text, and those with a name that is asked for. */
export class KeyFinder implements TextFollower {
  /** The first of them, and how many there are. */
  readonly repeated: RepeatedKey[] = [];
  repeatedCount = 0;
  readonly named: { readonly pointer: string; readonly span: Span }[] = [];
  readonly #name: string;
  readonly #frames: Frame[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  open(kind: Frame["kind"]): void {
    this.#frames.push({ kind, keys: new Map(), key: undefined, count: 0 });
  }

  close(): void {
    this.#frames.pop();
    this.#passValue();
  }

  scalar(offset: number, length: number, text: () => string): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind === "object" && frame.key === undefined) this.#passKey(frame, text(), { offset, length });
    else this.#passValue();
  }

  #passKey(frame: Frame, key: string, span: Span): void {
    frame.key = key;
    const first = frame.keys.get(key);
    if (first === undefined) frame.keys.set(key, span);
    else this.#keep({ key, first, second: span });
    const isTold = key === this.#name && this.named.length < MOST_TOLD && this.#frames.length <= MAX_DEPTH;
    if (isTold) this.named.push({ pointer: this.#pointer(), span });
  }

  /** What is too deep is not read anyway. */
  #keep(repeated: Omit<RepeatedKey, "pointer">): void {
    if (this.#frames.length > MAX_DEPTH) return;
    this.repeatedCount += 1;
    if (this.repeatedCount <= MOST_TOLD) this.repeated.push({ ...repeated, pointer: this.#pointer() });
  }

  #passValue(): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) [frame.key, frame.count] = [undefined, frame.count + 1];
  }

  #pointer(): string {
    return boundedPointer(this.#frames.map(({ kind, key, count }) => (kind === "array" ? count : (key ?? ""))));
  }
}

interface Frame {
  readonly kind: "object" | "array";
  readonly keys: Map<string, Span>;
  key: string | undefined;
  count: number;
}
