import { replaceNumbers } from "../../http/json-text.js";
import { charsetOf, isUtf8 } from "../../http/server-text.js";
import { isTelling } from "../../http/telling.js";
import type { Bytes } from "../../wire/outgoing.js";
import type { Secrets } from "../../wire/scrub.js";
import { MASK, maskText } from "../masked.js";
import { parsedJson, readContent, textOf } from "../received.js";
import { cleanBytes, hidesInUtf16 } from "./clean-bytes.js";
import { cleanChallenge, cleanEnd, cleanText, cleanValue } from "./clean.js";
import type { RecordedResponse } from "./tape.js";

/** What came over the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Bytes;
  /** Whether the client has read it to its end. */
  readonly isWhole: boolean;
}

/** Of the connection, not of the answer: the body is kept as it is after decompression. */
const OF_THE_WIRE: ReadonlySet<string> = new Set(["connection", "content-encoding", "content-length", "date", "keep-alive", "transfer-encoding"]); // prettier-ignore

/** An answer without credentials. Cookies and headers with telling names are left out, but for challenges. */
export async function cleanResponse(raw: RawResponse, secrets: Secrets): Promise<RecordedResponse> {
  const { status, headers, bytes, isWhole } = cleanedEnd(inUtf8(withoutHalf(raw)), secrets);
  const kept = [...headers].filter(
    ([name]) => !OF_THE_WIRE.has(name) && (!isTelling(name) || name.endsWith("authenticate")),
  );
  const cleaned = Object.fromEntries(kept.map(([name, value]) => [name, cleanHeader(name, value, secrets)]));
  const body = hidesInUtf16(bytes, secrets) ? { body: MASK } : await cleanBody({ headers, bytes, isWhole }, secrets);
  return { status, headers: cleaned, ...body };
}

async function cleanBody(
  { headers, bytes, isWhole }: Omit<RawResponse, "status">,
  secrets: Secrets,
): Promise<Pick<RecordedResponse, "body" | "text" | "base64">> {
  const type = headers.get("content-type");
  const json = isJson(type) ? textOf(bytes) : undefined;
  if (json !== undefined && isRounded(json)) return { text: cleanLong(json, secrets) };
  const content = await readContent(bytes, /form/.test(type ?? "") ? new Headers() : headers);
  if (content === undefined) return {};
  if (content instanceof Uint8Array) return cleanBytes(content, isWhole, secrets);
  const isText = typeof content === "string" && isJson(type) && !isJsonText(textOf(bytes));
  return isText ? { text: cleanText(content, secrets) } : { body: cleanValue(content, secrets) };
}

function cleanHeader(name: string, value: string, secrets: Secrets): string {
  return name.endsWith("authenticate") ? cleanChallenge(value, secrets) : cleanText(value, secrets);
}

/** Not cut within a character, which would make it text of no charset. */
function withoutHalf(raw: RawResponse): RawResponse {
  const text = raw.isWhole ? undefined : textOf(raw.bytes, true);
  return text === undefined ? raw : { ...raw, bytes: new TextEncoder().encode(text) };
}

function isJson(type: string | null | undefined): boolean {
  return /\bjson\b/i.test(type ?? "");
}

/** Whether numbers of a JSON text would be others once they are read: what is kept is what came. */
function isRounded(json: string): boolean {
  let hasLong = false;
  replaceNumbers(json, (number) => {
    if (isLong(number)) hasLong = true;
    return number;
  });
  return hasLong && isJsonText(json);
}

function isLong(number: string): boolean {
  return Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER;
}

/** Stands before the place of a number that is kept as it came. */
const KEPT = "\\u0000";

/** JSON with long numbers, cleaned as other JSON is. */
function cleanLong(json: string, secrets: Secrets): string {
  const numbers: string[] = [];
  const held = replaceNumbers(json, (number) => {
    if (!isLong(number)) return number;
    return maskText(number, secrets) === number ? `"${KEPT}${numbers.push(number) - 1}"` : `"${MASK}"`;
  });
  const clean = JSON.stringify(cleanValue(parsedJson(held), secrets));
  return clean.replaceAll(/"\\u0000(\d+)"/g, (text, at) => numbers[Number(at)] ?? text);
}

function isJsonText(text: string | undefined): boolean {
  return text !== undefined && parsedJson(text) !== undefined;
}

function cleanedEnd(raw: RawResponse, secrets: Secrets): RawResponse {
  const text = raw.isWhole ? undefined : textOf(raw.bytes);
  return text === undefined ? raw : { ...raw, bytes: new TextEncoder().encode(cleanEnd(text, secrets)) };
}

/** Text in another charset would be kept as bytes, and nothing would be found in it. */
function inUtf8(raw: RawResponse): RawResponse {
  const type = raw.headers.get("content-type") ?? "";
  const charset = isUtf8(raw.bytes) ? "utf-8" : (charsetOf(type) ?? markOf(raw.bytes));
  if (!/^text\/|[/+](?:json|xml)\b|urlencoded|script/i.test(type)) return raw;
  if (/^utf-?8$/i.test(charset) && textOf(raw.bytes) !== undefined) return raw;
  const headers = new Headers(raw.headers);
  headers.set("content-type", `${type.replace(/;.*/s, "")}; charset=utf-8`);
  return { ...raw, headers, bytes: new TextEncoder().encode(decoderOf(charset).decode(raw.bytes)) };
}

/** Tables of spreadsheets begin with a mark of UTF-16. */
function markOf([first, second]: Bytes): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Octets that no charset says what they are: as browsers read them. */
function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(/^utf-?8$/i.test(charset) ? "windows-1252" : charset);
  } catch {
    return new TextDecoder("windows-1252");
  }
}

/** What a client gets of it. */
export function responseOf({
  status,
  headers,
  body,
  text = textOfBody(body, headers),
  base64,
}: RecordedResponse): Response {
  const content = base64 === undefined ? text : Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  return new Response(content ?? null, { status, headers: { ...headers } });
}

function textOfBody(body: unknown, headers: RecordedResponse["headers"]): string | undefined {
  return typeof body === "string" && !isJson(headers["content-type"]) ? body : JSON.stringify(body);
}
