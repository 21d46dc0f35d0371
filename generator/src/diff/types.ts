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
  const checker = checkerOf(ts, `${declarations}\n${OPTIONS}${names.join("\n")}\nexport {};\n`);
  const [nothing, anyHeader] = [checker.named("Nothing$"), checker.named("AnyHeader$")];
  return pairs.map(({ optional, hasGroups = false }, index) => {
    const [base, next] = [checker.named(`B${index}$`), checker.named(`N${index}$`)];
    if (base === undefined || next === undefined || nothing === undefined || anyHeader === undefined) return [];
    const walk = new Walk(ts, checker.checker, optional);
    return hasGroups ? walk.groups(base, next, { nothing, anyHeader }) : walk.between(base, next);
  });
}

function checkerOf(
  ts: Compiler,
  text: string,
): { readonly checker: TypeScript.TypeChecker; readonly named: (name: string) => Type | undefined } {
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
  const declared = new Map<string, Type>();
  for (const statement of files.get("/types.ts")?.statements ?? [])
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text.endsWith("$"))
      declared.set(statement.name.text, checker.getTypeFromTypeNode(statement.type));
  return { checker, named: (name) => declared.get(name) };
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
    if (base === next || this.#isSeen(base, next)) return [];
    const differences = this.#compare(base, next, way);
    // A list of texts may stand in many places, and is told in each; an object is told where it is met first.
    if (!this.#isObject(base)) this.#seen.get(base)?.delete(next);
    return differences;
  }

  #compare(base: Type, next: Type, way: Way): readonly TypeDifference[] {
    const [wasNull, isNull] = [base, next].map((type) => this.#hasNull(type));
    const [from, to] = [base, next].map((type) => this.#withoutNull(type)) as [Type, Type];
    if (wasNull === isNull || this.#isUnknown(base) || this.#isUnknown(next))
      return this.#parts(base, next, way, from, to);
    const breaks = isNull === true ? READERS : GIVERS;
    const change: TypeDifference = {
      kind: "null",
      way,
      isNow: isNull === true,
      breaks,
      before: this.#text(base),
      now: this.#text(next),
    };
    const parts = this.#parts(from, to, way, from, to);
    const whole = parts.find((each) => each.kind === "type" && each.way.length === way.length);
    if (whole === undefined) return [change, ...parts];
    const { before, now, breaks: ofType } = { ...whole, before: change.before, now: change.now };
    const both = { give: breaks.give || ofType.give, read: breaks.read || ofType.read };
    return [
      { kind: "type", way, breaks: both, ...(before !== undefined && now !== undefined && { before, now }) },
      ...parts.filter((each) => each !== whole),
    ];
  }

  /** Of options of calls: parameters by their place. */
  groups(
    base: Type,
    next: Type,
    empty: { readonly nothing: Type; readonly anyHeader: Type },
  ): readonly TypeDifference[] {
    const [from, to] = [this.#members(base, [], "base"), this.#members(next, [], "next")];
    return [...new Set([...from.keys(), ...to.keys()])].flatMap((group): readonly TypeDifference[] => {
      const [before, now] = [from.get(group), to.get(group)];
      const way = [group];
      if (group === "security") {
        if (now === undefined) return [{ kind: "removed", way, isNow: false, breaks: NOBODY }];
        const isDemanded = !now.isOptional && before?.isOptional !== false;
        const required: TypeDifference = { kind: "required", way, isNow: true, breaks: GIVERS };
        if (before === undefined) return [isDemanded ? required : { kind: "added", way, isNow: false, breaks: NOBODY }];
        return [...(isDemanded ? [required] : []), ...this.between(before.type, now.type, way)];
      }
      const missing = group === "headers" ? empty.anyHeader : empty.nothing;
      const inner = this.#objects(before?.type ?? missing, now?.type ?? missing, way, true);
      if (group !== "headers") return inner.filter(({ kind, way: of }) => kind !== "keys" || of.length > 1);
      // Any header may be given, of the document or not.
      return inner.flatMap((each): readonly TypeDifference[] => {
        if (each.way.length === 1 || each.way[1] === "*") return [];
        if (each.way.length > 2) return [each];
        if (each.kind === "renamed" && each.to?.toLowerCase() !== each.way[1]?.toLowerCase()) {
          const come: TypeDifference = { kind: "added", way: [group, each.to ?? ""], isNow: false, breaks: NOBODY };
          return [{ kind: "removed", way: each.way, isNow: false, breaks: NOBODY }, come];
        }
        if (each.kind === "removed") return [{ ...each, breaks: NOBODY }];
        return [each.kind === "added" ? { ...each, breaks: each.isNow === true ? GIVERS : NOBODY } : each];
      });
    });
  }

  #isSeen(base: Type, next: Type): boolean {
    const seen = this.#seen.get(base) ?? new Set();
    this.#seen.set(base, seen);
    if (seen.has(next)) return true;
    seen.add(next);
    return false;
  }

  #isUnknown({ flags }: Type): boolean {
    return (flags & this.#ts.TypeFlags.Unknown) !== 0;
  }

  /** `whole` types have their null, which both have or neither. */
  #parts(wholeBase: Type, wholeNext: Type, way: Way, base: Type, next: Type): readonly TypeDifference[] {
    if (base === next) return [];
    if (this.#isUnknown(base) || this.#isUnknown(next)) {
      const breaks = { give: !this.#fits(wholeBase, wholeNext), read: !this.#fits(wholeNext, wholeBase) };
      return [this.#typed(wholeBase, wholeNext, way, breaks)];
    }
    const [from, to] = [this.#items(base), this.#items(next)];
    if (from !== undefined && to !== undefined) return this.between(from, to, [...way, "[]"]);
    if (this.#isObject(base) && this.#isObject(next)) {
      const [before, now] = [this.#nameOf(base), this.#nameOf(next)];
      const inner = this.#objects(base, next, way);
      if (before === undefined || now === undefined || before === now || inner.length === 0) return inner;
      return [this.#typed(base, next, way, worst(inner))];
    }
    return this.#unions(base, next, way);
  }

  /** Of what is closed no key may be given that it does not have, even where it has none. */
  #objects(base: Type, next: Type, way: Way, isClosed = false): readonly TypeDifference[] {
    const [from, to] = [this.#members(base, way, "base"), this.#members(next, way, "next")];
    const gone = [...from].filter(([name]) => !to.has(name));
    const come = [...to].filter(([name]) => !from.has(name));
    const [openBefore, openNow] = [base, next].map((type) => this.#index(type));
    const kept = [...from].flatMap(([name, before]) => {
      const now = to.get(name);
      if (now === undefined) return [];
      const inner = [...way, name];
      const required: readonly TypeDifference[] =
        before.isOptional === now.isOptional
          ? []
          : [{ kind: "required", way: inner, isNow: !now.isOptional, breaks: now.isOptional ? READERS : GIVERS }];
      return [...required, ...this.between(before.type, now.type, inner)];
    });
    const renamed = this.#renamed(gone, come, way);
    const isEmpty = to.size === 0 && openNow === undefined && !isClosed;
    const others: readonly TypeDifference[] = renamed ?? [
      ...gone.map(([name, { type, isOptional }]): TypeDifference => {
        const isTaken = isEmpty || (openNow !== undefined && this.#fits(type, openNow));
        return {
          kind: "removed",
          way: [...way, name],
          isNow: !isOptional,
          breaks: { give: !isTaken, read: true },
          before: this.#text(type),
        };
      }),
      ...come.map(([name, { type, isOptional }]): TypeDifference => {
        const open = openBefore && this.#withoutUndefined(openBefore);
        return {
          kind: "added",
          way: [...way, name],
          isNow: !isOptional,
          breaks: {
            give: !isOptional || (open !== undefined && !this.#fits(open, type)),
            read: open !== undefined && !this.#fits(type, open),
          },
          now: this.#text(type),
        };
      }),
    ];
    return [...kept, ...others, ...this.#keys(openBefore, openNow, { isEmpty, properties: [...from.values()] }, way)];
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

  #isAlike(a: Type, b: Type): boolean {
    if (a === b) return true;
    const { Object: anObject, Intersection: several } = this.#ts.TypeFlags;
    const isMade = [a, b].every(({ flags }) => (flags & (anObject | several)) !== 0);
    return isMade && this.#text(a) === this.#text(b) && this.#fits(a, b) && this.#fits(b, a);
  }

  #keys(
    before: Type | undefined,
    now: Type | undefined,
    { isEmpty, properties }: { readonly isEmpty: boolean; readonly properties: readonly Member[] },
    way: Way,
  ): readonly TypeDifference[] {
    if (before === undefined && now === undefined) return [];
    if (before !== undefined && now !== undefined) return this.between(before, now, [...way, "*"]);
    if (now === undefined) return [{ kind: "keys", way, isNow: false, breaks: { give: !isEmpty, read: true } }];
    // An intersection wants each property to be one of the other keys too.
    const give = properties.some(({ type }) => !this.#fits(type, now));
    return [{ kind: "keys", way, isNow: true, breaks: { give, read: false } }];
  }

  #unions(base: Type, next: Type, way: Way): readonly TypeDifference[] {
    const [from, to] = [this.#alternatives(base), this.#alternatives(next)];
    const isIn = (types: readonly Type[], type: Type) => types.some((each) => this.#isAlike(each, type));
    let gone = from.filter((each) => !isIn(to, each));
    let come = to.filter((each) => !isIn(from, each));
    const inner: (readonly TypeDifference[])[] = [];
    for (const each of gone) {
      const other = this.#counterpart(each, gone, come);
      if (other === undefined) continue;
      const parts = this.between(each, other, way).map((part) =>
        part.kind === "type" && part.way.length === way.length && from.length > 1
          ? { ...this.#typed(base, next, way, part.breaks), gained: [this.#text(other)], lost: [this.#text(each)] }
          : part,
      );
      gone = gone.filter((type) => type !== each);
      come = come.filter((type) => type !== other);
      inner.push(parts);
    }
    if (gone.length + come.length === 0) return inner.flat();
    const isLiteral = (type: Type) => (type.flags & this.#ts.TypeFlags.Literal) !== 0;
    const hadLiterals = from.filter(isLiteral).length > 1;
    const giversLose = gone.some((type) => !this.#fits(type, next) || this.#hasExcess(type, to));
    const readersGain = come.some((type) => !this.#fits(type, base));
    // A literal that is compared with, the tag of a variant, and what all variants have, are names in code.
    const readersLose =
      gone.some((type) => (isLiteral(type) ? hadLiterals : this.#hasOwnTag(type, from, to))) || this.#isLost(from, to);
    const breaks = { give: giversLose, read: readersGain || readersLose };
    const change = this.#typed(base, next, way, breaks);
    if (from.length < 2 && to.length < 2) return [...inner.flat(), change];
    const [gained, lost] = [come, gone].map((types) => types.map((type) => this.#text(type)));
    return [
      ...inner.flat(),
      { ...change, gained, lost, areValues: [...from, ...to].every(isLiteral) } as TypeDifference,
    ];
  }

  /** Whether a literal of a type, given as one of others, has a property that none of those that it fits has. */
  #hasExcess(type: Type, others: readonly Type[]): boolean {
    if (!this.#isObject(type)) return false;
    const names = [...this.#members(type, [], "base").keys()];
    const fitting = others.filter((other) => this.#isObject(other) && this.#fits(type, other));
    const isTaken = (name: string, other: Type) =>
      this.#index(other) !== undefined || this.#checker.getPropertyOfType(other, name) !== undefined;
    return fitting.length > 0 && fitting.every((other) => !names.every((name) => isTaken(name, other)));
  }

  /** Whether something can no longer be read that could be read of all objects of a union. */
  #isLost(from: readonly Type[], to: readonly Type[]): boolean {
    const [before, now] = [from, to].map((types) => types.filter((type) => this.#isObject(type)));
    const [first, ...rest] = before ?? [];
    if (first === undefined || before?.length !== from.length) return false;
    const has = (type: Type, name: string) => this.#checker.getPropertyOfType(type, name) !== undefined;
    const names = [...this.#members(first, [], "base").keys()].filter((name) => rest.every((type) => has(type, name)));
    return names.some((name) => now?.some((type) => !has(type, name)) === true);
  }

  /** The variant that stands in the place of another: with the same tag, or the only one left. */
  #counterpart(type: Type, gone: readonly Type[], come: readonly Type[]): Type | undefined {
    const isLike = (other: Type) =>
      (this.#isObject(type) && this.#isObject(other)) ||
      (this.#items(type) !== undefined && this.#items(other) !== undefined);
    const tags = this.#tags(type);
    const tagged = come.find((other) => this.#isObject(other) && meets(tags, this.#tags(other)));
    if (tagged !== undefined) return tagged;
    const alike = come.filter(isLike);
    return alike.length === 1 && gone.filter((each) => isLike(each)).length === 1 ? alike[0] : undefined;
  }

  /** Whether a property of a variant that is gone has a literal there that no variant has now. */
  #hasOwnTag(type: Type, from: readonly Type[], to: readonly Type[]): boolean {
    if (!this.#isObject(type)) return false;
    const rest = new Set(to.flatMap((other) => (this.#isObject(other) ? this.#tags(other) : [])));
    return from.length > 1 && this.#tags(type).some((tag) => !rest.has(tag));
  }

  /** Properties with one literal, with it. */
  #tags(type: Type): readonly string[] {
    if (!this.#isObject(type)) return [];
    return [...this.#members(type, [], "base")].flatMap(([name, { type: value }]) =>
      (value.flags & this.#ts.TypeFlags.Literal) === 0 ? [] : [`${name}=${this.#text(value)}`],
    );
  }

  #typed(base: Type, next: Type, way: Way, breaks: Breaks): TypeDifference {
    const isNamedAlike = this.#nameOf(base) === this.#nameOf(next);
    return { kind: "type", way, breaks, before: this.#text(base, isNamedAlike), now: this.#text(next, isNamedAlike) };
  }

  #fits(source: Type, target: Type): boolean {
    return this.#checker.isTypeAssignableTo(source, target);
  }

  #members(type: Type, way: Way, side: "base" | "next"): ReadonlyMap<string, Member> {
    const left = this.#optional?.[side];
    return new Map(
      this.#checker.getPropertiesOfType(type).map((symbol) => {
        const isOptional =
          (symbol.flags & this.#ts.SymbolFlags.Optional) !== 0 ||
          left?.has(
            [...way, symbol.name].map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
          ) === true;
        return [this.#ts.unescapeLeadingUnderscores(symbol.escapedName), { isOptional, type: this.#typeOf(symbol) }];
      }),
    );
  }

  /** As it is declared: without the `undefined` of an optional property. */
  #typeOf(symbol: TypeScript.Symbol): Type {
    const [declaration, ...others] = symbol.declarations ?? [];
    if (
      declaration !== undefined &&
      others.length === 0 &&
      this.#ts.isPropertySignature(declaration) &&
      declaration.type
    )
      return this.#checker.getTypeFromTypeNode(declaration.type);
    const type = this.#checker.getTypeOfSymbol(symbol);
    return (symbol.flags & this.#ts.SymbolFlags.Optional) === 0 ? type : this.#withoutUndefined(type);
  }

  #index(type: Type): Type | undefined {
    return this.#checker.getIndexInfosOfType(type)[0]?.type;
  }

  #alternatives(type: Type): readonly Type[] {
    return type.isUnion() ? type.types : [type];
  }

  #items(type: Type): Type | undefined {
    return this.#checker.isArrayType(type)
      ? this.#checker.getTypeArguments(type as TypeScript.TypeReference)[0]
      : undefined;
  }

  #isObject(type: Type): boolean {
    if (type.isIntersection()) return type.types.every((each) => this.#isObject(each));
    if ((type.flags & this.#ts.TypeFlags.Object) === 0) return false;
    return !this.#checker.isArrayType(type) && !this.#checker.isTupleType(type) && !this.#isGlobal(type);
  }

  #isGlobal(type: Type): boolean {
    return type.symbol?.declarations?.some((each) => each.getSourceFile().fileName === "/globals.d.ts") === true;
  }

  #nameOf(type: Type): string | undefined {
    const name = type.aliasSymbol?.name ?? (type.isClassOrInterface() ? type.symbol.name : undefined);
    return name?.endsWith("$") === true ? undefined : name;
  }

  #hasNull(type: Type): boolean {
    return type.isUnion() && type.types.some(({ flags }) => (flags & this.#ts.TypeFlags.Null) !== 0);
  }

  #withoutNull(type: Type): Type {
    return this.#hasNull(type) ? this.#checker.getNonNullableType(type) : type;
  }

  #withoutUndefined(type: Type): Type {
    if (!type.isUnion() || !type.types.some(({ flags }) => (flags & this.#ts.TypeFlags.Undefined) !== 0)) return type;
    return this.#hasNull(type) ? type : this.#checker.getNonNullableType(type);
  }

  /** What stands behind the name of a type is written where it `isOpen`, and the name alone elsewhere. */
  #text(type: Type, isOpen: boolean = this.#nameOf(type) === undefined): string {
    const { NoTruncation, InTypeAlias, UseAliasDefinedOutsideCurrentScope } = this.#ts.TypeFormatFlags;
    const flags = NoTruncation | UseAliasDefinedOutsideCurrentScope;
    return this.#checker.typeToString(type, undefined, isOpen ? flags | InTypeAlias : flags);
  }
}

/** What all of some differences break. */
export function worst(differences: readonly TypeDifference[]): Breaks {
  return {
    give: differences.some(({ breaks }) => breaks.give),
    read: differences.some(({ breaks }) => breaks.read),
  };
}

function meets(a: readonly string[], b: readonly string[]): boolean {
  return a.some((each) => b.includes(each));
}
