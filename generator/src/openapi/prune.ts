import { toPointer, type JsonValue } from "@sdkwright/runtime/config";
import { MAX_DEPTH, MAX_KEYS, MOST_TOLD } from "./parsed-text.js";

/** What was taken out of a value, and what is left. */
export interface Pruned {
  /** Own keys of all objects. */
  keys: number;
  hasProto: boolean;
  /** Pointers of what was too deep, and is empty now: the first thousand. */
  readonly tooDeep: string[];
  /** Pointers of what has lost a key that was too long: the first thousand, each once. */
  readonly longKeys: Set<string>;
}

/** Takes out of a value what nobody is to walk into: `__proto__`, what is too deep, and what has a name too long to tell. */
export function prune(json: JsonValue): Pruned {
  const found: Pruned = { keys: 0, hasProto: false, tooDeep: [], longKeys: new Set() };
  if (typeof json === "object" && json !== null) pruneIn(json as Container, { keys: [], left: MAX_KEYS }, found);
  return found;
}

type Container = JsonValue[] | { [key: string]: JsonValue };

/** Keys that lead to a part, and how many characters more they may have. */
interface Way {
  readonly keys: (string | number)[];
  left: number;
}

/** Goes only as deep as is allowed. */
function pruneIn(value: Container, way: Way, found: Pruned): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) pruneChild(value as never, index, way, found);
    return;
  }
  if (Object.hasOwn(value, "__proto__")) {
    found.hasProto = true;
    delete value["__proto__"];
  }
  const keys = Object.keys(value);
  found.keys += keys.length;
  for (const key of keys) {
    if (key.length <= way.left) pruneChild(value, key, way, found);
    else dropLong(value, key, way, found);
  }
}

function pruneChild(
  parent: { [key: string | number]: JsonValue },
  key: string | number,
  way: Way,
  found: Pruned,
): void {
  const child = parent[key];
  if (typeof child !== "object" || child === null) return;
  const length = String(key).length;
  way.keys.push(key);
  way.left -= length;
  if (way.keys.length < MAX_DEPTH) pruneIn(child as Container, way, found);
  else {
    parent[key] = {};
    if (found.tooDeep.length < MOST_TOLD) found.tooDeep.push(toPointer(...way.keys));
  }
  way.keys.pop();
  way.left += length;
}

function dropLong(parent: { [key: string]: JsonValue }, key: string, way: Way, { longKeys }: Pruned): void {
  delete parent[key];
  if (longKeys.size < MOST_TOLD) longKeys.add(toPointer(...way.keys));
}
