import { type OperationWire, own } from "@sdkwright/runtime/config";
import { operationName } from "../emit/names.js";
import type { BodyKind, OperationEntry, OperationsModel } from "../emit/operations/operations-model.js";
import type { PublicProvider } from "../emit/public-model.js";
import {
  breaking,
  type Change,
  change,
  compatible,
  isEqual,
  listed,
  mostSevere,
  onlyIn,
  quoted,
  withDetails,
} from "./change.js";
import { citedService, originOf, schemeDetails } from "./destinations.js";
import { documentChanges } from "./document-schemes.js";
import {
  answerSubject,
  BODIES,
  bodySubject,
  inDocument,
  OPERATION,
  optionSubject,
  type ProviderSides,
  type Subject,
  subjectOf,
  withConcern,
} from "./operation-parts.js";
import {
  deprecatedIn,
  factsOf,
  type OperationPair,
  renamedIn,
  schemaNames,
  splitLike,
  TypeWork,
} from "./schema-types.js";
import { MOST_COMPATIBLE } from "./type-words.js";
import { securityChange, wireChanges } from "./wire.js";

// What changed in the operations of a provider: which came and went, what they take and answer, what goes over the wire.

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
  const pairs = [
    ...moves.flatMap(({ pairs: moved }) => moved.map((each) => pairOf(provider, each, base, next))),
    ...Object.keys(next.operations).flatMap((key) =>
      Object.hasOwn(base.operations, key) ? [pairOf(provider, { from: key, to: key }, base, next)] : [],
    ),
  ];
  const types = new TypeWork(provider, base.schemas, next.schemas);
  const told = pairs.flatMap((pair) =>
    operationChanges(pair, sides, types).map((each) => withConcern(pair.subject, each)),
  );
  types.addSchemas(pairs);
  const { changes: ofTypes, silent } = await types.changes();
  const all = [
    ...moves.map((move) => movedChange(provider, move, next.operations)),
    ...comingsAndGoings(compared, moves),
    ...mostSevere([...told, ...ofTypes]),
    ...typeNames(compared, names, pairs),
    ...documentChanges(provider, compared.base.document, next.document, sides.next),
    ...textChanges(provider, pairs, base.schemas, next.schemas),
    ...silentTypes(provider, silent),
  ];
  return merged(all, compared);
}

function pairOf(
  provider: string,
  { from, to }: { readonly from: string; readonly to: string },
  base: OperationsModel,
  next: OperationsModel,
): OperationPair {
  const [before, after] = [base.operations[from], next.operations[to]] as [OperationEntry, OperationEntry];
  const names = newNames(from, to);
  return { subject: subjectOf(provider, to, after, from), before: withNames(before, names), after };
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
  const told = [...groups.values()].map((group) => {
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
    const more = `${names.slice(0, 3).join(", ")} and ${String(names.length - 3)} more`;
    const verbs = verb.replace(/^is /, "are ").replace(/^was /, "were ");
    return change(
      "compatible",
      `${String(group.length)} properties${tail} ${verbs}: ${more}`,
      inDocument(provider, []),
      {
        details: group.map(({ sentence }) => sentence),
        concerns: {
          provider,
          operations: [...new Set(group.flatMap(({ concerns }) => concerns?.operations ?? []))],
          types: [...new Set(group.flatMap(({ concerns }) => concerns?.types ?? []))],
        },
      },
    );
  });
  const joined = new Set(many.flatMap(([, group]) => group));
  return [...changes.filter((each) => !joined.has(each)), ...said];
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
  const replaced = params?.replaceAll(/(?<=[{;] )("(?:[^"\\]|\\.)*"|[^\s"?:]+)(?=\??: )/g, (key) =>
    JSON.stringify(renamed(key.startsWith('"') ? (JSON.parse(key) as string) : key)),
  );
  const { wire, facts } = entry;
  return {
    ...entry,
    options:
      params === undefined || replaced === undefined ? entry.options : entry.options.replace(params, () => replaced),
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
      const details = withoutTypes(entry.wire ?? {}, {}, sides);
      return withConcern(subject, change("breaking", sentence, place, details));
    }),
    ...come.map(([key, entry]) => {
      const subject = subjectOf(provider, key, entry);
      const destinations = newDestinations(entry, base.operations, sides);
      const sentence = withDetails(`operation ${quoted(key)} was added`, destinations);
      const more = { isMarked: destinations.length > 0, ...withoutTypes({}, entry.wire ?? {}, sides) };
      return withConcern(subject, change("compatible", sentence, inDocument(provider, subject.at), more));
    }),
  ];
}

