import { pointerSegments } from "@sdkwright/runtime/config";
import { parseTree, type Node } from "jsonc-parser";
import type { Places, Span } from "./source.js";

/** Where the keys and values of a JSON text stand. */
export interface JsonPlaces extends Places {
  readonly tree: Node;
}

/** Reads a text that is JSON; its depth has been checked, for the parser is recursive. */
export function jsonPlacesOf(text: string): JsonPlaces | undefined {
  const tree = parseTree(text);
  if (tree === undefined) return undefined;
  const childOf = childFinder();
  return { tree, find: (pointer, target) => placeIn(tree, pointerSegments(pointer), target, childOf) };
}

type ChildFinder = (node: Node, segment: string) => Node | undefined;

function placeIn(tree: Node, path: readonly string[], target: "key" | "value", childOf: ChildFinder): Span {
  let node = tree;
  for (const [index, segment] of path.entries()) {
    const child = childOf(node, segment);
    if (child === undefined) return spanOf(node);
    if (target === "key" && index === path.length - 1) return spanOf(keyOf(child) ?? child);
    node = child;
  }
  return spanOf(node);
}

/** Goes through the properties of an object once, however many are asked for. */
function childFinder(): ChildFinder {
  const known = new Map<Node, ReadonlyMap<string, Node>>();
  return (node, segment) => {
    if (node.type === "array") return node.children?.[Number(segment)];
    if (node.type !== "object") return undefined;
    const values = known.get(node) ?? valuesOf(node);
    known.set(node, values);
    return values.get(segment);
  };
}

/** Values by key: of two with one key the first. */
function valuesOf({ children = [] }: Node): ReadonlyMap<string, Node> {
  const values = new Map<string, Node>();
  for (const { children: [key, value] = [] } of children) {
    if (key === undefined || value === undefined || values.has(String(key.value))) continue;
    values.set(String(key.value), value);
  }
  return values;
}

function keyOf(value: Node): Node | undefined {
  return value.parent?.type === "property" ? value.parent.children?.[0] : undefined;
}

/** An object or array is marked by its first character: a caret under all its lines would say nothing. */
function spanOf({ type, offset, length }: Node): Span {
  return { offset, length: type === "object" || type === "array" ? 1 : length };
}
