import { addTo } from "../add-to.js";
import type { Concerns } from "../change.js";
import type { Call, TypeImport, Usage } from "./usage.js";

/** Where code uses operations and types, to be looked up: there may be thousands of changes, calls, and paths of each. */
export class UsageIndex {
  readonly #calls: readonly Call[];
  /** By operation, the indices of calls. Calls of the same operations share one list. */
  readonly #byOperation = new Map<string, number[][]>();
  readonly #imports = new Map<string, TypeImport[]>();
  /** Providers of calls that cannot be read; `undefined` where nobody knows of which they are. */
  readonly #unread: ReadonlySet<string | undefined>;

  constructor({ calls, imports }: Usage) {
    this.#calls = calls;
    const lists = new Map<readonly string[], number[]>();
    for (const [index, { operations }] of calls.entries()) {
      const known = operations && lists.get(operations);
      if (known !== undefined) known.push(index);
      else if (operations !== undefined) lists.set(operations, [index]);
    }
    for (const [operations, list] of lists)
      for (const operation of operations) addTo(this.#byOperation, operation, list);
    for (const each of imports) addTo(this.#imports, importKey(each.provider, each.name), each);
    const unread = calls.filter(({ operations }) => operations === undefined);
    this.#unread = new Set(
      unread.flatMap(({ providers }): readonly (string | undefined)[] => providers ?? [undefined]),
    );
  }

  /** Calls of what a change concerns, in their order, whatever their provider. */
  callsOf({ operations, everything }: Concerns): readonly Call[] {
    if (everything === true) return this.#calls;
    const lists = new Set(operations.flatMap((operation) => this.#byOperation.get(operation) ?? []));
    const indices = [...lists].flat().sort((a, b) => a - b);
    return indices.flatMap((index) => this.#calls[index] ?? []);
  }

  /** Where code names the types that it concerns. */
  importsOf({ provider, types = [] }: Concerns): readonly TypeImport[] {
    return types.flatMap((name) => this.#imports.get(importKey(provider, name)) ?? []);
  }

  /** Where it names all types of the provider, if it concerns some. */
  wholeImportsOf({ provider, types }: Concerns): readonly TypeImport[] {
    return types === undefined ? [] : (this.#imports.get(importKey(provider, undefined)) ?? []);
  }

  /** Whether calls that cannot be read may be of what it concerns. */
  isUnread({ provider, operations, everything }: Concerns): boolean {
    const asksForCalls = operations.length > 0 || everything === true;
    return asksForCalls && (this.#unread.has(provider) || this.#unread.has(undefined));
  }
}

function importKey(provider: string, name: string | undefined): string {
  return JSON.stringify([provider, name]);
}
