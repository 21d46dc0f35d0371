import { type OperationWire, own } from "@sdkwright/runtime/config";
import { operationName } from "../emit/names.js";
import { pathCallName } from "../emit/operations/call-names.js";
import type { OperationEntry, OperationsModel } from "../emit/operations/operations-model.js";
import { type Change, change, type ChangePlace, isEqual, listed, mostSevere, quoted, withDetails } from "./change.js";
import { inDocument, OPERATION, operationChanges, type OperationPair, placeInDocument } from "./operation.js";
import { changedSchemas, type ConcernedType, judgeTypes, renamedIn, schemaNames, splitLike } from "./schemas.js";
import { documentChanges, newDestinations, type ProviderSides, securityChanges } from "./signing.js";
import { onlyIn } from "./table.js";
import { MOST_COMPATIBLE } from "./type-words.js";

// What changed in the operations of a provider: which came and went, what they take and answer, what code can import.

type Operations = OperationsModel["operations"];
type Schemas = OperationsModel["schemas"];

/** `isAlone`: whether sentences need not say which provider they speak of. */
export interface ComparedOperations {
  readonly provider: string;
  readonly base: OperationsModel;
  readonly next: OperationsModel;
  readonly sides: ProviderSides;
  readonly isAlone: boolean;
}

export async function compareOperations(compared: ComparedOperations): Promise<Change[]> {
  const { provider, sides } = compared;
  const names = schemaNames(compared.base.schemas, compared.next.schemas);
  const renamed = renamedIn(compared.base, names);
  const [base, next] = [splitLike(renamed, compared.next.schemas), splitLike(compared.next, renamed.schemas)];
  const moves = movedPaths(base.operations, next.operations);
  const kept = Object.keys(next.operations).filter((key) => Object.hasOwn(base.operations, key));
  const pairs = [...moves.flatMap((move) => move.pairs), ...kept.map((key) => [key, key] as const)].map(
    ([from, to]): OperationPair => {
      const [before, after] = [base.operations[from], next.operations[to]] as [OperationEntry, OperationEntry];
      const at = placeInDocument(to, after);
      return { provider, key: to, former: from === to ? undefined : from, at, before, after };
    },
  );
  const types: ConcernedType[] = [];
  const ofOperations = pairs.flatMap((pair) => {
    if (isEqual(pair.before, pair.after) && isEqual(sides.base, sides.next)) return [];
    const concerns = concernsOf(pair);
    const changes = [
      ...securityChanges(pair, pair.before.wire ?? {}, pair.after.wire ?? {}, sides),
      ...operationChanges(pair, (part) => types.push({ part, concerns })),
    ];
    return changes.map((each) => ({ ...each, concerns: { ...each.concerns, ...concerns } }));
  });
  const schemas = changedSchemas(provider, base.schemas, next.schemas, pairs);
  const { changes: ofTypes, silent } = await judgeTypes([...types, ...schemas], base.schemas, next.schemas);
  const all = [
    ...moves.map((move) => movedChange(provider, move, next.operations)),
    ...comingsAndGoings(compared, moves),
    ...mostSevere([...ofOperations, ...ofTypes]),
    ...typeNames(compared, names, pairs),
    ...callNameChanges(compared, pairs),
    ...documentChanges(provider, compared.base.document, next.document, sides.next),
    ...textChanges(provider, pairs, base.schemas, next.schemas),
    ...countedChange(provider, silent, (what, are) => `${what} ${are} written differently, and the same for callers`),
  ];
  return merged(all, compared);
}

function concernsOf({ provider, key, former }: Pick<OperationPair, "provider" | "key" | "former">) {
  return { provider, operations: former === undefined ? [key] : [former, key] };
}

