import { pointerSegments } from "@sdkwright/runtime/config";
import { typeNameOf } from "../names/operation-names.js";
import { isComponent } from "./api-schemas.js";
import type { Direction } from "./directions.js";

/** Two parts of a document whose names meet. */
export interface NameNote {
  readonly pointer: string;
  readonly name: string;
  /** What it would have been called. */
  readonly wanted: string;
}

/** Gives names, each once; what comes later and would have the same one gets a number. */
export class TypeNames {
  readonly notes: NameNote[] = [];
  readonly #taken: Set<string>;
  /** Where to go on counting. */
  readonly #last = new Map<string, number>();

  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved);
  }

  claim(wanted: string, pointer: string): string {
    const name = this.#free(wanted);
    this.#taken.add(name);
    if (name !== wanted) this.notes.push({ pointer, name, wanted });
    return name;
  }

  #free(wanted: string): string {
    if (!this.#taken.has(wanted)) return wanted;
    for (let count = (this.#last.get(wanted) ?? 1) + 1; ; count += 1) {
      const name = `${wanted}${count}`;
      if (this.#taken.has(name)) continue;
      this.#last.set(wanted, count);
      return name;
    }
  }
}

/** Names of the schemas' declarations: one, or one for each direction where these differ. */
export class SchemaNames {
  readonly #plain = new Map<string, string>();
  readonly #other = new Map<string, string>();

  /**
   * Schemas first, in the order given, then the second forms of those that differ. `ChargeRequest` is what requests have
   * of `Charge`; what is called a request already is its own, and answers have `ChargeRequestAnswer`.
   */
  constructor(pointers: readonly string[], differing: ReadonlySet<string>, names: TypeNames) {
    for (const pointer of pointers) this.#plain.set(pointer, names.claim(wantedName(pointer), pointer));
    for (const pointer of pointers) {
      const plain = this.#plain.get(pointer);
      if (plain === undefined || !differing.has(pointer)) continue;
      this.#other.set(pointer, names.claim(`${plain}${isRequestName(plain) ? "Answer" : "Request"}`, pointer));
    }
  }

  nameOf(pointer: string, direction: Direction): string {
    const plain = this.#plain.get(pointer) ?? "unknown";
    return this.#isOther(plain, direction) ? (this.#other.get(pointer) ?? plain) : plain;
  }

  #isOther(plain: string, direction: Direction): boolean {
    return isRequestName(plain) ? direction === "answers" : direction === "requests";
  }
}

function isRequestName(name: string): boolean {
  return name.endsWith("Request");
}

/** The component's name; of a part of one the way to it. */
function wantedName(pointer: string): string {
  const segments = pointerSegments(pointer);
  if (isComponent(pointer)) return typeNameOf(segments.at(-1) ?? "");
  if (segments[0] === "x-files") return typeNameOf((segments.at(-1) ?? "").replace(/\.(?:json|ya?ml)$/i, ""));
  const telling = segments.filter((segment) => !CONTAINERS.has(segment) && !segment.includes("/"));
  return typeNameOf((telling.length === 0 ? segments : telling).join("-"));
}

const CONTAINERS: ReadonlySet<string> = new Set(
  "components schemas properties definitions $defs paths responses requestBodies parameters content schema".split(" "),
);
