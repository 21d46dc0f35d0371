import type { OperationWire } from "@sdkwright/runtime/config";
import type { OperationEntry, OperationsModel } from "../../operations/operations-model.js";
import type { PublicProvider } from "../../surface/public-model.js";
import { asDestination, breaking, compatible, isDestination, quoted, withDetails, type Change } from "../change.js";
import { compareRecords, isEqual } from "../records.js";
import { KnownDestinations } from "./added-destinations.js";
import { compareDestinations, reroutings, type ProviderSides } from "./compare-wire.js";
import { wireWithout } from "./heads.js";
import { mergeAlike } from "./merge-alike.js";
import type { Move } from "./moved-paths.js";
import { inDocument, subjectOf, textOfOperation, withConcern, type OperationSubject } from "./part.js";

type Operations = OperationsModel["operations"];

interface Context {
  readonly moves: readonly Move[];
  readonly providers: ProviderSides;
}

/**
 * Operations that stand on one side only, and those that moved. Calls without types compile with and without them: what
 * reroutes such a call names where it goes.
 */
export function comingsAndGoings(
  provider: string,
  base: Operations,
  next: Operations,
  { moves, providers }: Context,
): Change[] {
  const sides = { base, next, providers };
  const known = new KnownDestinations(base, providers);
  const [left, came] = [new Set(moves.map(({ from }) => from)), new Set(moves.map(({ to }) => to))];
  const changes = compareRecords(without(base, left), without(next, came), {
    removed: (key, { wire = {} }) => {
      const subject = subjectOf(provider, key, {});
      const get = wireWithout(key, next);
      if (get === undefined) return [gone(subject, providers, callsNow("it", wire, {}, providers))];
      return [gone(subject, providers, []), ...rerouted(subject, wire, get, providers)];
    },
    added: (key, entry) => {
      const [subject, get, wire] = [subjectOf(provider, key, entry), wireWithout(key, base), entry.wire ?? {}];
      const destinations = known.newIn(entry);
      if (get === undefined) return [added(subject, destinations, callsNow("it", {}, wire, providers))];
      return [added(subject, destinations, []), ...rerouted(subject, get, wire, providers)];
    },
    renamed: (from, to, entry) => [moving(provider, { from, to, before: entry, after: entry }, sides)],
    identity: (entry) => ({ ...entry, at: "", name: "", text: "" }),
    kept: () => [],
  });
  return [
    ...moves.map((move) => moving(provider, move, sides)),
    ...changes.filter((change) => !isDestination(change)),
    ...mergeAlike(provider, changes.filter(isDestination)),
  ];
}

/** Where calls of a HEAD go that went, or go, as those of its GET. */
function rerouted(
  subject: OperationSubject,
  from: OperationWire,
  to: OperationWire,
  providers: ProviderSides,
): readonly Change[] {
  return compareDestinations(subject, from, to, providers).map((change) => withConcern(subject, change));
}

/** The same as details of a sentence; none where the calls go where they went. */
function callsNow(of: string, from: OperationWire, to: OperationWire, providers: ProviderSides): readonly string[] {
  const ways = reroutings(from, to, providers);
  if (ways.length === 0) return [];
  const texts = ways.map(({ text }) => text).join(", and ");
  return [`calls of ${of} without types now use ${texts}`, ...ways.flatMap(({ details }) => details)];
}

/** Marked by what is new to an origin, and not by calls that may be nobody's. */
function added(subject: OperationSubject, destinations: readonly string[], calls: readonly string[]): Change {
  const details = [...new Set([...destinations, ...calls])];
  const sentence = withDetails(`operation ${textOfOperation(subject)} was added`, details);
  const change = compatible(sentence, inDocument(subject.provider, subject.at));
  return withConcern(subject, asDestination(change, destinations.length > 0));
}

function gone(subject: OperationSubject, { base, next }: ProviderSides, calls: readonly string[]): Change {
  const isChosenOtherwise = !isEqual(choiceOf(base), choiceOf(next));
  const why = isChosenOtherwise ? ["the definition chooses other operations"] : [];
  const place = isChosenOtherwise
    ? ({ file: { definition: next.file }, path: ["openapi"] } as const)
    : inDocument(subject.provider, subject.at);
  const sentence = withDetails(`operation ${textOfOperation(subject)} was removed`, [...why, ...calls]);
  return withConcern(subject, breaking(sentence, place));
}

function choiceOf({ openapi }: PublicProvider): readonly unknown[] {
  return [openapi?.include, openapi?.exclude];
}

interface Sides {
  readonly base: Operations;
  readonly next: Operations;
  readonly providers: ProviderSides;
}

function moving(provider: string, { from, to, before, after }: Move, { base, next, providers }: Sides): Change {
  const subject = { ...subjectOf(provider, to, after), former: from };
  const calls = [
    ...callsNow(quoted(to), wireWithout(to, base) ?? {}, wireOf(after), providers),
    ...callsNow(quoted(from), wireOf(before), wireWithout(from, next) ?? {}, providers),
  ];
  const sentence = `operation ${quoted(from)} of provider ${quoted(provider)} is now ${quoted(to)}`;
  return withConcern(subject, breaking(withDetails(sentence, calls), inDocument(provider, subject.at)));
}

function wireOf({ wire = {} }: OperationEntry): OperationWire {
  return wire;
}

function without<E>(entries: { readonly [key: string]: E }, keys: ReadonlySet<string>): { readonly [key: string]: E } {
  return Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.has(key)));
}
