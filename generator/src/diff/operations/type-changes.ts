import { pointerSegments } from "@sdkwright/runtime/config";
import { schemaPointer, type SchemaEntry } from "../../operations/operations-model.js";
import { breaking, compatible, mostSevere, quoted, type Change, type Concerns } from "../change.js";
import { compareType, type TypeSubject } from "../compare-type.js";
import { listed } from "./listed.js";
import { namesOfOperation, schemaSubject, type OperationSubject, type Part } from "./part.js";
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
    const { base, next, subject, where } = part;
    if (base === next && !this.#sides.isTouched(next)) return;
    const [from, to] = [this.#sides.base.type(base), this.#sides.next.type(next)];
    const isFine = this.#sides.whole[subject.use === "give" ? "gives" : "reads"](from, to) === "holds";
    const own = base === next ? [] : compareType(subject, from, to, this.#sides.here);
    const changed = this.#sides.changedIn(base, next);
    const below = (changed ?? []).flatMap((name) => this.#inSchema(name, subject.use, where));
    for (const { change, breaks, mild } of below) {
      (isFine || change.class !== "breaking" ? mild : breaks).add(operation);
    }
    const isExplained = own.some(isBreaking) || below.some(({ change }) => isBreaking(change));
    const whole = () => compareType(subject, from, to, this.#sides.whole);
    const told =
      changed === undefined ? [asOne(subject, isFine)] : isFine ? own.map(mildly) : isExplained ? own : whole();
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

  /** What is written in schemas, each thing once. */
  ofSchemas(): Change[] {
    return mostSevere([...this.#ofSchemas.values()].flat().flatMap((each) => this.#told(each)));
  }

  #inSchema(name: string, use: TypeSubject["use"], where: Part["where"]): readonly SchemaChange[] {
    const key = `${use} ${name}`;
    const known = this.#ofSchemas.get(key);
    if (known !== undefined) return known;
    const at = pointerSegments(schemaPointer(name, this.#schemas[name]));
    const subject = schemaSubject(this.#provider, name, at, use);
    const { base, next, here } = this.#sides;
    const found = compareType(subject, base.declared(name), next.declared(name), here).map((change) => ({
      change,
      where,
      breaks: new Set<OperationSubject>(),
      mild: new Set<OperationSubject>(),
    }));
    this.#ofSchemas.set(key, found);
    return found;
  }

  #told({ change, where, breaks, mild }: SchemaChange): Change[] {
    const operations = [...(breaks.size > 0 ? breaks : mild)];
    if (operations.length === 0) return [];
    const sentence = `${change.sentence}, in ${where} of ${listed(operations.map(({ key }) => key))} of provider ${quoted(this.#provider)}`;
    const told = { ...change, sentence, concerns: this.#concerns(operations) };
    return [breaks.size > 0 ? told : mildly(told)];
  }

  #concerns(operations: readonly OperationSubject[]): Concerns {
    return { provider: this.#provider, operations: operations.flatMap(namesOfOperation) };
  }
}

/** A change of a schema, and operations for which it breaks code or does not. */
interface SchemaChange {
  readonly change: Change;
  readonly where: Part["where"];
  readonly breaks: Set<OperationSubject>;
  readonly mild: Set<OperationSubject>;
}

/** Without a look at what it names. */
function asOne({ name, place }: TypeSubject, isFine: boolean): Change {
  return (isFine ? compatible : breaking)(`the type of ${name([])} changed`, place([]));
}

function isBreaking(change: Change): boolean {
  return change.class === "breaking";
}

/** What breaks at one place may be made good at another. */
function mildly(change: Change): Change {
  return isBreaking(change) ? { ...change, class: "compatible" } : change;
}
