import type { JsonObject } from "@sdkwright/runtime/config";

/** The type of the values that a schema allows. Where it cannot say as much as the schema, it allows more. */
export type SchemaType =
  | { readonly kind: "unknown" | "never" | "null" | "boolean" | "number" | "string" }
  /** Bytes (OpenAPI): text in a JSON answer, a file in a request. */
  | { readonly kind: "binary" }
  | LiteralType
  | { readonly kind: "array"; readonly items: SchemaType }
  | TupleType
  | ObjectType
  | UnionType
  | { readonly kind: "intersection"; readonly members: readonly SchemaType[] }
  /** What stands at a JSON pointer into the schema, which has a type of its own. */
  | { readonly kind: "reference"; readonly pointer: string };

export interface LiteralType {
  readonly kind: "literal";
  readonly value: string | number | boolean;
  /** True if it is one of several texts of an `enum`, which may get more. */
  readonly isListed?: boolean | undefined;
}

export interface UnionType {
  readonly kind: "union";
  readonly members: readonly SchemaType[];
}

export interface TupleType {
  readonly kind: "tuple";
  readonly items: readonly SchemaType[];
  /** How many of them are there at least. */
  readonly least: number;
  readonly rest?: SchemaType | undefined;
}

export interface ObjectType {
  readonly kind: "object";
  readonly properties: readonly SchemaProperty[];
  /** What properties of other names may be; absent where there are none. */
  readonly index?: SchemaIndex | undefined;
  /** Nothing is said of it: beside a type that says more, it adds nothing. */
  readonly isBare?: boolean | undefined;
  /** It only says by which value a member of a union is known (`discriminator` of OpenAPI). */
  readonly isTag?: boolean | undefined;
}

export interface SchemaProperty {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: SchemaType;
  /** What says more about it, to people. */
  readonly schema?: JsonObject | undefined;
  /** Only in answers, or only in requests (OpenAPI); absent for both. */
  readonly only?: "answers" | "requests" | undefined;
  /** Whether it has a default (OpenAPI): then requests need not give it. */
  readonly isDefaulted?: boolean | undefined;
}

export interface SchemaIndex {
  readonly type: SchemaType;
  readonly schema?: JsonObject | undefined;
}

export const UNKNOWN: SchemaType = { kind: "unknown" };
export const NEVER: SchemaType = { kind: "never" };
export const NULL: SchemaType = { kind: "null" };

/** One of the types; a type that stands twice stands once. */
export function unionOf(types: readonly SchemaType[]): SchemaType {
  const [only] = types;
  if (types.length === 1 && only !== undefined) return only;
  const members = distinct(types.flatMap((type) => (type.kind === "union" ? type.members : [type])));
  if (members.some(({ kind }) => kind === "unknown")) return UNKNOWN;
  const possible = members.filter(({ kind }) => kind !== "never");
  return possible.length > 1 ? { kind: "union", members: possible } : (possible[0] ?? NEVER);
}

/** All of the types at once. */
export function intersectionOf(types: readonly SchemaType[]): SchemaType {
  const [only] = types;
  if (types.length === 1 && only !== undefined) return only;
  const members = distinct(types.flatMap((type) => (type.kind === "intersection" ? type.members : [type])));
  if (members.some(({ kind }) => kind === "never")) return NEVER;
  const telling = withoutSaid(members.filter(({ kind }) => kind !== "unknown"));
  return telling.length > 1 ? { kind: "intersection", members: telling } : (telling[0] ?? UNKNOWN);
}

/** Without those of which another member says the same, and more. */
function withoutSaid(members: readonly SchemaType[]): readonly SchemaType[] {
  const isMore = members.some((member) => !isBare(member));
  const literals = members.filter((member) => alternatives(member).every(({ kind }) => kind === "literal"));
  const isSaid = (type: SchemaType) =>
    literals.some((other) => other !== type && alternatives(other).every((each) => isWithin(each, type)));
  return members.filter((member) => (isBare(member) ? !isMore : !isSaid(member)));
}

function isBare(type: SchemaType): boolean {
  return type.kind === "object" && type.isBare === true;
}

/** Whether a literal is one of what a type of scalars allows. */
function isWithin(type: SchemaType, outer: SchemaType): boolean {
  if (type.kind !== "literal") return false;
  const kind = typeof type.value;
  return alternatives(outer).some((each) => each.kind === kind);
}

/** Whether all that a type allows is allowed by the other too, as far as that shows without looking into them. */
export function isAmong(type: SchemaType, outer: SchemaType): boolean {
  const known = new Set(alternatives(outer).map(keyOf));
  return type === outer || alternatives(type).every((each) => known.has(keyOf(each)) || isWithin(each, outer));
}

/** The members of a union, or the one type that it is. */
export function alternatives(type: SchemaType): readonly SchemaType[] {
  return type.kind === "union" ? type.members : [type];
}

function distinct(types: readonly SchemaType[]): readonly SchemaType[] {
  if (types.length < 2) return types;
  return [...new Map(types.map((type) => [keyOf(type), type])).values()];
}

/** Alike for types that are alike, as far as that is cheap to say: deep types are told apart by what they are. */
function keyOf(type: SchemaType): unknown {
  if (type.kind === "literal") return typeof type.value === "string" ? `=${type.value}` : type.value;
  if (type.kind === "reference") return `#${type.pointer}`;
  return DEEP.has(type.kind) ? type : type.kind;
}

const DEEP: ReadonlySet<SchemaType["kind"]> = new Set(["array", "tuple", "object", "union", "intersection"]);
