import { pointerSegments } from "@sdkwright/runtime/config";
import {
  type OperationEntry,
  type OperationsModel,
  type SchemaEntry,
  schemaPointer,
} from "../emit/operations/operations-model.js";
import { breaking, type Change, type Concerns, isEqual, listed, quoted } from "./change.js";
import { inDocument, isMentioned, OPERATION, type OperationPair } from "./operation.js";
import { mapValues, onlyIn } from "./table.js";
import { factChanges, nameIn, schemaSteps, typeChanges, type TypePart } from "./type-words.js";
import { compareTypes, type TypeDifference, type Way } from "./types.js";

// Types of operations and schemas: what is said of each difference that the compiler finds, and the names of types.

type Schemas = OperationsModel["schemas"];

/** A type that says this or less is like many others. */
const OPEN = "{ [key: string]: unknown }";

type Side = "before" | "after";

/** A type of both sides, and the code that it concerns. */
export interface ConcernedType {
  readonly part: TypePart;
  readonly concerns: Concerns;
  /** The name of a schema; absent for a part of an operation. */
  readonly schema?: string;
}

/** Schemas of both sides that changed, with the operations that give and read them on both. */
export function changedSchemas(
  provider: string,
  base: Schemas,
  next: Schemas,
  pairs: readonly OperationPair[],
): readonly ConcernedType[] {
  const shown = (entry: SchemaEntry | undefined) => entry && [typeOf(entry), entry.facts];
  const changed = Object.entries(next).flatMap(([name, is]) => {
    const was = Object.hasOwn(base, name) ? base[name] : undefined;
    return was === undefined || isEqual(shown(was), shown(is)) ? [] : [{ name, was, is }];
  });
  if (changed.length === 0) return [];
  const [before, after] = [reachOf(base, pairs, "before"), reachOf(next, pairs, "after")];
  const former = new Map(pairs.map((pair) => [pair.key, pair.former ?? pair.key]));
  return changed.map(({ name, was, is }) => {
    const [gives, reads] = (["gives", "reads"] as const).map((reach) =>
      [...(before[reach].get(name) ?? [])].filter((key) => after[reach].get(name)?.has(key)),
    ) as [string[], string[]];
    const operations = [...new Set([...gives, ...reads])];
    const isReached = operations.length > 0;
    const given = gives.length > 0 ? `, in requests of ${listed(gives)}` : "";
    const read = reads.length > 0 ? `${given === "" ? "," : " and"} in answers of ${listed(reads)}` : "";
    const words: TypePart["words"] = {
      name: (way) => nameIn(way, way.length === 0 || way[0] === "[]" ? `type ${quoted(name)}` : quoted(name), "of"),
      place: (way) => inDocument(provider, [...pointerSegments(schemaPointer(name, is)), ...schemaSteps(way)]),
      gives: gives.length > 0 || !isReached,
      reads: reads.length > 0 || !isReached,
      tail: given + read,
      giveTail: given,
    };
    // What nobody gives or reads, code may import.
    const concerns = {
      provider,
      operations: operations.flatMap((key) => [former.get(key) ?? key, key]),
      types: [name],
      ...(!isReached && { isHarmlessUnused: true as const }),
    };
    return {
      part: { base: typeOf(was), next: typeOf(is), words, facts: [was.facts, is.facts] },
      schema: name,
      concerns,
    };
  });
}

interface Judged {
  readonly changes: readonly Change[];
  /** Operations and schemas whose text is another, and nothing else. */
  readonly silent: { readonly operations: readonly string[]; readonly types: readonly string[] };
}

export async function judgeTypes(types: readonly ConcernedType[], base: Schemas, next: Schemas): Promise<Judged> {
  const differing = types.filter(({ part }) => part.base !== part.next);
  const found = await compareTypes(
    declarationsOf(base, next),
    differing.map(({ part }) => part),
  );
  const differences = new Map(differing.map((each, index) => [each, found[index] ?? []]));
  const told = types.map((each) => ({ ...each, changes: changesOf(each, differences.get(each) ?? []) }));
  // The order of parameters is that of the document, and nobody's.
  const silent = told.filter(
    ({ part, changes }) => part.base !== part.next && part.hasGroups !== true && changes.length === 0,
  );
  const operations = silent.flatMap(({ schema, concerns }) =>
    schema === undefined ? concerns.operations.slice(-1) : [],
  );
  return {
    changes: told.flatMap(({ changes }) => changes),
    silent: { operations: [...new Set(operations)], types: silent.flatMap(({ schema }) => schema ?? []) },
  };
}

