import { isMadeUp, secretSegments } from "../config/base-path.js";
import { textOf } from "../config/octets.js";
import { decode } from "../wire/decodings.js";
import { ESCAPE } from "../wire/escapes.js";
import type { OutgoingRequest } from "../wire/outgoing.js";
import type { AnswerHead, BodyBytes } from "../wire/response-body.js";
import { viewOf } from "../wire/view.js";
import { readFields, readText, readValue, type NoteField } from "./body-fields.js";
import { isTooMuch, readingsOf } from "./server-text.js";
import { isTelling } from "./telling.js";

/** Where what was sent may hold secrets. */
export type Sent = Pick<OutgoingRequest, "url" | "headers" | "body">;

/** Where secrets are looked for beside what was sent, where those found go to, and how much of a body is read at most. */
interface Search {
  readonly basePath?: string;
  readonly found?: Set<string>;
  readonly most?: number;
  readonly reading?: NoteField["reading"];
}

/**
 * What an attempt sent as a credential, apart from what its schemes resolved: digest answers, cookies, the caller's own, and
 * what looks like one in the path of its base URL, as in those of webhooks.
 */
export function secretsSent(
  sent: readonly Sent[],
  { basePath = "", found = new Set(), most = Infinity, reading }: Search = {},
): Set<string> {
  for (const segment of secretSegments(basePath)) found.add(segment);
  const note = noteIn(found, reading);
  const read = new Set<unknown>();
  for (const { url, headers, body } of sent) {
    if (url.length > most) throw new RangeError();
    for (const [name, value] of headers) {
      notePartsOf(name, value, found);
      if (isTelling(name)) for (const part of madeUpIn(name, value)) found.add(part);
      readText(value, name, note);
    }
    for (const [name, value] of new URL(url).searchParams) readValue(value, name, note);
    // A challenge or a redirect has it sent again.
    if (body instanceof Uint8Array && !read.has(body))
      readFields(new TextDecoder().decode(body), headers.get("content-type") ?? "", note, most);
    read.add(body);
  }
  return found;
}

/** What the options of a request give under names that say so, however an operation writes it; `json` goes out as it is. */
export function secretsGiven(
  options: object,
  found: Set<string> = new Set(),
  reading?: NoteField["reading"],
): Set<string> {
  const { params, query, headers, form, multipart } = options as { readonly [option: string]: unknown };
  const note = noteIn(found, reading);
  for (const fields of [params, query, headers, form, multipart]) readValue(fields, "", note);
  // It has no properties of its own.
  if (multipart instanceof FormData) for (const [name, value] of multipart) readValue(value, name, note);
  return found;
}

/** The kind of a token is said in public. */
function isSecretName(name: string): boolean {
  return name !== "token_type" && isTelling(name);
}

function noteIn(found: Set<string>, reading?: NoteField["reading"]): NoteField {
  const noted = new Set<string>();
  const note = (name: string, text: string): void => {
    if (noted.has(text) || !isSecretName(name)) return;
    notePartsOf(name, text, found);
    // A cookie has parts that it has under no other name.
    if (name !== "cookie") noted.add(text);
  };
  return reading === undefined ? note : Object.assign(note, { reading });
}

function notePartsOf(name: string, text: string, found: Set<string>): void {
  for (const part of partsOf(name, text)) if (part !== "") found.add(part);
}

/**
 * What an answer hands out under names that say so: of a token endpoint, tokens that cannot be used. In headers and fields, and
 * behind a name in any text, as it was written and as it is meant.
 */
export function secretsAnswered({ headers, statusText }: AnswerHead, { bytes }: BodyBytes): Set<string> {
  const found = new Set<string>();
  const noteNamed = noteIn(found);
  const note: NoteField = (name, text) => {
    noteNamed(name, text);
    noteWords(text, noteNamed, found);
  };
  note("", statusText);
  for (const [name, value] of headers) {
    if (name === "set-cookie") noteNamed("cookie", value.replace(/;.*/, ""));
    note(CHALLENGE.test(name) ? "" : name, value);
    if (!CHALLENGE.test(name)) noteWords(`${name}: ${value}`, noteNamed, found);
  }
  const type = headers.get("content-type") ?? "";
  for (const text of readingsOf(bytes, type)) {
    readFields(text, type, note);
    for (const each of new Set([text, decode(viewOf(text), ESCAPE).text])) note("", each);
  }
  return found;
}

