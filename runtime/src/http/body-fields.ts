import { isTelling, mayTell, nameBeside } from "./telling.js";

/** Told of each text and number that has a name: its own, or a telling one that it stands below. */
export type NoteField = (name: string, text: string) => void;

/** How often one text stands within another, as a form in JSON in a part. */
const DEPTH = 3;

/** More than a body of some megabytes has. */
const MAX_VALUES = 1e6;

/** A text in quotes as JSON has it, to the end where nothing ends it, and the number after a name. */
const QUOTED = /"((?:[^"\\]|\\[^]?)*)(?:"|$)(\s*:\s*(-?[\d.]+)?)?/g;

/** `<ns:name a="1">text<` */
const ELEMENT = /<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>([^<]+)/g;

/** ` ns:name="text"` */
const ATTRIBUTE = /\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** `//user:password@`, to the last `@` as URLs have it. */
const USER_INFO = /\/\/([^\s/?#"'<>]+)@/g;

/** Reads the fields of a body that was sent: of its parts, or of a text. */
export function readFields(text: string, contentType: string, note: NoteField): void {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary === undefined) readText(text, "", note);
  else readParts(text.split(`--${boundary}`), note);
}

/**
 * Reads a value and all that stands within it, in texts too. Without recursion, because what a caller gave may be as deep
 * as it likes. Throws at what has no end, as what has become a ring.
 */
export function readValue(root: unknown, rootName: string, note: NoteField, depth: number = DEPTH): void {
  const values: (readonly [name: string, value: unknown])[] = [[rootName, root]];
  for (const [name, value] of values) {
    if (values.length > MAX_VALUES) throw new RangeError();
    if (typeof value === "string" || typeof value === "number") {
      const text = String(value);
      note(name, text);
      if (depth > 0) readText(text, name, note, depth - 1);
    } else if (typeof value === "object" && value !== null) {
      for (const field of fieldsOf(name, value)) values.push(field);
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
  if (depth < DEPTH && !hasSecret(text, name)) return;
  const within: NoteField = (inner, part) => readValue(part, inner, note, depth);
  const readJson = (json: string): boolean => {
    try {
      if (!/^\s*[[{]/.test(json)) return false;
      readValue(JSON.parse(json), name, note, depth);
      return true;
    } catch {
      return false;
    }
  };
  const isJson = readJson(text);
  // A key may stand twice.
  readQuoted(text, isJson ? note : within);
  if (isJson) return;
  // A document on each line.
  text.split("\n").every((line) => line.trim() === "" || readJson(line));
  readPairs(text, within);
  for (const [, element = "", value = ""] of withoutSections(text).matchAll(ELEMENT))
    within(element, value.trim().replaceAll(LESS, "<"));
  for (const [, attribute = "", double, single = ""] of text.matchAll(ATTRIBUTE)) within(attribute, double ?? single);
}

/** Most texts have none, and are not read. */
function hasSecret(text: string, name: string): boolean {
  return isTelling(name) || mayTell(text) || text.search(USER_INFO) >= 0;
}

/** Of a form, and of URLs and their like wherever they stand. */
function readPairs(text: string, note: NoteField): void {
  for (const pairs of new Set([text, text.replaceAll(/[?#;\s"'<>]/g, "&")])) {
    for (const [name, value] of new URLSearchParams(pairs)) note(name.slice(name.lastIndexOf("?") + 1), value);
  }
  for (const [, info = ""] of text.matchAll(USER_INFO)) {
    const parts = new URLSearchParams(`=${info.replace(/[&+]/g, encodeURIComponent).replace(":", "&=")}`);
    for (const part of parts.values()) note("password", part);
  }
}

/** Stands for a `<` that begins no tag. XML has no such character. */
const LESS = "\0";

/** CDATA as plain text. By hand: a pattern would look for its end again at each beginning. */
function withoutSections(text: string): string {
  const [before = "", ...sections] = text.split("<![CDATA[");
  const plain = sections.map((section) => {
    const [inner = "", ...rest] = section.split("]]>");
    return inner.replaceAll("<", LESS) + rest.join("]]>");
  });
  return before + plain.join("");
}

function readParts(parts: readonly string[], note: NoteField): void {
  for (const part of parts) {
    const end = part.indexOf("\r\n\r\n");
    const name = /[; ]name="([^"]*)"/i.exec(part.slice(0, Math.max(0, end)))?.[1];
    if (name !== undefined) readValue(part.slice(end + 4).replace(/\r\n$/, ""), name, note);
  }
}

function readQuoted(text: string, note: NoteField): void {
  let named: { readonly name: string; readonly end: number } | undefined;
  for (const { index, 0: whole, 1: inner = "", 2: colon, 3: number } of text.matchAll(QUOTED)) {
    if (named?.end === index) note(named.name, inner);
    if (number !== undefined) note(inner, number);
    named = colon === undefined ? undefined : { name: inner, end: index + whole.length };
  }
}
