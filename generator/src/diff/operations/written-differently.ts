import { own, type OperationWire } from "@sdkwright/runtime/config";
import type { OperationEntry, OperationsModel, SchemaEntry } from "../../operations/operations-model.js";
import { addTo } from "../add-to.js";
import { compatible, quoted, type Change, type Way } from "../change.js";
import { isEqual } from "../records.js";
import { kept } from "./compare-texts.js";
import { differing, isMentioned } from "./compare-wire.js";
import { listed } from "./listed.js";
import type { Move } from "./moved-paths.js";
import { inDocument, subjectOf } from "./part.js";
import { differsInRest } from "./rest-of-type.js";
import { textOf } from "./side.js";
import { isWrittenAlike } from "./written-alike.js";

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
  pairs: readonly Move[],
  { ofOperations, all, texts }: Told,
): Change[] {
  const told = waysTold(provider, next, ofOperations);
  const types = toldByType(all);
  const operations = pairs.filter(({ to, before, after }) => {
    const sides = [
      { entry: before, schemas: base.schemas },
      { entry: after, schemas: next.schemas },
    ] as const;
    const ways = told.get(to) ?? [];
    return isTypeUntold(ways, before, after) || isWireUntold(ways, ...sides);
  });
  const schemas = kept(base.schemas, next.schemas).filter(([name, ...sides]) =>
    isDeclaredElse(types.get(name) ?? [], ...sides),
  );
  const others = [...operations.map(({ to }) => to), ...schemas.map(([name]) => name)];
  if (others.length === 0 && (all.length + texts.length > 0 || isEqual(base, next))) return [];
  const isMore = others.some((name) => told.has(name) || types.has(name));
  const what = others.length === 0 ? "operations" : listed(others, 5);
  const how =
    others.length === 1 ? "is written differently; for callers it is" : "are written differently; for callers they are";
  const sentence = `${isMore ? "more of " : ""}${what} of provider ${quoted(provider)} ${how} the same`;
  return [compatible(sentence, inDocument(provider, ["paths"]))];
}

/** By operation, the ways from it to what is told of it. */
function waysTold(
  provider: string,
  { operations }: OperationsModel,
  changes: readonly Change[],
): ReadonlyMap<string, readonly Way[]> {
  const told = new Map<string, Way[]>();
  for (const { concerns, place } of changes) {
    const key = concerns?.operations.at(-1) ?? "";
    const { at } = subjectOf(provider, key, operations[key] ?? {});
    addTo(told, key, place.path.slice(at.length));
  }
  return told;
}

/** What is told of types by their names. */
function toldByType(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  const told = new Map<string, Change[]>();
  for (const change of changes) {
    for (const name of change.concerns?.types ?? []) addTo(told, name, change);
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

function isTypeUntold(told: readonly Way[], base: OperationEntry, next: OperationEntry): boolean {
  const parts = new Set(told.map(([part]) => part));
  return PARTS.some(
    ([field, places]) => !isWrittenAlike(base[field], next[field]) && !places.some((place) => parts.has(place)),
  );
}

/** An operation of one side, with what its types name. */
interface EntryIn {
  readonly entry: OperationEntry;
  readonly schemas: OperationsModel["schemas"];
}

/** Entries that say no more than that a list or an object may be given are told of by a type, or by nothing. */
function isWireUntold(told: readonly Way[], base: EntryIn, next: EntryIn): boolean {
  const [from, to] = [wireOf(base), wireOf(next)];
  const [places, fields] = [new Set(told.map(([place]) => place)), new Set(told.map((way) => keyOf(way.slice(0, 6))))];
  const parameters = new Set(told.map((way) => keyOf(way.slice(0, 2))));
  return (
    (told.length === 0 && !isEqual(from, to)) ||
    (from.service !== to.service && !places.has("servers")) ||
    (!isEqual(from.security, to.security) && !places.has("security")) ||
    (["params", "query", "headers"] as const).some((place) => {
      const names = differing(from[place], to[place]).filter((name) => !parameters.has(keyOf(["parameters", name])));
      return names.some((name) => [base, next].every((side) => mentions(side, side.entry.options, name)));
    }) ||
    (["form", "multipart"] as const).some((kind) => {
      const at = ["requestBody", "content", kind, "schema", "properties"];
      const names = differing(from[kind], to[kind]).filter((name) => !fields.has(keyOf([...at, name])));
      return names.some((name) => [base, next].every((side) => mentions(side, side.entry.bodies?.[kind], name)));
    })
  );
}

function keyOf(way: Way): string {
  return JSON.stringify(way);
}

function wireOf({ entry: { wire = {} } }: EntryIn): OperationWire {
  return wire;
}

/** A type with all that it is made of, and the names that were looked for in it. */
interface Looked {
  readonly text: string;
  readonly names: Map<string, boolean>;
}

const looked = new WeakMap<OperationsModel["schemas"], Map<string, Looked>>();

/** Whether a name stands in a type, or in one that it is made of: looked for once, for all operations that share it. */
function mentions({ schemas }: EntryIn, type: string | undefined, name: string): boolean {
  if (type === undefined) return false;
  const ofSchemas = looked.get(schemas) ?? new Map<string, Looked>();
  looked.set(schemas, ofSchemas);
  const { text, names } = ofSchemas.get(type) ?? { text: [...textsWithin(type, schemas)].join("\n"), names: new Map() };
  ofSchemas.set(type, { text, names });
  const isThere = names.get(name) ?? isMentioned(text, name);
  names.set(name, isThere);
  return isThere;
}

function textsWithin(type: string, schemas: OperationsModel["schemas"]): ReadonlySet<string> {
  const texts = new Set([type]);
  for (const text of texts) {
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const schema = own(schemas, word);
      if (schema !== undefined) texts.add(textOf(schema));
    }
  }
  return texts;
}

function isDeclaredElse(told: readonly Change[], base: SchemaEntry, next: SchemaEntry): boolean {
  if ((base.interface === undefined) !== (next.interface === undefined)) return told.length === 0;
  return differsInRest(textOf(base), textOf(next), told);
}
