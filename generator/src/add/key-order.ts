import { isPlainObject, own, type JsonValue } from "@sdkwright/runtime/config";
import type { Source } from "../diagnostics/source.js";
import type { TextFollower } from "../diagnostics/text-follower.js";
import type { KeysOf } from "./print-document.js";

/** The order of keys as a text has it, for the objects that were made of the text; others keep their own. */
export function keyOrder({ follow }: Pick<Source, "follow">, value: JsonValue): KeysOf {
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