function choiceOf({ openapi }: PublicProvider): readonly unknown[] {
  return [openapi?.include, openapi?.exclude];
}

/** Calls without types compile with and without an operation, and follow it. */
function withoutTypes(
  from: OperationWire,
  to: OperationWire,
  sides: ProviderSides,
): { readonly details?: readonly string[] } {
  const changes = securityChange({ provider: "", key: "", at: [] }, from, to, sides);
  const details = changes.map(({ sentence }) => sentence.replace(OPERATION, "a call of it without types"));
  return details.length === 0 ? {} : { details };
}

interface Destination {
  readonly id: string;
  readonly text: string;
  /** Absent for what `security` of `create<Provider>` names, which goes over the definition's default. */
  readonly scheme?: string;
}

const ANY_CALL: Pick<OperationEntry, "options" | "wire"> = { options: "{}" };

/** The schemes whose credentials an operation sends, each with the origin. */
function destinationsOf({ options, wire }: typeof ANY_CALL, provider: PublicProvider): readonly Destination[] {
  const service = wire?.service ?? provider.defaultService;
  const security = /\bsecurity\??: (.*)$/.exec(options)?.[1] ?? "";
  const ids = Object.keys(provider.securitySchemes);
  const named = ids.filter((id) => security.includes(quoted(id)));
  const schemes = [...new Set([...(wire?.security ?? provider.security ?? []), ...named])];
  const to = (scheme: string, whose: string) => ({
    id: JSON.stringify([scheme, originOf(provider, service)]),
    text: `credentials of ${whose} go to service ${quoted(service)} at ${citedService(provider, service)}`,
  });
  const byCode = wire?.security === undefined && ids.length > 0 ? [to("", "`security` that code gives")] : [];
  return [...schemes.map((scheme) => ({ ...to(scheme, `scheme ${quoted(scheme)}`), scheme })), ...byCode];
}

