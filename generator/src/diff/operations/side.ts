import type { OperationsModel, SchemaEntry } from "../../operations/operations-model.js";
import { namesIn } from "../../surface/type-text.js";
import { parseDeclarations, type DeclarationSyntax, type TypeSyntax } from "../../surface/type-syntax.js";
import { addTo } from "../add-to.js";
import { ofMembers, type Type } from "../type-members.js";
import { TypeReader } from "../type-reader.js";

/** Types that were read, by their text; most of them stand on both sides. */
export type Syntaxes = Map<string, TypeSyntax | undefined>;

/** One side of a comparison: its types, read when they are looked at, and what they name. */
export class Side {
  readonly #schemas: OperationsModel["schemas"];
  readonly #syntaxes: Syntaxes;
  readonly #types = new Map<string, Type>();
  readonly #names = new Map<string, readonly string[]>();
  readonly #reader: TypeReader;
  #users: ReadonlyMap<string, readonly string[]> | undefined;

  /** `isStable` says whether a name means the same on both sides; `syntaxes` are shared with the other one. */
  constructor({ schemas }: OperationsModel, isStable: (name: string) => boolean, syntaxes: Syntaxes) {
    this.#schemas = schemas;
    this.#syntaxes = syntaxes;
    this.#reader = new TypeReader({ get: (name) => this.#declaration(name) }, isStable);
  }

  /** A type as it stands in an operation. */
  type(text: string): Type {
    const known = this.#types.get(text);
    if (known !== undefined) return known;
    const syntax = this.#syntax(text);
    const type = syntax === undefined ? unreadable(text) : this.#reader.type(syntax);
    this.#types.set(text, type);
    return type;
  }

  /** What a schema is declared to be. */
  declared(name: string): Type {
    const declaration = this.#declaration(name);
    return declaration === undefined ? this.type(name) : this.#reader.declared(declaration);
  }

  /** The schemas that a type names, those that these name not included. */
  names(text: string): readonly string[] {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const syntax = this.#syntax(text);
    const named = syntax === undefined ? [] : [...new Set(namesIn(syntax))];
    const names = named.filter((name) => this.#entry(name) !== undefined);
    this.#names.set(text, names);
    return names;
  }

  /** The same of the declaration of a schema. */
  namesOf(schema: string): readonly string[] {
    const entry = this.#entry(schema);
    return entry === undefined ? [] : this.names(textOf(entry));
  }

  /** Schemas with all that name them, by whatever way. */
  leadingTo(schemas: Iterable<string>): ReadonlySet<string> {
    const found = new Set(schemas);
    for (const name of found) for (const user of this.#usersByName().get(name) ?? []) found.add(user);
    return found;
  }

  #usersByName(): ReadonlyMap<string, readonly string[]> {
    if (this.#users !== undefined) return this.#users;
    const users = new Map<string, string[]>();
    for (const user of Object.keys(this.#schemas)) {
      for (const name of this.namesOf(user)) addTo(users, name, user);
    }
    this.#users = users;
    return users;
  }

  #declaration(name: string): DeclarationSyntax | undefined {
    const entry = this.#entry(name);
    const type = entry && this.#syntax(textOf(entry));
    return type && { isInterface: entry.interface !== undefined, type };
  }

  #entry(name: string): SchemaEntry | undefined {
    return Object.hasOwn(this.#schemas, name) ? this.#schemas[name] : undefined;
  }

  #syntax(text: string): TypeSyntax | undefined {
    if (!this.#syntaxes.has(text)) this.#syntaxes.set(text, parseDeclarations(`type T = ${text}`)?.get("T")?.type);
    return this.#syntaxes.get(text);
  }
}

export function textOf({ interface: members, type }: SchemaEntry): string {
  return members ?? type ?? "unknown";
}

function unreadable(text: string): Type {
  return ofMembers([{ kind: "opaque", text }]);
}
