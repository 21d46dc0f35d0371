import { isPlainObject, type JsonValue, own } from "@sdkwright/runtime/config";
import { isSame } from "../emit/example-call.js";
import type { Api, Operation } from "../openapi/api.js";

/** Schemes that apply together; none for `{}`. */
export type Requirement = readonly string[];

/**
 * The alternatives that a document asks for by default: those of its root; without any, those that all operations share.
 * Empty where it asks for nothing, or where `{}` says that nothing is needed.
 */
export function defaultRequirements({ document: { root }, operations }: Api): readonly Requirement[] {
  const written = own(root, "security");
  const alternatives = Array.isArray(written) ? written.flatMap(requirementIn) : sharedBy(operations);
  return alternatives.some((requirement) => requirement.length === 0) ? [] : alternatives;
}

function requirementIn(value: JsonValue): readonly Requirement[] {
  return isPlainObject(value) ? [Object.keys(value)] : [];
}

function sharedBy(operations: readonly Operation[]): readonly Requirement[] {
  const [first, ...others] = operations.map(({ security = [] }) => security);
  return (first ?? []).filter((requirement) =>
    others.every((other) => other.some((each) => isSame(each, requirement))),
  );
}
