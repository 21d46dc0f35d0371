import { toPointer } from "@sdkwright/runtime/config";
import type { PublicUseCase } from "../surface/public-model.js";
import { ANY_OBJECT, lazily, UNKNOWN, type Member, type Type } from "./type-members.js";
import { typeOf } from "./type-reader.js";

/** The types of a use-case: `call` is its input as callers give it. */
export interface UseCaseParts {
  readonly call: Type;
  readonly input: Type;
  readonly result: Type;
  readonly error: Type;
}

export function partsOf({ types, document, defaulted }: PublicUseCase): UseCaseParts {
  const { input: lines, result, error } = types;
  const input = lines === undefined ? (document === undefined ? ANY_OBJECT : UNKNOWN) : typeOf(lines);
  return {
    call: withDefaults(input, new Set(defaulted)),
    input,
    result: result === undefined ? UNKNOWN : typeOf(result),
    error: error === undefined ? UNKNOWN : typeOf(error),
  };
}

/** A type whose keys at `pointers` need not be given, as `Defaulted` of the runtime makes it. */
function withDefaults(type: Type, pointers: ReadonlySet<string>, way: readonly string[] = []): Type {
  const below = toPointer(...way, "");
  if (![...pointers].some((pointer) => pointer.startsWith(below))) return type;
  return lazily(() => type.members().map((member) => memberWithDefaults(member, pointers, way)));
}

function memberWithDefaults(member: Member, pointers: ReadonlySet<string>, way: readonly string[]): Member {
  if (member.kind !== "object") return member;
  const properties = [...member.properties].map(([name, { isOptional, type }]) => {
    const inner = [...way, name];
    const property = {
      isOptional: isOptional || pointers.has(toPointer(...inner)),
      type: withDefaults(type, pointers, inner),
    };
    return [name, property] as const;
  });
  return { ...member, properties: new Map(properties) };
}
