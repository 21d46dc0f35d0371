import { writtenAs } from "./written-json.js";
import { withoutReferences } from "../wire/escapes.js";
import { readQuoted, withNumbers } from "./json-text.js";
import { isTelling, mayTell, nameBeside } from "./telling.js";

/** Told of each text and number that has a name: its own, or a telling one that it stands below. */
export interface NoteField {
  (name: string, text: string): void;
  /** Told of the length of each text that is read, within others too; it throws where that is too much. */
  readonly reading?: (length: number) => void;
}

/** How often one text stands within another, as a form in JSON in a part. */
const DEPTH = 3;

/** More than a body of some megabytes has. */
const MAX_VALUES = 1e6;

/** To read a short text takes as long as so many characters more. */
const SHORT = 250;

/** What all that is looked for has: of quotes, tags, pairs, lists, objects and user info. */
const STRUCTURE = /["<=[{@]/;

/** `<ns:name a="1">text<`; a `>` may stand in quotes, and quotes where nothing ends them. */
const ELEMENT = /<(?:[^\s<>/"'=]*:)?([^\s<>/:"'=]+)(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*|\s[^<>]*)?>([^<]+)/g;

/** ` ns:name="text"` */
const ATTRIBUTE = /\s(?:[^\s<>/"'=]*:)?([^\s<>/:"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** `//user:password@`, to the last `@` as URLs have it. */
const USER_INFO = /\/\/([^\s/?#"<>]+)@/g;

/** Reads the fields of a body that was sent: of its parts, or of a text. Throws where these are longer than `most`. */
export function readFields(text: string, contentType: string, note: NoteField, most: number = Infinity): void {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)/i.exec(contentType)?.[1];
  // What has no parts is no such body, whatever a header says.
  const all = boundary === undefined ? [] : text.split(`--${boundary}`);
  const parts = all.length > 1 ? all.filter((part) => !isLongFile(part)) : undefined;
  const length = parts?.reduce((sum, part) => sum + part.length, 0) ?? text.length;
  if (length > most && FILE.test(contentType)) return;
  if (length > most) throw new RangeError();
  if (parts === undefined) readText(text, "", note);
  else readParts(parts, note);
}

/** In a part; longer ones are not read. */
const MAX_FILE = 65_536;

/** What has no fields. */
const FILE = /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)\b/i;

function isLongFile(part: string): boolean {
  return part.length > MAX_FILE && /[; ]filename\*?=/i.test(headOf(part));
}

function headOf(part: string): string {
  return part.slice(0, Math.max(0, part.indexOf("\r\n\r\n")));
}

/**
 * Reads a value and all that stands within it, in texts too. Without recursion, because what a caller gave may be as deep
 * as it likes. Throws at what has no end, as what has become a ring.
 */
export function readValue(
  root: unknown,
  rootName: string,
  note: NoteField,
  depth: number = DEPTH,
  most: number = MAX_VALUES,
): void {
  const values: (readonly [name: string, value: unknown])[] = [[rootName, root]];
  for (const [name, value] of values) {
    if (values.length > most) throw new RangeError();
    if (typeof value === "string" || typeof value === "number") {
      const text = String(value);
      note(name, text);
      if (depth > 0) readText(text, name, note, depth - 1);
    } else if ((typeof value === "object" && value !== null) || typeof value === "function") {
      for (const field of fieldsOf(name, value)) values.push(field);
      const written = writtenAs(value);
      if (written !== undefined) values.push([name, written]);
    }
  }
}

/** Each with its name: that of the whole where it tells, that which stands beside it, or its own. */
function fieldsOf(outer: string, value: object): (readonly [name: string, value: unknown])[] {
  const entries: [string, unknown][] = Object.entries(value);
  if (isTelling(outer)) return entries.map(([, inner]) => [outer, inner]);
  // `["password", "p"]` in a list.
  const isPair = Array.isArray(value) && value.length === 2 && /^\d+$/.test(outer);
  const beside = nameBeside(isPair ? { name: value[0] as unknown } : value);
  return entries.map(([name, inner]) => [(/^value$/i.test(name) || isPair ? beside : undefined) ?? name, inner]);
}

/** Reads the fields of JSON, of forms and URLs, and of what looks like JSON or XML; JSON under a telling name has that. */
export function readText(text: string, name: string, note: NoteField, depth: number = DEPTH): void {
  if (!STRUCTURE.test(text)) return;
  note.reading?.(text.length + SHORT);
  if (depth < DEPTH && !hasSecret(text, name)) return;
  const within: NoteField = (inner, part) => readValue(part, inner, note, depth);
  // What is JSON has an end.
  const readJson = (json: string): boolean => {
    const value = parsed(json);
    if (value !== undefined) readValue(value, name, note, depth, Infinity);
    return value !== undefined;
  };
  const isJson = readJson(text);
  // A key may stand twice.
  readQuoted(text, isJson ? note : within);
  if (isJson) return;
  // A document on each line.
  text.split("\n").every((line) => !/^\s*[[{]/.test(line) || readJson(line));
  readPairs(text, within);
  readXml(text, within);
}

/** Of elements and attributes, as they stand there and as they are meant. */
function readXml(text: string, note: NoteField): void {
  const noteBoth = (name: string, value: string): void => {
    for (const each of new Set([value, withoutReferences(value)])) note(name, each);
  };
  for (const [, element = "", value = ""] of plainXml(text).matchAll(ELEMENT))
    noteBoth(element, value.trim().replaceAll(LESS, "<"));
  for (const [, attribute = "", double, single = ""] of text.matchAll(ATTRIBUTE)) noteBoth(attribute, double ?? single);
}

/** A list, an object or a text in quotes. */
function parsed(json: string): unknown {
  try {
    const trimmed = json.trim();
    // What throws takes long.
    return /^["[{]/.test(trimmed) && /["\]}]/.test(trimmed.at(-1) ?? "") ? JSON.parse(withNumbers(trimmed)) : undefined;
  } catch {
    return undefined;
  }
}

/** What user info may stand behind, also as it is written in a URL within a URL, in JSON of PHP, and in HTML of templates. */
const AUTHORITY = /(?:\\?\/|&#x2F;|&#47;|%(?:25)*2F){2,}([^\s/?#"<>]*)/gi;

/** Most texts have none, and are not read. */
function hasSecret(text: string, name: string): boolean {
  return isTelling(name) || mayTell(text) || /%(?:25)*40/.test(text) || hasUserInfo(text);
}

/** Each authority is read once, to its end: a beginning within it has no further one. */
function hasUserInfo(text: string): boolean {
  for (const [, authority = ""] of text.matchAll(AUTHORITY)) if (authority.includes("@", 1)) return true;
  return false;
}

/** Of a form, and of URLs and their like wherever they stand. */
function readPairs(text: string, note: NoteField): void {
  // In a URL an apostrophe is no end; around one it is.
  const readings = [text, ...[/[?#;\s"<>]/g, /[?#;\s"'<>]/g].map((ends) => text.replaceAll(ends, "&"))];
  for (const pairs of new Set(readings)) {
    for (const [name, value] of new URLSearchParams(pairs)) {
      // Behind the path of a URL; or a question is the name.
      const behind = name.slice(name.lastIndexOf("?") + 1);
      note(/\w/.test(behind) ? behind : name, value);
    }
  }
  for (const [, info = ""] of text.matchAll(USER_INFO)) {
    const parts = new URLSearchParams(`=${info.replace(/[&+]/g, encodeURIComponent).replace(":", "&=")}`);
    for (const part of parts.values()) note("password", part);
  }
}

/** Stands for a `<` that begins no tag. XML has no such character. */
const LESS = "\0";

/** What stands in XML that is no tag, and how it ends. */
const ENDS = new Map([
  ["<![CDATA[", "]]>"],
  ["<!--", "-->"],
  ["<?", "?>"],
]);

/**
 * XML with CDATA as plain text, and with comments, which may have elements of their own, at its end. By hand: a pattern would
 * look for an end again at each beginning.
 */
function plainXml(text: string): string {
  const begins = /<!\[CDATA\[|<!--|<\?/g;
  let [plain, comments] = ["", ""];
  for (let at = 0; ; begins.lastIndex = at) {
    const begin = begins.exec(text);
    if (begin === null) return `${plain}${text.slice(at)}\n${comments}`;
    const [mark] = begin;
    const end = ENDS.get(mark) ?? "";
    const length = text.indexOf(end, begins.lastIndex);
    const inner = text.slice(begins.lastIndex, length < 0 ? undefined : length);
    plain += text.slice(at, begin.index);
    if (mark === "<![CDATA[") plain += inner.replaceAll("<", LESS);
    else if (length < 0) return `${plain}${inner}\n${comments}`;
    else comments += `${inner}\n`;
    at = length < 0 ? text.length : length + end.length;
  }
}

function readParts(parts: readonly string[], note: NoteField): void {
  for (const part of parts) {
    const head = headOf(part);
    const [, quoted, name = quoted ?? ""] = /[; ]name=(?:"([^"]*)"|([^\s;"]+))/i.exec(head) ?? [];
    readValue(part.slice(head === "" ? 0 : head.length + 4).replace(/\r\n$/, ""), name, note);
  }
}
