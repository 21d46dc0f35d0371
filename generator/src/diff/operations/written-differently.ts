import type { OperationEntry, OperationsModel, SchemaEntry } from "../../operations/operations-model.js";
import { compatible, quoted, type Change } from "../change.js";
import { isEqual } from "../records.js";
import { kept } from "./compare-texts.js";
import { listed } from "./listed.js";
import { inDocument, subjectOf } from "./part.js";

/** What is told of operations, each by itself; of all there is; and of texts. */
export interface Told {
  readonly ofOperations: readonly Change[];
  readonly all: readonly Change[];
  readonly texts: readonly Change[];
}

/** Operations and types that differ in a part of which nothing is told: nobody meets that, or it is told of what they name. */
export function writtenDifferently(
  provider: string,
  base: OperationsModel,
  next: OperationsModel,
  { ofOperations, all, texts }: Told,
): Change[] {
  const told = partsTold(provider, next, ofOperations);
  const types = new Set(all.flatMap(({ concerns }) => concerns?.types ?? []));
  const others = [
    ...kept(base.operations, next.operations).filter(([key, ...sides]) =>
      isUntold(told.get(key) ?? new Set(), ...sides),
    ),
    ...kept(base.schemas, next.schemas).filter(([name, ...sides]) => !types.has(name) && isDeclaredElse(...sides)),
  ].map(([name]) => name);
  if (others.length === 0 && (all.length + texts.length > 0 || isEqual(base, next))) return [];
  const what = others.length === 0 ? "operations" : listed(others, 5);
  const how =
    others.length === 1 ? "is written differently; for callers it is" : "are written differently; for callers they are";
  const sentence = `${what} of provider ${quoted(provider)} ${how} the same`;
  return [compatible(sentence, inDocument(provider, ["paths"]))];
}

/** By operation, the fields of it in the document of which something is told. */
function partsTold(
  provider: string,
  { operations }: OperationsModel,
  changes: readonly Change[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const told = new Map<string, Set<string>>();
  for (const { concerns, place } of changes) {
    const key = concerns?.operations.at(-1) ?? "";
    const { at } = subjectOf(provider, key, operations[key] ?? {});
    const parts = told.get(key) ?? new Set();
    told.set(key, parts.add(place.path[at.length] ?? ""));
  }
  return told;
}

/** Where in the document something is told of what an entry has. */
const PARTS: readonly (readonly [field: keyof OperationEntry, parts: readonly string[]])[] = [
  ["options", ["parameters", "security"]],
  ["bodies", ["requestBody"]],
  ["optionalBody", ["requestBody"]],
  ["answers", ["responses"]],
  ["errors", ["responses"]],
  ["media", ["responses"]],
];

function isUntold(told: ReadonlySet<string>, base: OperationEntry, next: OperationEntry): boolean {
  return (
    PARTS.some(
      ([field, parts]) => !isWrittenAlike(base[field], next[field]) && !parts.some((part) => told.has(part)),
    ) ||
    (told.size === 0 && !isEqual(base.wire, next.wire))
  );
}

function isDeclaredElse(base: SchemaEntry, next: SchemaEntry): boolean {
  return !isWrittenAlike([base.interface, base.type], [next.interface, next.type]);
}

/** The order of words says nothing: that of members of a union, of properties. */
export function isWrittenAlike(base: unknown, next: unknown): boolean {
  if (isEqual(base, next)) return true;
  const [one, other] = [base, next].map((value) => (JSON.stringify(value) ?? "").split(/\b/).map((word) => word.trim()).sort().join(" ")); // prettier-ignore
  return one === other;
}
