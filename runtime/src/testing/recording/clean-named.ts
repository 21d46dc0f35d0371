import { mayTell, SENSITIVE } from "../../http/telling.js";
import { isSecretName, MASK } from "../masked.js";

/** A name within a text that tells of a credential, whole. */
const NAME = `(?<![\\w-])([\\w-]{0,64}(?:${SENSITIVE.source.replace("$", "(?![\\w-])")})[\\w-]{0,64})`;

/** `password=`, `"token": `, `\"key\":`, `%3Ftoken%3D`, PHP's `=>`, and the quote that a value begins with: `"`, `\"`, `b'`. */
const PAIR = new RegExp(
  `${NAME}(?:\\w{0,64}(?:[[\\]]|%5[BD])){0,6}\\\\*["']?\\s*(?:=>|[=:]|%(?:25)*3[ad])\\s*(\\\\*)(?:(?:br|rb|[bfnru@$])?("""|'''|["'\`]))?`,
  "gi",
);

/** A value without quotes: `hunter2`, `Basic abc`, `it's-mine` of a form. */
const PLAIN = /(?:(?:basic|bearer|digest) +)?(?:[^\s"'&<>\\]|'(?=[\w~.*()!-]))+/iy;

/** So far a key of YAML is indented, at most. */
const DEEPEST = 200;

const REST_OF_LINE = /[^\r\n]*/y;

/** `<secret type="text">s</secret>`, as CDATA too. */
const ELEMENT = new RegExp(`(?<=<(?:[\\w.-]{1,64}[:.])?)${NAME}((?:\\s[^<>]{0,200})?>(?:<!\\[CDATA\\[)?)([^<]+)`, "gi");

/** `name="password" value="p"` of HTML and XML. */
const NAMED = new RegExp(
  `(?<=\\b(?:name|id|key|property)\\s{0,9}=\\s{0,9}["'](?:[^"'<>]{0,64}[^\\w"'<>-])?)${NAME}([^"'<>]{0,64}["'][^<>]{0,200}?\\b(?:value|content)\\s{0,9}=\\s{0,9}["'])((?<=")[^"]+|(?<=')[^']+)`,
  "gi",
);

/** The same the other way round. */
const NAMED_AFTER = new RegExp(
  `(?<=\\b(?:value|content)\\s{0,9}=\\s{0,9}["'])((?<=")[^"<>]+|(?<=')[^'<>]+)(["'][^<>]{0,200}?\\b(?:name|id|key|property)\\s{0,9}=\\s{0,9}["'](?:[^"'<>]{0,64}[^\\w"'<>-])?)${NAME}(?=[^"'<>]{0,64}["'])`,
  "gi",
);

/** A part of a multipart body. */
const PART = new RegExp(`(?<=\\bname=")${NAME}("[^]{0,200}?\\n\\r?\\n)([^\\r\\n]+)`, "gi");

/** A text without what stands beside a telling name. */
export function withoutNamed(text: string): string {
  if (!mayTell(text)) return text;
  return withoutPairs(text)
    .replaceAll(ELEMENT, maskElement)
    .replaceAll(NAMED, maskNamed)
    .replaceAll(NAMED_AFTER, (whole, value: string, between: string, name: string) =>
      isSecretName(name.toLowerCase(), value) ? MASK + between + name : whole,
    )
    .replaceAll(PART, maskNamed);
}

/** By hand: a pattern for what may be escaped needs a long stack. */
export function withoutPairs(text: string): string {
  let [clean, at] = ["", 0];
  for (const { 0: head, 1: name = "", 2: slashes = "", 3: quote, index } of text.matchAll(PAIR)) {
    const begin = index + head.length;
    if (index < at || !isSecretName(name.toLowerCase(), "")) continue;
    const end = quote === undefined ? plainEnd(text, index, begin) : quotedEnd(text, begin, quote, slashes.length);
    if (end === begin) continue;
    clean += text.slice(at, begin) + MASK;
    at = end;
  }
  return clean + text.slice(at);
}

/** Of YAML a value goes to the end of the line. */
function plainEnd(text: string, nameAt: number, begin: number): number {
  const before = text.slice(Math.max(0, nameAt - DEEPEST), nameAt);
  const isYaml = /(?:^|[\r\n])[ \t-]*["']?$/.test(before) && /:[ \t]+$/.test(text.slice(nameAt, begin));
  const value = isYaml ? REST_OF_LINE : PLAIN;
  value.lastIndex = begin;
  return begin + (value.exec(text)?.[0].length ?? 0);
}

/** Where the quote stands again, with as many backslashes before it; one with more is within, and so is one that stands twice. */
function quotedEnd(text: string, begin: number, quote: string, slashes: number): number {
  for (let at = text.indexOf(quote, begin); at >= 0; at = text.indexOf(quote, at + 1)) {
    let first = at;
    while (first > begin && text[first - 1] === "\\") first -= 1;
    // Each text within a text writes one backslash as two.
    const isEscaped = ((at - first - slashes) / (slashes + 1)) % 2 === 1;
    if (isEscaped) continue;
    const isTwice = slashes === 0 && quote.length === 1 && at > begin && text[at + 1] === quote;
    if (!isTwice) return Math.max(first, at - slashes);
    at += 1;
  }
  return text.length;
}

/** A line of YAML that a block follows: `- password: >-`, `token: !!str |2 # a`, `secrets:`. */
const BLOCK =
  /^([ \t]*(?:-[ \t]{1,9}){0,9})["']?([^\s"']{1,128})["']?[ \t]{0,9}:((?:[ \t]+[!&]\S{1,64}){0,3}(?:[ \t]+[|>][-+\d]{0,3})?[ \t]*(?:#.*)?)\r?\n/gm;

/** A text without the blocks of YAML that stand below a telling name. */
export function withoutBlocks(text: string): string {
  if (!mayTell(text)) return text;
  let [clean, at] = ["", 0];
  for (const { 0: head, 1: indent = "", 2: name = "", 3: sign = "", index } of text.matchAll(BLOCK)) {
    if (index < at || !isSecretName(name.toLowerCase(), "")) continue;
    const begin = index + head.length;
    const end = blockEnd(text, begin, indent.length);
    if (end === begin) continue;
    const colon = begin - (/\r?\n$/.exec(head)?.[0].length ?? 0) - sign.length;
    clean += `${text.slice(at, colon)} ${MASK}`;
    at = end;
  }
  return clean + text.slice(at);
}

const LINE = /([ \t]*)(-(?=\s))?([^\r\n]*)/y;

/** The end of the last line that is indented deeper, or is of a list. */
function blockEnd(text: string, begin: number, column: number): number {
  let end = begin;
  for (let at = begin; at < text.length;) {
    LINE.lastIndex = at;
    const [line = "", indent = "", dash, rest = ""] = LINE.exec(text) ?? [];
    const isBlank = dash === undefined && rest === "";
    if (!isBlank && indent.length + (dash === undefined ? 0 : 1) <= column) return end;
    at += line.length;
    if (!isBlank) end = at;
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return end;
}

function maskNamed(whole: string, name: string, between: string, value: string): string {
  return isSecretName(name.toLowerCase(), value) ? name + between + MASK : whole;
}

/** CDATA has an end of its own. */
function maskElement(whole: string, name: string, between: string, value: string): string {
  const [inner = ""] = value.split("]]>", 1);
  const rest = value.slice(inner.length);
  return maskNamed(whole.slice(0, whole.length - rest.length), name, between, inner) + rest;
}
