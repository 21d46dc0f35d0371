import { toPointer } from "@sdkwright/runtime/config";
import type { ts as TypeScript } from "../emit/ts-morph.js";

// Compares types. The compiler says what can be assigned to what; here stand the three rules for which that is blind:
// a property that is gone, a key of an object that was open, a literal that answers no longer have.

type Type = TypeScript.Type;
type Compiler = typeof TypeScript;

/** Two types by the names that they have in one module, or in a namespace of it each. */
export interface TypePair {
  readonly base: string;
  readonly next: string;
  /** Properties that need not be given, on either side, whatever the types say; JSON pointers. */
  readonly optional?: { readonly base: ReadonlySet<string>; readonly next: ReadonlySet<string> };
  /** Properties are groups, as those of a call's options are: one that is missing is empty, and none is required by itself. */
  readonly hasGroups?: boolean;
}

/** The way to a part of a type: property names, `[]` for items, `*` for other keys. */
export type Way = readonly string[];

/** Who breaks by a difference: those who give values of the type, and those who read them. */
export interface Breaks {
  readonly give: boolean;
  readonly read: boolean;
}

/** One difference, at the place that it comes from. */
export interface TypeDifference {
  readonly kind: "added" | "removed" | "renamed" | "required" | "keys" | "null" | "type";
  readonly way: Way;
  readonly breaks: Breaks;
  /** Of `required`, `keys` and `null`: whether it is so now. Of `added` and `removed`: whether it is required. */
  readonly isNow?: boolean;
  /** Of `renamed`: the new name. */
  readonly to?: string;
  /** Of `type`: both types as text. */
  readonly before?: string;
  readonly now?: string;
  /** Of `type`, between unions: what came and what went. */
  readonly gained?: readonly string[];
  readonly lost?: readonly string[];
  /** Whether all of them are literals. */
  readonly areValues?: boolean;
}

/** The few types of the platform and the runtime that emitted types name; no library has to be read. */
const GLOBALS = `interface Array<T> { length: number; [n: number]: T; concat(...items: T[]): T[] }
interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number { toFixed(): string } interface Object {} interface RegExp {}
interface String { charAt(): string }
interface Blob { readonly blob: never } interface RawBody { readonly rawBody: never }
interface OneBody { readonly oneBody: never }
type Record<K extends string, V> = { [P in K]: V }; type Partial<T> = { [P in keyof T]?: T[P] };
`;

/** What stands for a group of options that is not there. Headers that no document has may be given always. */
const OPTIONS = "type Nothing$ = {};\ntype AnyHeader$ = { [name: string]: unknown };\n";

/** Differences of each pair. Loads the compiler: to be asked for only when the text of a type changed. */
export async function compareTypes(
  declarations: string,
  pairs: readonly TypePair[],
): Promise<readonly (readonly TypeDifference[])[]> {
  if (pairs.length === 0) return [];
  const { ts } = await import("../emit/ts-morph.js");
  const names = pairs.map(({ base, next }, index) => `type B${index}$ = ${base};\ntype N${index}$ = ${next};`);
  const { checker, named } = checkerOf(ts, `${declarations}\n${OPTIONS}${names.join("\n")}\nexport {};\n`);
  return pairs.map(({ optional, hasGroups = false }, index) => {
    const walk = new Walk(ts, checker, optional);
    const [base, next] = [named(`B${index}$`), named(`N${index}$`)];
    return hasGroups ? walk.groups(base, next, named("Nothing$"), named("AnyHeader$")) : walk.between(base, next);
  });
}

function checkerOf(
  ts: Compiler,
  text: string,
): { readonly checker: TypeScript.TypeChecker; readonly named: (name: string) => Type } {
  const texts = new Map([
    ["/globals.d.ts", GLOBALS],
    ["/types.ts", text],
  ]);
  const files = new Map(
    Array.from(texts, ([path, code]) => [path, ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, false)]),
  );
  const options = { strict: true, exactOptionalPropertyTypes: true, noLib: true, noEmit: true, types: [] };
  const program = ts.createProgram([...texts.keys()], options, {
    getSourceFile: (path) => files.get(path),
    fileExists: (path) => texts.has(path),
    readFile: (path) => texts.get(path),
    getDefaultLibFileName: () => "/globals.d.ts",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
  });
  const checker = program.getTypeChecker();
  const declared = new Map<string, TypeScript.TypeNode>();
  for (const statement of files.get("/types.ts")?.statements ?? [])
    if (ts.isTypeAliasDeclaration(statement)) declared.set(statement.name.text, statement.type);
  const named = (name: string) => {
    const node = declared.get(name);
    return node === undefined ? checker.getAnyType() : checker.getTypeFromTypeNode(node);
  };
  return { checker, named };
}

