import { pointerSegments, type OperationWire } from "@sdkwright/runtime/config";
import type { OperationEntry, OperationsModel } from "../../operations/operations-model.js";
import type { PublicProvider } from "../../surface/public-model.js";
import {
  asDestination,
  breaking,
  compatible,
  mostSevere,
  quoted,
  withDetails,
  type Change,
  type Concerns,
} from "../change.js";
import { compareRecords, isEqual } from "../records.js";
import { KnownDestinations } from "./added-destinations.js";
import { compareAnswers } from "./compare-answers.js";
import { compareBodies } from "./compare-bodies.js";
import { compareOptions } from "./compare-options.js";
import { compareSchemaDefaults } from "./compare-schema-defaults.js";
import { compareTexts, kept } from "./compare-texts.js";
import { compareDestinations, compareWire, type ProviderSides } from "./compare-wire.js";
import { wireWithout, withHeads } from "./heads.js";
import { inDocument, namesOfOperation, textOfOperation, type OperationSubject } from "./part.js";
import { mergeAlike } from "./merge-alike.js";
import { movedPaths, type Move } from "./moved-paths.js";
import { sidesOf } from "./sides.js";
import { listed } from "./listed.js";
import { TypeChanges } from "./type-changes.js";

/** What changed in the operations of a provider, for its callers and on the wire. */
export function compareOperations(
  provider: string,
  written: OperationsModel,
  writtenNext: OperationsModel,
  providers: ProviderSides,
): Change[] {
  const [base, next] = [withHeads(written), withHeads(writtenNext)];
  const sides = sidesOf(base, next);
  const types = new TypeChanges(provider, sides, next.schemas);
  const moves = movedPaths(base.operations, next.operations);
  const told = [...moves, ...keptIn(base, next)].flatMap(({ from, to, before, after }) => {
    const subject = { ...subjectOf(provider, to, after), ...(from !== to && { former: from }) };
    return compareOperation(subject, before, after, { providers, types });
  });
  const all = [
    ...moves.map(({ to, after, from }) => moving({ ...subjectOf(provider, to, after), former: from }, from)),
    ...comingsAndGoings(provider, base, next, { moves, providers }),
    ...mergeAlike(provider, mostSevere([...told, ...types.ofOperations()])),
    ...types.ofSchemas(),
    ...lostTypes(provider, base, next),
    ...compareSchemaDefaults(provider, base, next, sides),
    ...compareTexts(provider, base, next),
  ];
  if (all.length > 0 || isEqual(base, next)) return all;
  const sentence = `operations of provider ${quoted(provider)} are written differently; for callers they are the same`;
  return [compatible(sentence, inDocument(provider, ["paths"]))];
}

/** Calls that are written as they were may lead elsewhere where all operations come or go: without one, defaults apply. */
export function compareWithDefaults(
  provider: string,
  model: OperationsModel | "none",
  way: "come" | "go",
  providers: ProviderSides,
): Change[] {
  if (model === "none") return [];
  const told = Object.entries(withHeads(model).operations).flatMap(([key, entry]) => {
    const [subject, wire] = [subjectOf(provider, key, entry), entry.wire ?? {}];
    const [from, to] = way === "come" ? [{}, wire] : [wire, {}];
    const changes = compareDestinations(subject, from, to, providers);
    return changes.map((change) => withConcern(subject, change));
  });
  return mergeAlike(provider, told);
}

/** Those that are called as they were. */
function keptIn(base: OperationsModel, next: OperationsModel): readonly Move[] {
  return kept(base.operations, next.operations).map(([key, before, after]) => ({ from: key, to: key, before, after }));
}

