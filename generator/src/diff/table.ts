// One comparison of two JSON trees, by a table: each row is a path, with its noun, its classes and how its values are shown.
import { isPlainObject, own } from "@sdkwright/runtime/config";
import {
  change,
  isEqual,
  quoted,
  withDetails,
  type Change,
  type ChangeClass,
  type ChangePlace,
  type Concerns,
} from "./change.js";

/** `C` compatible, `V` behavioural, `B` breaking, `!` marked as credential destination, `-` nothing said. */
export type Letter = "C" | "C!" | "V" | "V!" | "B" | "B!" | "-";

/** What a row says of one change beyond its class. */
export interface Said {
  readonly as: Letter;
  /** What the noun does, in place of the usual. */
  readonly how?: string;
  /** After the sentence. */
  readonly end?: string;
  readonly details?: readonly string[];
  readonly about?: string;
  readonly concerns?: Concerns;
}

/** A change at a path: the names in place of `*`, the former one of a renaming, and both values. */
export interface At {
  readonly names: readonly string[];
  readonly path: readonly string[];
  readonly from: unknown;
  readonly to: unknown;
  /** What the table is about. */
  readonly of: string;
}

type Cell = Letter | Said | ((at: At) => Letter | Said | undefined);

export interface Row {
  /** `@` is what the table is about, `{0}` the first name in the path, and `<0>` the same without quotes. */
  readonly noun: string | ((at: At) => string);
  /** If something is added, removed or changed. */
  readonly any?: Cell;
  readonly added?: Cell;
  readonly removed?: Cell;
  /** A row without it, or whose cell says `undefined`, leaves it to the rows below. */
  readonly changed?: Cell;
  /** Said in place of an addition and a removal, where one left and an equal one came. */
  readonly renamed?: Cell;
  /** What has to be equal for that. */
  readonly identity?: (value: unknown) => unknown;
  /** Values in the sentence: `is now X, before Y`. */
  readonly show?: (value: unknown, at: At, side: "base" | "next") => string | undefined;
  readonly place?: (at: At) => ChangePlace;
}

/** Rows by path: `services.*`, and `input.**` for all that is below, however deep. */
export interface Table {
  readonly [path: string]: Row;
}

export interface Subject {
  readonly of: string;
  readonly placeOf: (path: readonly string[]) => ChangePlace;
}

type Entries = { readonly [name: string]: unknown };
type Kind = "added" | "removed" | "changed" | "renamed";

const CLASSES: { readonly [letter: string]: ChangeClass } = { C: "compatible", V: "behavioural", B: "breaking" };

export function compareTrees(base: unknown, next: unknown, table: Table, subject: Subject): Change[] {
  const rows = Object.entries(table).map(([path, row]) => [path.split("."), row] as const);
  const matches = (pattern: readonly string[], path: readonly string[]) => {
    const isDeep = pattern.at(-1) === "**";
    const head = isDeep ? pattern.slice(0, -1) : pattern;
    const isLong = isDeep ? path.length > head.length : path.length === head.length;
    return isLong && head.every((step, index) => step === "*" || step === path[index]);
  };

  const walk = (path: readonly string[], from: unknown, to: unknown): readonly Change[] => {
    if (isEqual(from, to)) return [];
    const [pattern, row] = rows.find(([each]) => matches(each, path)) ?? [];
    if (pattern === undefined || row === undefined) return within(path, from, to);
    if (pattern.at(-1) === "**" && isPlainObject(from) && isPlainObject(to)) return within(path, from, to);
    const kind = from === undefined ? "added" : to === undefined ? "removed" : "changed";
    return (
      said(kind, row, { names: namesIn(pattern, path), path, from, to, of: subject.of }, subject) ??
      within(path, from, to)
    );
  };

  const within = (path: readonly string[], from: unknown, to: unknown): readonly Change[] => {
    const [before, now] = [from, to].map((value) => (isPlainObject(value) ? value : {})) as [Entries, Entries];
    const [pattern, row] = rows.find(([each]) => each.at(-1) === "*" && matches(each, [...path, "*"])) ?? [];
    const moved = row?.renamed === undefined ? undefined : renaming(before, now, row.identity);
    const names = new Set([...onlyIn(before, now), ...Object.entries(now)].map(([name]) => name));
    if (moved === undefined || pattern === undefined || row === undefined)
      return [...names].flatMap((name) => walk([...path, name], own(before, name), own(now, name)));
    const way = [...path, moved.to];
    const at = { names: [...namesIn(pattern, way).slice(0, -1), moved.from], path: way, from, to, of: subject.of };
    const others = [...names].filter((name) => name !== moved.from && name !== moved.to);
    return [
      ...(said("renamed", row, at, subject) ?? []),
      ...within(way, before[moved.from], now[moved.to]),
      ...others.flatMap((name) => walk([...path, name], own(before, name), own(now, name))),
    ];
  };

  return [...walk([], base, next)];
}

