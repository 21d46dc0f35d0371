import { pointerSegments } from "@sdkwright/runtime/config";
import {
  type FactsByWay,
  type OperationEntry,
  type OperationsModel,
  type SchemaEntry,
  schemaPointer,
} from "../emit/operations/operations-model.js";
import { breaking, type Change, type Concerns, isEqual, listed, onlyIn, quoted } from "./change.js";
import { factChanges } from "./facts.js";
import { inDocument, nameIn, OPERATION, schemaSteps, type Subject, withConcern } from "./operation-parts.js";
import { typeChanges, type TypeSubject } from "./type-words.js";
import { compareTypes, type TypeDifference, type TypePair, type Way } from "./types.js";

// Types of operations and schemas: gathered while operations are compared, and judged by the compiler all at once.

type Schemas = OperationsModel["schemas"];

/** An operation of both sides. */
export interface OperationPair {
  readonly subject: Subject;
  readonly before: OperationEntry;
  readonly after: OperationEntry;
}

/** A type on both sides, with what is said of its values beside it. */
export interface TypePart extends TypePair {
  readonly words: TypeSubject;
  readonly facts: readonly [base: FactsByWay | undefined, next: FactsByWay | undefined];
}

/** Facts below one of the first steps of their ways; of options, all that begin with a place. */
export function factsOf({ facts = {} }: OperationEntry, head: string): FactsByWay {
  const below = Object.entries(facts).filter(([way]) => way === `/${head}` || way.startsWith(`/${head}/`));
  return Object.fromEntries(below.map(([way, value]) => [way.slice(head.length + 1), value]));
}

interface Part {
  readonly part: TypePart;
  readonly concern: (each: Change) => Change;
  readonly schema?: string;
  readonly subject?: Subject;
}

export class TypeWork {
  readonly #provider: string;
  readonly #base: Schemas;
  readonly #next: Schemas;
  readonly #parts: Part[] = [];

  constructor(provider: string, base: Schemas, next: Schemas) {
    this.#provider = provider;
    this.#base = base;
    this.#next = next;
  }

  add(subject: Subject, part: TypePart): void {
    if (part.base === part.next && isEqual(...part.facts)) return;
    this.#parts.push({ part, subject, concern: (each) => withConcern(subject, each) });
  }