/** Changes that say the same of several operations are one: a vendor who changes something changes it everywhere. */
function merged(
  changes: readonly Change[],
  { provider, isAlone }: Pick<ComparedOperations, "provider" | "isAlone">,
): Change[] {
  const groups = new Map<string, Change[]>();
  for (const each of changes) {
    const key = JSON.stringify([each.class, each.credentialDestination, each.sentence]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const tail = isAlone ? "" : ` of provider ${quoted(provider)}`;
  const told = [...groups.values()].map((group) => {
    const [{ about: _, ...first }] = group as [Change];
    const operations = [...new Set(group.flatMap((each) => each.concerns?.operations ?? []))];
    const keys = [...new Set(group.map((each) => each.concerns?.operations.at(-1) ?? ""))];
    const sentence = first.sentence.includes(OPERATION)
      ? first.sentence.replaceAll(OPERATION, () => `${listed(keys)}${tail}`)
      : `${first.sentence}${tail}`;
    return { ...first, sentence, concerns: { ...(first.concerns ?? { provider }), operations } };
  });
  return condensed(told, provider, tail);
}

/** Compatible changes that say the same of many properties are one: a vendor who describes all answers anew. */
function condensed(changes: readonly Change[], provider: string, tail: string): Change[] {
  const byVerb = new Map<string, Change[]>();
  for (const each of changes)
    if (each.verb !== undefined) byVerb.set(each.verb, [...(byVerb.get(each.verb) ?? []), each]);
  const many = [...byVerb].filter(([, group]) => group.length > MOST_COMPATIBLE);
  const said = many.map(([verb, group]) => {
    const names = group.map(({ sentence }) => sentence.slice(0, sentence.indexOf(` ${verb}`)));
    const verbs = verb.replace(/^is /, "are ").replace(/^was /, "were ");
    const sentence = `${group.length} properties${tail} ${verbs}: ${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
    const all = (key: "operations" | "types") => [...new Set(group.flatMap(({ concerns }) => concerns?.[key] ?? []))];
    return change("compatible", sentence, inDocument(provider, []), {
      details: group.map((each) => each.sentence),
      concerns: { provider, operations: all("operations"), types: all("types") },
    });
  });
  const joined = new Set(many.flatMap(([, group]) => group));
  return [...changes.filter((each) => !joined.has(each)), ...said];
}

// Operations that came and went

/** Paths that are the same but for names of parameters and a slash at the end; or the same path with another method. */
interface Move {
  readonly from: string;
  readonly to: string;
  readonly pairs: readonly (readonly [from: string, to: string])[];
}

function movedPaths(base: Operations, next: Operations): readonly Move[] {
  const [gone, come] = [onlyIn(base, next), onlyIn(next, base)].map((entries) => entries.map(([key]) => key)) as [
    string[],
    string[],
  ];
  const shapeOf = (path: string) => path.replaceAll(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/$/, "");
  const pathsLike = (keys: readonly string[], path: string) =>
    [...new Set(keys.map(pathOf))].filter((each) => shapeOf(each) === shapeOf(path));
  return [...new Set(gone.map(pathOf))].flatMap((from): Move[] => {
    const left = gone.filter((key) => pathOf(key) === from);
    const [to, ...others] = pathsLike(come, from).filter((path) => path !== from);
    if (to !== undefined && others.length === 0 && pathsLike(gone, from).length === 1) {
      const pairs = left.map((key) => [key, `${methodOf(key)} ${to}`] as const);
      const kept = pairs.filter(([, key]) => Object.hasOwn(next, key));
      return kept.length === 0 ? [] : [{ from, to, pairs: kept }];
    }
    const here = come.filter((key) => pathOf(key) === from);
    const [[was = "", ...more], [is = "", ...rest]] = [left, here];
    const isOne = was !== "" && is !== "" && more.length + rest.length === 0;
    return isOne && isEqual(identityOf(base[was]), identityOf(next[is]))
      ? [{ from: was, to: is, pairs: [[was, is]] }]
      : [];
  });
}

function methodOf(key: string): string {
  return key.slice(0, key.indexOf(" "));
}

function pathOf(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

function identityOf(entry: OperationEntry | undefined): unknown {
  const { at: _, name: _name, call: _call, text: _text, ...rest } = entry ?? ({} as Partial<OperationEntry>);
  return rest;
}

function movedChange(provider: string, { from, to, pairs }: Move, operations: Operations): Change {
  const [[was, is] = ["", ""], ...others] = pairs;
  const sentence =
    others.length === 0
      ? `operation ${quoted(was)} is now ${quoted(is)}`
      : `path ${quoted(from)} is now ${quoted(to)}, for ${pairs.map(([, key]) => methodOf(key)).join(", ")}`;
  const at = others.length === 0 ? placeInDocument(is, operations[is] ?? {}) : ["paths", to];
  return change("breaking", sentence, inDocument(provider, at), { concerns: { provider, operations: pairs.flat() } });
}

function comingsAndGoings({ provider, base, next, sides }: ComparedOperations, moves: readonly Move[]): Change[] {
  const moved = new Set(moves.flatMap(({ pairs }) => pairs.flat()));
  const choiceOf = ({ openapi }: ProviderSides["base"]) => [openapi?.include, openapi?.exclude];
  const isChosenOtherwise = !isEqual(choiceOf(sides.base), choiceOf(sides.next));
  const why = isChosenOtherwise ? ["the definition chooses other operations"] : [];
  // Calls without types compile with and without an operation, and follow it.
  const untyped = (from: OperationWire, to: OperationWire) => {
    const found = securityChanges({ provider, at: [] }, from, to, sides);
    const details = found.map(({ sentence }) => sentence.replace(OPERATION, "a call of it without types"));
    return details.length === 0 ? {} : { details };
  };
  const only = (one: Operations, other: Operations) => onlyIn(one, other).filter(([key]) => !moved.has(key));
  return [
    ...only(base.operations, next.operations).map(([key, entry]) => {
      const was = entry.deprecated === true ? ", which was deprecated," : "";
      const sentence = withDetails(`operation ${quoted(key)}${was} was removed`, why);
      const place: ChangePlace = isChosenOtherwise
        ? { file: { definition: sides.next.file }, path: ["openapi"] }
        : inDocument(provider, placeInDocument(key, entry));
      return change("breaking", sentence, place, {
        ...untyped(entry.wire ?? {}, {}),
        // By its name a compiler says that it is missed.
        concerns: { ...concernsOf({ provider, key }), words: [callOf(key, entry)] },
      });
    }),
    ...only(next.operations, base.operations).map(([key, entry]) => {
      const destinations = newDestinations(entry.wire ?? {}, base.operations, sides);
      const sentence = withDetails(`operation ${quoted(key)} was added`, destinations);
      const concerns = concernsOf({ provider, key });
      const more = { isMarked: destinations.length > 0, ...untyped({}, entry.wire ?? {}), concerns };
      return change("compatible", sentence, inDocument(provider, placeInDocument(key, entry)), more);
    }),
  ];
}

/** Calls that are written as they were may lead elsewhere where all operations come or go. */
export function compareWithDefaults(
  provider: string,
  { operations }: OperationsModel,
  way: "come" | "go",
  sides: ProviderSides,
): Change[] {
  const changes = Object.entries(operations).flatMap(([key, entry]) => {
    const wires = [{}, entry.wire ?? {}] as const;
    const [from, to] = way === "come" ? wires : [wires[1], wires[0]];
    const found = securityChanges({ provider, at: placeInDocument(key, entry) }, from, to, sides);
    return found.map((each) => ({ ...each, concerns: concernsOf({ provider, key }) }));
  });
  return merged(changes, { provider, isAlone: false });
}

// What code can import

/** Types that are called otherwise now, or are gone: breaking for code that imports them. */
function typeNames(
  { provider, base, next }: ComparedOperations,
  names: ReadonlyMap<string, string>,
  pairs: readonly OperationPair[],
): Change[] {
  const say = (sentence: string, types: readonly string[], at: readonly string[]) => {
    const concerns = { provider, operations: [], types, isHarmlessUnused: true as const };
    return change("breaking", sentence, inDocument(provider, at), { concerns });
  };
  const schemas = ["components", "schemas"];
  const gone = onlyIn(base.schemas, next.schemas).flatMap(([name]) => (names.has(name) ? [] : [name]));
  const removed = gone.length === 1 ? `type ${listed(gone)} was removed` : `types ${listed(gone, 5)} were removed`;
  const nameOf = (key: string, { name }: OperationEntry) =>
    name ?? operationName(methodOf(key).toLowerCase(), pathOf(key));
  const ofOperations = pairs.filter(({ former }) => former === undefined);
  return [
    ...[...names].map(([from, to]) => say(`type ${quoted(from)} is now ${quoted(to)}`, [from], [...schemas, to])),
    ...(gone.length === 0 ? [] : [say(removed, gone, schemas)]),
    ...ofOperations.flatMap(({ key, at, before, after }) => {
      const [from, to] = [nameOf(key, before), nameOf(key, after)];
      const sentence = `the type of ${quoted(key)} is now ${quoted(to)}, before ${quoted(from)}`;
      return from === to ? [] : [say(sentence, [from, to], at)];
    }),
  ];
}

/** The name of an operation's call. */
function callOf(key: string, { call }: OperationEntry): string {
  return call ?? pathCallName({ method: methodOf(key).toLowerCase(), path: pathOf(key) });
}

/** Named calls: of an operation that has another name now, and of a name that stands for another operation. */
function callNameChanges({ provider, base, next }: ComparedOperations, pairs: readonly OperationPair[]): Change[] {
  const concerning = (...types: readonly string[]) => ({ provider, operations: [], types });
  const renamed = pairs.flatMap(({ key, former = key, at, before, after }) => {
    const [from, to] = [callOf(former, before), callOf(key, after)];
    // A path that moved says itself that a name which follows from it is another one.
    const isMoved = former !== key && (before.call ?? after.call) === undefined;
    if (from === to || isMoved) return [];
    const sentence = `the named call of ${quoted(key)} is now ${quoted(to)}, before ${quoted(from)}`;
    const concerns = { ...concerning(from), isHarmlessUnused: true as const };
    return [change("breaking", sentence, inDocument(provider, at), { concerns })];
  });
  const former = new Map(pairs.map((pair) => [pair.key, pair.former ?? pair.key]));
  const keys = new Map(Object.entries(base.operations).map(([key, entry]) => [callOf(key, entry), key]));
  const moved = Object.entries(next.operations).flatMap(([key, entry]) => {
    const name = callOf(key, entry);
    const from = keys.get(name);
    if (from === undefined || from === (former.get(key) ?? key)) return [];
    const sentence = `the named call ${quoted(name)} is now ${quoted(key)}, before ${quoted(from)}`;
    const place = inDocument(provider, placeInDocument(key, entry));
    return [change("behavioural", sentence, place, { concerns: concerning(name) })];
  });
  return [...renamed, ...moved];
}

function textChanges(provider: string, pairs: readonly OperationPair[], base: Schemas, next: Schemas): Change[] {
  // What else changed has its own line, and changed comments too.
  const isText = (from: { readonly text?: string }, to: { readonly text?: string }) =>
    from.text !== to.text && isEqual({ ...from, text: "" }, { ...to, text: "" });
  const kept = Object.entries(next).flatMap(([name, after]) => {
    const before = own(base, name);
    return before === undefined ? [] : [{ name, before, after }];
  });
  const deprecated = kept.flatMap(({ name, before, after }) => {
    if (before.deprecated === after.deprecated) return [];
    const sentence = `type ${quoted(name)} is ${after.deprecated === true ? "deprecated now" : "no longer deprecated"}`;
    const concerns = { provider, operations: [], types: [name] };
    return [change("compatible", sentence, inDocument(provider, []), { concerns })];
  });
  const texts = {
    operations: pairs.flatMap(({ key, before, after }) => (isText(before, after) ? [key] : [])),
    types: kept.flatMap(({ name, before, after }) => (isText(before, after) ? [name] : [])),
  };
  return [...deprecated, ...countedChange(provider, texts, (what) => `descriptions of ${what} changed`)];
}

/** `3 operations and 1 type …` */
function countedChange(
  provider: string,
  found: { readonly operations: readonly string[]; readonly types: readonly string[] },
  sentence: (what: string, are: "is" | "are") => string,
): Change[] {
  const counts = (["operations", "types"] as const).flatMap((noun) => {
    const { length } = found[noun];
    return length === 0 ? [] : [`${length} ${length === 1 ? noun.slice(0, -1) : noun}`];
  });
  if (counts.length === 0) return [];
  const are = found.operations.length + found.types.length === 1 ? "is" : "are";
  const concerns = { provider, ...found };
  return [change("compatible", sentence(counts.join(" and "), are), inDocument(provider, []), { concerns })];
}
