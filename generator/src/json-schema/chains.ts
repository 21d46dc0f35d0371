import { largest } from "../files/largest.js";
import { cut, directly } from "./circles.js";
import type { SchemaType } from "./schema-type.js";

type Types = ReadonlyMap<string, SchemaType>;

/** Longer chains of names for the same type are cut short: compilers follow them by recursion. */
const LONGEST_CHAIN = 20;

/** Types without circles, where names of names lead to what they mean in few steps. */
export function withShortChains(types: Types): Types {
  const ends = new Map<string, { readonly type: SchemaType; readonly steps: number }>();
  for (const start of types.keys()) {
    const chain: string[] = [];
    let next = types.get(start);
    while (next?.kind === "reference" && !ends.has(next.pointer)) {
      chain.push(next.pointer);
      next = types.get(next.pointer);
    }
    for (const pointer of chain.reverse()) {
      const further = types.get(pointer);
      const after = further?.kind === "reference" ? ends.get(further.pointer) : undefined;
      const type: SchemaType = after?.type ?? { kind: "reference", pointer };
      ends.set(pointer, { type, steps: (after?.steps ?? 0) + 1 });
    }
  }
  const shortened = (type: SchemaType): SchemaType => {
    const end = type.kind === "reference" ? ends.get(type.pointer) : undefined;
    return end !== undefined && end.steps > LONGEST_CHAIN ? end.type : type;
  };
  return new Map(Array.from(types, ([pointer, type]) => [pointer, shortened(type)]));
}

/** Compilers know a type when they know all that it is a choice or a sum of: by recursion, and so not without end. */
const DEEPEST = 200;

/** Types without circles, of which none needs too many others, one behind the other, to be known. */
export function withoutDepths(types: Types, note: (pointer: string) => void): Types {
  const deep = deepTypes(types);
  if (deep.size === 0) return types;
  return new Map(
    Array.from(types, ([pointer, type]) => {
      if (!directly(type).some((other) => deep.has(other))) return [pointer, type] as const;
      note(pointer);
      return [pointer, cut(type, deep)] as const;
    }),
  );
}

/** Those at which a way down is cut: behind each are as many as there may be. */
function deepTypes(types: Types): ReadonlySet<string> {
  const depths = new Map<string, number>();
  for (const start of types.keys()) {
    const open = [start];
    for (let pointer = open.at(-1); pointer !== undefined; pointer = open.at(-1)) {
      const type = types.get(pointer);
      const needs = type === undefined ? [] : directly(type);
      const unknown = depths.has(pointer) ? [] : needs.filter((other) => !depths.has(other));
      for (const other of unknown) open.push(other);
      if (unknown.length === 0) {
        open.pop();
        // What is cut counts no more; another way down may go on.
        const below = needs.map((other) => depths.get(other) ?? 0).filter((depth) => depth < DEEPEST);
        depths.set(pointer, largest(below) + 1);
      }
    }
  }
  return new Set(Array.from(depths).flatMap(([pointer, depth]) => (depth >= DEEPEST ? [pointer] : [])));
}
