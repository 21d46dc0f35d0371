// What changed in the operations of a provider: which came and went, their types, what goes over the wire.
import { isPlainObject, own, type OperationWire } from "@sdkwright/runtime/config";
import { operationName } from "../names/operation-names.js";
import {
  schemaPointer,
  type BodyKind,
  type OperationEntry,
  type OperationsModel,
  type SchemaEntry,
} from "../operations/operations-model.js";
import type { PublicProvider } from "../surface/public-model.js";
import {
  breaking,
  change,
  compatible,
  isDestination,
  isEqual,
  listed,
  mostSevere,
  onlyIn,
  quoted,
  withDetails,
  type Change,
} from "./change.js";
import { isElsewhere, originOf, citedService } from "./base-urls.js";
import { documentChanges } from "./document-schemes.js";
import { factChanges } from "./facts.js";
import {
  answerSubject,
  BODIES,
  bodySubject,
  inDocument,
  OPERATION,
  optionSubject,
  schemaSteps,
  subjectOf,
  wayText,
  type Subject,
} from "./operation-parts.js";
import { typeChanges, type TypeSubject } from "./type-words.js";
import { compareTypes, type TypeDifference, type TypePair, type Way } from "./types.js";
import { securityChange, wireChanges } from "./wire.js";
import { schemeDetails } from "./destinations.js";

type Operations = OperationsModel["operations"];
type Schemas = OperationsModel["schemas"];

/** The provider on both sides: where its services are, and what it uses by default. */
export interface ProviderSides {
  readonly base: PublicProvider;
  readonly next: PublicProvider;
}

/** An operation of both sides, by its key on each. */
interface Pair {
  readonly subject: Subject;
  readonly before: OperationEntry;
  readonly after: OperationEntry;
}

/** `isAlone`: whether sentences need not say which provider they speak of. */
export interface ComparedOperations {
  readonly provider: string;
  readonly base: OperationsModel;
  readonly next: OperationsModel;
  readonly sides: ProviderSides;
  readonly isAlone: boolean;
}

export async function compareOperations(compared: ComparedOperations): Promise<Change[]> {
  const { provider, next, sides } = compared;
  const names = schemaNames(compared.base.schemas, next.schemas);
  const base = renamedIn(compared.base, names);
  const moves = movedPaths(base.operations, next.operations);
  const pairs = [
    ...moves.flatMap(({ pairs: moved }) => moved.map((each) => pairOf(provider, each, base, next))),
    ...Object.keys(next.operations).flatMap((key) =>
      Object.hasOwn(base.operations, key) ? [pairOf(provider, { from: key, to: key }, base, next)] : [],
    ),
  ];
  const types = new TypeWork(provider, base.schemas, next.schemas);
  const told = pairs.map((pair) => [pair, compareOperation(pair, sides, types)] as const);
  types.addSchemas(pairs, names);
  const ofTypes = await types.changes();
  const ofOperations = told.flatMap(([{ subject }, changes]) => changes.map((each) => withConcern(subject, each)));
  const all = [
    ...moves.map((move) => movedChange(provider, move, next.operations)),
    ...comingsAndGoings(compared, moves),
    ...mostSevere([...ofOperations, ...ofTypes.operations]),
    ...ofTypes.schemas,
    ...typeNames(compared, names, pairs),
    ...documentChanges(provider, compared.base.document, next.document, sides.next),
    ...textChanges(provider, pairs, base.schemas, next.schemas),
  ];
  return [...merged(all, compared), ...writtenOtherwise(compared, pairs, base, ofTypes.silent)];
}

function pairOf(
  provider: string,
  { from, to }: { readonly from: string; readonly to: string },
  base: OperationsModel,
  next: OperationsModel,
): Pair {
  const [before, after] = [base.operations[from], next.operations[to]] as [OperationEntry, OperationEntry];
  const names = newNames(from, to);
  return { subject: subjectOf(provider, to, after, from), before: withNames(before, names), after };
}

export function withConcern({ provider, key, former }: Subject, each: Change): Change {
  return { ...each, concerns: { provider, operations: former === undefined ? [key] : [former, key], ...each.concerns } };
}

