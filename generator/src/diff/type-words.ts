import { type JsonValue, pointerSegments, toPointer } from "@sdkwright/runtime/config";
import type { Facts, FactsByWay } from "../emit/operations/operations-model.js";
import { type Change, change, type ChangeClass, type ChangePlace, cut, quoted, valueText, wordText } from "./change.js";
import type { TypeDifference, TypePair, Way } from "./types.js";

// Differences of types, and of what a document says of values beside them, in words and classes for those who give values
// of the type and those who read them.

/** A type in sentences. */
export interface TypeSubject {
  /** A part of it; the whole where the way is empty. */
  readonly name: (way: Way) => string;
  readonly place: (way: Way) => ChangePlace;
  /** What is at the end of each sentence: where it is given and read. */
  readonly tail?: string;
  /** The same for those who give it. */
  readonly giveTail?: string;
  /** Whether code gives values of it, and reads them. */
  readonly gives: boolean;
  readonly reads: boolean;
}

/** A type on both sides, with what is said of its values beside it. */
export interface TypePart extends TypePair {
  readonly words: TypeSubject;
  readonly facts: readonly [base: FactsByWay | undefined, next: FactsByWay | undefined];
}

/** `tags[].name` */
export function wayText(way: Way): string {
  return way.join(".").replaceAll(".[]", "[]");
}

/** The way of a type as that of its schema. */
export function schemaSteps(way: Way): readonly string[] {
  return way.flatMap((step) => {
    if (step === "[]") return ["items"];
    return step === "*" ? ["additionalProperties"] : ["properties", step];
  });
}

/** `"name" in each item of type "Parcels"` */
export function nameIn(way: Way, whole: string, within: "in" | "of"): string {
  const [first, ...rest] = way;
  if (first === undefined) return whole;
  return first === "[]" ? nameIn(rest, `each item of ${whole}`, "in") : `${quoted(wayText(way))} ${within} ${whole}`;
}

/** More compatible changes of one type, or that say the same of properties of many types, than these are one line. */
export const MOST_COMPATIBLE = 20;
/** Of more values than these, before and now, a sentence says only what came and what went. */
const MOST_VALUES = 16;

export function typeChanges(
  differences: readonly TypeDifference[],
  subject: TypeSubject,
  factsBefore: FactsByWay = {},
): Change[] {
  const told = merged(differences).map((difference) => typeChange(difference, subject, factsBefore));
  const mild = told.filter((each) => each.class === "compatible");
  if (mild.length <= MOST_COMPATIBLE) return told;
  const sentence = `${subject.name([])} has ${mild.length} compatible changes${subject.tail ?? ""}`;
  const details = mild.map((each) => each.sentence);
  const whole = change("compatible", sentence, subject.place([]), { details, about: sentence });
  return [...told.filter((each) => each.class !== "compatible"), whole];
}

/** What is required and never null now, or the other way round, is said in one sentence. */
function merged(differences: readonly TypeDifference[]): readonly TypeDifference[] {
  const at = ({ way }: TypeDifference) => JSON.stringify(way);
  const nulls = new Map(differences.flatMap((each) => (each.kind === "null" ? [[at(each), each]] : [])));
  const joined = new Set<TypeDifference>();
  const all = differences.map((each) => {
    const other = each.kind === "required" ? nulls.get(at(each)) : undefined;
    if (other === undefined || other.isNow === each.isNow) return each;
    joined.add(other);
    const breaks = { give: each.breaks.give || other.breaks.give, read: each.breaks.read || other.breaks.read };
    return { ...each, breaks, before: "null" };
  });
  return all.filter((each) => !joined.has(each));
}

function typeChange(difference: TypeDifference, subject: TypeSubject, factsBefore: FactsByWay): Change {
  const { breaks, kind, way, areValues } = difference;
  const isBreaking = (subject.gives && breaks.give) || (subject.reads && breaks.read);
  const name = subject.name(way);
  const wasDeprecated = kind === "removed" && factsBefore[toPointer(...way)]?.["deprecated"] === true;
  const was = wasDeprecated ? ", which was deprecated," : "";
  const verb = verbOf(difference, subject);
  const sentence = `${name}${was} ${verb}${subject.tail ?? ""}`;
  const about = JSON.stringify(["type", kind, name, subject.place(way)]);
  const { file, path } = subject.place(kind === "removed" ? way.slice(0, -1) : way);
  const place = { file, path: areValues === true ? [...path, "enum"] : path };
  const isSaidOfMany = !isBreaking && kind !== "type" && kind !== "renamed" && name.startsWith('"');
  return change(isBreaking ? "breaking" : "compatible", sentence, place, { about, ...(isSaidOfMany && { verb }) });
}

