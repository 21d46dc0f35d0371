import type { OperationEntry } from "../../operations/operations-model.js";

/** An operation whose path is the same but for the names of its parameters. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly before: OperationEntry;
  readonly after: OperationEntry;
}

type Operations = { readonly [key: string]: OperationEntry };

/** Operations that left and came, one for one. */
export function movedPaths(base: Operations, next: Operations): readonly Move[] {
  const left = byShape(base, next);
  return [...byShape(next, base)].flatMap(([shape, [to, ...others]]) => {
    const [from, ...more] = left.get(shape) ?? [];
    if (from === undefined || to === undefined || others.length + more.length > 0) return [];
    return [{ from: from[0], before: from[1], to: to[0], after: to[1] }];
  });
}

/** Those that stand on one side only, by what does not change with names. */
function byShape(
  operations: Operations,
  others: Operations,
): ReadonlyMap<string, readonly (readonly [string, OperationEntry])[]> {
  const own = Object.entries(operations).filter(([key]) => !Object.hasOwn(others, key));
  const grouped = new Map<string, (readonly [string, OperationEntry])[]>();
  for (const entry of own) {
    const shape = entry[0].replaceAll(/\{[^{}]*\}/g, "{}");
    const known = grouped.get(shape);
    if (known === undefined) grouped.set(shape, [entry]);
    else known.push(entry);
  }
  return grouped;
}
