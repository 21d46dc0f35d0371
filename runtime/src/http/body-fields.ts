/** Told of each field that a body has. */
export type NoteField = (name: string, value: unknown) => void;

/** A text in quotes as JSON has it, to the end where nothing ends it, and the number after a name. */
const QUOTED = /"((?:[^"\\]|\\[^]?)*)(?:"|$)(\s*:\s*(-?[\d.]+)?)?/g;

/** `<ns:name a="1">text<` */
const ELEMENT = /<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]*)?>([^<]+)/g;

/** ` ns:name="text"` */
const ATTRIBUTE = /\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Reads the fields of a body that was sent: of forms, of parts, of JSON and of what looks like it or like XML. */
export function readFields(text: string, contentType: string, note: NoteField): void {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary !== undefined) return readParts(text.split(`--${boundary}`), note);
  try {
    JSON.parse(text, (name, value: unknown) => {
      note(name, value);
      return value;
    });
  } catch {
    for (const [name, value] of new URLSearchParams(text)) note(name, value);
  }
  // A key may stand twice, and a document on each line.
  readQuoted(text, note);
  for (const [, name = "", value = ""] of withoutSections(text).matchAll(ELEMENT))
    note(name, value.trim().replaceAll(LESS, "<"));
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) note(name, double ?? single);
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
    if (name !== undefined) note(name, part.slice(end + 4).replace(/\r\n$/, ""));
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