function verbOf(difference: TypeDifference, { gives, reads }: TypeSubject): string {
  const { kind, isNow = false, before = "", now = "", to = "" } = difference;
  switch (kind) {
    case "added":
      return isNow && gives ? "was added, and is required" : "was added";
    case "removed":
      return "was removed";
    case "renamed":
      return `was renamed to ${quoted(to)}`;
    case "required":
      if (before === "null" && gives) return isNow ? "is now required, and never null" : "may now be left out or null";
      if (before === "null") return isNow ? "is now always present and never null" : "may now be missing or null";
      if (reads && !gives) return isNow ? "is now always present" : "may now be missing";
      return isNow ? "is now required" : "is no longer required";
    case "keys":
      return isNow ? "may now have other keys" : "no longer has other keys";
    case "null":
      return isNow ? isNowText(now, before) : "is now never null";
    case "type":
      return valuesText(difference) ?? isNowText(now, before);
  }
}

function isNowText(now: string, before: string): string {
  const [text, former] = [typeText(now), typeText(before)];
  if (text !== former) return `is now ${text}${text.startsWith("one of ") ? ";" : ","} before ${former}`;
  // Long texts that begin alike are shown from where they differ.
  let same = 0;
  while (same < now.length && now[same] === before[same]) same += 1;
  const from = Math.max(0, same - 20);
  return `is now ${typeText(`… ${now.slice(from)}`)}, before ${typeText(`… ${before.slice(from)}`)}`;
}

