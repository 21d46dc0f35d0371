import type { Api, Operation, OperationId } from "../../openapi/api.js";
import { isReserved } from "../names.js";

// Names of the functions of operations: by the `operationId`, else by method and path. Names depend on what the
// document says, never on its order, and not on which operations are chosen.

/** By operation, as `GET /parcels/{id}`. */
export type CallNames = ReadonlyMap<string, string>;

/** The name of the call of one of a document's operations. */
export function callNameOf(operation: Pick<OperationId, "method" | "path">, api: Api): string {
  const names = known.get(api) ?? callNames(api.ids);
  known.set(api, names);
  return names.get(keyOf(operation)) ?? pathCallName(operation);
}

const known = new WeakMap<Api, CallNames>();

/** Operations that have an id and go by method and path, because others have the same words. */
export function unnamedIn(api: Api): readonly Operation[] {
  const unnamed = api.ids.filter((each) => {
    const { full, short } = wantedNames(each);
    return full !== "" && ![full, short].includes(callNameOf(each, api));
  });
  const keys = new Set(unnamed.map(keyOf));
  return api.operations.filter((each) => keys.has(keyOf(each)));
}

/** Names of calls by method and path alone, which all have that have no better one. */
export function pathCallName({ method, path }: { readonly method: string; readonly path: string }): string {
  const words = path.replaceAll(/\{([^{}]*)\}/g, "/by/$1/");
  return safeName(camelWords(/^[/#?]*$/.test(words) ? `${method} root` : `${method} ${words}`));
}

/** The names of all calls of a document. */
export function callNames(operations: readonly OperationId[]): CallNames {
  const wanted = operations.map(wantedNames);
  const shorts = countOf(wanted.map(({ short, full }) => short ?? full));
  const named = wanted.map(({ operation, short, full, isWritten }) => {
    const name = short !== undefined && shorts.get(short) === 1 ? short : full;
    return { operation, name, isWritten };
  });
  const all = countOf(named.map(({ name }) => name));
  const written = countOf(named.flatMap(({ name, isWritten }) => (isWritten ? [name] : [])));
  const names = new Map<string, string>();
  const others: OperationId[] = [];
  for (const { operation, name, isWritten } of named) {
    const isAlone = all.get(name) === 1 || (isWritten && written.get(name) === 1);
    if (name !== "" && isAlone) names.set(keyOf(operation), name);
    else others.push(operation);
  }
  const taken = new Set(names.values());
  const numbers = new Map<string, number>();
  // Two paths may have the same words: the code units of their keys decide.
  for (const operation of others.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const words = pathCallName(operation);
    let name = words;
    for (let number = numbers.get(words) ?? 2; taken.has(name); number += 1) {
      name = `${words}${number}`;
      numbers.set(words, number + 1);
    }
    taken.add(name);
    names.set(keyOf(operation), name);
  }
  return names;
}

function keyOf({ method, path }: Pick<OperationId, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}

interface WantedNames {
  readonly operation: OperationId;
  /** All words of the id; empty if there are none. */
  readonly full: string;
  /** Without what FastAPI puts behind the name of a function. */
  readonly short: string | undefined;
  /** The id is the name as it stands. */
  readonly isWritten: boolean;
}

function wantedNames(operation: OperationId): WantedNames {
  const { id = "" } = operation;
  const words = camelWords(id);
  if (words === "") return { operation, full: "", short: undefined, isWritten: false };
  const full = safeName(words);
  const short = camelWords(withoutPath(operation));
  return {
    operation,
    full,
    short: short === "" ? undefined : safeName(short),
    isWritten: id === words || id === full,
  };
}

/** FastAPI's ids are name, path and method: `read_item_items__item_id__get`. */
function withoutPath({ id = "", method, path }: OperationId): string {
  const end = `${path.replaceAll(/[^\p{L}\p{N}_]/gu, "_")}_${method}`;
  return id.length > end.length && id.endsWith(end) ? id.slice(0, -end.length) : "";
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Letters and digits of any script that identifiers can have, and that can be seen. */
const WORD = /(?:(?![\p{Pc}\p{Default_Ignorable_Code_Point}])\p{ID_Continue})+/gu;

/** `pets/list` → `petsList`; abbreviations stay as they are within a name, and begin it in lower case. */
function camelWords(text: string): string {
  const composed = text.normalize("NFC");
  const isShouted = !/\p{Ll}/u.test(composed);
  const [first = "", ...others] = (isShouted ? composed.toLowerCase() : composed).match(WORD) ?? [];
  const begin = first.replace(/^\p{Lu}+(?!\p{Ll})|^\p{Lu}/u, (letters) => letters.toLowerCase());
  return [begin, ...others.map(capitalized)].join("").normalize("NFC");
}

function capitalized(word: string): string {
  const [letter = ""] = word;
  return letter.toUpperCase() + word.slice(letter.length);
}

/** Names that a module imports or CommonJS declares, and `then`, by which `await import()` takes a module for a promise. */
const TAKEN: ReadonlySet<string> = new Set(["call", "exports", "module", "require", "then"]);

function safeName(name: string): string {
  if (isReserved(name) || TAKEN.has(name)) return `${name}_`;
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`;
}