function changesOf({ part, concerns }: ConcernedType, differences: readonly TypeDifference[]): Change[] {
  const { hasGroups = false, base, words, facts } = part;
  const isThere = (way: Way) => !hasGroups || isMentioned(base, way[1] ?? "");
  const changes = [
    ...(hasGroups
      ? optionChanges(differences, part, concerns.operations.length > 1)
      : typeChanges(differences, words, facts[0])),
    ...factChanges(part, (way) => isThere(way) && isUntouched(differences, way)),
  ];
  // By these a message of the compiler is known to be about it.
  const names = differences.flatMap(({ way, gained = [], lost = [], to }) => [
    ...way.slice(-1).filter((step) => step !== "[]" && step !== "*"),
    ...[...gained, ...lost].map((value) => value.replaceAll('"', "")),
    ...(to === undefined ? [] : [to]),
  ]);
  const gone = differences.flatMap(({ kind, way, breaks }) =>
    words.gives && breaks.give && (kind === "removed" || kind === "renamed") ? way.slice(-1) : [],
  );
  const told = {
    ...concerns,
    ...(names.length > 0 && { words: [...new Set(names)].slice(0, 50) }),
    ...(gone.length > 0 && { gone }),
  };
  return changes.map((each) => ({ ...each, concerns: told }));
}

/** Whether the part at a way is there on both sides, with the same type. */
function isUntouched(differences: readonly TypeDifference[], way: Way): boolean {
  return !differences.some(({ kind, way: told, to, areValues }) => {
    const isWithin = told.every((step, index) => way[index] === step);
    if (kind === "type") return areValues !== true && isWithin && told.length === way.length;
    if (kind !== "added" && kind !== "removed" && kind !== "renamed") return false;
    return isWithin || (to !== undefined && [...told.slice(0, -1), to].every((step, index) => way[index] === step));
  });
}

const PLACES: { readonly [place: string]: string } = {
  params: "a path parameter",
  query: "a query parameter",
  headers: "a header",
};

/** Parameters; one that went from one place to another, or has its name in other letters, is said in one sentence. */
function optionChanges(
  differences: readonly TypeDifference[],
  { words, facts }: TypePart,
  isPathMoved: boolean,
): readonly Change[] {
  const isOne = ({ kind, way }: TypeDifference, kinds: string) => way.length === 2 && kinds.includes(kind);
  // A path that has other names says so itself.
  const left = new Set(
    differences.filter((each) => !isPathMoved || each.way[0] !== "params" || !isOne(each, "added removed renamed")),
  );
  const moved = [...left].flatMap((gone): readonly Change[] => {
    const [from = "", name = ""] = gone.way;
    const isLike = (other = "") => other.toLowerCase() === name.toLowerCase();
    const isSpelt = isOne(gone, "renamed") && from === "headers" && isLike(gone.to);
    const come = isOne(gone, "removed")
      ? [...left].find((each) => isOne(each, "added") && isLike(each.way[1]))
      : undefined;
    if (come === undefined && !isSpelt) return [];
    left.delete(gone);
    if (come !== undefined) left.delete(come);
    const [to = from, now = gone.to ?? ""] = come?.way ?? [];
    const sentence =
      to === from
        ? `${words.name(gone.way)} is now written ${quoted(now)}`
        : `${quoted(name)} of ${OPERATION} is now ${PLACES[to] ?? to}, before ${PLACES[from] ?? from}`;
    return [breaking(sentence, words.place([to, now]))];
  });
  return [...moved, ...typeChanges([...left], words, facts[0])];
}

function typeOf({ interface: members, type }: SchemaEntry): string {
  return members ?? type ?? "unknown";
}

/** One module for both sides: what has the same name is the same thing in it, so that each change is said where it is. */
function declarationsOf(base: Schemas, next: Schemas): string {
  return [...Object.entries(next), ...onlyIn(base, next)]
    .map(([name, entry]) =>
      entry.interface === undefined ? `type ${name} = ${typeOf(entry)};` : `interface ${name} ${entry.interface}`,
    )
    .join("\n");
}

type Reached = { readonly [reach in "gives" | "reads"]: ReadonlyMap<string, ReadonlySet<string>> };

