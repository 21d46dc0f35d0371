import { isPlainObject, type JsonValue, own } from "@sdkwright/runtime/config";
import type { Api, Operation } from "../openapi/api.js";

/** Schemes that apply together; none for `{}`. */
export type Requirement = readonly string[];

/**
 * The alternatives that a document asks for by default: those of its root; without any, those of most operations. Empty
 * where it asks for nothing, or where `{}` says that nothing is needed.
 */
export function defaultRequirements({ document: { root }, operations }: Api): readonly Requirement[] {
  const written = own(root, "security");
  if (!Array.isArray(written)) return usualIn(operations);
  const alternatives = written.flatMap(requirementIn);
  return alternatives.some((requirement) => requirement.length === 0) ? [] : alternatives;
}

function requirementIn(value: JsonValue): readonly Requirement[] {
  return isPlainObject(value) ? [Object.keys(value)] : [];
}

/**
 * The schemes that more than half of the operations accept that ask for something, the most usual first: frameworks write `security`
 * at each operation. An operation that says nothing counts neither way.
 */
function usualIn(operations: readonly Operation[]): readonly Requirement[] {
  const asking = operations.flatMap(({ security = [] }) =>
    security.some(({ length }) => length > 0) ? [security] : [],
  );
  if (asking.every((alternatives) => alternatives.some(({ length }) => length === 0))) return [];
  const counts = new Map<string, { readonly requirement: Requirement; count: number }>();
  for (const requirement of asking.flat()) {
    const key = JSON.stringify([...requirement].sort());
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { requirement, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()]
    .filter(({ requirement, count }) => requirement.length > 0 && count * 2 > asking.length)
    .sort((one, other) => other.count - one.count)
    .map(({ requirement }) => requirement);
}
