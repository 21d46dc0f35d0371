// Differences of types in words, and the class of each for those who give values of the type and those who read them.
import { change, cut, quoted, wordText, type Change, type ChangePlace } from "./change.js";
import type { TypeDifference, Way } from "./types.js";

/** A type in sentences. */
export interface TypeSubject {
  /** A part of it; the whole where the way is empty. */
  readonly name: (way: Way) => string;
  readonly place: (way: Way) => ChangePlace;
  /** What stands at the end of each sentence: where it is given and read. */
  readonly tail?: string;
  /** The same for those who give it. */
  readonly giveTail?: string;
  /** Who gives values of it, and who reads them. */
  readonly gives: boolean;
  readonly reads: boolean;
  /** Whether a property was deprecated before. */
  readonly wasDeprecated?: (way: Way) => boolean;
}

/** More compatible changes of one type, or that say the same of properties of many types, than these are one line. */
export const MOST_COMPATIBLE = 20;
/** Of more values than these, before and now, a sentence says only what came and what went. */
const MOST_VALUES = 16;

export function typeChanges(differences: readonly TypeDifference[], subject: TypeSubject): Change[] {
  const told = merged(differences).map((difference) => typeChange(difference, subject));
  const mild = told.filter((each) => each.class === "compatible");
  if (mild.length <= MOST_COMPATIBLE) return told;
  const sentence = `${subject.name([])} has ${String(mild.length)} compatible changes${subject.tail ?? ""}`;
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

function typeChange(difference: TypeDifference, subject: TypeSubject): Change {
  const { breaks, kind, way } = difference;
  const isBreaking = (subject.gives && breaks.give) || (subject.reads && breaks.read);
  const name = subject.name(way);
  const was = kind === "removed" && subject.wasDeprecated?.(way) === true ? ", which was deprecated," : "";
  const verb = verbOf(difference, subject);
  const sentence = `${name}${was} ${verb}${subject.tail ?? ""}`;
  const about = JSON.stringify(["type", kind, name, subject.place(way)]);
  const { file, path } = subject.place(kind === "removed" ? way.slice(0, -1) : way);
  const place = { file, path: difference.areValues === true ? [...path, "enum"] : path };
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
      if (before === "null") return isNow ? "is always there and never null now" : "may now be missing or null";
      if (reads && !gives) return isNow ? "is always there now" : "may now be missing";
      return isNow ? "is now required" : "is no longer required";
    case "keys":
      return isNow ? "may now have other keys" : "no longer has other keys";
    case "null":
      return isNow ? isNowText(now, before) : "is never null now";
    case "type":
      return valuesText(difference) ?? isNowText(now, before);
  }
}

function isNowText(now: string, before: string): string {
  const [text, former] = [typeText(now), typeText(before)];
  if (text === former) {
    // Long texts that begin alike are shown from where they differ.
    let same = 0;
    while (same < now.length && now[same] === before[same]) same += 1;
    const from = Math.max(0, same - 20);
    return `is now ${typeText(`… ${now.slice(from)}`)}, before ${typeText(`… ${before.slice(from)}`)}`;
  }
  return `is now ${text}${text.startsWith("one of ") ? ";" : ","} before ${former}`;
}

/** `is now one of newest, oldest; before newest`: of long lists, what came and what went. */
function valuesText({ gained, lost, areValues = false, before = "", now = "" }: TypeDifference): string | undefined {
  if (gained === undefined || lost === undefined) return undefined;
  const [all, former] = [membersOf(now), membersOf(before)];
  const text = (values: readonly string[]) => (values.length === 1 ? wordOf(values[0]) : `one of ${words(values)}`);
  const whole = areValues
    ? `is now ${text(all)}${all.length > 1 ? ";" : ","} before ${words(former)}`
    : `is now ${now}, before ${before}`;
  const isShort = whole.length <= 160 && (!areValues || all.length + former.length <= MOST_VALUES);
  if (isShort || /[{[(]/.test([...gained, ...lost].join(""))) return areValues ? whole : undefined;
  const shown = (types: readonly string[]) => (areValues ? cut(words(types)) : types.map(typeText).join(", "));
  const [came, went] = [cut(shown(gained), 160), cut(shown(lost), 160)];
  const counts = `; before ${String(former.length)} ${areValues ? "values" : "types"}`;
  const oneOf = (types: readonly string[], shownTypes: string) => `${types.length === 1 ? "" : "one of "}${shownTypes}`;
  if (lost.length === 0) return `is now also ${oneOf(gained, came)}${counts}`;
  if (gained.length === 0) return `is no longer ${oneOf(lost, went)}${counts}`;
  return `is now also ${oneOf(gained, came)}, and no longer ${oneOf(lost, went)}${counts}`;
}

function words(values: readonly string[]): string {
  return values.map(wordOf).join(", ");
}

/** A literal type as a word. */
function wordOf(literal = ""): string {
  if (!literal.startsWith('"')) return literal;
  try {
    return wordText(JSON.parse(literal) as string);
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
  if (members.length === 1) return cut(wordOf(type));
  const named = members.map(wordOf);
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
