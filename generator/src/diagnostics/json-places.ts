import { pointerSegments } from "@sdkwright/runtime/config";
import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";
import type { Places, Span } from "./source.js";

/** Where the keys and values of a JSON text stand. */
export interface JsonPlaces extends Places {
  readonly tree: Node;
}

/** Reads a text that is JSON; its depth has been checked, for the parser is recursive. */
export function jsonPlacesOf(text: string): JsonPlaces | undefined {
  const tree = parseTree(text);
  if (tree === undefined) return undefined;
  return { tree, find: (pointer, target) => placeIn(tree, pointerSegments(pointer), target) };
}

function placeIn(tree: Node, path: readonly string[], target: "key" | "value"): Span {
  let node = tree;
  for (const [index, segment] of path.entries()) {
    const child = childOf(node, segment);
    if (child === undefined) return spanOf(node);
    if (target === "key" && index === path.length - 1) return spanOf(keyOf(child) ?? child);
    node = child;
  }
  return spanOf(node);
}

function childOf(node: Node, segment: string): Node | undefined {
  return findNodeAtLocation(node, [node.type === "array" ? Number(segment) : segment]);
}

function keyOf(value: Node): Node | undefined {
  return value.parent?.type === "property" ? value.parent.children?.[0] : undefined;
}

/** An object or array is marked by its first character: a caret under all its lines would say nothing. */
function spanOf({ type, offset, length }: Node): Span {
  return { offset, length: type === "object" || type === "array" ? 1 : length };
}