/** It hands nothing out. */
const CHALLENGE = /^(?:www|proxy)-authenticate$|authentication-info$/;

/** A name as JSON, YAML, literals of scripts and sentences have it; what is named may hold another name. It begins where signs end. */
const NAME = /(?<![\w-])[-_]*([a-zA-Z\d][\w-]*)(?![\w-])[^\p{L}\p{N},;:=]*[:=]/gu;

/** What stands before a word: quotes, brackets and other signs, a number of YAML or letters of scripts among them. */
const SIGNS = /[^\p{L}\p{N}_,;]*(?:(?<=[>|][-+]?)\d\s+|[a-z]\w?(?=["'`])[^\p{L}\p{N}_,;]*)?/iuy;

/** A word, behind a scheme, and what is left to a quote. */
const WORD = /(?:(?:basic|bearer|digest|token)\s+["'`]*)?([^\s"'`<>&{}()[\]\\]+)([^"'`\\]{0,999})/iy;

/** Nothing more once all is masked anyway. */
function noteWords(text: string, note: NoteField, found: Set<string>): void {
  for (const { 0: head, 1: name = "", index } of text.matchAll(NAME)) {
    if (!isSecretName(name)) continue;
    if (isTooMuch(found)) return;
    SIGNS.lastIndex = index + head.length;
    const [signs = ""] = SIGNS.exec(text) ?? [];
    WORD.lastIndex = index + head.length + signs.length;
    const [, word = "", rest = ""] = WORD.exec(text) ?? [];
    for (const each of [word, word.replace(/[,;].*/, ""), ...(/["'`]/.test(signs) ? [word + rest] : [])])
      note(name, each);
  }
}

/** A credential in a header: whole, after its scheme, each cookie, and what a digest answer proves. */
function partsOf(name: string, value: string): string[] {
  if (!isTelling(name) && !/^(?:basic|bearer|digest) /i.test(value)) return [];
  const digest = Array.from(value.matchAll(/\b(?:username|response|cnonce)="([^"]*)"/g), ([, part = ""]) => part);
  const cookies =
    name === "cookie" ? value.split(";").map((cookie) => cookie.slice(cookie.indexOf("=") + 1).trim()) : [];
  const unquoted = cookies.map((cookie) => cookie.replace(/^"(.*)"$/, "$1"));
  return [value, value.replace(/^\S+\s+/, ""), ...digest, ...cookies, ...unquoted, ...basicParts(value)];
}

/** Public, and what people have to read in a refusal: of digests and signatures. */
const PUBLIC = /\b(?:alg|algorithm|headers|signedheaders|keyid|uri|nonce|opaque|realm)="?[^",]*/gi;

/** Of a header with several (Hawk, `SharedKey account:signature`, `t=…,v1=…`): a server may name one alone. */
function madeUpIn(name: string, value: string): string[] {
  // What is longer is one token, which is known: its parts would leave no room for other secrets.
  if (name === "cookie" || value.length > 500) return [];
  const said = value.replace(/^[\w-]+\s+/, "").replace(PUBLIC, "");
  return [/[^\w+/~-]+/, /[\s:,;="'|]+/].flatMap((between) => said.split(between)).filter((part) => isMadeUp(part));
}

/** `user:password`, and both by themselves (RFC 7617), also as they were before a token request encoded them (RFC 6749 §2.3.1). */
function basicParts(value: string): string[] {
  // As servers read it that are not strict: in either alphabet, behind any blanks.
  const encoded = /^basic\s+([\w+/-]+)=*$/i.exec(value)?.[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  try {
    const octets = atob(encoded);
    // As `btoa` alone writes them, too: a character of Latin-1 for each octet.
    return [...new Set([textOf(octets), octets])].flatMap((pair) => {
      const colon = pair.indexOf(":");
      const parts = [pair, pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)];
      return [...parts, ...parts.map(formDecoded)];
    });
  } catch {
    return [];
  }
}

function formDecoded(text: string): string {
  return new URLSearchParams(`=${text.replaceAll("&", "%26")}`).get("") ?? "";
}
