import {
  parseDeclarations,
  type Declarations,
  type DeclarationSyntax,
  type TypeSyntax,
} from "../surface/type-syntax.js";
import { namesIn, typeText } from "../surface/type-text.js";
import { intersected, simplified, unknownIntersection, type Room } from "./intersect.js";
import {
  lazily,
  ofMembers,
  once,
  withoutUndefined,
  type Member,
  type ObjectMember,
  type Type,
  type Written,
} from "./type-members.js";

/** The first of some declarations; lines that cannot be read are one opaque thing. */
export function typeOf(lines: readonly string[]): Type {
  const declarations = parseDeclarations(lines.join("\n"));
  const [root] = declarations?.values() ?? [];
  if (declarations === undefined || root === undefined) return ofMembers([{ kind: "opaque", text: lines.join("\n") }]);
  return new TypeReader(declarations).declared(root);
}

const PRIMITIVES = ["string", "number", "null", "undefined", "object"] as const;
const KEYWORDS: ReadonlySet<string> = new Set([...PRIMITIVES, "boolean", "unknown", "any", "never", "Blob", "RawBody"]);

/** A name stands for a name, and so on, so often; in what is emitted 200 times at most. */
const MOST_NAMES = 250;

/** Names in a circle are read anew for each way through it, and no more of them than this. */
const MOST_READINGS = 500_000;

/** So many properties of intersections are put together, which takes some hundred MB. */
const MOST_PROPERTIES = 2_000_000;

/** And so many declarations are put together for what is not looked at. */
const MOST_MEANT = 20_000;

/** What a reader of types knows about names. */
export interface Names {
  readonly declarations: Pick<Declarations, "get">;
  /** Whether a name means the same on both sides of a comparison. */
  readonly isStable: (name: string) => boolean;
}

/** Makes types of declarations, each once. */
export class TypeReader {
  readonly #declarations: Names["declarations"];
  readonly #isStable: Names["isStable"];
  readonly #types = new Map<TypeSyntax, Type>();
  readonly #named = new Map<string, Type>();
  /** An object that many name is read once. */
  readonly #objects = new Map<TypeSyntax, ObjectMember>();
  readonly #room: Room = { left: MOST_PROPERTIES };
  /** What a name stands for, wherever it stands: many ways lead to it. */
  readonly #ofNames = new Map<string, readonly Member[]>();
  #circles = 0;
  #readings = 0;
  #meant = 0;

  constructor(declarations: Names["declarations"], isStable: Names["isStable"] = () => false) {
    this.#declarations = declarations;
    this.#isStable = isStable;
  }

  declared(declaration: DeclarationSyntax): Type {
    return lazily(() => simplified(this.#declaration(declaration, [])), this.#written(declaration.type));
  }

  type(syntax: TypeSyntax): Type {
    if (syntax.kind === "name") return this.#once(this.#named, syntax.name, syntax);
    return this.#once(this.#types, syntax, syntax);
  }

  #once<Key>(known: Map<Key, Type>, key: Key, syntax: TypeSyntax): Type {
    const type = known.get(key) ?? lazily(() => simplified(this.#members(syntax, [])), this.#written(syntax));
    known.set(key, type);
    return type;
  }

  #written(syntax: TypeSyntax): Written {
    const isStable = (name: string) => KEYWORDS.has(name) || this.#isStable(name);
    return { text: once(() => typeText(syntax)), isStable: once(() => namesIn(syntax).every(isStable)) };
  }

  /** `through` are the names that led here: one that only refers to itself is nothing. */
  #members(syntax: TypeSyntax, through: readonly string[]): readonly Member[] {
    switch (syntax.kind) {
      case "name":
        return this.#ofName(syntax.name, through);
      case "literal":
        return [syntax];
      case "array":
        return [{ kind: "array", items: this.type(syntax.items) }];
      case "tuple": {
        const { items, optional = 0, rest } = syntax;
        const types = items.map((item) => this.type(item));
        return [{ kind: "tuple", items: types, least: items.length - optional, rest: rest && this.type(rest) }];
      }
      case "object":
        return [this.#object(syntax)];
      case "union":
        return syntax.members.flatMap((member) => this.#members(member, through));
      case "intersection":
        return this.#intersection(syntax, through);
    }
  }

  #ofName(name: string, through: readonly string[]): readonly Member[] {
    const known = this.#ofNames.get(name);
    if (known !== undefined) return known;
    const declared = this.#declarations.get(name);
    if (declared !== undefined) return this.#ofDeclared(name, declared, through);
    if (name === "unknown" || name === "any") return [{ kind: "unknown" }];
    if (name === "boolean") return [true, false].map((value) => ({ kind: "literal", value }));
    if (name === "never") return [];
    if (name === "Blob" || name === "RawBody") return [{ kind: "instance", name }];
    const primitive = PRIMITIVES.find((other) => other === name);
    return [primitive === undefined ? { kind: "opaque", text: name } : { kind: "primitive", name: primitive }];
  }

  #ofDeclared(name: string, declared: DeclarationSyntax, through: readonly string[]): readonly Member[] {
    if (through.includes(name)) {
      this.#circles += 1;
      return [];
    }
    this.#readings += 1;
    if (through.length > MOST_NAMES || this.#readings > MOST_READINGS) return [this.#meaning({ kind: "name", name })];
    const before = this.#circles;
    const members = simplified(named(this.#declaration(declared, [...through, name]), name));
    // In a circle, what a name stands for depends on where it was entered.
    if (this.#circles === before) this.#ofNames.set(name, members);
    return members;
  }

  #declaration({ isInterface, type }: DeclarationSyntax, through: readonly string[]): readonly Member[] {
    const members = this.#members(type, through);
    return isInterface
      ? members.map((member) => (member.kind === "object" ? { ...member, isInterface } : member))
      : members;
  }

  #object(syntax: Extract<TypeSyntax, { kind: "object" }>): ObjectMember {
    const known = this.#objects.get(syntax);
    if (known !== undefined) return known;
    const { properties, index } = syntax;
    const entries = properties.map(({ name, isOptional, type }) => {
      const found = this.type(type);
      return [name, { isOptional, type: isOptional ? withoutUndefined(found) : found }] as const;
    });
    const type = index && this.type(index);
    const object: ObjectMember = { kind: "object", isInterface: false, properties: new Map(entries), index: type };
    this.#objects.set(syntax, object);
    return object;
  }

  #intersection(syntax: Extract<TypeSyntax, { members: unknown }>, through: readonly string[]): readonly Member[] {
    const lists = syntax.members.map((member) => this.#members(member, through));
    const members = intersected(lists, this.#room);
    return members.length === 0 ? [this.#meaning(syntax)] : members;
  }

  /** What is not looked at: alike on both sides only where all is that its names stand for. */
  #meaning(syntax: TypeSyntax): Member {
    const texts = [typeText(syntax)];
    const names = new Set(namesIn(syntax));
    for (const name of names) {
      const declared = this.#isStable(name) ? undefined : this.#declarations.get(name);
      if (declared === undefined) continue;
      texts.push(`${name} = ${typeText(declared.type)}`);
      for (const each of namesIn(declared.type)) names.add(each);
      this.#meant += 1;
      if (this.#meant > MOST_MEANT) return unknownIntersection();
    }
    return { kind: "opaque", text: texts.join("\n") };
  }
}

/** Objects that a declaration is, or names: the innermost name is theirs. */
function named(members: readonly Member[], name: string): readonly Member[] {
  return members.map((member) =>
    member.kind === "object" && member.name === undefined ? { ...member, name } : member,
  );
}
