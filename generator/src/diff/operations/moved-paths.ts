import { own } from "@sdkwright/runtime/config";
import type { OperationEntry } from "../../operations/operations-model.js";
import { parseDeclarations, type PropertySyntax } from "../../surface/type-syntax.js";
import { typeText } from "../../surface/type-text.js";

/** An operation whose path is the same but for the names of its parameters, or the same. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** What it was, its parameters called as they are now. */
  readonly before: OperationEntry;
  readonly after: OperationEntry;
}

type Operations = { readonly [key: string]: OperationEntry };

/** Operations that left and came, one for one. */
export function movedPaths(base: Operations, next: Operations): readonly Move[] {
  const left = byShape(base, next);
  return [...byShape(next, base)].flatMap(([shape, [to, ...others]]) => {
    const [from, ...more] = left.get(shape) ?? [];
    if (from === undefined || to === undefined || others.length + more.length > 0) return [];
    return [{ from: from[0], before: withNames(from[1], newNames(from[0], to[0])), to: to[0], after: to[1] }];
  });
}

/** Those that stand on one side only, by what does not change with names. */
function byShape(
  operations: Operations,
  others: Operations,
): ReadonlyMap<string, readonly (readonly [string, OperationEntry])[]> {
  const own = Object.entries(operations).filter(([key]) => !Object.hasOwn(others, key));
  const grouped = new Map<string, (readonly [string, OperationEntry])[]>();
  for (const entry of own) {
    const shape = entry[0].replaceAll(/\{[^{}]*\}/g, "{}");
    const known = grouped.get(shape);
    if (known === undefined) grouped.set(shape, [entry]);
    else known.push(entry);
  }
  return grouped;
}

/** By the name of a parameter, that of the one in its place. */
type Names = { readonly [name: string]: string };

function newNames(from: string, to: string): Names {
  const [before = [], after = []] = [from, to].map((key) =>
    [...key.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name),
  );
  return Object.fromEntries(before.map((name, index) => [name, after[index] ?? name]));
}

function withNames(entry: OperationEntry, names: Names): OperationEntry {
  const { options, wire, defaults } = entry;
  const inDefaults = (key: string) => (key.startsWith("params.") ? `params.${renamed(key.slice(7), names)}` : key);
  return {
    ...entry,
    options: optionsWith(options, names),
    ...(wire?.params && { wire: { ...wire, params: withKeys(wire.params, (name) => renamed(name, names)) } }),
    ...(defaults && { defaults: withKeys(defaults, inDefaults) }),
  };
}

function renamed(name: string, names: Names): string {
  return own(names, name) ?? name;
}

function withKeys<T>(
  record: { readonly [key: string]: T },
  nameOf: (key: string) => string,
): { readonly [key: string]: T } {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [nameOf(key), value]));
}

function optionsWith(options: string, names: Names): string {
  const type = parseDeclarations(`type T = ${options}`)?.get("T")?.type;
  if (type?.kind !== "object") return options;
  return typeText({ ...type, properties: type.properties.map((place) => paramsWith(place, names)) });
}

function paramsWith(place: PropertySyntax, names: Names): PropertySyntax {
  if (place.name !== "params" || place.type.kind !== "object") return place;
  const properties = place.type.properties.map((each) => ({ ...each, name: renamed(each.name, names) }));
  return { ...place, type: { ...place.type, properties } };
}