/** `is now one of newest, oldest; before newest`: of long lists, what came and what went. */
function valuesText({ gained, lost, areValues = false, before = "", now = "" }: TypeDifference): string | undefined {
  if (gained === undefined || lost === undefined) return undefined;
  const [all, former] = [membersOf(now), membersOf(before)];
  const words = (values: readonly string[]) => values.map(wordOf).join(", ");
  const whole = areValues
    ? `is now ${all.length > 1 ? `one of ${words(all)};` : `${words(all)},`} before ${words(former)}`
    : `is now ${now}, before ${before}`;
  const isShort = whole.length <= 160 && (!areValues || all.length + former.length <= MOST_VALUES);
  if (isShort || /[{[(]/.test([...gained, ...lost].join(""))) return areValues ? whole : undefined;
  const shown = (types: readonly string[]) =>
    `${types.length === 1 ? "" : "one of "}${cut(types.map(areValues ? wordOf : typeText).join(", "), 160)}`;
  const parts = [
    ...(gained.length > 0 ? [`is now also ${shown(gained)}`] : []),
    ...(lost.length > 0 ? [`${gained.length > 0 ? "" : "is "}no longer ${shown(lost)}`] : []),
  ];
  return `${parts.join(", and ")}; before ${former.length} ${areValues ? "values" : "types"}`;
}

/** A literal type as a word. */
function wordOf(literal: string): string {
  try {
    return literal.startsWith('"') ? wordText(JSON.parse(literal) as string) : literal;
  } catch {
    return literal;
  }
}

/** `string or null`; what has parts of its own stays as it is written. */
export function typeText(type: string): string {
  if (type === "never") return "no value at all";
  const members = membersOf(type);
  if (/[{}()[\]<>]/.test(type.replaceAll(/"(?:[^"\\]|\\.)*"/g, "")))
    return quoted(cut(type.replaceAll(/;(?= \})/g, "").replaceAll('"', "'")));
  const named = members.map(wordOf);
  if (members.length === 1) return cut(named.join(""));
  if (members.every((member) => /^["\d-]/.test(member))) return `one of ${cut(named.join(", "))}`;
  return cut(`${named.slice(0, -1).join(", ")} or ${String(named.at(-1))}`);
}

/** The members of a union that stand beside each other: not within objects, lists or texts. */
function membersOf(type: string): readonly string[] {
  const members: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: sign, index } of type.matchAll(/"(?:[^"\\]|\\.)*"|[{}()[\]<>]| \| /g)) {
    if ("{([<".includes(sign)) depth += 1;
    else if ("})]>".includes(sign)) depth -= 1;
    else if (sign === " | " && depth === 0) {
      members.push(type.slice(start, index));
      start = index + sign.length;
    }
  }
  return [...members, type.slice(start)];
}

// What a document says of values beside their types

interface Bound {
  /** What a value has to do. */
  readonly text: (value: JsonValue) => string;
  /** Whether less is allowed when the bound grows; absent where bounds cannot be compared. */
  readonly grows?: "tighter" | "looser";
}

const bound = (words: string, grows?: Bound["grows"]): Bound => ({
  text: (value) =>
    words.replace("$", () => valueText(value)) +
    (words.endsWith("$") || value === 1 || !words.includes("$") ? "" : "s"),
  ...(grows !== undefined && { grows }),
});

const BOUNDS: { readonly [keyword: string]: Bound } = {
  minimum: bound("be at least $", "tighter"),
  maximum: bound("be at most $", "looser"),
  exclusiveMinimum: bound("be more than $", "tighter"),
  exclusiveMaximum: bound("be less than $", "looser"),
  multipleOf: bound("be a multiple of $"),
  minLength: bound("have at least $ character", "tighter"),
  maxLength: bound("have at most $ character", "looser"),
  pattern: bound("match $"),
  minItems: bound("have at least $ item", "tighter"),
  maxItems: bound("have at most $ item", "looser"),
  uniqueItems: bound("have distinct items"),
  minProperties: bound("have at least $ key", "tighter"),
  maxProperties: bound("have at most $ key", "looser"),
};

/** What changed beside the type at each way that `isKept` on both sides. */
export function factChanges(
  { facts: [base = {}, next = {}], words }: TypePart,
  isKept: (way: Way) => boolean,
): Change[] {
  return Object.keys({ ...base, ...next }).flatMap((key) => {
    const way = key === "" ? [] : pointerSegments(key);
    const [from, to] = [base[key] ?? {}, next[key] ?? {}];
    return isKept(way) && JSON.stringify(from) !== JSON.stringify(to) ? factsAt(way, from, to, words) : [];
  });
}

function factsAt(
  way: Way,
  from: Facts,
  to: Facts,
  { gives, reads, name, place, tail, giveTail }: TypeSubject,
): Change[] {
  const of = name(way);
  const say = (kind: ChangeClass, sentence: string): Change =>
    change(kind, `${sentence}${tail ?? ""}`, place(way), { about: `${sentence}${JSON.stringify(place(way))}` });
  const sayToGivers = (kind: ChangeClass, sentence: string): Change =>
    change(kind, `${sentence}${giveTail ?? tail ?? ""}`, place(way));
  const isOther = (keyword: string) => JSON.stringify(from[keyword]) !== JSON.stringify(to[keyword]);
  const told: Change[] = [];
  if (isOther("deprecated"))
    told.push(say("compatible", `${of} is ${to["deprecated"] === true ? "deprecated now" : "no longer deprecated"}`));
  if (isOther("format")) {
    const [before, now] = [from["format"], to["format"]];
    const isLooser = now === undefined || (before === undefined && !gives);
    const how = now === undefined ? "is no longer" : "is now";
    const former = before === undefined || now === undefined ? "" : `, before ${valueText(before)}`;
    told.push(
      say(isLooser ? "compatible" : "behavioural", `${of} ${how} written as ${valueText(now ?? before)}${former}`),
    );
  }
  if (isOther("integer")) {
    const isNow = to["integer"] === true;
    const how = isNow ? "integer, before number" : "number, before integer";
    told.push(say((isNow ? gives : reads) ? "behavioural" : "compatible", `${of} is now ${how}`));
  }
  if (!gives) return told;
  if (isOther("default")) {
    const [before, now] = [from["default"], to["default"]].map(valueText);
    told.push(sayToGivers("behavioural", `the default of ${of} is now ${String(now)}, before ${String(before)}`));
  }
  return [...told, ...boundChanges(from, to, Object.keys(BOUNDS).filter(isOther), of, sayToGivers)];
}

/** Bounds that came or moved, in one sentence each way. */
function boundChanges(
  from: Facts,
  to: Facts,
  changed: readonly string[],
  of: string,
  say: (kind: ChangeClass, sentence: string) => Change,
): Change[] {
  const isLooser = (keyword: string) => {
    const [before, now, grows] = [from[keyword], to[keyword], BOUNDS[keyword]?.grows];
    if (typeof before !== "number" || typeof now !== "number" || grows === undefined) return now === undefined;
    return grows === "looser" ? now > before : now < before;
  };
  const clause = (keyword: string) => {
    const before = from[keyword] === undefined ? "" : `, before ${valueText(from[keyword])}`;
    return `${BOUNDS[keyword]?.text(to[keyword] ?? null) ?? keyword}${before}`;
  };
  const kept = changed.filter((keyword) => to[keyword] !== undefined);
  const [tighter, looser] = [kept.filter((each) => !isLooser(each)), kept.filter(isLooser)];
  const gone = changed.filter((keyword) => to[keyword] === undefined);
  const areMost = (keywords: readonly string[]) => keywords.every((each) => BOUNDS[each]?.grows === "looser");
  const freed = gone
    .map((keyword) => BOUNDS[keyword]?.text(from[keyword] ?? null) ?? keyword)
    .map((text, at, all) => (at > 0 && all[0]?.split(" ")[0] === text.split(" ")[0] ? text.replace(/^\w+ /, "") : text))
    .join(" or ");
  const [must, may] = [areMost(tighter) ? "may now" : "must now", areMost(looser) ? "may now" : "now only has to"];
  return [
    ...(tighter.length === 0 ? [] : [say("behavioural", `${of} ${must} ${tighter.map(clause).join(", and ")}`)]),
    ...(looser.length === 0 ? [] : [say("compatible", `${of} ${may} ${looser.map(clause).join(", and ")}`)]),
    ...(gone.length === 0 ? [] : [say("compatible", `${of} no longer has to ${freed}`)]),
  ];
}