  /** Schemas of both sides, with the operations that give and read them on both. */
  addSchemas(pairs: readonly OperationPair[]): void {
    const shown = (entry: SchemaEntry | undefined) => entry && [typeOf(entry), entry.facts];
    const changed = Object.keys(this.#next).filter(
      (name) => Object.hasOwn(this.#base, name) && !isEqual(shown(this.#base[name]), shown(this.#next[name])),
    );
    if (changed.length === 0) return;
    const before = reachOf(
      this.#base,
      pairs.map(({ subject, before: entry }) => [subject.key, entry] as const),
    );
    const after = reachOf(
      this.#next,
      pairs.map(({ subject, after: entry }) => [subject.key, entry] as const),
    );
    const former = new Map(pairs.map(({ subject }) => [subject.key, subject.former]));
    for (const name of changed) {
      const of = (reach: "gives" | "reads") =>
        [...(before[reach].get(name) ?? [])].filter((key) => after[reach].get(name)?.has(key));
      this.#addSchema(name, of("gives"), of("reads"), former);
    }
  }

  #addSchema(
    name: string,
    gives: readonly string[],
    reads: readonly string[],
    former: ReadonlyMap<string, string | undefined>,
  ): void {
    const [was, is] = [this.#base[name], this.#next[name]] as [SchemaEntry, SchemaEntry];
    const isReached = gives.length + reads.length > 0;
    const given = gives.length > 0 ? [`in requests of ${listed(gives)}`] : [];
    const tails = [...given, ...(reads.length > 0 ? [`in answers of ${listed(reads)}`] : [])];
    const words: TypeSubject = {
      name: (way) => nameIn(way, way.length === 0 || way[0] === "[]" ? `type ${quoted(name)}` : quoted(name), "of"),
      place: (way) => inDocument(this.#provider, [...pointerSegments(schemaPointer(name, is)), ...schemaSteps(way)]),
      gives: gives.length > 0 || !isReached,
      reads: reads.length > 0 || !isReached,
      tail: tails.length === 0 ? "" : `, ${tails.join(" and ")}`,
      ...(given.length > 0 && { giveTail: `, ${given.join()}` }),
      wasDeprecated: deprecatedIn(was.facts),
    };
    const concerns: Concerns = {
      provider: this.#provider,
      operations: [...new Set([...gives, ...reads])].flatMap((key) => [former.get(key) ?? key, key]),
      types: [name],
      // Nobody gives or reads it: code may import it.
      ...(!isReached && { isHarmlessUnused: true as const }),
    };
    const part = { base: typeOf(was), next: typeOf(is), words, facts: [was.facts, is.facts] as const };
    this.#parts.push({ part, schema: name, concern: (each) => ({ ...each, concerns }) });
  }

  async changes(): Promise<{
    readonly changes: readonly Change[];
    /** Schemas and operations whose text is another, and nothing else. */
    readonly silent: readonly { readonly schema: string | undefined; readonly operation: string | undefined }[];
  }> {
    const differing = this.#parts.filter(({ part: { base, next } }) => base !== next);
    const judged = await compareTypes(
      declarationsOf(this.#base, this.#next),
      differing.map(({ part }) => part),
    );
    const found = new Map(differing.map((each, index) => [each, judged[index] ?? []]));
    const told = this.#parts.map((each) => {
      const { part, concern } = each;
      const differences = found.get(each) ?? [];
      const ofTypes =
        part.hasGroups === true ? optionChanges(differences, part.words) : typeChanges(differences, part.words);
      const isThere = (way: Way) => part.hasGroups !== true || isMentioned(part.base, way[1] ?? "");
      const ofFacts = factChanges(...part.facts, part.words, (way) => isThere(way) && isUntouched(differences, way));
      const words = wordsOf(differences);
      return [...ofTypes, ...ofFacts].map((change) => {
        const concerned = concern(change);
        const { concerns } = concerned;
        return concerns === undefined || words.length === 0
          ? concerned
          : { ...concerned, concerns: { ...concerns, words } };
      });
    });
    // The order of parameters is that of the document, and nobody's.
    const silent = this.#parts.flatMap(({ part, schema, subject }, index) =>
      part.base !== part.next && part.hasGroups !== true && told[index]?.length === 0
        ? [{ schema, operation: subject?.key }]
        : [],
    );
    return { changes: told.flat(), silent };
  }
}

export function deprecatedIn(facts: FactsByWay | undefined): (way: Way) => boolean {
  const pointer = (way: Way) => way.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return (way) => facts?.[pointer(way)]?.["deprecated"] === true;
}

/** Whether the part at a way is there on both sides, with the same type. */
function isUntouched(differences: readonly TypeDifference[], way: Way): boolean {
  return !differences.some(({ kind, way: told, to, areValues }) => {
    const isWithin = told.every((step, index) => way[index] === step);
    if (kind === "type") return areValues !== true && isWithin && told.length === way.length;
    const last = told.length - 1;
    if (kind === "renamed" && told.slice(0, last).every((step, index) => way[index] === step) && way[last] === to)
      return true;
    return isWithin && (kind === "added" || kind === "removed" || kind === "renamed");
  });
}

/** What is new cannot have been something else before; a mention is enough to say so. */
export function isMentioned(options: string, name: string): boolean {
  return options.includes(name) || options.includes(JSON.stringify(name).slice(1, -1));
}

const PLACES: { readonly [place: string]: string } = {
  params: "a path parameter",
  query: "a query parameter",
  headers: "a header",
};

/** Parameters; one that went from one place to another, or has its name in other letters, is said in one sentence. */
function optionChanges(differences: readonly TypeDifference[], words: TypeSubject): Change[] {
  const left = new Set(differences);
  const moved = differences.flatMap((gone): readonly Change[] => {
    const [from = "", name = ""] = gone.way;
    if (gone.way.length !== 2) return [];
    const isLike = (other = "") => other.toLowerCase() === name.toLowerCase();
    const isSpelt = gone.kind === "renamed" && from === "headers" && isLike(gone.to);
    const come =
      gone.kind === "removed"
        ? differences.find(
            (each) => each.kind === "added" && left.has(each) && each.way.length === 2 && isLike(each.way[1]),
          )
        : undefined;
    if (come === undefined && !isSpelt) return [];
    const [to, now] = isSpelt ? [from, gone.to ?? ""] : [come?.way[0] ?? "", come?.way[1] ?? ""];
    left.delete(gone);
    if (come !== undefined) left.delete(come);
    const sentence =
      to === from
        ? `${words.name(gone.way)} is now written ${quoted(now)}`
        : `${quoted(name)} of ${OPERATION} is now ${PLACES[to] ?? to}, before ${PLACES[from] ?? from}`;
    return [breaking(sentence, words.place([to, now]))];
  });
  return [...moved, ...typeChanges([...left], words)];
}