function namesIn(pattern: readonly string[], path: readonly string[]): readonly string[] {
  return pattern.flatMap((step, index) => {
    if (step === "**") return [path.slice(index).join(".")];
    return step === "*" ? [path[index] ?? ""] : [];
  });
}

/** `undefined` where the row leaves it to those below. */
function said(kind: Kind, row: Row, at: At, { placeOf }: Subject): readonly Change[] | undefined {
  const cell = row[kind] ?? (kind === "renamed" ? undefined : row.any);
  const result = typeof cell === "function" ? cell(at) : cell;
  if (result === undefined) return kind === "changed" ? undefined : [];
  const {
    as,
    how,
    end = "",
    details = [],
    about,
    concerns,
  }: Said = typeof result === "string" ? { as: result } : result;
  if (as === "-") return [];
  const noun = typeof row.noun === "function" ? row.noun(at) : filled(row.noun, at);
  const text = withDetails(`${noun} ${how ?? verb(kind, row, at)}${end}`, details);
  const more = { isMarked: as.endsWith("!"), ...(about !== undefined && { about }), ...(concerns && { concerns }) };
  return [change(CLASSES[as.charAt(0)] ?? "breaking", text, row.place?.(at) ?? placeOf(at.path), more)];
}

function filled(template: string, { names, of }: At): string {
  return template.replaceAll(/@|\{(\d)\}|<(\d)>/g, (_, inQuotes?: string, bare?: string) => {
    if (inQuotes !== undefined) return quoted(names[Number(inQuotes)] ?? "");
    return bare === undefined ? of : (names[Number(bare)] ?? "");
  });
}

function verb(kind: Kind, { show }: Row, at: At): string {
  if (kind === "renamed") return `was renamed to ${quoted(at.path.at(-1) ?? "")}`;
  const now = at.to === undefined ? undefined : show?.(at.to, at, "next");
  const before = at.from === undefined ? undefined : show?.(at.from, at, "base");
  if (now === undefined && before === undefined)
    return { added: "was added", removed: "was removed", changed: "changed" }[kind];
  // What is hidden looks alike.
  if (now === before) return "changed";
  return `is now ${now ?? "none"}, before ${before ?? "none"}`;
}

type Named<T> = { readonly [name: string]: T };

/** An entry that left and one that came, where they are the only ones and equal but for their names. */
export function renaming<T>(
  base: Named<T>,
  next: Named<T>,
  identity: (value: T) => unknown = (value) => value,
): { readonly from: string; readonly to: string } | undefined {
  const [[gone, ...left], [come, ...more]] = [onlyIn(base, next), onlyIn(next, base)];
  if (gone === undefined || come === undefined || left.length + more.length > 0) return undefined;
  return isEqual(identity(gone[1]), identity(come[1])) ? { from: gone[0], to: come[0] } : undefined;
}

export function onlyIn<T>(record: Named<T>, other: Named<unknown>): readonly (readonly [string, T])[] {
  return Object.entries(record).filter(([name]) => !Object.hasOwn(other, name));
}

export function mapValues<T, U>(record: Named<T>, to: (value: T, name: string) => U): { [name: string]: U } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value, name)]));
}