interface Member {
  readonly isOptional: boolean;
  readonly type: Type;
}

const BOTH = { give: true, read: true };
const NOBODY = { give: false, read: false };
const GIVERS = { give: true, read: false };
const READERS = { give: false, read: true };

class Walk {
  readonly #ts: Compiler;
  readonly #checker: TypeScript.TypeChecker;
  readonly #optional: TypePair["optional"];
  readonly #seen = new Map<Type, Set<Type>>();

  constructor(ts: Compiler, checker: TypeScript.TypeChecker, optional: TypePair["optional"]) {
    this.#ts = ts;
    this.#checker = checker;
    this.#optional = optional;
  }

  between(base: Type, next: Type, way: Way = []): readonly TypeDifference[] {
    const seen = this.#seen.get(base) ?? new Set();
    if (base === next || seen.has(next)) return [];
    this.#seen.set(base, seen.add(next));
    const differences = this.#compare(base, next, way);
    // A list of texts may stand in many places, and is told in each; an object is told where it is met first.
    if (!this.#isObject(base)) seen.delete(next);
    return differences;
  }

  #compare(base: Type, next: Type, way: Way): readonly TypeDifference[] {
    if (this.#has(base, "Unknown") || this.#has(next, "Unknown"))
      return [this.#typed(base, next, way, { give: !this.#fits(base, next), read: !this.#fits(next, base) })];
    const [wasNull, isNow] = [this.#hasNull(base), this.#hasNull(next)];
    const parts = this.#parts(this.#withoutNull(base), this.#withoutNull(next), way);
    if (wasNull === isNow) return parts;
    const breaks = isNow ? READERS : GIVERS;
    const whole = parts.find((each) => each.kind === "type" && each.way.length === way.length);
    if (whole === undefined) return [{ ...this.#typed(base, next, way, breaks), kind: "null", isNow }, ...parts];
    return [this.#typed(base, next, way, worst([whole, { breaks }])), ...parts.filter((each) => each !== whole)];
  }

  #parts(base: Type, next: Type, way: Way): readonly TypeDifference[] {
    if (base === next) return [];
    const [from, to] = [this.#items(base), this.#items(next)];
    if (from !== undefined && to !== undefined) return this.between(from, to, [...way, "[]"]);
    if (!this.#isObject(base) || !this.#isObject(next)) return this.#unions(base, next, way);
    const [before, now] = [this.#nameOf(base), this.#nameOf(next)];
    const inner = this.#objects(base, next, way);
    if (before === undefined || now === undefined || before === now || inner.length === 0) return inner;
    return [this.#typed(base, next, way, worst(inner))];
  }

  /** Of options of calls: parameters by their place. */
  groups(base: Type, next: Type, nothing: Type, anyHeader: Type): readonly TypeDifference[] {
    const [from, to] = [this.#members(base, [], "base"), this.#members(next, [], "next")];
    return [...new Set([...from.keys(), ...to.keys()])].flatMap((group): readonly TypeDifference[] => {
      const [before, now] = [from.get(group), to.get(group)];
      if (group === "security") return this.#security(before, now);
      const missing = group === "headers" ? anyHeader : nothing;
      const inner = this.#objects(before?.type ?? missing, now?.type ?? missing, [group], true);
      if (group === "headers") return inner.flatMap(headerDifference);
      return inner.filter(({ kind, way }) => kind !== "keys" || way.length > 1);
    });
  }

  #security(before: Member | undefined, now: Member | undefined): readonly TypeDifference[] {
    const way = ["security"];
    if (now === undefined) return [{ kind: "removed", way, isNow: false, breaks: NOBODY }];
    const isDemanded = !now.isOptional && before?.isOptional !== false;
    const required: TypeDifference[] = isDemanded ? [{ kind: "required", way, isNow: true, breaks: GIVERS }] : [];
    if (before !== undefined) return [...required, ...this.between(before.type, now.type, way)];
    return isDemanded ? required : [{ kind: "added", way, isNow: false, breaks: NOBODY }];
  }

  /** Of what is closed no key may be given that it does not have, even where it has none. */
  #objects(base: Type, next: Type, way: Way, isClosed = false): readonly TypeDifference[] {
    const [from, to] = [this.#members(base, way, "base"), this.#members(next, way, "next")];
    const [openBefore, openNow] = [this.#index(base), this.#index(next)];
    const isEmpty = to.size === 0 && openNow === undefined && !isClosed;
    const gone = [...from].filter(([name]) => !to.has(name));
    const come = [...to].filter(([name]) => !from.has(name));
    const kept = [...from].flatMap(([name, before]): readonly TypeDifference[] => {
      const [now, inner] = [to.get(name), [...way, name]];
      if (now === undefined) return [];
      const differences = this.between(before.type, now.type, inner);
      if (before.isOptional === now.isOptional) return differences;
      const breaks = now.isOptional ? READERS : GIVERS;
      return [{ kind: "required", way: inner, isNow: !now.isOptional, breaks }, ...differences];
    });
    const removed = gone.map(([name, { type, isOptional }]): TypeDifference => {
      const isTaken = isEmpty || (openNow !== undefined && this.#fits(type, openNow));
      const breaks = { give: !isTaken, read: true };
      return { kind: "removed", way: [...way, name], isNow: !isOptional, breaks };
    });
    const added = come.map(([name, { type, isOptional }]): TypeDifference => {
      const open = openBefore && this.#withoutUndefined(openBefore);
      const give = !isOptional || (open !== undefined && !this.#fits(open, type));
      const breaks = { give, read: open !== undefined && !this.#fits(type, open) };
      return { kind: "added", way: [...way, name], isNow: !isOptional, breaks };
    });
    const changed = this.#renamed(gone, come, way) ?? [...removed, ...added];
    return [...kept, ...changed, ...this.#keys(openBefore, openNow, isEmpty, [...from.values()], way)];
  }

  /** One gone and one new with the same type. */
  #renamed(
    gone: readonly (readonly [string, Member])[],
    come: readonly (readonly [string, Member])[],
    way: Way,
  ): readonly TypeDifference[] | undefined {
    const [[from, ...left], [to, ...more]] = [gone, come];
    if (from === undefined || to === undefined || left.length + more.length > 0) return undefined;
    const isSame = from[1].isOptional === to[1].isOptional && this.#isAlike(from[1].type, to[1].type);
    return isSame ? [{ kind: "renamed", way: [...way, from[0]], to: to[0], breaks: BOTH }] : undefined;
  }

  #keys(
    before: Type | undefined,
    now: Type | undefined,
    isEmpty: boolean,
    properties: readonly Member[],
    way: Way,
  ): readonly TypeDifference[] {
    if (before !== undefined && now !== undefined) return this.between(before, now, [...way, "*"]);
    if (before !== undefined) return [{ kind: "keys", way, isNow: false, breaks: { give: !isEmpty, read: true } }];
    if (now === undefined) return [];
    // An intersection wants each property to be one of the other keys too.
    const give = properties.some(({ type }) => !this.#fits(type, now));
    return [{ kind: "keys", way, isNow: true, breaks: { give, read: false } }];
  }

  #unions(base: Type, next: Type, way: Way): readonly TypeDifference[] {
    const [from, to] = [alternativesOf(base), alternativesOf(next)];
    const without = (types: readonly Type[], others: readonly Type[]) =>
      types.filter((type) => !others.some((each) => this.#isAlike(each, type)));
    let [gone, come] = [without(from, to), without(to, from)];
    const parts: (readonly TypeDifference[])[] = [];
    for (const each of gone) {
      const other = this.#counterpart(each, gone, come);
      if (other === undefined) continue;
      const inner = this.between(each, other, way);
      parts.push(
        inner.map((part) =>
          part.kind === "type" && part.way.length === way.length && from.length > 1
            ? { ...this.#typed(base, next, way, part.breaks), gained: [this.#text(other)], lost: [this.#text(each)] }
            : part,
        ),
      );
      gone = gone.filter((type) => type !== each);
      come = come.filter((type) => type !== other);
    }
    const inner = parts.flat();
    if (gone.length + come.length === 0) return inner;
    const isLiteral = (type: Type) => this.#has(type, "Literal");
    const hadLiterals = from.filter(isLiteral).length > 1;
    // A literal that is compared with, the tag of a variant, and what all variants have, are names in code.
    const isNamed = (type: Type) => (isLiteral(type) ? hadLiterals : this.#hasOwnTag(type, from, to));
    const breaks = {
      give: gone.some((type) => !this.#fits(type, next) || this.#hasExcess(type, to)),
      read: come.some((type) => !this.#fits(type, base)) || gone.some(isNamed) || this.#isLost(from, to),
    };
    const change = this.#typed(base, next, way, breaks);
    if (from.length < 2 && to.length < 2) return [...inner, change];
    const [gained, lost] = [come, gone].map((types) => types.map((type) => this.#text(type))) as [string[], string[]];
    return [...inner, { ...change, gained, lost, areValues: [...from, ...to].every(isLiteral) }];
  }

  /** The variant that is in the place of another: with the same tag, or the only one left. */
  #counterpart(type: Type, gone: readonly Type[], come: readonly Type[]): Type | undefined {
    const tags = this.#tags(type);
    const tagged = come.find((other) => this.#tags(other).some((tag) => tags.includes(tag)));
    if (tagged !== undefined) return tagged;
    const isLike = (other: Type) =>
      (this.#isObject(type) && this.#isObject(other)) ||
      (this.#items(type) !== undefined && this.#items(other) !== undefined);
    const alike = come.filter(isLike);
    return alike.length === 1 && gone.filter(isLike).length === 1 ? alike[0] : undefined;
  }

  /** Whether a property of a variant that is gone has a literal there that no variant has now. */
  #hasOwnTag(type: Type, from: readonly Type[], to: readonly Type[]): boolean {
    const rest = new Set(to.flatMap((other) => this.#tags(other)));
    return from.length > 1 && this.#tags(type).some((tag) => !rest.has(tag));
  }

  /** Properties with one literal, with it. */
  #tags(type: Type): readonly string[] {
    if (!this.#isObject(type)) return [];
    return [...this.#members(type)].flatMap(([name, { type: value }]) =>
      this.#has(value, "Literal") ? [`${name}=${this.#text(value)}`] : [],
    );
  }

  /** Whether a literal of a type, given as one of others, has a property that none of those that it fits has. */
  #hasExcess(type: Type, others: readonly Type[]): boolean {
    if (!this.#isObject(type)) return false;
    const names = [...this.#members(type).keys()];
    const fitting = others.filter((other) => this.#isObject(other) && this.#fits(type, other));
    const takesAll = (other: Type) =>
      this.#index(other) !== undefined || names.every((name) => this.#checker.getPropertyOfType(other, name));
    return fitting.length > 0 && !fitting.some(takesAll);
  }

  /** Whether something can no longer be read that could be read of all objects of a union. */
  #isLost(from: readonly Type[], to: readonly Type[]): boolean {
    const [first] = from;
    if (first === undefined || !from.every((type) => this.#isObject(type))) return false;
    const has = (type: Type, name: string) => this.#checker.getPropertyOfType(type, name) !== undefined;
    const names = [...this.#members(first).keys()].filter((name) => from.every((type) => has(type, name)));
    return to.some((type) => this.#isObject(type) && names.some((name) => !has(type, name)));
  }

  #isAlike(a: Type, b: Type): boolean {
    if (a === b) return true;
    const isMade = [a, b].every((type) => this.#has(type, "Object") || this.#has(type, "Intersection"));
    return isMade && this.#text(a) === this.#text(b) && this.#fits(a, b) && this.#fits(b, a);
  }

  #typed(base: Type, next: Type, way: Way, breaks: Breaks): TypeDifference {
    const isNamedAlike = this.#nameOf(base) === this.#nameOf(next);
    const text = (type: Type) => this.#text(type, isNamedAlike || this.#nameOf(type) === undefined);
    return { kind: "type", way, breaks, before: text(base), now: text(next) };
  }

  #fits(source: Type, target: Type): boolean {
    return this.#checker.isTypeAssignableTo(source, target);
  }

  #members(type: Type, way: Way = [], side: "base" | "next" = "base"): ReadonlyMap<string, Member> {
    const left = this.#optional?.[side];
    return new Map(
      this.#checker.getPropertiesOfType(type).map((symbol) => {
        const isOptional =
          (symbol.flags & this.#ts.SymbolFlags.Optional) !== 0 || left?.has(toPointer(...way, symbol.name)) === true;
        return [this.#ts.unescapeLeadingUnderscores(symbol.escapedName), { isOptional, type: this.#typeOf(symbol) }];
      }),
    );
  }

  /** As it is declared: without the `undefined` of an optional property. */
  #typeOf(symbol: TypeScript.Symbol): Type {
    const [declaration, ...others] = symbol.declarations ?? [];
    const isOne = declaration !== undefined && others.length === 0 && this.#ts.isPropertySignature(declaration);
    if (isOne && declaration.type) return this.#checker.getTypeFromTypeNode(declaration.type);
    const type = this.#checker.getTypeOfSymbol(symbol);
    return (symbol.flags & this.#ts.SymbolFlags.Optional) === 0 ? type : this.#withoutUndefined(type);
  }

  #index(type: Type): Type | undefined {
    return this.#checker.getIndexInfosOfType(type)[0]?.type;
  }

  #items(type: Type): Type | undefined {
    if (!this.#checker.isArrayType(type)) return undefined;
    return this.#checker.getTypeArguments(type as TypeScript.TypeReference)[0];
  }

  #isObject(type: Type): boolean {
    if (type.isIntersection()) return type.types.every((each) => this.#isObject(each));
    if (!this.#has(type, "Object") || this.#checker.isArrayType(type) || this.#checker.isTupleType(type)) return false;
    return !(type.symbol?.declarations ?? []).some((each) => each.getSourceFile().fileName === "/globals.d.ts");
  }

  #has({ flags }: Type, flag: "Unknown" | "Object" | "Intersection" | "Literal" | "Null" | "Undefined"): boolean {
    return (flags & this.#ts.TypeFlags[flag]) !== 0;
  }

  #nameOf(type: Type): string | undefined {
    const name = type.aliasSymbol?.name ?? (type.isClassOrInterface() ? type.symbol.name : undefined);
    return name?.endsWith("$") === true ? undefined : name;
  }

  #hasNull(type: Type): boolean {
    return type.isUnion() && type.types.some((each) => this.#has(each, "Null"));
  }

  #withoutNull(type: Type): Type {
    return this.#hasNull(type) ? this.#checker.getNonNullableType(type) : type;
  }

  #withoutUndefined(type: Type): Type {
    const isOptional = type.isUnion() && type.types.some((each) => this.#has(each, "Undefined"));
    return isOptional && !this.#hasNull(type) ? this.#checker.getNonNullableType(type) : type;
  }

  /** What stands behind the name of a type is written where it `isOpen`, and the name alone elsewhere. */
  #text(type: Type, isOpen: boolean = this.#nameOf(type) === undefined): string {
    const { NoTruncation, InTypeAlias, UseAliasDefinedOutsideCurrentScope } = this.#ts.TypeFormatFlags;
    const flags = NoTruncation | UseAliasDefinedOutsideCurrentScope;
    return this.#checker.typeToString(type, undefined, isOpen ? flags | InTypeAlias : flags);
  }
}

function alternativesOf(type: Type): readonly Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Any header may be given, of the document or not. */
function headerDifference(each: TypeDifference): readonly TypeDifference[] {
  const [group = "", name] = each.way;
  if (name === undefined || name === "*") return [];
  if (each.way.length > 2) return [each];
  if (each.kind === "renamed" && each.to?.toLowerCase() !== name.toLowerCase()) {
    const come: TypeDifference = { kind: "added", way: [group, each.to ?? ""], isNow: false, breaks: NOBODY };
    return [{ kind: "removed", way: each.way, isNow: false, breaks: NOBODY }, come];
  }
  if (each.kind === "removed") return [{ ...each, breaks: NOBODY }];
  return [each.kind === "added" ? { ...each, breaks: each.isNow === true ? GIVERS : NOBODY } : each];
}

/** What all of some differences break. */
function worst(differences: readonly Pick<TypeDifference, "breaks">[]): Breaks {
  return {
    give: differences.some(({ breaks }) => breaks.give),
    read: differences.some(({ breaks }) => breaks.read),
  };
}