/** Changes that say the same of several operations are one: a vendor who changes something changes it everywhere. */
function merged(changes: readonly Change[], { provider, isAlone }: ComparedOperations): Change[] {
  const groups = new Map<string, Change[]>();
  for (const each of changes) {
    const key = JSON.stringify([each.class, each.credentialDestination, each.sentence]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const tail = isAlone ? "" : ` of provider ${quoted(provider)}`;
  return [...groups.values()].map((group) => {
    const [first] = group as [Change];
    const operations = [...new Set(group.flatMap((each) => each.concerns?.operations ?? []))];
    const keys = [...new Set(group.map((each) => each.concerns?.operations.at(-1) ?? ""))];
    const { about: _, ...rest } = first;
    const sentence = first.sentence.includes(OPERATION)
      ? first.sentence.replaceAll(OPERATION, `${listed(keys)}${tail}`)
      : `${first.sentence}${tail}`;
    const concerns = first.concerns ?? { provider, operations: [] };
    return { ...rest, sentence, concerns: { ...concerns, operations } };
  });
}

// Operations that came and went

/** Paths that are the same but for names of parameters, a slash at the end, or the method. */
interface Move {
  readonly from: string;
  readonly to: string;
  readonly isPath: boolean;
  readonly pairs: readonly { readonly from: string; readonly to: string }[];
}

function movedPaths(base: Operations, next: Operations): readonly Move[] {
  const [gone, come] = [onlyIn(base, next), onlyIn(next, base)].map((entries) => entries.map(([key]) => split(key)));
  const shapeOf = ({ path }: Key) => path.replaceAll(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/$/, "");
  const moves: Move[] = [];
  for (const from of new Set(gone?.map(({ path }) => path))) {
    const left = gone?.filter(({ path }) => path === from) ?? [];
    const shape = shapeOf({ method: "", path: from });
    const paths = new Set(come?.filter((key) => shapeOf(key) === shape && key.path !== from).map(({ path }) => path));
    const rivals = new Set(gone?.filter((key) => shapeOf(key) === shape).map(({ path }) => path));
    const [to, ...others] = paths;
    if (to !== undefined && others.length === 0 && rivals.size === 1) {
      const pairs = left.flatMap(({ method }) =>
        Object.hasOwn(next, `${method} ${to}`) ? [{ from: `${method} ${from}`, to: `${method} ${to}` }] : [],
      );
      if (pairs.length > 0) moves.push({ from, to, isPath: true, pairs });
      continue;
    }
    const here = come?.filter(({ path }) => path === from) ?? [];
    const [[was, ...more], [is, ...rest]] = [left, here];
    if (was === undefined || is === undefined || more.length + rest.length > 0) continue;
    const [key, now] = [`${was.method} ${from}`, `${is.method} ${from}`];
    const isSame = isEqual(identityOf(base[key]), identityOf(next[now]));
    if (isSame) moves.push({ from: key, to: now, isPath: false, pairs: [{ from: key, to: now }] });
  }
  return moves;
}

interface Key {
  readonly method: string;
  readonly path: string;
}

function split(key: string): Key {
  const space = key.indexOf(" ");
  return { method: key.slice(0, space), path: key.slice(space + 1) };
}

function identityOf(entry: OperationEntry | undefined): unknown {
  const { at: _, name: _name, text: _text, ...rest } = entry ?? ({} as Partial<OperationEntry>);
  return rest;
}

function newNames(from: string, to: string): ReadonlyMap<string, string> {
  const [before = [], after = []] = [from, to].map((key) =>
    [...key.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name),
  );
  return new Map(before.flatMap((name, index) => (after[index] === name ? [] : [[name, after[index] ?? name]])));
}

/** An operation whose path parameters are called as they are now. */
function withNames(entry: OperationEntry, names: ReadonlyMap<string, string>): OperationEntry {
  if (names.size === 0) return entry;
  const renamed = (key: string) => names.get(key) ?? key;
  const params = /(?<=^\{ params\??: )\{ .*? \}/.exec(entry.options)?.[0];
  const keyOf = (key: string) => `${renamed(key.startsWith('"') ? (JSON.parse(key) as string) : key)}`;
  const replaced = params?.replaceAll(
    /(?<=[{;] )("(?:[^"\\]|\\.)*"|[^\s"?:]+)(?=\??: )/g,
    (key) => JSON.stringify(keyOf(key)),
  );
  const { wire, facts } = entry;
  return {
    ...entry,
    options: params === undefined || replaced === undefined ? entry.options : entry.options.replace(params, () => replaced),
    ...(wire?.params && {
      wire: { ...wire, params: Object.fromEntries(Object.entries(wire.params).map(([k, v]) => [renamed(k), v])) },
    }),
    ...(facts && {
      facts: Object.fromEntries(
        Object.entries(facts).map(([way, value]) => [
          way.replace(/^\/params\/([^/]+)/, (_, name: string) => `/params/${renamed(name)}`),
          value,
        ]),
      ),
    }),
  };
}

function movedChange(provider: string, { from, to, isPath, pairs }: Move, operations: Operations): Change {
  const [first] = pairs;
  const subject = subjectOf(provider, first?.to ?? to, operations[first?.to ?? to] ?? {});
  const [only, ...others] = pairs;
  const what =
    only !== undefined && others.length === 0
      ? `operation ${quoted(only.from)} is now ${quoted(only.to)}`
      : `path ${quoted(from)} is now ${quoted(to)}, for ${pairs.map((pair) => split(pair.to).method).join(", ")}`;
  const place = inDocument(provider, isPath ? ["paths", to] : subject.at);
  return change("breaking", what, place, {
    concerns: { provider, operations: pairs.flatMap((pair) => [pair.from, pair.to]) },
  });
}

function comingsAndGoings(compared: ComparedOperations, moves: readonly Move[]): Change[] {
  const { provider, base, next, sides } = compared;
  const moved = new Set(moves.flatMap(({ pairs }) => pairs.flatMap(({ from, to }) => [from, to])));
  const known = knownDestinations(base.operations, sides);
  const isChosenOtherwise = !isEqual(choiceOf(sides.base), choiceOf(sides.next));
  const gone = onlyIn(base.operations, next.operations).filter(([key]) => !moved.has(key));
  const come = onlyIn(next.operations, base.operations).filter(([key]) => !moved.has(key));
  return [
    ...gone.map(([key, entry]) => {
      const subject = subjectOf(provider, key, entry);
      const was = entry.deprecated === true ? ", which was deprecated," : "";
      const sentence = withDetails(
        `operation ${quoted(key)}${was} was removed`,
        isChosenOtherwise ? ["the definition chooses other operations"] : [],
      );
      const place = isChosenOtherwise
        ? ({ file: { definition: sides.next.file }, path: ["openapi"] } as const)
        : inDocument(provider, subject.at);
      const details = withoutTypes({}, entry.wire ?? {}, sides, "back");
      return withConcern(subject, change("breaking", sentence, place, { ...(details.length > 0 && { details }) }));
    }),
    ...come.map(([key, entry]) => {
      const subject = subjectOf(provider, key, entry);
      const marks = destinationsOf(entry, sides.next).filter(({ id }) => !known.has(id));
      const schemes = marks.flatMap(({ scheme }) => scheme ?? []);
      const texts = [...new Set(marks.map(({ text }) => text)), ...schemeDetails(sides.next, schemes)];
      const details = withoutTypes({}, entry.wire ?? {}, sides, "there");
      const sentence = withDetails(`operation ${quoted(key)} was added`, texts);
      const isMarked = texts.length > 0;
      const place = inDocument(provider, subject.at);
      return withConcern(
        subject,
        change("compatible", sentence, place, { isMarked, ...(details.length > 0 && { details }) }),
      );
    }),
  ];
}

function choiceOf({ openapi }: PublicProvider): readonly unknown[] {
  return [openapi?.include, openapi?.exclude];
}

/** Calls without types compile with and without an operation, and follow it. */
function withoutTypes(from: OperationWire, to: OperationWire, sides: ProviderSides, way: "there" | "back"): readonly string[] {
  const [was, is] = way === "there" ? [from, to] : [to, from];
  const subject = { provider: "", key: "", at: [] };
  return securityChange(subject, was, is, sides).map(({ sentence }) =>
    sentence.replace(OPERATION, "a call of it without types"),
  );
}

interface Destination {
  readonly id: string;
  readonly text: string;
  readonly scheme?: string;
}

/** The schemes whose credentials an operation sends, each with the origin. */
function destinationsOf(entry: Pick<OperationEntry, "options" | "wire">, provider: PublicProvider): readonly Destination[] {
  const { options, wire } = entry;
  const service = wire?.service ?? provider.defaultService;
  const origin = originOf(provider, service);
  const security = /\bsecurity\??: (.*)$/.exec(options)?.[1] ?? "";
  const named = Object.keys(provider.securitySchemes).filter((id) => security.includes(quoted(id)));
  const schemes = [...new Set([...(wire?.security ?? provider.security ?? []), ...named])];
  const at = `service ${quoted(service)} at ${citedService(provider, service)}`;
  const own: readonly Destination[] = schemes.map((scheme) => ({
    id: JSON.stringify([scheme, origin]),
    text: `credentials of scheme ${quoted(scheme)} go to ${at}`,
    scheme,
  }));
  // `security` of `create<Provider>` goes over the definition's default.
  const isLeftToCode = wire?.security === undefined && Object.keys(provider.securitySchemes).length > 0;
  const byCode = { id: JSON.stringify(["", origin]), text: `credentials of \`security\` that code gives go to ${at}` };
  return isLeftToCode && own.length === 0 ? [byCode] : own;
}

function knownDestinations(operations: Operations, { base, next }: ProviderSides): ReadonlySet<string> {
  const all = [{ options: "{}" }, ...Object.values(operations)];
  const ids = all.flatMap((entry) => destinationsOf(entry, base).map(({ id }) => id));
  const byCode = all.flatMap((entry) =>
    "wire" in entry && entry.wire?.security !== undefined
      ? []
      : [JSON.stringify(["", originOf(base, ("wire" in entry ? entry.wire?.service : undefined) ?? base.defaultService)])],
  );
  const now = destinationsOf({ options: "{}" }, next).map(({ id }) => id);
  const moved = Object.values(operations).flatMap((entry) =>
    own(next.services, entry.wire?.service ?? base.defaultService) === undefined
      ? []
      : destinationsOf(entry, { ...base, services: next.services, ...(next.overrides && { overrides: next.overrides }), values: next.values, parameters: next.parameters }).map(({ id }) => id),
  );
  return new Set([...ids, ...byCode, ...now, ...moved]);
}

/** Calls that are written as they were may lead elsewhere where all operations come or go. */
export function compareWithDefaults(
  provider: string,
  model: OperationsModel,
  way: "come" | "go",
  sides: ProviderSides,
): Change[] {
  const changes = Object.entries(model.operations).flatMap(([key, entry]) => {
    const [subject, wire] = [subjectOf(provider, key, entry), entry.wire ?? {}];
    const [from, to] = way === "come" ? [{}, wire] : [wire, {}];
    return securityChange(subject, from, to, sides).map((each) => withConcern(subject, each));
  });
  return merged(changes, { provider, isAlone: false, base: model, next: model, sides });
}

// One operation

function compareOperation({ subject, before, after }: Pair, sides: ProviderSides, types: TypeWork): Change[] {
  const changes: Change[] = [];
  if (before.options !== after.options)
    types.add(subject, { ...optionSubject(subject), wasDeprecated: deprecatedIn(before) }, { base: before.options, next: after.options, hasGroups: true });
  changes.push(...bodyChanges(subject, before, after, types));
  changes.push(...answerChanges(subject, before, after, types));
  changes.push(...wireChanges(subject, before, after, sides));
  if (!isEqual(before.facts, after.facts)) types.addFacts(subject, before, after);
  if (before.deprecated !== after.deprecated) {
    const until = after.sunset === undefined ? "" : `, until ${after.sunset}`;
    const how = after.deprecated === true ? `is deprecated now${until}` : "is no longer deprecated";
    changes.push(compatible(`operation ${OPERATION} ${how}`, inDocument(subject.provider, subject.at)));
  }
  return changes;
}

function deprecatedIn({ facts }: OperationEntry): (way: Way) => boolean {
  return (way) => facts?.[pointerOf(way)]?.["deprecated"] === true;
}

const KINDS = ["json", "form", "multipart", "body"] as const;

function bodyChanges(subject: Subject, before: OperationEntry, after: OperationEntry, types: TypeWork): Change[] {
  const [from, to] = [before.bodies ?? {}, after.bodies ?? {}];
  const place = (...path: string[]) => inDocument(subject.provider, [...subject.at, "requestBody", ...path]);
  const [wasRequired, isRequired] = [before, after].map(
    ({ bodies = {}, optionalBody }) => Object.keys(bodies).length > 0 && optionalBody !== true,
  );
  const gone = KINDS.filter((kind) => from[kind] !== undefined && to[kind] === undefined);
  const come = KINDS.filter((kind) => from[kind] === undefined && to[kind] !== undefined);
  for (const kind of KINDS) {
    const [base, next] = [from[kind], to[kind]];
    if (base !== undefined && next !== undefined) types.add(subject, bodySubject(subject, kind), { base, next });
  }
  const [was, is] = [gone, come].map(([kind]) => (kind === undefined ? "" : `a ${BODIES[kind]}`));
  if (gone.length === 1 && come.length === 1)
    return [breaking(`${OPERATION} now takes ${String(is)}, before ${String(was)}`, place("content", come[0] as BodyKind))];
  const isNew = Object.keys(from).length === 0 && isRequired === true;
  return [
    ...gone.map((kind) => breaking(`the ${BODIES[kind]} of ${OPERATION} was removed`, place("content", kind))),
    ...come.map((kind) => {
      const sentence = `the ${BODIES[kind]} of ${OPERATION} was added${isNew ? ", and is required" : ""}`;
      return change(isNew ? "breaking" : "compatible", sentence, place("content", kind));
    }),
    ...(wasRequired === isRequired || isNew || gone.length === Object.keys(from).length
      ? []
      : [
          change(
            isRequired === true ? "breaking" : "compatible",
            `the body of ${OPERATION} is ${isRequired === true ? "now" : "no longer"} required`,
            place(),
          ),
        ]),
  ];
}

type Bodies = { readonly [status: string]: string };

function answerChanges(subject: Subject, before: OperationEntry, after: OperationEntry, types: TypeWork): Change[] {
  const [base, next] = [before.answers, after.answers];
  const isRead = Object.values(base).some((body) => !isNoBody(body));
  const place = (status?: string) =>
    inDocument(subject.provider, [...subject.at, "responses", ...(status === undefined ? [] : [status])]);
  const failures = errorChanges(subject, before.errors, after.errors, isRead, types);
  if (Object.keys(base).length === 0)
    // What nothing was known of can become anything.
    return [
      ...Object.keys(next).map((status) => compatible(`answer ${status} of ${OPERATION} is now described`, place(status))),
      ...failures,
    ];
  const gone = Object.keys(base).filter((status) => !Object.hasOwn(next, status));
  const come = Object.keys(next).filter((status) => coveringKey(base, status) === undefined);
  const [from, to] = [gone[0], come[0]];
  if (gone.length === 1 && come.length === 1 && from !== undefined && to !== undefined) {
    types.add(subject, answerSubject(subject, "answer", to), { base: base[from] ?? "", next: next[to] ?? "" });
    return [
      breaking(`answer ${from} of ${OPERATION} is now ${to}`, place(to)),
      ...keptAnswers(subject, base, next, types, isRead),
      ...failures,
    ];
  }
  return [
    ...gone.map((status) => {
      const left = Object.keys(next).filter((other) => coveringKey(base, other) === status);
      const how = left.length === 0 ? "was removed" : `is now ${left.join(" and ")} alone`;
      return breaking(`answer ${status} of ${OPERATION} ${how}`, place());
    }),
    ...come.map((status) => breaking(`answer ${status} of ${OPERATION} was added`, place(status))),
    ...keptAnswers(subject, base, next, types, isRead),
    ...failures,
  ];
}

function keptAnswers(subject: Subject, base: Bodies, next: Bodies, types: TypeWork, isRead: boolean): Change[] {
  return Object.entries(next).flatMap(([status, to]) => {
    const key = coveringKey(base, status);
    if (key === undefined) return [];
    return bodyChange(subject, { what: "answer", status, from: base[key] ?? "unknown", to, isRead }, types);
  });
}

/** A status that is handled has the body of the exact status, else its range, else the default, else nobody knows. */
function errorChanges(subject: Subject, base: Bodies, next: Bodies, isRead: boolean, types: TypeWork): Change[] {
  const statuses = [...new Set([...Object.keys(base), ...Object.keys(next)])];
  return statuses.flatMap((status) => {
    const [was, is] = [Object.hasOwn(base, status), Object.hasOwn(next, status)];
    const [from, to] = [effective(base, status), effective(next, status)];
    const place = inDocument(subject.provider, [...subject.at, "responses", ...(is ? [status] : [])]);
    const text = `error ${status} of ${OPERATION}`;
    if (was === is) return bodyChange(subject, { what: "error", status, from, to, isRead }, types);
    const verb = is ? "is now described" : "is no longer described";
    if (from === to || (isNoBody(from) && to === "unknown" && !isRead)) return [compatible(`${text} ${verb}`, place)];
    if (!is && to === "unknown") return [breaking(`${text} was removed`, place)];
    if (isNoBody(from) || isNoBody(to))
      return bodyChange(subject, { what: "error", status, from, to, isRead }, types);
    types.add(subject, answerSubject(subject, "error", status), { base: from, next: to });
    return [compatible(`${text} ${verb}${is ? " by itself" : ""}`, place)];
  });
}

interface BodyChange {
  readonly what: "answer" | "error";
  readonly status: string;
  readonly from: string;
  readonly to: string;
  /** Whether code reads the body of an answer. */
  readonly isRead: boolean;
}

/** Bodies that come or go are no matter of types: `never` can be assigned to all, and not be used. */
function bodyChange(subject: Subject, { what, status, from, to, isRead }: BodyChange, types: TypeWork): Change[] {
  if (from === to) return [];
  const place = inDocument(subject.provider, [...subject.at, "responses", status]);
  const text = `the body of ${what} ${status} of ${OPERATION}`;
  if (!isNoBody(from) && !isNoBody(to)) {
    types.add(subject, answerSubject(subject, what, status), { base: from, next: to });
    return [];
  }
  if (isNoBody(from) && isNoBody(to))
    return [compatible(`${text} is now ${to === "never" ? "of a type that is not JSON" : "empty"}`, place)];
  if (isNoBody(to)) return [breaking(`${text} ${to === "never" ? "is no longer JSON" : "was removed"}`, place)];
  return [change(isRead ? "breaking" : "compatible", `${text} is now JSON`, place)];
}

/** Nothing, or nothing that is JSON. */
function isNoBody(type: string): boolean {
  return type === "undefined" || type === "never";
}

function effective(bodies: Bodies, status: string): string {
  const key = coveringKey(bodies, status);
  return (key === undefined ? undefined : bodies[key]) ?? "unknown";
}

function coveringKey(bodies: Bodies, status: string): string | undefined {
  return [status, `${status.slice(0, 1)}XX`, "default"].find((key) => Object.hasOwn(bodies, key));
}

// Types

interface Work {
  readonly subject: Subject | undefined;
  readonly words: TypeSubject;
  readonly pair: TypePair;
  readonly schema?: string;
}

interface FactWork {
  readonly subject: Subject;
  readonly before: OperationEntry;
  readonly after: OperationEntry;
}

/** Gathers the types whose texts differ, to have the compiler judge them all at once. */
class TypeWork {
  readonly #provider: string;
  readonly #base: Schemas;
  readonly #next: Schemas;
  readonly #work: Work[] = [];
  readonly #facts: FactWork[] = [];
  readonly #schemaFacts: { readonly name: string; readonly words: TypeSubject }[] = [];
  readonly #concerns = new Map<string, Change["concerns"]>();

  constructor(provider: string, base: Schemas, next: Schemas) {
    this.#provider = provider;
    this.#base = base;
    this.#next = next;
  }

  add(subject: Subject, words: TypeSubject, pair: TypePair): void {
    if (pair.base !== pair.next) this.#work.push({ subject, words, pair });
  }

  addFacts(subject: Subject, before: OperationEntry, after: OperationEntry): void {
    this.#facts.push({ subject, before, after });
  }

  /** Schemas of both sides, with the operations that give and read them. */
  addSchemas(pairs: readonly Pair[], names: ReadonlyMap<string, string>): void {
    void names;
    const kept = Object.keys(this.#next).filter((name) => Object.hasOwn(this.#base, name));
    const changed = kept.filter((name) => !isEqual(shownOf(this.#base[name]), shownOf(this.#next[name])));
    if (changed.length === 0) return;
    const before = reachOf(this.#base, pairs.map(({ subject, before: entry }) => [subject.key, entry] as const));
    const after = reachOf(this.#next, pairs.map(({ subject, after: entry }) => [subject.key, entry] as const));
    const former = new Map(pairs.map(({ subject }) => [subject.key, subject.former]));
    for (const name of changed) {
      const of = (reach: Reach) => [...(before[reach].get(name) ?? [])].filter((key) => after[reach].get(name)?.has(key));
      const [gives, reads] = [of("gives"), of("reads")];
      const at = schemaPointer(name, this.#next[name]).split("/").slice(1).map(unescaped);
      const tail = [
        ...(gives.length > 0 ? [`in requests of ${listed(gives)}`] : []),
        ...(reads.length > 0 ? [`in answers of ${listed(reads)}`] : []),
      ];
      const [was, is] = [this.#base[name], this.#next[name]] as [SchemaEntry, SchemaEntry];
      const isReached = gives.length + reads.length > 0;
      const words: TypeSubject = {
        name: (way) => (way.length === 0 ? `type ${quoted(name)}` : `${quoted(wayText(way))} of ${quoted(name)}`),
        place: (way) => inDocument(this.#provider, [...at, ...schemaSteps(way)]),
        gives: gives.length > 0 || !isReached,
        reads: reads.length > 0 || !isReached,
        tail: tail.length === 0 ? "" : `, ${tail.join(" and ")}`,
        ...(gives.length > 0 && { giveTail: `, ${tail[0] ?? ""}` }),
        wasDeprecated: (way) => was.facts?.[pointerOf(way)]?.["deprecated"] === true,
      };
      const operations = [...new Set([...gives, ...reads])].flatMap((key) => [key, former.get(key) ?? []].flat());
      this.#concerns.set(name, {
        provider: this.#provider,
        operations,
        types: [name],
        ...(!isReached && { isHarmlessUnused: true as const }),
      });
      const [base, next] = [typeOf(was), typeOf(is)];
      if (base !== next) this.#work.push({ subject: undefined, words, pair: { base, next }, schema: name });
      if (!isEqual(was.facts, is.facts)) this.#schemaFacts.push({ name, words });
    }
  }

  async changes(): Promise<{
    readonly operations: readonly Change[];
    readonly schemas: readonly Change[];
    /** Schemas whose text is another, and nothing else. */
    readonly silent: readonly string[];
  }> {
    const pairs = this.#work.map(({ pair }) => pair);
    const found = await compareTypes(declarationsOf(this.#base, this.#next), pairs);
    const [operations, schemas, silent]: [Change[], Change[], string[]] = [[], [], []];
    const byPart = new Map<string, readonly TypeDifference[]>();
    for (const [index, { subject, words, schema }] of this.#work.entries()) {
      const differences = found[index] ?? [];
      if (subject !== undefined) {
        const options = words.place(["security"]).path.at(-1) === "security";
        const told = options ? movedParameters(differences, words) : typeChanges(differences, words);
        byPart.set(JSON.stringify(words.place([])) + subject.key, differences);
        operations.push(...told.map((each) => withConcern(subject, each)));
      } else if (schema !== undefined) {
        byPart.set(schema, differences);
        if (differences.length === 0) silent.push(schema);
        schemas.push(...typeChanges(differences, words).map((each) => this.#ofSchema(schema, each, differences)));
      }
    }
    for (const { subject, before, after } of this.#facts) {
      const ofWay = (way: Way) => partOf(subject, way);
      const keys = [optionSubject(subject), ...KINDS.map((kind) => bodySubject(subject, kind))].map(
        (words) => byPart.get(JSON.stringify(words.place([])) + subject.key) ?? [],
      );
      const [options = [], ...bodies] = keys;
      const changes = factChanges(before.facts, after.facts, ofWay, (way) => {
        const [head = "", ...rest] = way;
        const kind = KINDS.indexOf(head as BodyKind);
        if (kind !== -1) return hasPart(after.bodies?.[head as BodyKind], rest) && isUntouched(bodies[kind] ?? [], rest);
        if (/^(?:\d|default)/.test(head)) {
          const answers = { ...after.answers, ...after.errors };
          const former = { ...before.answers, ...before.errors };
          const status = byPart.get(JSON.stringify(answerSubject(subject, "answer", head).place([])) + subject.key) ?? [];
          return Object.hasOwn(answers, head) && Object.hasOwn(former, head) && isUntouched(status, rest);
        }
        const name = rest[0] ?? "";
        return isMentioned(before.options, name) && isMentioned(after.options, name) && isUntouched(options, way);
      });
      operations.push(...changes.map((each) => withConcern(subject, strip(each, ofWay))));
    }
    for (const { name, words } of this.#schemaFacts) {
      const differences = byPart.get(name) ?? [];
      const changes = factChanges(this.#base[name]?.facts, this.#next[name]?.facts, () => words, (way) =>
        isUntouched(differences, way),
      );
      schemas.push(...changes.map((each) => this.#ofSchema(name, each, [])));
      if (changes.length > 0 && silent.includes(name)) silent.splice(silent.indexOf(name), 1);
    }
    return { operations, schemas, silent };
  }

  #ofSchema(name: string, each: Change, differences: readonly TypeDifference[]): Change {
    const concerns = this.#concerns.get(name);
    const words = wordsOf(differences);
    return concerns === undefined ? each : { ...each, concerns: { ...concerns, ...(words.length > 0 && { words }) } };
  }
}

function strip(each: Change, _: unknown): Change {
  return each;
}

/** The part of an operation that a way of its facts begins with. */
function partOf(subject: Subject, way: Way): TypeSubject {
  const [head = ""] = way;
  const below = (words: TypeSubject): TypeSubject => ({
    ...words,
    name: ([, ...rest]) => words.name(rest),
    place: ([, ...rest]) => words.place(rest),
  });
  if (KINDS.some((kind) => kind === head)) return below(bodySubject(subject, head as BodyKind));
  return /^(?:\d|default)/.test(head) ? below(answerSubject(subject, "answer", head)) : optionSubject(subject);
}

/** Whether the part at a way is there on both sides, with the same type. */
function isUntouched(differences: readonly TypeDifference[], way: Way): boolean {
  return !differences.some(({ kind, way: told }) => {
    const isWithin = told.every((step, index) => way[index] === step);
    if (kind === "type") return isWithin && told.length === way.length;
    return isWithin && (kind === "added" || kind === "removed" || kind === "renamed");
  });
}

function hasPart(type: string | undefined, _: Way): boolean {
  return type !== undefined;
}

/** What is new cannot have been something else before; a mention is enough to say so. */
export function isMentioned(options: string, name: string): boolean {
  return options.includes(name) || options.includes(JSON.stringify(name).slice(1, -1));
}

/** A parameter that went from one place to another, or has its name in other letters, in one sentence. */
function movedParameters(differences: readonly TypeDifference[], words: TypeSubject): Change[] {
  const left = new Set(differences);
  const changes: Change[] = [];
  for (const gone of differences) {
    if (gone.kind === "renamed" && gone.way[0] === "headers" && gone.to?.toLowerCase() === gone.way[1]?.toLowerCase()) {
      left.delete(gone);
      changes.push(breaking(`${words.name(gone.way)} is now written ${quoted(gone.to ?? "")}`, words.place(["headers", gone.to ?? ""])));
    }
    if (gone.kind !== "removed" || gone.way.length !== 2) continue;
    const [from = "", name = ""] = gone.way;
    const come = differences.find(
      (each) => each.kind === "added" && left.has(each) && each.way.length === 2 && each.way[1]?.toLowerCase() === name.toLowerCase(),
    );
    const to = come?.way[0];
    if (come === undefined || to === undefined || to === "security") continue;
    left.delete(gone);
    left.delete(come);
    const sentence =
      to === from
        ? `${words.name(gone.way)} is now written ${quoted(come.way[1] ?? "")}`
        : `${quoted(name)} of ${OPERATION} is now ${PLACES[to] ?? to}, before ${PLACES[from] ?? from}`;
    changes.push(breaking(sentence, words.place(come.way)));
  }
  const told = typeChanges([...left], words).map((each) =>
    each.class === "breaking" && each.sentence.startsWith("header ") && each.sentence.endsWith("was removed")
      ? { ...each, class: "compatible" as const }
      : each,
  );
  return [...changes, ...told];
}

const PLACES: { readonly [place: string]: string } = {
  params: "a path parameter",
  query: "a query parameter",
  headers: "a header",
};

/** Words by which a message of the compiler is known to be about a difference. */
function wordsOf(differences: readonly TypeDifference[]): readonly string[] {
  const words = differences.flatMap(({ way, gained = [], lost = [], to }) => [
    ...way.slice(-1).filter((step) => step !== "[]" && step !== "*"),
    ...[...gained, ...lost].map((value) => value.replaceAll('"', "")),
    ...(to === undefined ? [] : [to]),
  ]);
  return [...new Set(words)].slice(0, 50);
}

function shownOf(entry: SchemaEntry | undefined): unknown {
  return entry && [typeOf(entry), entry.facts];
}

function typeOf({ interface: members, type }: SchemaEntry): string {
  return members ?? type ?? "unknown";
}

function unescaped(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}

function pointerOf(way: Way): string {
  return way.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** One module for both sides: what has the same name is the same thing in it, so that each change is said where it is. */
function declarationsOf(base: Schemas, next: Schemas): string {
  const all = [...Object.entries(next), ...onlyIn(base, next)];
  return all
    .map(([name, entry]) =>
      entry.interface === undefined ? `type ${name} = ${typeOf(entry)};` : `interface ${name} ${entry.interface}`,
    )
    .join("\n");
}

type Reach = "gives" | "reads";
type Reached = { readonly [reach in Reach]: ReadonlyMap<string, ReadonlySet<string>> };

/** The operations that give and read each schema, by whatever way. */
function reachOf(schemas: Schemas, operations: readonly (readonly [string, OperationEntry])[]): Reached {
  const namesIn = (text: string) => new Set([...identifiersIn(text)].filter((name) => Object.hasOwn(schemas, name)));
  const below = new Map(Object.entries(schemas).map(([name, entry]) => [name, namesIn(typeOf(entry))]));
  const closures = new Map<string, ReadonlySet<string>>();
  const closureOf = (name: string): ReadonlySet<string> => {
    const known = closures.get(name);
    if (known !== undefined) return known;
    const found = new Set([name]);
    for (const each of found) for (const inner of below.get(each) ?? []) found.add(inner);
    closures.set(name, found);
    return found;
  };
  const reached = { gives: new Map<string, Set<string>>(), reads: new Map<string, Set<string>>() };
  const note = (reach: Reach, key: string, texts: readonly string[]) => {
    for (const root of new Set(texts.flatMap((text) => [...namesIn(text)])))
      for (const name of closureOf(root)) {
        const keys = reached[reach].get(name);
        if (keys === undefined) reached[reach].set(name, new Set([key]));
        else keys.add(key);
      }
  };
  for (const [key, { options, bodies = {}, answers, errors }] of operations) {
    note("gives", key, [options, ...Object.values(bodies)]);
    note("reads", key, [...Object.values(answers), ...Object.values(errors)]);
  }
  return reached;
}

const IDENTIFIER = /"(?:[^"\\]|\\.)*"|[\p{ID_Start}_$][\p{ID_Continue}$]*(?!\??: )/gu;

/** Names of types, not those of properties. */
function identifiersIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(IDENTIFIER), ([name]) => name).filter((name) => !name.startsWith('"')));
}

// Names of types

/** New names of schemas, by the former ones: the same place in the document, or else the same type. */
function schemaNames(base: Schemas, next: Schemas): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const come = new Map(onlyIn(next, base));
  const gone = onlyIn(base, next);
  const match = (isSame: (from: readonly [string, SchemaEntry], to: readonly [string, SchemaEntry]) => boolean) => {
    for (const from of gone) {
      if (names.has(from[0])) continue;
      const found = [...come].filter((to) => isSame(from, to));
      const [only, ...others] = found;
      if (only === undefined || others.length > 0) continue;
      names.set(from[0], only[0]);
      come.delete(only[0]);
    }
  };
  match(([name, entry], [other, to]) => schemaPointer(name, entry) === schemaPointer(other, to));
  match(([, entry], [, to]) => typeOf(entry) === typeOf(to) && typeOf(to).length > 20);
  return names;
}

/** A model with the names of types that they have now. */
function renamedIn(model: OperationsModel, names: ReadonlyMap<string, string>): OperationsModel {
  if (names.size === 0) return model;
  const text = (type: string) => type.replaceAll(IDENTIFIER, (name) => names.get(name) ?? name);
  const texts = (types: Bodies) => Object.fromEntries(Object.entries(types).map(([key, type]) => [key, text(type)]));
  const operations = Object.entries(model.operations).map(([key, entry]) => [
    key,
    {
      ...entry,
      options: text(entry.options),
      answers: texts(entry.answers),
      errors: texts(entry.errors),
      ...(entry.bodies && { bodies: texts(entry.bodies as Bodies) }),
    },
  ]);
  const schemas = Object.entries(model.schemas).map(([name, entry]) => [
    names.get(name) ?? name,
    {
      ...entry,
      ...(entry.interface !== undefined && { interface: text(entry.interface) }),
      ...(entry.type !== undefined && { type: text(entry.type) }),
    },
  ]);
  return {
    ...model,
    operations: Object.fromEntries(operations) as Operations,
    schemas: Object.fromEntries(schemas) as Schemas,
  };
}

/** Types that code can import by a name, which is another now or gone. */
function typeNames(
  { provider, base, next }: ComparedOperations,
  names: ReadonlyMap<string, string>,
  pairs: readonly Pair[],
): Change[] {
  const importable = (types: readonly string[]) => ({ provider, operations: [], types, isHarmlessUnused: true as const });
  const renamed = [...names].map(([from, to]) =>
    change("breaking", `type ${quoted(from)} is now ${quoted(to)}`, inDocument(provider, ["components", "schemas", to]), {
      concerns: importable([from]),
    }),
  );
  const gone = onlyIn(base.schemas, next.schemas)
    .map(([name]) => name)
    .filter((name) => !names.has(name));
  const removed =
    gone.length === 0
      ? []
      : [
          change(
            "breaking",
            gone.length === 1 ? `type ${listed(gone)} was removed` : `types ${listed(gone, 5)} were removed`,
            inDocument(provider, ["components", "schemas"]),
            { concerns: importable(gone) },
          ),
        ];
  const ofOperations = pairs.flatMap(({ subject, before, after }) => {
    if (subject.former !== undefined) return [];
    const [from, to] = [before, after].map((entry) => nameOf(subject.key, entry)) as [string, string];
    if (from === to) return [];
    const sentence = `the type of ${quoted(subject.key)} is now ${quoted(to)}, before ${quoted(from)}`;
    return [change("breaking", sentence, inDocument(provider, subject.at), { concerns: importable([from, to]) })];
  });
  return [...renamed, ...removed, ...ofOperations];
}

function nameOf(key: string, { name }: OperationEntry): string {
  const { method, path } = split(key);
  return name ?? operationName(method.toLowerCase(), path);
}

// What is the same for callers

function textChanges(provider: string, pairs: readonly Pair[], base: Schemas, next: Schemas): Change[] {
  // What else changed has its own line, and changed comments too.
  const isText = (from: object, to: object) => isEqual({ ...from, text: "" }, { ...to, text: "" });
  const operations = pairs.flatMap(({ subject, before, after }) =>
    before.text !== after.text && isText(before, after) ? [subject.key] : [],
  );
  const types = Object.entries(next).flatMap(([name, entry]) => {
    const former = own(base, name);
    return former !== undefined && former.text !== entry.text && isText(former, entry) ? [name] : [];
  });
  const deprecated = Object.keys(next).flatMap((name) => {
    const [was, is] = [own(base, name), next[name]];
    if (was === undefined || was.deprecated === is?.deprecated) return [];
    const how = is?.deprecated === true ? "is deprecated now" : "is no longer deprecated";
    return [typeOfText(provider, `type ${quoted(name)} ${how}`, [], [name])];
  });
  const counts = [...counted(operations.length, "operation"), ...counted(types.length, "type")];
  if (counts.length === 0) return deprecated;
  return [...deprecated, typeOfText(provider, `descriptions of ${counts.join(" and ")} changed`, operations, types)];
}

function typeOfText(provider: string, sentence: string, operations: readonly string[], types: readonly string[]): Change {
  return change("compatible", sentence, inDocument(provider, []), { concerns: { provider, operations, types } });
}

function counted(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${String(count)} ${noun}${count === 1 ? "" : "s"}`];
}

function writtenOtherwise(
  compared: ComparedOperations,
  pairs: readonly Pair[],
  base: OperationsModel,
  silent: readonly string[],
): Change[] {
  void pairs;
  void base;
  if (silent.length === 0) return [];
  const { provider, isAlone } = compared;
  const count = silent.length === 1 ? `type ${listed(silent)} is` : `${String(silent.length)} types are`;
  const sentence = `${count} written differently, and the same for callers${isAlone ? "" : ` of provider ${quoted(provider)}`}`;
  return [typeOfText(provider, sentence, [], silent)];
}

export { isDestination, isElsewhere, isPlainObject };
