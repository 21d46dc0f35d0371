import { toPointer, type JsonValue } from "@sdkwright/runtime/config";
import { MAX_DEPTH, MOST_TOLD } from "./parsed-text.js";

/** What was taken out of a value, and what is left. */
export interface Pruned {
  /** Own keys of all objects. */
  keys: number;
  hasProto: boolean;
  /** Pointers of what was too deep, and is empty now: the first thousand. */
  readonly tooDeep: string[];
}

/** Takes out of a value what nobody is to walk into: `__proto__`, and what is too deep. */
export function prune(json: JsonValue): Pruned {
  const found: Pruned = { keys: 0, hasProto: false, tooDeep: [] };
  if (typeof json === "object" && json !== null) pruneIn(json as Container, [], found);
  return found;
}

type Container = JsonValue[] | { [key: string]: JsonValue };

/** Goes only as deep as is allowed. */
function pruneIn(value: Container, way: (string | number)[], found: Pruned): void {
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
  for (const key of keys) pruneChild(value, key, way, found);
}

function pruneChild(
  parent: { [key: string | number]: JsonValue },
  key: string | number,
  way: (string | number)[],
  found: Pruned,
): void {
  const child = parent[key];
  if (typeof child !== "object" || child === null) return;
  way.push(key);
  if (way.length < MAX_DEPTH) pruneIn(child as Container, way, found);
  else {
    parent[key] = {};
    if (found.tooDeep.length < MOST_TOLD) found.tooDeep.push(toPointer(...way));
  }
  way.pop();
}