/** The operations that give and read each schema, by whatever way. */
function reachOf(schemas: Schemas, pairs: readonly OperationPair[], side: Side): Reached {
  const namesIn = (text: string) =>
    Array.from(text.matchAll(IDENTIFIER), ([name]) => name).filter((name) => Object.hasOwn(schemas, name));
  const below = mapValues(schemas, (entry) => namesIn(typeOf(entry)));
  const reached = { gives: new Map<string, Set<string>>(), reads: new Map<string, Set<string>>() };
  const note = (reach: "gives" | "reads", key: string, texts: readonly string[]) => {
    const found = new Set(texts.flatMap(namesIn));
    for (const name of found) {
      for (const inner of below[name] ?? []) found.add(inner);
      reached[reach].set(name, (reached[reach].get(name) ?? new Set()).add(key));
    }
  };
  for (const { key, [side]: entry } of pairs) {
    note("gives", key, [entry.options, ...Object.values(entry.bodies ?? {})]);
    const { event = "", line = "" } = entry;
    note("reads", key, [...Object.values(entry.answers), ...Object.values(entry.errors), event, line]);
  }
  return reached;
}

/** Texts, and names of types: not those of properties. */
const IDENTIFIER = /"(?:[^"\\]|\\.)*"|[\p{ID_Start}_$][\p{ID_Continue}$]*(?!\??: )/gu;

// Names of types

/** New names of schemas, by the former ones: the same place in the document, or else the same type. */
export function schemaNames(base: Schemas, next: Schemas): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const come = new Map(onlyIn(next, base));
  type Entry = readonly [name: string, entry: SchemaEntry];
  const match = (isSame: (from: Entry, to: Entry) => boolean) => {
    for (const from of onlyIn(base, next).filter(([name]) => !names.has(name))) {
      const [only, ...others] = [...come].filter((to) => isSame(from, to));
      if (only === undefined || others.length > 0) continue;
      names.set(from[0], only[0]);
      come.delete(only[0]);
    }
  };
  match((from, to) => schemaPointer(...from) === schemaPointer(...to));
  match(([, from], [, to]) => typeOf(from) === typeOf(to) && typeOf(to).length > OPEN.length);
  return names;
}

/** A model with the names of types that they have now. */
export function renamedIn(model: OperationsModel, names: ReadonlyMap<string, string>): OperationsModel {
  if (names.size === 0) return model;
  const text = (type: string) => type.replaceAll(IDENTIFIER, (name) => names.get(name) ?? name);
  const operations = mapValues(model.operations, (entry): OperationEntry => {
    const { options, answers, errors, bodies, event, line } = entry;
    const renamed = { options: text(options), answers: mapValues(answers, text), errors: mapValues(errors, text) };
    return {
      ...entry,
      ...renamed,
      ...(bodies && { bodies: mapValues(bodies, text) }),
      ...(event !== undefined && { event: text(event) }),
      ...(line !== undefined && { line: text(line) }),
    };
  });
  const schemas = Object.entries(model.schemas).map(([name, { interface: members, type, ...entry }]) => {
    const written = {
      ...(members !== undefined && { interface: text(members) }),
      ...(type !== undefined && { type: text(type) }),
    };
    return [names.get(name) ?? name, { ...entry, ...written }] as const;
  });
  return { ...model, operations, schemas: Object.fromEntries(schemas) };
}

/**
 * A model in which requests name `ParcelRequest` where the other one has that beside `Parcel`: one schema of the document has
 * two types as soon as they differ.
 */
export function splitLike(model: OperationsModel, other: Schemas): OperationsModel {
  const kept = Object.entries(model.schemas).filter(([name, { at }]) => at === undefined && Object.hasOwn(other, name));
  const byPointer = new Map(kept.map(([name, entry]) => [schemaPointer(name, entry), name]));
  const split = onlyIn(other, model.schemas).flatMap(([name, entry]) => {
    const former = byPointer.get(schemaPointer(name, entry));
    return former === undefined ? [] : [[former, name] as const];
  });
  if (split.length === 0) return model;
  const sent = renamedIn(model, new Map(split));
  const operations = mapValues(model.operations, (entry, key): OperationEntry => {
    const { options, bodies } = sent.operations[key] ?? entry;
    return { ...entry, options, ...(bodies && { bodies }) };
  });
  const added = split.map(([, name]) => [name, sent.schemas[name] ?? {}] as const);
  return { ...model, operations, schemas: { ...model.schemas, ...Object.fromEntries(added) } };
}
