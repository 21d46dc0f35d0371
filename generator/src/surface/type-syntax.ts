import { textOf, tokensOf, UnknownSyntax } from "./type-tokens.js";

/** A type as emitted code writes it. */
export type TypeSyntax =
  /** A keyword, or another declaration. */
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "array"; readonly items: TypeSyntax }
  | {
      readonly kind: "tuple";
      readonly items: readonly TypeSyntax[];
      /** How many of the last items may be missing; absent for none. */
      readonly optional?: number | undefined;
      readonly rest?: TypeSyntax | undefined;
    }
  | { readonly kind: "object"; readonly properties: readonly PropertySyntax[]; readonly index?: TypeSyntax | undefined }
  | { readonly kind: "union" | "intersection"; readonly members: readonly TypeSyntax[] };

export interface PropertySyntax {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: TypeSyntax;
}

/** A declaration: an interface can be added to elsewhere, so it is not known to have no other keys. */
export interface DeclarationSyntax {
  readonly isInterface: boolean;
  readonly type: TypeSyntax;
}

/** Declarations by name; the first is the type itself, the others are parts that it refers to. */
export type Declarations = ReadonlyMap<string, DeclarationSyntax>;

/** Reads declarations of types; `undefined` for anything else that TypeScript can say. Nothing is thrown. */
export function parseDeclarations(code: string): Declarations | undefined {
  const tokens = tokensOf(code);
  if (tokens === undefined) return undefined;
  try {
    return new TypeParser(tokens).declarations();
  } catch (error) {
    // What is nested without end overflows the stack.
    if (error instanceof UnknownSyntax || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Where the reader is in the tokens. */
class TypeParser {
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  declarations(): Declarations {
    const declarations = new Map<string, DeclarationSyntax>();
    while (this.#next < this.#tokens.length) {
      this.#skip("export");
      const isInterface = this.#skip("interface");
      if (!isInterface) this.#expect("type");
      const name = this.#identifier();
      if (!isInterface) this.#expect("=");
      declarations.set(name, { isInterface, type: isInterface ? this.#object() : this.#type() });
      this.#skip(";");
    }
    return declarations;
  }

  #type(): TypeSyntax {
    return this.#union();
  }

  #union(): TypeSyntax {
    return this.#separated("|", "union", () => this.#separated("&", "intersection", () => this.#arrays()));
  }

  /** Types with a sign between them; prettier puts one before the first too. */
  #separated(sign: string, kind: "union" | "intersection", one: () => TypeSyntax): TypeSyntax {
    this.#skip(sign);
    const first = one();
    const members = [first];
    while (this.#skip(sign)) members.push(one());
    return members.length === 1 ? first : { kind, members };
  }

  #arrays(): TypeSyntax {
    let type = this.#single();
    // Another `[` starts the next property: nothing but a line break need stand between two.
    while (this.#peek() === "[" && this.#peek(1) === "]") {
      this.#next += 2;
      type = { kind: "array", items: type };
    }
    return type;
  }

  #single(): TypeSyntax {
    if (this.#peek() === "{") return this.#object();
    if (this.#skip("[")) return this.#tuple();
    if (this.#skip("(")) {
      const type = this.#type();
      this.#expect(")");
      return type;
    }
    const token = this.#take();
    if (token.startsWith('"')) return { kind: "literal", value: textOf(token) };
    if (/^-?\d/.test(token)) return { kind: "literal", value: Number(token) };
    if (token === "true" || token === "false") return { kind: "literal", value: token === "true" };
    if (!/^[A-Za-z_$]/.test(token) || this.#peek() === "<") throw new UnknownSyntax(token);
    return { kind: "name", name: token };
  }

  #tuple(): TypeSyntax {
    const items: TypeSyntax[] = [];
    let optional = 0;
    let rest: TypeSyntax | undefined;
    while (!this.#skip("]")) {
      if (this.#skip("...")) {
        rest = this.#rest();
        break;
      }
      items.push(this.#type());
      if (this.#skip("?")) optional += 1;
      else if (optional > 0) throw new UnknownSyntax("?");
      if (this.#peek() !== "]") this.#expect(",");
    }
    return { kind: "tuple", items, ...(optional > 0 && { optional }), ...(rest !== undefined && { rest }) };
  }

  #rest(): TypeSyntax {
    const rest = this.#type();
    this.#skip(",");
    this.#expect("]");
    if (rest.kind !== "array") throw new UnknownSyntax("...");
    return rest.items;
  }

  #object(): TypeSyntax {
    const properties: PropertySyntax[] = [];
    let index: TypeSyntax | undefined;
    this.#expect("{");
    while (!this.#skip("}")) {
      if (this.#skip("[")) index = this.#index();
      else properties.push(this.#property());
      if (!this.#skip(";")) this.#skip(",");
    }
    return { kind: "object", properties, index };
  }

  #index(): TypeSyntax {
    this.#identifier();
    this.#expect(":");
    this.#expect("string");
    this.#expect("]");
    this.#expect(":");
    return this.#type();
  }

  #property(): PropertySyntax {
    const token = this.#take();
    const name = token.startsWith('"') ? textOf(token) : token;
    if (!token.startsWith('"') && !/^[\p{ID_Continue}$]/u.test(token)) throw new UnknownSyntax(token);
    const isOptional = this.#skip("?");
    this.#expect(":");
    return { name, isOptional, type: this.#type() };
  }

  #identifier(): string {
    const token = this.#take();
    if (!/^[A-Za-z_$]/.test(token)) throw new UnknownSyntax(token);
    return token;
  }

  #peek(ahead = 0): string | undefined {
    return this.#tokens[this.#next + ahead];
  }

  #take(): string {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw new UnknownSyntax("the end");
    this.#next += 1;
    return token;
  }

  #skip(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#next += 1;
    return true;
  }

  #expect(token: string): void {
    if (!this.#skip(token)) throw new UnknownSyntax(this.#peek() ?? "the end");
  }
}
