import { pointerSegments } from "@sdkwright/runtime/config";
import { schemaPointer, type SchemaEntry } from "../../operations/operations-model.js";
import { addTo } from "../add-to.js";
import { breaking, compatible, mostSevere, quoted, type Change, type Concerns } from "../change.js";
import { compareType, type TypeSubject } from "../compare-type.js";
import { listed } from "./listed.js";
import { namesOfOperation, schemaSubject, type OperationSubject, type Part } from "./part.js";
import { differsInRest } from "./rest-of-type.js";
import type { Sides } from "./sides.js";

/**
 * Collects what changed in the types of operations. What changed in a schema is said once, with the operations that lead
 * to it; whether it breaks is judged for each of them as a whole.
 */
export class TypeChanges {
  readonly #provider: string;
  readonly #sides: Sides;
  readonly #schemas: { readonly [name: string]: SchemaEntry };
  readonly #ofSchemas = new Map<string, readonly SchemaChange[]>();
  readonly #own: Change[] = [];

  /** `schemas` are those of the next side: places are found in them. */
  constructor(provider: string, sides: Sides, schemas: { readonly [name: string]: SchemaEntry }) {
    this.#provider = provider;
    this.#sides = sides;
    this.#schemas = schemas;
  }

  /** Compares a part of an operation. */
  add(operation: OperationSubject, part: Part): void {
    const { base, next, subject, where, isRewritten = false } = part;
    if (base === next && !this.#sides.isTouched(next)) return;
    const [from, to] = [this.#sides.base.type(base), this.#sides.next.type(next)];
    const isFine = isRewritten || this.#sides.whole[subject.use === "give" ? "gives" : "reads"](from, to) === "holds";
    const own = base === next ? [] : compareType(subject, from, to, this.#sides.here);
    const changed = this.#sides.changedIn(base, next);
    const below = (changed ?? []).flatMap((name) => this.#inSchema(name, subject.use, where));
    for (const { change, breaks, mild } of below) {
      (isFine || change.class !== "breaking" ? mild : breaks).add(operation);
    }
    const isExplained = own.some(isBreaking) || below.some(({ change }) => isBreaking(change));
    const whole = () => compareType(subject, from, to, this.#sides.whole);
    const found = isFine ? own.map(mildly) : isExplained ? own : whole();
    const rest = differsInRest(base, next, found) ? [asSame(subject, found.length > 0)] : [];
    const told = changed === undefined ? [asOne(subject, isFine)] : [...found, ...rest];
    for (const change of told) this.#own.push({ ...change, concerns: this.#concerns([operation]) });
  }

  /** Whether code that reads one type can read another, with all that they name. */
  canRead(base: string, next: string): boolean {
    return this.#sides.whole.reads(this.#sides.base.type(base), this.#sides.next.type(next)) === "holds";
  }

  /** What is written in the operations themselves. */
  ofOperations(): readonly Change[] {
    return this.#own;
  }

  /** What is written in schemas, each thing once; and of those that no operation leads to as before, what code imports. */
  ofSchemas(): Change[] {
    const all = [...this.#ofSchemas.values()].flat();
    const broken = new Set(all.filter(({ breaks }) => breaks.size > 0).map(({ change }) => change.about));
    // What breaks for some is not told again as what is fine for others.
    const left = all.filter(({ change, breaks }) => breaks.size > 0 || !broken.has(change.about));
    const names = grouped(all, ({ change }) => change.about);
    return [
      ...[...grouped(left, ({ change }) => change.sentence).values()].flatMap((uses) => {
        const alike = uses.flatMap(({ change }) => names.get(change.about) ?? []);
        return this.#told(uses, [...new Set(alike.map(({ schema }) => schema))]);
      }),
      ...this.#ofImports(),
    ];
  }

  #inSchema(name: string, use: TypeSubject["use"], where: Part["where"]): readonly SchemaChange[] {
    const key = `${use} ${name}`;
    const known = this.#ofSchemas.get(key);
    if (known !== undefined) return known;
    const found = this.#compared(name, use).map((change) => ({
      schema: name,
      change,
      where,
      breaks: new Set<OperationSubject>(),
      mild: new Set<OperationSubject>(),
    }));
    this.#ofSchemas.set(key, found);
    return found;
  }

  /** What is the same for answers and for requests; `types` are those that are made of the schema. */
  #told(uses: readonly SchemaChange[], types: readonly string[]): Change[] {
    const [first] = uses;
    const of = uses.map(({ breaks, mild, where }) => ({ where, operations: [...(breaks.size > 0 ? breaks : mild)] }));
    const operations = of.flatMap((use) => use.operations);
    if (first === undefined || operations.length === 0) return [];
    const { about: _, ...change } = first.change;
    const places = of.map((use) => `${use.where} of ${listed(use.operations.map(({ key }) => key))}`);
    const sentence = `${change.sentence}, in ${places.join(" and ")} of provider ${quoted(this.#provider)}`;
    const told = { ...change, sentence, concerns: { ...this.#concerns(operations), types } };
    return [first.breaks.size > 0 ? told : mildly(told)];
  }

  /** Types that code can import under their names, though no operation leads to them on both sides. */
  #ofImports(): Change[] {
    const told = new Set([...this.#ofSchemas.values()].flat().map(({ schema }) => schema));
    const others = this.#sides.differing.filter((name) => !told.has(name));
    return others.flatMap((name) => {
      const found = (["read", "give"] as const).flatMap((use) => this.#compared(name, use));
      const of = `of provider ${quoted(this.#provider)}`;
      const concerns = { provider: this.#provider, operations: [], types: [name], isHarmlessUnused: true } as const;
      return mostSevere(found).map((one) => {
        const { about: _, ...change } = one;
        return { ...change, sentence: `${change.sentence}, a type ${of} that code can import`, concerns };
      });
    });
  }

  #compared(name: string, use: TypeSubject["use"]): Change[] {
    const at = pointerSegments(schemaPointer(name, this.#schemas[name]));
    const { base, next, here } = this.#sides;
    return compareType(schemaSubject(this.#provider, name, at, use), base.declared(name), next.declared(name), here);
  }

  #concerns(operations: readonly OperationSubject[]): Concerns {
    return { provider: this.#provider, operations: operations.flatMap(namesOfOperation) };
  }
}

/** A change of a schema, and operations for which it breaks code or does not. */
interface SchemaChange {
  readonly schema: string;
  readonly change: Change;
  readonly where: Part["where"];
  readonly breaks: Set<OperationSubject>;
  readonly mild: Set<OperationSubject>;
}

/** Without a look at what it names. */
function asOne({ name, place }: TypeSubject, isFine: boolean): Change {
  return (isFine ? compatible : breaking)(`the type of ${name([])} changed`, place([]));
}

/** Under other names, or put together otherwise; `isMore` where something of it is told. */
function asSame({ name, place }: TypeSubject, isMore: boolean): Change {
  const of = isMore ? "more of " : "";
  return compatible(`${of}${name([])} is written differently; for callers it is the same`, place([]));
}

function isBreaking(change: Change): boolean {
  return change.class === "breaking";
}

/** What breaks at one place may be made good at another. */
function mildly(change: Change): Change {
  return isBreaking(change) ? { ...change, class: "compatible" } : change;
}

function grouped<T, Key>(values: readonly T[], keyOf: (value: T) => Key): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}
