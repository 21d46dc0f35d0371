import { SdkError } from "@sdkwright/runtime";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { doors, env, recorder, type Door, type Sent } from "./doors.js";

const test = suite("fuzzing options");

const RUNS = 10_000;

/** One thing that can be given to a door. */
interface Entry {
  /** Where in the options; all but the last name an object of options. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** What may stand there besides; nothing of the rest may be sent. */
  readonly takes: (value: unknown) => boolean;
  /** Whether a request shows that it was heeded. */
  readonly shows?: (sent: Sent) => boolean;
}

type Fate =
  | { readonly kind: "keep" | "drop" | "undefined" }
  | { readonly kind: "misspell"; readonly level: number; readonly as: string }
  | { readonly kind: "wrong"; readonly level: number; readonly value: unknown };

const is =
  (...kinds: string[]) =>
  (value: unknown): boolean =>
    kinds.includes(typeof value);
const isScalar = (value: unknown): boolean => is("string", "boolean")(value) || Number.isFinite(value);
const nothing = (): boolean => false;
const hasHeader =
  (name: string, value: string) =>
  ({ headers }: Sent): boolean =>
    headers.get(name) === value;
const bodyOf = ({ init }: Sent): string => new TextDecoder().decode(init.body as Uint8Array);

const entries: { readonly [D in Door]: readonly Entry[] } = {
  provider: [
    {
      path: ["credentials", "token", "token"],
      value: "mine",
      takes: is("string", "function"),
      shows: hasHeader("authorization", "Bearer mine"),
    },
    { path: ["credentials", "user", "username"], value: "u", takes: is("string", "function") },
    { path: ["credentials", "key", "apikey"], value: () => "k", takes: is("string", "function") },
    {
      path: ["parameters", "HOST"],
      value: "myhost",
      takes: isScalar,
      shows: ({ url }) => url.startsWith("https://myhost."),
    },
    { path: ["security"], value: ["key"], takes: (value) => is("string")(value) || Array.isArray(value) },
    { path: ["requestTimeout"], value: 1000, takes: is("number") },
    { path: ["maxResponseBytes"], value: 1000, takes: is("number") },
    { path: ["random"], value: () => 0.5, takes: is("function") },
    { path: ["crossOriginRedirects"], value: "follow-anonymous", takes: nothing },
  ],
  client: [
    {
      path: ["credentials", "acme", "token"],
      value: () => ({ token: "mine" }),
      takes: nothing,
      shows: hasHeader("authorization", "Bearer mine"),
    },
    {
      path: ["parameters", "acme", "HOST"],
      value: "myhost",
      takes: isScalar,
      shows: ({ url }) => url.startsWith("https://myhost."),
    },
    { path: ["maps", "shop"], value: {}, takes: nothing },
    { path: ["maxRetryAfter"], value: 5, takes: is("number") },
    { path: ["on"], value: () => {}, takes: is("function") },
  ],
  request: [
    {
      path: ["security"],
      value: ["token"],
      takes: Array.isArray,
      shows: hasHeader("authorization", "Bearer configured-token"),
    },
    { path: ["params", "ID"], value: "mine", takes: isScalar, shows: ({ url }) => url.includes("/items/mine") },
    { path: ["query"], value: { q: "mine" }, takes: nothing, shows: ({ url }) => url.endsWith("?q=mine") },
    { path: ["headers"], value: { "x-mine": "1" }, takes: nothing, shows: hasHeader("x-mine", "1") },
    { path: ["json"], value: { mine: 1 }, takes: () => true, shows: (sent) => bodyOf(sent) === '{"mine":1}' },
    {
      path: ["idempotencyKey"],
      value: "mine",
      takes: (value) => is("string")(value) || value === true,
      shows: hasHeader("idempotency-key", "mine"),
    },
    { path: ["throwHttpErrors"], value: false, takes: is("boolean", "function") },
    { path: ["deadline"], value: 5000, takes: is("number") },
    { path: ["stream"], value: true, takes: is("boolean") },
    { path: ["signal"], value: new AbortController().signal, takes: nothing },
    { path: ["retryPolicy"], value: { kind: "none", requestTimeout: 500 }, takes: nothing },
  ],
  call: [
    { path: ["provider"], value: "acme", takes: is("string") },
    { path: ["deadline"], value: 5000, takes: is("number") },
    { path: ["signal"], value: new AbortController().signal, takes: nothing },
    { path: ["parameters", "acme", "ID"], value: "7", takes: isScalar },
  ],
};

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

function fateOf({ path, takes }: Entry): fc.Arbitrary<Fate> {
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
    { weight: 30, arbitrary: fc.constant({ kind: "keep" as const }) },
    { weight: 10, arbitrary: fc.constantFrom({ kind: "drop" as const }, { kind: "undefined" as const }) },
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

async function send(door: Door, options: Record<string, unknown>): Promise<{ sent: readonly Sent[]; error: unknown }> {
  const { fetch, sent } = recorder();
  const isMaker = door === "provider" || door === "client";
  const given = isMaker ? { ...options, env, fetch } : options;
  const error = await doors[door](given, fetch).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { sent, error };
}

for (const [door, list] of Object.entries(entries) as [Door, readonly Entry[]][]) {
  test(`12.1: ${door}: what is sent heeds everything that was given, in ${RUNS} cases`, async () => {
    const count = { sent: 0, refused: 0 };
    const fates = fc.tuple(...list.map(fateOf));
    const property = fc.asyncProperty(fates, async (all) => {
      const options: Record<string, unknown> = {};
      // Wrong ones last: what they replace is gone.
      const order = list.map((_, index) => index).sort((a, b) => rank(all[a]) - rank(all[b]));
      for (const index of order) put(options, list[index] as Entry, all[index] as Fate);
      const isRight = all.every(({ kind }) => kind !== "misspell" && kind !== "wrong");
      const { sent, error } = await send(door, options);
      if (!isRight) {
        count.refused += 1;
        assert.equal(sent, []);
        assert.instance(error, SdkError, String(error));
        return;
      }
      count.sent += 1;
      assert.is(error, undefined, String(error));
      assert.is(sent.length, 1);
      for (const [index, { shows, path }] of list.entries()) {
        if (all[index]?.kind !== "keep" || shows === undefined) continue;
        assert.ok(
          sent.every((one) => shows(one)),
          path.join("."),
        );
      }
    });
    await fc.assert(property, { numRuns: RUNS });
    assert.ok(count.sent > 500 && count.refused > 500, JSON.stringify(count));
  });
}

function rank(fate: Fate | undefined): number {
  return fate?.kind === "wrong" ? 1 : 0;
}

test.run();
