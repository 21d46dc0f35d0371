import { decode, decodings, DOUBLED, undoubled } from "./decodings.js";
import { NAMED } from "./escapes.js";
import { ANY, finderOf, FIRST } from "./find-all.js";
import { octetsOf } from "../config/octets.js";
import { isKey, keyFinderOf } from "./written-keys.js";
import { Room } from "./room.js";
import { OF_BASE64, type View, ViewMaker, viewOf } from "./view.js";

/** Secrets of one attempt: as they were resolved for it, and what else it sent as a credential. */
export type Secrets = ReadonlySet<string>;

const MASK = "***";
const SHORTEST = 6;

/** The most characters that an octet of a secret takes where a text ends, as in `&amp;#x00e4;`, or on an indented line. */
const LONGEST_ESCAPE = 32;

/** RFC 2045 §6.7. Apart from the others, because `key=abc` is no escape to them, and keys end with `=`. */
const QUOTED_PRINTABLE = /=(?:([\da-fA-F]{2})|(?:[\r\n]|\\[rn])+)/g;

/** Its soft line breaks alone: of `key=abc` nothing else is an escape. */
const SOFT_BREAK = /=(?:[\r\n]|\\[rn])+/g;

/** Where a secret has spaces, lines may be folded: in YAML, mail and headers, one within another. */
const SPACES = /(?:\\?[\t-\r ])+/g;

/** What may be one escape with what stands behind it, which then is read for both. */
const OPEN = /(?:\\(?:[xu]\{?[\da-f]{0,7}|[0-7]{0,2})|%(?:u[\da-f]{0,3}|[\da-f]?)|&#?\w*)$/i;

/** What stands between octets that are written in hex one by one: `de:ad`, `<Buffer de ad>`, `0xde, 0xad`. */
const BETWEEN_HEX = /[\s:,-]{1,3}(?:0x)?(?=[\da-f]{2}(?![\da-f]))/gi;

/** And in decimal: `[222, 173]`, `{"0":222,"1":173}`, as JSON and consoles write a Buffer and an Uint8Array. */
const BETWEEN_DECIMAL = /\s+|["']?\d{1,5}["']?:/g;

/**
 * Base64 of either alphabet, as long as that of so many octets. A run that is too short is not tried from its second letter
 * on. Not `{n,}`: repeated so, millions of letters are more than the stack of a pattern holds.
 */
function base64Of(octets: number): RegExp {
  const digit = "[\\w+/-]";
  return new RegExp(`(?<!${digit})${digit}{${Math.ceil((octets * 4) / 3)}}${digit}*`, "g");
}

/** Of each octet. */
const HEX = Array.from({ length: 256 }, (_, code) => code.toString(16).padStart(2, "0"));

/** What stands for an octet that is no UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * Masks secrets in a server's text, however it writes them: as they are, in small letters or capitals of any script, escaped
 * up to three times, with its quotes doubled, in base64, escaped or not, in hex, or octet by octet.
 */
export function scrub(text: string, secrets: Secrets): string {
  return scrubberOf(secrets)(text);
}

/**
 * The same for many texts: what a long secret may be written as is made once. What texts that share a room take together is
 * bounded, whatever the number of secrets; by itself, each text has one.
 */
export function scrubberOf(secrets: Secrets): (text: string, room?: Room) => string {
  const long = [...secrets].filter((secret) => secret.length >= SHORTEST);
  // Composed before and after, because capitals of `ΐ` are three letters. Each case, because capitals of `ß` are two, and hex
  // and octets of a letter have no case.
  const inCases = composed(long).flatMap((text) => [text, text.toLowerCase(), text.toUpperCase()]);
  const needles = [...new Set(composed(inCases).flatMap(needlesOf))];
  const shortest = needles.reduce((least, { length }) => Math.min(least, length), Infinity);
  // Nothing that is decoded becomes longer.
  const hasSpaces = long.some((secret) => /\s/.test(secret));
  const sought = {
    find: finderOf(needles),
    findKeys: keyFinderOf(long.filter(isKey)),
    base64: base64Of(shortest),
    hasSpaces,
  };
  return (text, room = new Room()) => (text.length < shortest ? text : masked(text, sought, room));
}

function composed(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [text, text.normalize("NFC"), text.normalize("NFD")]))];
}

interface Sought {
  readonly find: ReturnType<typeof finderOf>;
  /** Of secrets that may be escaped in any way, whatever stands before them. */
  readonly findKeys: ReturnType<typeof keyFinderOf>;
  readonly base64: RegExp;
  readonly hasSpaces: boolean;
}

function masked(text: string, sought: Sought, room: Room): string {
  const hidden = hiddenIn(text, sought, room);
  let shown = "";
  let at = 0;
  for (let start = hidden.indexOf(1); start >= 0; start = hidden.indexOf(1, at)) {
    shown += text.slice(at, start) + MASK;
    const end = hidden.indexOf(0, start);
    at = end < 0 ? text.length : end;
  }
  return shown + text.slice(at);
}

