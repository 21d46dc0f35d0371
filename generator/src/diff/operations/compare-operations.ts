import type { OperationEntry, OperationsModel } from "../../operations/operations-model.js";
import { breaking, mostSevere, quoted, type Change, type Concerns } from "../change.js";
import { operationName } from "../../names/operation-names.js";
import type { Effort } from "../effort.js";
import { comingsAndGoings } from "./comings-and-goings.js";
import { compareAnswers } from "./compare-answers.js";
import { compareBodies } from "./compare-bodies.js";
import { compareOptions } from "./compare-options.js";
import { compareSchemaDefaults } from "./compare-schema-defaults.js";
import { compareTexts, kept } from "./compare-texts.js";
import { compareDestinations, compareWire, type ProviderSides } from "./compare-wire.js";
import { withHeads } from "./heads.js";
import { inDocument, subjectOf, textOfOperation, withConcern, type OperationSubject } from "./part.js";
import { mergeAlike } from "./merge-alike.js";
import { movedPaths, type Move } from "./moved-paths.js";
import { sidesOf } from "./sides.js";
import { listed } from "./listed.js";
import { TypeChanges } from "./type-changes.js";
import { writtenDifferently } from "./written-differently.js";

/** What changed in the operations of a provider, for its callers and on the wire. */
export function compareOperations(
  provider: string,
  written: OperationsModel,
  writtenNext: OperationsModel,
  providers: ProviderSides,
  effort: Effort,
): Change[] {
  const [base, next] = [withHeads(written), withHeads(writtenNext)];
  const sides = sidesOf(base, next, effort);
  const types = new TypeChanges(provider, sides, next.schemas);
  const moves = movedPaths(base.operations, next.operations);
  const pairs = [...moves, ...keptIn(base, next)];
  const told = pairs.flatMap(({ from, to, before, after }) => {
    const subject = { ...subjectOf(provider, to, after), ...(from !== to && { former: from }) };
    return compareOperation(subject, before, after, { providers, types });
  });
  const ofOperations = [...told, ...types.ofOperations()];
  const all = [
    ...comingsAndGoings(provider, base.operations, next.operations, { moves, providers }),
    ...mergeAlike(provider, mostSevere(ofOperations)),
    ...types.ofSchemas(),
    ...lostTypes(provider, base, next),
    ...renamedTypes(provider, base, next),
    ...compareSchemaDefaults(provider, base, next, sides),
  ];
  const texts = compareTexts(provider, base, next);
  return [...all, ...texts, ...writtenDifferently(provider, base, next, pairs, { ofOperations, all, texts })];
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

/** Declarations that code can import, and cannot any more. */
function lostTypes(provider: string, base: OperationsModel, next: OperationsModel): Change[] {
  const types = Object.keys(base.schemas).filter((name) => !Object.hasOwn(next.schemas, name));
  if (types.length === 0) return [];
  const concerns: Concerns = { provider, operations: [], types, isHarmlessUnused: true };
  const text = types.length === 1 ? "type" : `${String(types.length)} types`;
  const sentence = `${text} ${listed(types, 5)} of provider ${quoted(provider)} can no longer be imported`;
  return [{ ...breaking(sentence, inDocument(provider, ["components", "schemas"])), concerns }];
}

/** Types of operations that are called otherwise, as what was added took their names: code imports another one then. */
function renamedTypes(provider: string, base: OperationsModel, next: OperationsModel): Change[] {
  return kept(base.operations, next.operations).flatMap(([key, before, after]) => {
    const [from, to] = [before, after].map((entry) => nameOf(key, entry));
    if (from === undefined || to === undefined || from === to) return [];
    const subject = subjectOf(provider, key, after);
    const concerns = { provider, operations: [], types: [from, to], isHarmlessUnused: true } as const;
    const sentence = `the type of ${textOfOperation(subject)} is now called ${quoted(to)}, before ${quoted(from)}`;
    return [{ ...breaking(sentence, inDocument(provider, subject.at)), concerns }];
  });
}

function nameOf(key: string, { name }: OperationEntry): string {
  const [method = "", path = ""] = key.split(/ (.*)/s);
  return name ?? operationName(method.toLowerCase(), path);
}
