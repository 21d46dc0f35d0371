import * as fc from "fast-check";
import type { Sent } from "./doors.js";

/** One thing that can be given to a door. */
export interface Entry {
  /** Where in the options; all but the last name an object of options. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** What may stand there besides; nothing of the rest may be sent. */
  readonly takes: (value: unknown) => boolean;
  /** Whether a request shows that it was heeded. */
  readonly shows?: (sent: Sent) => boolean;
  /** Those of one name exclude each other: one of them is given at most. */
  readonly oneOf?: string;
}

export type Fate =
  | { readonly kind: "keep" | "drop" | "undefined" }
  | { readonly kind: "misspell"; readonly level: number; readonly as: string }
  | { readonly kind: "wrong"; readonly level: number; readonly value: unknown };

class WithGetters {
  get token(): string {
    return "x";
  }
}

const wrongValues: readonly unknown[] = [
  null,
  7,
  Number.NaN,
  true,
  "text",
  Symbol("s"),
  1n,
  [],
  () => {},
  new Map([["token", "x"]]),
  new Date(0),
  Promise.resolve("x"),
  new WithGetters(),
  Object.create({ token: "x", HOST: "x", q: "x", ID: "x" }),
  new Headers({ "x-mine": "1" }),
  new FormData(),
  new Blob(["x"]),
];

export function fateOf({ path, takes }: Entry): fc.Arbitrary<Fate> {
  const level = fc.nat(path.length - 1);
  const name = fc.constantFrom("x", "_", "s", " ", "\u202e").map((letter) => (part: string) => part + letter);
  const misspelt = fc.tuple(
    level,
    fc.oneof(
      name,
      fc.constant((part: string) => part.slice(1)),
    ),
  );
  // Above the last name, a function can stand for an object.
  const wrong = fc
    .tuple(level, fc.constantFrom(...wrongValues))
    .filter(([at, value]) => (at === path.length - 1 ? !takes(value) : typeof value !== "function"));
  const fates: fc.WeightedArbitrary<Fate>[] = [
    { weight: 60, arbitrary: fc.constant({ kind: "keep" as const }) },
    { weight: 20, arbitrary: fc.constantFrom({ kind: "drop" as const }, { kind: "undefined" as const }) },
    {
      weight: 3,
      arbitrary: misspelt.map(([at, change]) => ({ kind: "misspell", level: at, as: change(path[at] ?? "") })),
    },
  ];
  const canBeWrong = wrongValues.some((value) => !takes(value));
  if (canBeWrong)
    fates.push({ weight: 3, arbitrary: wrong.map(([at, value]) => ({ kind: "wrong", level: at, value })) });
  return fc.oneof(...fates);
}

/** Puts an entry into the options as its fate has it. An object that a wrong value replaced stays replaced. */
function put(options: Record<string, unknown>, { path, value }: Entry, fate: Fate): void {
  if (fate.kind === "drop") return;
  const names = path.map((name, index) => (fate.kind === "misspell" && fate.level === index ? fate.as : name));
  const last = fate.kind === "wrong" ? fate.level : names.length - 1;
  let target = options;
  for (const name of names.slice(0, last)) {
    if (!Object.hasOwn(target, name)) target[name] = {};
    const next = target[name];
    if (wrongValues.includes(next)) return;
    target = next as Record<string, unknown>;
  }
  target[names[last] ?? ""] = fate.kind === "wrong" ? fate.value : fate.kind === "undefined" ? undefined : value;
}

/** Of what excludes each other, one is left: which, the number says. */
export function chosen(entries: readonly Entry[], fates: readonly Fate[], choice: number): readonly Fate[] {
  return fates.map((fate, index) => {
    const group = entries[index]?.oneOf;
    if (group === undefined) return fate;
    const rivals = entries.flatMap(({ oneOf }, at) => (oneOf === group ? [at] : []));
    return rivals[choice % rivals.length] === index ? fate : { kind: "drop" };
  });
}

/** Options as their fates have them. Wrong ones last: what they replace is gone. */
export function optionsOf(entries: readonly Entry[], fates: readonly Fate[]): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const rank = (index: number): number => (fates[index]?.kind === "wrong" ? 1 : 0);
  const order = entries.map((_, index) => index).sort((one, other) => rank(one) - rank(other));
  for (const index of order) put(options, entries[index] as Entry, fates[index] as Fate);
  return options;
}
