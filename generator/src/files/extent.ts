/** The one limit of what is read (rules F3): behind it nothing is counted again. */
export const MAX_BYTES: number = 64 * 1024 * 1024;
/** YAML takes more time and memory than JSON. */
export const MAX_YAML_BYTES: number = 16 * 1024 * 1024;
export const MAX_DEPTH = 200;
/** Objects, arrays and what is in them, with every alias of YAML written out. */
export const MAX_NODES = 2_000_000;
/** Characters of the keys that lead to a value: each note below has them in its pointer. */
export const MAX_KEYS = 8000;

export type Excess = "depth" | "nodes" | "keys";

/** What was counted of a value, or the first way in which it is too much, and where. */
export type Extent =
  | { readonly keys: number; readonly hasProto: boolean }
  | { readonly excess: Excess; readonly path: readonly (string | number)[] };

/** Counts a value that was parsed. Nothing else in the generator has to ask how large or deep a document is. */
export function extentOf(json: unknown): Extent {
  const path: (string | number)[] = [];
  let [nodes, keys, characters, hasProto] = [0, 0, 0, false];
  const count = (value: unknown): Excess | undefined => {
    if ((nodes += 1) > MAX_NODES) return "nodes";
    if (typeof value !== "object" || value === null) return undefined;
    if (path.length === MAX_DEPTH) return "depth";
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        const excess = below(at, 0, value[at]);
        if (excess !== undefined) return excess;
      }
      return undefined;
    }
    for (const key of Object.keys(value)) {
      keys += 1;
      hasProto ||= key === "__proto__";
      const excess = below(key, key.length, (value as { readonly [key: string]: unknown })[key]);
      if (excess !== undefined) return excess;
    }
    return undefined;
  };
  const below = (key: string | number, length: number, value: unknown): Excess | undefined => {
    characters += length;
    if (characters > MAX_KEYS) return "keys";
    path.push(key);
    const excess = count(value);
    // The path of what is too much is kept.
    if (excess !== undefined) return excess;
    path.pop();
    characters -= length;
    return undefined;
  };
  const excess = count(json);
  return excess === undefined ? { keys, hasProto } : { excess, path };
}

/** What is wrong with a document that is too much, as a sentence. */
export const EXCESS_TEXTS: { readonly [excess in Excess]: string } = {
  depth: `objects and arrays are nested more than ${MAX_DEPTH} deep`,
  nodes: `it has more than ${MAX_NODES / 1_000_000} million values, with every alias written out`,
  keys: `the keys that lead to a value here have more than ${MAX_KEYS} characters`,
};
