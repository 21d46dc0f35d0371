// One comparison of two JSON trees, by a table: each row is a path, with its noun, its class and how its values are shown.
import { isPlainObject } from "@sdkwright/runtime/config";
import {
  change,
  isEqual,
  onlyIn,
  quoted,
  renaming,
  valueText,
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
  /** In place of the usual sentence. */
  readonly sentence?: string;
  /** After the usual sentence. */
  readonly end?: string;
  readonly details?: readonly string[];
  readonly about?: string;
  readonly place?: ChangePlace;
  readonly concerns?: Concerns;
}

/** A change at a path: the names in place of `*`, and both values. */
export interface At {
  readonly names: readonly string[];
  readonly path: readonly string[];
  readonly from: unknown;
  readonly to: unknown;
  /** Of a renaming. */
  readonly former?: string;
}

type Cell = Letter | ((at: At) => Said | readonly Said[]);

export interface Row {
  readonly noun: (at: At) => string;
  readonly added?: Cell;
  readonly removed?: Cell;
  readonly changed?: Cell;
  /** Said in place of an addition and a removal, where one left and an equal one came. */
  readonly renamed?: Cell;
  readonly identity?: (value: unknown) => unknown;
  /** Whether what is below has rows of its own, where both sides have it. */
  readonly isOpen?: boolean;
  readonly show?: (value: unknown, at: At, side: "now" | "before") => string;
  readonly place?: (at: At) => ChangePlace;
}

/** Rows by path: `services.*`. */
export interface Table {
  readonly [path: string]: Row;
}

const CLASSES: { readonly [letter: string]: ChangeClass } = { C: "compatible", V: "behavioural", B: "breaking" };

export function compareTrees(
  base: unknown,
  next: unknown,
  table: Table,
  placeOf: (path: readonly string[]) => ChangePlace,
): Change[] {
  const rows = Object.entries(table).map(([path, row]) => [path === "" ? [] : path.split("."), row] as const);

  const rowAt = (path: readonly string[]) =>
    rows.find(
      ([pattern]) => pattern.length === path.length && pattern.every((step, at) => step === "*" || step === path[at]),
    );

  const say = (kind: "added" | "removed" | "changed" | "renamed", row: Row, at: At): readonly Change[] => {
    const cell = row[kind] ?? "-";
    const said = typeof cell === "function" ? [cell(at)].flat() : [{ as: cell }];
    return said.flatMap(({ as, sentence, end = "", details = [], about, place, concerns }: Said) => {
      if (as === "-") return [];
      const usual = `${row.noun(at)} ${verb(kind, row, at)}`;
      const text = withDetails(`${sentence ?? usual}${end}`, details);
      const where = place ?? row.place?.(at) ?? placeOf(kind === "removed" ? at.path.slice(0, -1) : at.path);
      return [
        change(CLASSES[as.charAt(0)] ?? "breaking", text, where, {
          isMarked: as.endsWith("!"),
          ...(about !== undefined && { about }),
          ...(concerns !== undefined && { concerns }),
        }),
      ];
    });
  };

  const walk = (path: readonly string[], from: unknown, to: unknown, former?: string): readonly Change[] => {
    if (isEqual(from, to) && former === undefined) return [];
    const found = rowAt(path);
    if (found === undefined) return within(path, from, to);
    const [pattern, row] = found;
    const names = path.filter((_, at) => pattern[at] === "*");
    const at: At = { names, path, from, to, ...(former !== undefined && { former }) };
    if (former !== undefined) return say("renamed", row, at);
    if (from === undefined) return say("added", row, at);
    if (to === undefined) return say("removed", row, at);
    if (row.isOpen !== true) return say("changed", row, at);
    const own =
      row.changed === undefined
        ? undefined
        : [row.changed].flatMap((cell) => (typeof cell === "function" ? cell(at) : []));
    if (own === undefined || own.length === 0) return within(path, from, to);
    return say("changed", row, at);
  };

  const within = (path: readonly string[], from: unknown, to: unknown): readonly Change[] => {
    const [before, now] = [from, to].map((value) => (isPlainObject(value) ? value : {})) as [object, object];
    const [base, next] = [before, now] as { readonly [name: string]: unknown }[] as [Entries, Entries];
    const row = rowAt([...path, ""])?.[1];
    const moved = row?.renamed === undefined ? undefined : renaming(base, next, row.identity);
    const skipped = new Set([moved?.from, moved?.to]);
    const names = new Set([...onlyIn(base, next), ...Object.entries(next)].map(([name]) => name));
    return [
      ...(moved === undefined ? [] : walk([...path, moved.to], base[moved.from], moved.next, moved.from)),
      ...[...names]
        .filter((name) => !skipped.has(name))
        .flatMap((name) => walk([...path, name], own(base, name), own(next, name))),
    ];
  };

  return [...walk([], base, next)];
}

type Entries = { readonly [name: string]: unknown };

function own(entries: Entries, name: string): unknown {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function verb(kind: "added" | "removed" | "changed" | "renamed", row: Row, at: At): string {
  const { from, to, path } = at;
  const show = (value: unknown, side: "now" | "before") => row.show?.(value, at, side) ?? valueText(value);
  switch (kind) {
    case "added":
      return row.show === undefined ? "was added" : `is now ${show(to, "now")}, before none`;
    case "removed":
      return row.show === undefined ? "was removed" : `is now none, before ${show(from, "before")}`;
    case "renamed":
      return `was renamed to ${quoted(path.at(-1) ?? "")}`;
    case "changed":
      return `is now ${show(to, "now")}, before ${show(from, "before")}`;
  }
}
