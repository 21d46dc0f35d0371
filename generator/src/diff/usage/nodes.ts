import { ts } from "../../maps/ts-morph.js";

/**
 * Every node of a file, outer ones before those within, as they stand. A sum of thousands of operands is nested as often:
 * TypeScript follows it without calls that are nested, and so do we.
 */
export function nodesIn(file: ts.SourceFile): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const waiting: ts.Node[] = [file];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    for (const child of children.reverse()) waiting.push(child);
  }
  return nodes;
}

/**
 * What is found at nodes, in their order. Inner ones are looked at first: the checker, asked about what is around them,
 * then knows them, and does not go down to each by a call within a call.
 */
export function foundAt<T>(nodes: readonly ts.Node[], look: (node: ts.Node) => readonly T[]): readonly T[] {
  return [...nodes].reverse().map(look).reverse().flat();
}
