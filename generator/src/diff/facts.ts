import { type JsonValue, pointerSegments } from "@sdkwright/runtime/config";
import type { Facts, FactsByWay } from "../emit/operations/operations-model.js";
import { type Change, change, type ChangeClass, valueText } from "./change.js";
import type { TypeSubject } from "./type-words.js";
import type { Way } from "./types.js";

// What a document says of values beside their types: bounds, formats, defaults, what is deprecated. One table gives each
// keyword its words, and its class for what requests carry and for what answers bring.

interface Keyword {
  /** Whether less is allowed when the value grows; `undefined` where values cannot be compared. */
  readonly grows?: "tighter" | "looser";
  readonly text: (value: JsonValue) => string;
}

const be = (words: string) => (value: JsonValue) => `be ${words} ${valueText(value)}`;
const have = (words: string, of: string) => (value: JsonValue) =>
  `have ${words} ${valueText(value)} ${of}${value === 1 ? "" : "s"}`;

const BOUNDS: { readonly [keyword: string]: Keyword } = {
  minimum: { grows: "tighter", text: be("at least") },
  maximum: { grows: "looser", text: be("at most") },
  exclusiveMinimum: { grows: "tighter", text: be("more than") },
  exclusiveMaximum: { grows: "looser", text: be("less than") },
  multipleOf: { text: be("a multiple of") },
  minLength: { grows: "tighter", text: have("at least", "character") },
  maxLength: { grows: "looser", text: have("at most", "character") },
  pattern: { text: (value) => `match ${valueText(value)}` },
  minItems: { grows: "tighter", text: have("at least", "item") },
  maxItems: { grows: "looser", text: have("at most", "item") },
  uniqueItems: { text: () => "have distinct items" },
  minProperties: { grows: "tighter", text: have("at least", "key") },
  maxProperties: { grows: "looser", text: have("at most", "key") },
};

/** What changed beside the type at each way that `isKept` on both sides. */
export function factChanges(
  base: FactsByWay | undefined,
  next: FactsByWay | undefined,
  subject: TypeSubject,
  isKept: (way: Way) => boolean,
): Change[] {
  if (base === next || (base === undefined && next === undefined)) return [];
  const ways = new Set([...Object.keys(base ?? {}), ...Object.keys(next ?? {})]);
  return [...ways].flatMap((key) => {
    const way = key === "" ? [] : pointerSegments(key);
    const [from, to] = [base?.[key] ?? {}, next?.[key] ?? {}];
    return isKept(way) && JSON.stringify(from) !== JSON.stringify(to) ? factsAt(way, from, to, subject) : [];
  });
}

function factsAt(way: Way, from: Facts, to: Facts, subject: TypeSubject): Change[] {
  const { gives, reads, name } = subject;
  const of = name(way);
  const say = (kind: ChangeClass, sentence: string): Change =>
    change(kind, `${sentence}${subject.tail ?? ""}`, subject.place(way), {
      about: `${sentence}${JSON.stringify(subject.place(way))}`,
    });
  const ofGivers = (kind: ChangeClass, sentence: string): Change =>
    change(kind, `${sentence}${subject.giveTail ?? subject.tail ?? ""}`, subject.place(way));
  const isDeprecated = to["deprecated"] === true;
  const isInteger = to["integer"] === true;
  const [now, before] = isInteger ? ["integer", "number"] : ["number", "integer"];
  const isNumberChange = from["integer"] !== to["integer"];
  const breaks = isInteger ? gives : reads;
  return [
    ...(from["deprecated"] === to["deprecated"]
      ? []
      : [say("compatible", `${of} is ${isDeprecated ? "deprecated now" : "no longer deprecated"}`)]),
    ...formatChange(from["format"], to["format"], of, gives, say),
    ...(isNumberChange ? [say(breaks ? "behavioural" : "compatible", `${of} is now ${now}, before ${before}`)] : []),
    ...(gives ? defaultChange(from["default"], to["default"], of, ofGivers) : []),
    ...(gives ? boundChange(from, to, of, ofGivers) : []),
  ];
}

type Say = (kind: ChangeClass, sentence: string) => Change;
type Value = JsonValue | undefined;

function formatChange(from: Value, to: Value, of: string, gives: boolean, say: Say): readonly Change[] {
  if (from === to) return [];
  if (to === undefined) return [say("compatible", `${of} is no longer written as ${valueText(from)}`)];
  const before = from === undefined ? "" : `, before ${valueText(from)}`;
  const isStrict = from !== undefined || gives;
  return [say(isStrict ? "behavioural" : "compatible", `${of} is now written as ${valueText(to)}${before}`)];
}

function defaultChange(from: Value, to: Value, of: string, say: Say): readonly Change[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  return [say("behavioural", `the default of ${of} is now ${valueText(to)}, before ${valueText(from)}`)];
}

/** Bounds that came or moved, in one sentence each way. */
function boundChange(from: Facts, to: Facts, of: string, say: Say): readonly Change[] {
  const changed = Object.entries(BOUNDS).filter(
    ([keyword]) => JSON.stringify(from[keyword]) !== JSON.stringify(to[keyword]),
  );
  const tight = changed.filter(([keyword, bound]) => !isLooser(bound, from[keyword], to[keyword]));
  const loose = changed.filter((each) => !tight.includes(each));
  const [set, gone] = [
    loose.filter(([keyword]) => to[keyword] !== undefined),
    loose.filter(([k]) => to[k] === undefined),
  ];
  const clauses = (bounds: typeof changed) =>
    bounds.map(([keyword, { text }]) => boundText(text, from[keyword], to[keyword])).join(", and ");
  const areMost = (bounds: typeof changed) => bounds.every(([, { grows }]) => grows === "looser");
  const freed = gone
    .map(([keyword, { text }]) => text(from[keyword] ?? null))
    .map((text, at, all) => (at > 0 && all[0]?.split(" ")[0] === text.split(" ")[0] ? text.replace(/^\w+ /, "") : text))
    .join(" or ");
  return [
    ...(tight.length === 0
      ? []
      : [say("behavioural", `${of} ${areMost(tight) ? "may" : "must"} now ${clauses(tight)}`)]),
    ...(set.length === 0
      ? []
      : [say("compatible", `${of} ${areMost(set) ? "may now" : "now only has to"} ${clauses(set)}`)]),
    ...(gone.length === 0 ? [] : [say("compatible", `${of} no longer has to ${freed}`)]),
  ];
}

function boundText(text: Keyword["text"], from: Value, to: Value): string {
  return `${text(to ?? null)}${from === undefined ? "" : `, before ${valueText(from)}`}`;
}

function isLooser({ grows }: Keyword, from: Value, to: Value): boolean {
  if (to === undefined) return true;
  if (from === undefined || typeof from !== "number" || typeof to !== "number" || grows === undefined) return false;
  return grows === "looser" ? to > from : to < from;
}