/** Words by which a message of the compiler is known to be about a difference. */
function wordsOf(differences: readonly TypeDifference[]): readonly string[] {
  const words = differences.flatMap(({ way, gained = [], lost = [], to }) => [
    ...way.slice(-1).filter((step) => step !== "[]" && step !== "*"),
    ...[...gained, ...lost].map((value) => value.replaceAll('"', "")),
    ...(to === undefined ? [] : [to]),
  ]);
  return [...new Set(words)].slice(0, 50);
}

export function typeOf({ interface: members, type }: SchemaEntry): string {
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
function reachOf(schemas: Schemas, operations: readonly (readonly [string, OperationEntry])[]): Reached {
  const namesIn = (text: string) => [...identifiersIn(text)].filter((name) => Object.hasOwn(schemas, name));
  const below = new Map(Object.entries(schemas).map(([name, entry]) => [name, namesIn(typeOf(entry))]));
  const reached = { gives: new Map<string, Set<string>>(), reads: new Map<string, Set<string>>() };
  const note = (reach: "gives" | "reads", key: string, texts: readonly string[]) => {
    const found = new Set(texts.flatMap(namesIn));
    for (const name of found) {
      for (const inner of below.get(name) ?? []) found.add(inner);
      reached[reach].set(name, (reached[reach].get(name) ?? new Set()).add(key));
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

/** A type that says this or less is like many others. */
const OPEN = "{ [key: string]: unknown }";

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
  match(([name, entry], [other, to]) => schemaPointer(name, entry) === schemaPointer(other, to));
  match(([, entry], [, to]) => typeOf(entry) === typeOf(to) && typeOf(to).length > OPEN.length);
  return names;
}

/**
 * A model in which requests name `ParcelRequest` where the other one has that beside `Parcel`: one schema of the document has
 * two types as soon as they differ.
 */
export function splitLike(model: OperationsModel, other: Schemas): OperationsModel {
  const kept = Object.entries(model.schemas).filter(([name]) => Object.hasOwn(other, name));
  const byPointer = new Map(kept.map(([name, entry]) => [schemaPointer(name, entry), name]));
  const split = onlyIn(other, model.schemas).flatMap(([name, entry]) => {
    const former = byPointer.get(schemaPointer(name, entry));
    return former === undefined ? [] : [[former, name] as const];
  });
  if (split.length === 0) return model;
  const names = new Map(split);
  const sent = renamedIn(model, names);
  const operations = Object.entries(model.operations).map(([key, entry]) => {
    const { options, bodies } = sent.operations[key] ?? entry;
    return [key, { ...entry, options, ...(bodies && { bodies }) }] as const;
  });
  const added = split.map(([, name]) => [name, sent.schemas[name] ?? {}] as const);
  return {
    ...model,
    operations: Object.fromEntries(operations),
    schemas: { ...model.schemas, ...Object.fromEntries(added) },
  };
}

/** A model with the names of types that they have now. */
export function renamedIn(model: OperationsModel, names: ReadonlyMap<string, string>): OperationsModel {
  if (names.size === 0) return model;
  const text = (type: string) => type.replaceAll(IDENTIFIER, (name) => names.get(name) ?? name);
  const texts = (types: { readonly [key: string]: string }) =>
    Object.fromEntries(Object.entries(types).map(([key, type]) => [key, text(type)]));
  const operations = Object.entries(model.operations).map(([key, entry]) => {
    const { options, answers, errors, bodies } = entry;
    const renamed = { ...entry, options: text(options), answers: texts(answers), errors: texts(errors) };
    return [key, { ...renamed, ...(bodies && { bodies: texts(bodies) }) }] as const;
  });
  const schemas = Object.entries(model.schemas).map(([name, entry]) => {
    const { interface: members, type } = entry;
    const written = {
      ...(members !== undefined && { interface: text(members) }),
      ...(type !== undefined && { type: text(type) }),
    };
    return [names.get(name) ?? name, { ...entry, ...written }] as const;
  });
  return { ...model, operations: Object.fromEntries(operations), schemas: Object.fromEntries(schemas) };
}
