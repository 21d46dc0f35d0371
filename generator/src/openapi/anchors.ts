import { escapeSegment, isPlainObject, own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import type { Part } from "./api.js";

/** What has a name of its own besides its place (JSON Schema 2020-12 §8.2): `#name` for anchors, `$id`s as written. */
export function anchorsIn(root: JsonObject): ReadonlyMap<string, Part> {
  const found = new Map<string, Part>();
  const waiting: Part[] = [{ value: root, pointer: "" }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const name of namesOf(part.value)) if (!found.has(name)) found.set(name, part);
    for (const child of childrenOf(part).reverse()) waiting.push(child);
  }
  return found;
}

function namesOf(value: JsonValue): readonly string[] {
  if (!isPlainObject(value)) return [];
  const anchors = ["$anchor", "$dynamicAnchor"].map((keyword) => own(value, keyword));
  const names = anchors.flatMap((anchor) => (typeof anchor === "string" ? [`#${anchor}`] : []));
  const id = own(value, "$id");
  return typeof id === "string" ? [...names, id] : names;
}

function childrenOf({ value, pointer }: Part): Part[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, child]: [string, JsonValue]) => ({
    value: child,
    pointer: `${pointer}/${escapeSegment(key)}`,
  }));
}