/** Operations that stand on one side only, but for those that moved. */
function comingsAndGoings(
  provider: string,
  base: OperationsModel,
  next: OperationsModel,
  { moves, providers }: { readonly moves: readonly Move[]; readonly providers: ProviderSides },
): Change[] {
  const known = new KnownDestinations(base.operations, providers);
  const [left, came] = [new Set(moves.map(({ from }) => from)), new Set(moves.map(({ to }) => to))];
  const changes = compareRecords(without(base.operations, left), without(next.operations, came), {
    removed: (key, { wire = {} }) => {
      const subject = subjectOf(provider, key, {});
      const change = withConcern(subject, gone(provider, key, providers));
      return [change, ...rerouted(subject, wire, wireWithout(key, next.operations), providers)];
    },
    added: (key, entry) => {
      const subject = subjectOf(provider, key, entry);
      const before = wireWithout(key, base.operations);
      const change = added(subject, known.newIn(entry));
      return [change, ...(before === undefined ? [] : rerouted(subject, before, entry.wire ?? {}, providers))];
    },
    renamed: (from, to, entry) => [moving({ ...subjectOf(provider, to, entry), former: from }, from)],
    identity: (entry) => ({ ...entry, at: "", text: "" }),
    kept: () => [],
  });
  const isMarked = ({ credentialDestination }: Change) => credentialDestination === true;
  return [...changes.filter((change) => !isMarked(change)), ...mergeAlike(provider, changes.filter(isMarked))];
}

/** Where calls go that compile without the operation too. */
function rerouted(
  subject: OperationSubject,
  from: OperationWire,
  to: OperationWire | undefined,
  providers: ProviderSides,
): readonly Change[] {
  if (to === undefined) return [];
  return compareDestinations(subject, from, to, providers).map((change) => withConcern(subject, change));
}

function added(subject: OperationSubject, destinations: readonly string[]): Change {
  const sentence = withDetails(`operation ${textOfOperation(subject)} was added`, destinations);
  const change = compatible(sentence, inDocument(subject.provider, subject.at));
  return withConcern(subject, asDestination(change, destinations.length > 0));
}

interface Comparing {
  readonly providers: ProviderSides;
  readonly types: TypeChanges;
}

/** What the types of an operation come to goes to `types`; the rest is returned. */
function compareOperation(
  subject: OperationSubject,
  base: OperationEntry,
  next: OperationEntry,
  { providers, types }: Comparing,
): Change[] {
  const changes = [
    ...compareOptions(subject, base, next, types),
    ...compareBodies(subject, base, next, types),
    ...compareAnswers(subject, base, next, types),
    ...compareWire(subject, base, next, providers),
  ];
  return changes.map((change) => withConcern(subject, change));
}

function subjectOf(provider: string, key: string, { at }: Pick<OperationEntry, "at">): OperationSubject {
  const space = key.indexOf(" ");
  const [method, path] = [key.slice(0, space).toLowerCase(), key.slice(space + 1)];
  return { provider, key, at: at === undefined ? ["paths", path, method] : pointerSegments(at) };
}

function gone(provider: string, key: string, { base, next }: ProviderSides): Change {
  const isChosenOtherwise = !isEqual(choiceOf(base), choiceOf(next));
  const why = isChosenOtherwise ? ": the definition chooses other operations" : "";
  const place = isChosenOtherwise
    ? ({ file: { definition: next.file }, path: ["openapi"] } as const)
    : inDocument(provider, subjectOf(provider, key, {}).at);
  return breaking(`operation ${textOfOperation({ provider, key, at: [] })} was removed${why}`, place);
}

function choiceOf({ openapi }: PublicProvider): readonly unknown[] {
  return [openapi?.include, openapi?.exclude];
}

function moving(subject: OperationSubject, from: string): Change {
  const { provider, key, at } = subject;
  const sentence = `operation ${quoted(from)} of provider ${quoted(provider)} is now ${quoted(key)}`;
  return withConcern(subject, breaking(sentence, inDocument(provider, at)));
}

function without<E>(entries: { readonly [key: string]: E }, keys: ReadonlySet<string>): { readonly [key: string]: E } {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.has(key)));
}

function withConcern(subject: OperationSubject, change: Change): Change {
  return { ...change, concerns: { provider: subject.provider, operations: namesOfOperation(subject) } };
}

/** Declarations that code can import, and cannot any more. */
function lostTypes(provider: string, base: OperationsModel, next: OperationsModel): Change[] {
  const types = Object.keys(base.schemas).filter((name) => !Object.hasOwn(next.schemas, name));
  if (types.length === 0) return [];
  const concerns: Concerns = { provider, operations: [], types, isHarmlessUnused: true };
  const text = types.length === 1 ? "type" : `${String(types.length)} types`;
  const sentence = `${text} ${listed(types, 5)} of provider ${quoted(provider)} can no longer be imported`;
  return [{ ...breaking(sentence, inDocument(provider, ["components", "schemas"])), concerns }];
}
