/** A type as TypeScript looks at it: what its values can be. Made when it is asked for, because types go in circles. */
export interface Type {
  readonly members: () => readonly Member[];
  /** Absent of what is put together here. */
  readonly written?: Written;
}

/** How a type is written. */
export interface Written {
  readonly text: () => string;
  /** Whether every name in it means the same on both sides: what reads alike is then the same. */
  readonly isStable: () => boolean;
}

/** One of the things that a value of a type can be. */
export type Member =
  | { readonly kind: "unknown" }
  | { readonly kind: "primitive"; readonly name: "string" | "number" | "null" | "undefined" | "object" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "array"; readonly items: Type }
  | TupleMember
  | ObjectMember
  /** An object that is not JSON: equal to what is called alike. */
  | { readonly kind: "instance"; readonly name: "Blob" | "RawBody" }
  /** Two things at once of which none says what that is, such as an object that is a list. */
  | { readonly kind: "both"; readonly one: Member; readonly other: Member }
  /** What is not known here; it is equal to what is written alike. */
  | { readonly kind: "opaque"; readonly text: string };

export interface TupleMember {
  readonly kind: "tuple";
  readonly items: readonly Type[];
  /** So many of them are always there. */
  readonly least: number;
  readonly rest: Type | undefined;
}

export interface ObjectMember {
  readonly kind: "object";
  /** The declaration that it is. */
  readonly name?: string;
  /** Of an interface nobody knows that there are no other keys. */
  readonly isInterface: boolean;
  readonly properties: ReadonlyMap<string, Property>;
  /** Type of any other key. */
  readonly index: Type | undefined;
}

export interface Property {
  readonly isOptional: boolean;
  readonly type: Type;
}

export const UNKNOWN: Type = ofMembers([{ kind: "unknown" }]);

/** Any object, as the input of a use-case that no document describes. */
export const ANY_OBJECT: Type = ofMembers([
  { kind: "object", isInterface: true, properties: new Map(), index: UNKNOWN },
]);

export function ofMembers(members: readonly Member[]): Type {
  return { members: () => members };
}

/** A type that is made when it is looked at first. */
export function lazily(make: () => readonly Member[], written?: Written): Type {
  return { members: once(make), ...(written && { written }) };
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Whether a literal is one of what another member can be. */
export function fits({ value }: Extract<Member, { kind: "literal" }>, other: Member): boolean {
  if (other.kind === "literal") return other.value === value;
  return other.kind === "primitive" && other.name === typeof value;
}

/** What of a type is an object or a list of one type. */
export function structures(type: Type): readonly Member[] {
  return type.members().filter(({ kind }) => kind === "object" || kind === "array");
}

/** What of a type is neither. */
export function plainOf(type: Type): Type {
  const members = type.members().filter(({ kind }) => kind !== "object" && kind !== "array");
  return { members: () => members };
}

export function isArray(member: Member): member is Extract<Member, { kind: "array" }> {
  return member.kind === "array";
}

export function isTuple(member: Member): member is TupleMember {
  return member.kind === "tuple";
}

export function isList(member: Member): member is Extract<Member, { kind: "array" | "tuple" }> {
  return member.kind === "array" || member.kind === "tuple";
}

export function isStructure({ kind }: Member): boolean {
  return kind === "object" || kind === "array" || kind === "tuple" || kind === "instance";
}

/** Whether an object or a list may be what another member can be, before anything in it is looked at. */
export function mayFit({ kind }: Member, asked: Member): boolean {
  const isOne = kind === "object" || kind === "array" || kind === "tuple";
  return !isOne || (asked.kind !== "literal" && (asked.kind !== "primitive" || asked.name === "object"));
}

/** A raw body may be a blob or a text. */
export function isInstance(given: Member, name: "Blob" | "RawBody"): boolean {
  if (given.kind === "instance") return given.name === name || name === "RawBody";
  const isText =
    given.kind === "primitive" ? given.name === "string" : given.kind === "literal" && typeof given.value === "string";
  return isText && name === "RawBody";
}

/** `{}` takes everything but nothing. */
export function isEmptyObject(member: Member): boolean {
  return member.kind === "object" && member.properties.size === 0 && member.index === undefined;
}

export function itemsOf(list: Extract<Member, { kind: "array" | "tuple" }>): readonly Type[] {
  if (list.kind === "array") return [list.items];
  return list.rest === undefined ? list.items : [...list.items, list.rest];
}

const definite = new WeakMap<Type, Type>();

/** What may be missing may be missing: whether it may be `undefined` as well is the emitter's. */
export function withoutUndefined(type: Type): Type {
  const known = definite.get(type);
  if (known !== undefined) return known;
  const members = () => type.members().filter((member) => member.kind !== "primitive" || member.name !== "undefined");
  const made = lazily(members, type.written);
  definite.set(type, made);
  return made;
}