/** What an operation that is added sends somewhere for the first time. */
function newDestinations(
  entry: OperationEntry,
  operations: Operations,
  { base, next }: ProviderSides,
): readonly string[] {
  const { securitySchemes, security = [], defaultService } = base;
  // Where a service went that was there is told by itself.
  const moved = { ...next, securitySchemes, security, defaultService };
  const before = [ANY_CALL, ...Object.values(operations)];
  const all = [
    ...[base, moved].flatMap((provider) => before.map((each) => destinationsOf(each, provider))),
    destinationsOf(ANY_CALL, next),
  ];
  const known = new Set(all.flat().map(({ id }) => id));
  const found = destinationsOf(entry, next);
  const isOwn = found.some(({ scheme }) => scheme !== undefined);
  const come = found.filter(({ id, scheme }) => !known.has(id) && (scheme !== undefined || !isOwn));
  return [
    ...come.map(({ text }) => text),
    ...schemeDetails(
      next,
      come.flatMap(({ scheme }) => scheme ?? []),
    ),
  ];
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

function operationChanges({ subject, before, after }: OperationPair, sides: ProviderSides, types: TypeWork): Change[] {
  const optionFacts = (entry: OperationEntry) =>
    Object.fromEntries(Object.entries(entry.facts ?? {}).filter(([way]) => /^\/(?:params|query|headers)\//.test(way)));
  types.add(subject, {
    base: before.options,
    next: after.options,
    hasGroups: true,
    words: { ...optionSubject(subject), wasDeprecated: deprecatedIn(before.facts) },
    facts: [optionFacts(before), optionFacts(after)],
  });
  const until = after.sunset === undefined ? "" : `, until ${after.sunset}`;
  const how = after.deprecated === true ? `is deprecated now${until}` : "is no longer deprecated";
  return [
    ...bodyChanges(subject, before, after, types),
    ...answerChanges(subject, before, after, types),
    ...errorChanges(subject, before, after, types),
    ...wireChanges(subject, before, after, sides),
    ...(before.deprecated === after.deprecated
      ? []
      : [compatible(`operation ${OPERATION} ${how}`, inDocument(subject.provider, subject.at))]),
  ];
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
    if (base === undefined || next === undefined) continue;
    const words = { ...bodySubject(subject, kind), wasDeprecated: deprecatedIn(factsOf(before, kind)) };
    types.add(subject, { base, next, words, facts: [factsOf(before, kind), factsOf(after, kind)] });
  }
  const [was, is] = [gone, come].map(([kind]) => (kind === undefined ? "" : `a ${BODIES[kind]}`));
  if (gone.length === 1 && come.length === 1)
    return [
      breaking(`${OPERATION} now takes ${String(is)}, before ${String(was)}`, place("content", come[0] as BodyKind)),
    ];
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
  const place = (...status: string[]) => inDocument(subject.provider, [...subject.at, "responses", ...status]);
  // What nothing was known of can become anything.
  if (Object.keys(base).length === 0)
    return Object.keys(next).map((status) =>
      compatible(`answer ${status} of ${OPERATION} is now described`, place(status)),
    );
  const gone = Object.keys(base).filter((status) => !Object.hasOwn(next, status));
  const come = Object.keys(next).filter((status) => coveringKey(base, status) === undefined);
  const kept = Object.keys(next).flatMap((status) => {
    const key = coveringKey(base, status);
    return key === undefined ? [] : bodyChange({ subject, before, after, types }, "answer", key, status);
  });
  const [from, to] = [gone[0], come[0]];
  if (gone.length === 1 && come.length === 1 && from !== undefined && to !== undefined) {
    const body = bodyChange({ subject, before, after, types }, "answer", from, to);
    return [breaking(`answer ${from} of ${OPERATION} is now ${to}`, place(to)), ...body, ...kept];
  }
  return [
    ...gone.map((status) => {
      const left = Object.keys(next).filter((other) => coveringKey(base, other) === status);
      const how = left.length === 0 ? "was removed" : `is now ${left.join(" and ")} alone`;
      return breaking(`answer ${status} of ${OPERATION} ${how}`, place());
    }),
    ...come.map((status) => breaking(`answer ${status} of ${OPERATION} was added`, place(status))),
    ...kept,
  ];
}

/** A status that is handled has the body of the exact status, else its range, else the default, else nobody knows. */
function errorChanges(subject: Subject, before: OperationEntry, after: OperationEntry, types: TypeWork): Change[] {
  const [base, next] = [before.errors, after.errors];
  return [...new Set([...Object.keys(base), ...Object.keys(next)])].flatMap((status) => {
    const [was, is] = [Object.hasOwn(base, status), Object.hasOwn(next, status)];
    const [key, now] = [coveringKey(base, status), coveringKey(next, status)];
    const [from, to] = [own(base, key ?? "") ?? "unknown", own(next, now ?? "") ?? "unknown"];
    const pair = { subject, before, after, types };
    if (was === is) return bodyChange(pair, "error", key, now, status);
    const place = inDocument(subject.provider, [...subject.at, "responses", ...(is ? [status] : [])]);
    const text = `error ${status} of ${OPERATION}`;
    const verb = is ? "is now described" : "is no longer described";
    if (key === undefined) return [compatible(`${text} was added`, place)];
    if (from === to || (isNoBody(from) && to === "unknown" && !isRead(before)))
      return [compatible(`${text} ${verb}`, place)];
    if (!is && to === "unknown") return [breaking(`${text} was removed`, place)];
    const body = bodyChange(pair, "error", key, now, status);
    return body.length > 0 ? body : [compatible(`${text} ${verb}${is ? " by itself" : ""}`, place)];
  });
}

/** Whether code reads the body of an answer. */
function isRead({ answers }: OperationEntry): boolean {
  return Object.values(answers).some((body) => !isNoBody(body));
}

/** Bodies that come or go are no matter of types: `never` can be assigned to all, and not be used. */
function bodyChange(
  { subject, before, after, types }: OperationPair & { readonly types: TypeWork },
  what: "answer" | "error",
  key: string | undefined,
  now: string | undefined,
  status: string = now ?? "",
): Change[] {
  const [from, to] = [
    own({ ...before.answers, ...before.errors }, key ?? "") ?? "unknown",
    own({ ...after.answers, ...after.errors }, now ?? "") ?? "unknown",
  ];
  const place = inDocument(subject.provider, [...subject.at, "responses", status]);
  const text = `the body of ${what} ${status} of ${OPERATION}`;
  if (!isNoBody(from) && !isNoBody(to)) {
    const words = { ...answerSubject(subject, what, status), wasDeprecated: deprecatedIn(factsOf(before, key ?? "")) };
    types.add(subject, { base: from, next: to, words, facts: [factsOf(before, key ?? ""), factsOf(after, now ?? "")] });
    return [];
  }
  if (from === to) return [];
  if (isNoBody(from) && isNoBody(to))
    return [compatible(`${text} is now ${to === "never" ? "of a type that is not JSON" : "empty"}`, place)];
  if (isNoBody(to)) return [breaking(`${text} ${to === "never" ? "is no longer JSON" : "was removed"}`, place)];
  return [change(isRead(before) ? "breaking" : "compatible", `${text} is now JSON`, place)];
}

/** Nothing, or nothing that is JSON. */
function isNoBody(type: string): boolean {
  return type === "undefined" || type === "never";
}

function coveringKey(bodies: Bodies, status: string): string | undefined {
  return [status, `${status.slice(0, 1)}XX`, "default"].find((key) => Object.hasOwn(bodies, key));
}

/** Types that code can import by a name, which is another now or gone. */
function typeNames(
  { provider, base, next }: ComparedOperations,
  names: ReadonlyMap<string, string>,
  pairs: readonly OperationPair[],
): Change[] {
  const importable = (types: readonly string[]) => ({
    provider,
    operations: [],
    types,
    isHarmlessUnused: true as const,
  });
  const renamed = [...names].map(([from, to]) =>
    change(
      "breaking",
      `type ${quoted(from)} is now ${quoted(to)}`,
      inDocument(provider, ["components", "schemas", to]),
      {
        concerns: importable([from]),
      },
    ),
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

function textChanges(provider: string, pairs: readonly OperationPair[], base: Schemas, next: Schemas): Change[] {
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
    return [ofTexts(provider, `type ${quoted(name)} ${how}`, [], [name])];
  });
  const counts = [...counted(operations.length, "operation"), ...counted(types.length, "type")];
  if (counts.length === 0) return deprecated;
  return [...deprecated, ofTexts(provider, `descriptions of ${counts.join(" and ")} changed`, operations, types)];
}

function ofTexts(provider: string, sentence: string, operations: readonly string[], types: readonly string[]): Change {
  return change("compatible", sentence, inDocument(provider, []), { concerns: { provider, operations, types } });
}

function counted(count: number, noun: string): readonly string[] {
  return count === 0 ? [] : [`${String(count)} ${noun}${count === 1 ? "" : "s"}`];
}

/** What the order of properties and members is, and whether a type is written in place: nothing that code sees. */
function silentTypes(provider: string, silent: Awaited<ReturnType<TypeWork["changes"]>>["silent"]): Change[] {
  const operations = [...new Set(silent.flatMap(({ operation }) => operation ?? []))];
  const types = silent.flatMap(({ schema }) => schema ?? []);
  const counts = [...counted(operations.length, "operation"), ...counted(types.length, "type")];
  if (counts.length === 0) return [];
  const are = operations.length + types.length === 1 ? "is" : "are";
  const sentence = `${counts.join(" and ")} ${are} written differently, and the same for callers`;
  return [ofTexts(provider, sentence, operations, types)];
}