/** 1 for each unit that is not to be shown: all of them where to find out would take the time of other calls. */
function hiddenIn(text: string, sought: Sought, room: Room): Uint8Array {
  const hidden = new Uint8Array(text.length);
  const hider =
    ({ startOf, endOf }: View) =>
    (from: number, length: number): void =>
      void hidden.fill(1, startOf(from), endOf(from + length - 1));
  const { asWritten, all } = viewsOf(text, sought);
  const isWhole =
    asWritten.every((view) => sought.findKeys(view.text, hider(view), room)) &&
    all.every((view) => sought.find(lowered(view.text), hider(view)));
  return isWhole ? hidden : hidden.fill(1);
}

interface Views {
  /** The text, and what base64 in it says. */
  readonly asWritten: readonly View[];
  /** These, and all readings of them. */
  readonly all: readonly View[];
}

function viewsOf(text: string, sought: Sought): Views {
  const raw = viewOf(text);
  const levels = decodings(raw);
  const encoded = levels.map((view) => fromBase64(view, sought));
  const all = [raw, ...encoded.flat()].flatMap((view) => {
    const read = view === raw ? levels : decodings(view);
    return [...read, ...within(read, sought), ...joined(view)];
  });
  // Where nothing was to be decoded there is nothing else to be found.
  const others = all.filter((view) => view === raw || view.text !== text);
  return { asWritten: [raw, ...(encoded[0] ?? [])], all: others };
}

/** What is compared is in no case, in Turkish neither. Each unit keeps its place: `İ` would become two. */
function lowered(text: string): string {
  const small = text.replaceAll(/[İı]/g, "i").toLowerCase();
  // Which of the two it is depends on what follows.
  return small.replaceAll("ς", "σ");
}

/** The longest form of a secret that {@link scrub} finds, in characters. */
export function longestForm(secrets: Secrets): number {
  return LONGEST_ESCAPE * Array.from(secrets, octetsOf).reduce((most, { length }) => Math.max(most, length), 0);
}

function needlesOf(secret: string): string[] {
  // What looks like an escape in the secret itself is decoded with the text that it stands in.
  const levels = [secret, octetsOf(secret)].flatMap((text) => decodings(viewOf(text)));
  const texts = [...levels, ...levels.map(undoubled)].flatMap(({ text }) => {
    const octets = octetsOf(text);
    const foreign = [NAMED, REPLACEMENT].map((stand) => text.replaceAll(/[^\0-\x7f]/gu, stand));
    // A backslash before a space may be an escape, or belong to the secret; a form has a plus for a space.
    const spaced = (each: string): string[] =>
      [each.replaceAll(SPACES, ""), each.replaceAll(/\s+/g, ""), each.replaceAll(" ", "+")]; // prettier-ignore
    return [text, octets].flatMap((each) => [each, ...spaced(each)]).concat(foreign);
  });
  const codes = new TextEncoder().encode(secret);
  const hex = Array.from(codes, (code) => HEX[code]).join("");
  const open = texts.map((text) => text.replace(OPEN, ANY)).filter(({ length }) => length >= SHORTEST);
  return [...new Set([...texts, ...open, hex, codes.join(",")].map(lowered))].filter(({ length }) => length >= FIRST);
}

/**
 * What base64 says, from each of the four places of a group that it may begin at: an octet has the two characters that hold
 * it, so those at either end of a secret may hold a part of what stands beside it.
 */
function fromBase64(view: View, sought: Sought): View[] {
  const runs = [...view.text.matchAll(sought.base64)];
  if (runs.length === 0) return [];
  return [0, 1, 2, 3].map((offset) => {
    const decoded = new ViewMaker(view);
    for (const { 0: run, index } of runs) {
      const digits = run.slice(offset).replaceAll("-", "+").replaceAll("_", "/");
      decoded.add(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits), index + offset, OF_BASE64, 2);
    }
    return decoded.view();
  });
}

/** Octets that are written one by one, together. */
function joined(view: View): View[] {
  const patterns = [BETWEEN_HEX, BETWEEN_DECIMAL].filter((pattern) => view.text.search(pattern) >= 0);
  return patterns.map((pattern) => decode(view, pattern));
}

/** What is written in each view in ways that read other texts wrongly; none where nothing is. */
function within(views: readonly View[], { hasSpaces }: Sought): View[] {
  return views.flatMap((view) => {
    const has = (pattern: RegExp): boolean => view.text.search(pattern) >= 0;
    return [
      ...(has(DOUBLED) ? decodings(undoubled(view)) : []),
      ...(has(SOFT_BREAK) ? decodings(decode(view, SOFT_BREAK)) : []),
      ...(has(QUOTED_PRINTABLE) ? decodings(decode(view, QUOTED_PRINTABLE)) : []),
      ...(hasSpaces && has(SPACES) ? [decode(view, SPACES, () => "")] : []),
    ];
  });
}
