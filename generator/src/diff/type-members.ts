import {
  parseDeclarations,
  type Declarations,
  type DeclarationSyntax,
  type TypeSyntax,
} from "../surface/type-syntax.js";
import { typeText } from "../surface/type-text.js";

/** A type as TypeScript looks at it: what its values can be. Made when it is asked for, because types go in circles. */
export interface Type {
  readonly members: () => readonly Member[];
}

/** One of the things that a value of a type can be. */
export type Member =
  | { readonly kind: "unknown" }
  | { readonly kind: "primitive"; readonly name: "string" | "number" | "null" | "undefined" | "object" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "array"; readonly items: Type }
  | { readonly kind: "tuple"; readonly items: readonly Type[]; readonly rest: Type | undefined }
  | ObjectMember
  /** What is not known here; it is equal to what is written alike. */
  | { readonly kind: "opaque"; readonly text: string };

export interface ObjectMember {
  readonly kind: "object";
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

/** The first of some declarations; lines that cannot be read are one opaque thing. */
export function typeOf(lines: readonly string[]): Type {
  const declarations = parseDeclarations(lines.join("\n"));
  const [root] = declarations?.values() ?? [];
  if (declarations === undefined || root === undefined) return ofMembers([{ kind: "opaque", text: lines.join("\n") }]);
  return new Reader(declarations).declared(root);
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
export function lazily(make: () => readonly Member[]): Type {
  let made: readonly Member[] | undefined;
  return { members: () => (made ??= make()) };
}

const PRIMITIVES = ["string", "number", "null", "undefined", "object"] as const;

/** A name stands for a name, and so on, so often. */
const MOST_NAMES = 50;

/** More members than this are not looked at one by one. */
const MOST = 200;

/** Makes types of declarations, each once. */
class Reader {
  readonly #declarations: Declarations;
  readonly #types = new Map<TypeSyntax, Type>();

  constructor(declarations: Declarations) {
    this.#declarations = declarations;
  }

  declared(declaration: DeclarationSyntax): Type {
    return lazily(() => simplified(this.#declaration(declaration, [])));
  }

  type(syntax: TypeSyntax): Type {
    const known = this.#types.get(syntax);
    if (known !== undefined) return known;
    const type = lazily(() => simplified(this.#members(syntax, [])));
    this.#types.set(syntax, type);
    return type;
  }

  /** `through` are the names that led here: one that only refers to itself is nothing. */
  #members(syntax: TypeSyntax, through: readonly string[]): readonly Member[] {
    switch (syntax.kind) {
      case "name":
        return this.#named(syntax.name, through);
      case "literal":
        return [syntax];
      case "array":
        return [{ kind: "array", items: this.type(syntax.items) }];
      case "tuple": {
        const rest = syntax.rest && this.type(syntax.rest);
        return [{ kind: "tuple", items: syntax.items.map((item) => this.type(item)), rest }];
      }
      case "object":
        return [this.#object(syntax)];
      case "union":
        return syntax.members.flatMap((member) => this.#members(member, through));
      case "intersection":
        return this.#intersection(syntax, through);
    }
  }

  #named(name: string, through: readonly string[]): readonly Member[] {
    const declared = this.#declarations.get(name);
    if (declared !== undefined) {
      if (through.length > MOST_NAMES) return [{ kind: "opaque", text: name }];
      return through.includes(name) ? [] : this.#declaration(declared, [...through, name]);
    }
    if (name === "unknown" || name === "any") return [{ kind: "unknown" }];
    if (name === "boolean") return [true, false].map((value) => ({ kind: "literal", value }));
    if (name === "never") return [];
    const primitive = PRIMITIVES.find((other) => other === name);
    return [primitive === undefined ? { kind: "opaque", text: name } : { kind: "primitive", name: primitive }];
  }

  #declaration({ isInterface, type }: DeclarationSyntax, through: readonly string[]): readonly Member[] {
    const members = this.#members(type, through);
    return isInterface
      ? members.map((member) => (member.kind === "object" ? { ...member, isInterface } : member))
      : members;
  }

  #object({ properties, index }: Extract<TypeSyntax, { kind: "object" }>): ObjectMember {
    const entries = properties.map(({ name, isOptional, type }) => {
      const found = this.type(type);
      return [name, { isOptional, type: isOptional ? withoutUndefined(found) : found }] as const;
    });
    return { kind: "object", isInterface: false, properties: new Map(entries), index: index && this.type(index) };
  }

  #intersection(syntax: Extract<TypeSyntax, { members: unknown }>, through: readonly string[]): readonly Member[] {
    const lists = syntax.members.map((member) => this.#members(member, through));
    const all = lists.reduce<readonly (Member | undefined)[]>(
      (made, list) => (made.length * list.length > MOST ? [] : made.flatMap((a) => list.map((b) => a && both(a, b)))),
      [{ kind: "unknown" }],
    );
    const members = all.filter((member) => member !== undefined);
    return members.length === 0 ? [{ kind: "opaque", text: typeText(syntax) }] : members;
  }
}

/** What is two things at once; `undefined` where nothing can be. */
function both(a: Member, b: Member): Member | undefined {
  if (a.kind === "unknown") return b;
  if (b.kind === "unknown") return a;
  if (a.kind === "object" && b.kind === "object") return bothObjects(a, b);
  if (a.kind === "literal" && fits(a, b)) return a;
  if (b.kind === "literal" && fits(b, a)) return b;
  if (a.kind === "primitive" && b.kind === "primitive") return a.name === b.name ? a : undefined;
  if (a.kind === "primitive" && a.name === "object" && isStructure(b)) return b;
  if (b.kind === "primitive" && b.name === "object" && isStructure(a)) return a;
  return isStructure(a) || isStructure(b) ? { kind: "opaque", text: "an intersection" } : undefined;
}

/** A key that only one of them knows is one of the other keys of the other. */
function bothObjects(a: ObjectMember, b: ObjectMember): ObjectMember {
  const properties = new Map<string, Property>();
  for (const name of new Set([...a.properties.keys(), ...b.properties.keys()])) {
    const found = [a, b].flatMap((object) => object.properties.get(name) ?? otherKey(object));
    const [property, other] = found;
    if (property !== undefined) properties.set(name, other === undefined ? property : bothProperties(property, other));
  }
  const index = a.index === undefined || b.index === undefined ? (a.index ?? b.index) : bothTypes(a.index, b.index);
  return { kind: "object", isInterface: a.isInterface || b.isInterface, properties, index };
}

function otherKey({ index }: ObjectMember): readonly Property[] {
  return index === undefined ? [] : [{ isOptional: true, type: index }];
}

function bothProperties(a: Property, b: Property): Property {
  return { isOptional: a.isOptional && b.isOptional, type: bothTypes(a.type, b.type) };
}

function bothTypes(a: Type, b: Type): Type {
  return lazily(() => simplified(a.members().flatMap((one) => b.members().flatMap((other) => both(one, other) ?? []))));
}

/** Each thing once, and nothing that another one covers. */
function simplified(members: readonly Member[]): readonly Member[] {
  const unknown = members.find(({ kind }) => kind === "unknown");
  if (unknown !== undefined) return [unknown];
  const seen = new Set<unknown>();
  return members.filter((member) => {
    if (member.kind === "literal" && members.some((other) => other.kind === "primitive" && fits(member, other)))
      return false;
    const key =
      member.kind === "literal" ? JSON.stringify(member.value) : member.kind === "primitive" ? member.name : member;
    return !seen.has(key) && seen.add(key);
  });
}

/** Whether a literal is one of what another member can be. */
export function fits({ value }: Extract<Member, { kind: "literal" }>, other: Member): boolean {
  if (other.kind === "literal") return other.value === value;
  return other.kind === "primitive" && other.name === typeof value;
}

export function isStructure({ kind }: Member): boolean {
  return kind === "object" || kind === "array" || kind === "tuple";
}

/** What may be missing may be missing: whether it may be `undefined` as well is the emitter's. */
function withoutUndefined(type: Type): Type {
  return lazily(() => type.members().filter((member) => member.kind !== "primitive" || member.name !== "undefined"));
}
