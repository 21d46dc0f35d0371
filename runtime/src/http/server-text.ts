import { printable } from "../redaction.js";
import { longestForm, scrub, scrubberOf, type Secrets } from "../wire/scrub.js";
import type { AnswerHead, BodyBytes } from "../wire/response-body.js";
import { Room } from "../wire/room.js";
import { parseRetryAfter } from "./retry-after.js";

/** What an error shows of an answer: bounded, and without the attempt's secrets. */
export interface ServerText {
  readonly reason: string;
  /** Every name; the value only where it is known to be harmless. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In ms. */
  readonly retryAfter: number | undefined;
}

/** What the caller of a client says about texts of its servers. */
export interface Redaction {
  /** `undefined` where they are not known: then no text is shown. */
  readonly secrets: Secrets | undefined;
  /** The caller's own, for what we cannot know; a text that it throws at is not shown. */
  readonly redact: ((text: string) => string) | undefined;
  readonly errorBodies: boolean;
}

/** What can be told of the answers to one attempt. */
export interface ServerTexts {
  /** What is masked; `undefined` where no text is shown. */
  readonly secrets: Secrets | undefined;
  readonly show: (answer: AnswerHead, body: BodyBytes) => ServerText;
  readonly holdsSecret: (text: string) => boolean;
}

const MASK = "***";
const MAX_BODY = 4096;
const MAX_REASON = 100;
const MAX_HEADER_VALUE = 200;
const MAX_HEADERS = 100;
const MAX_SECRETS = 200;
const MAX_SECRETS_LENGTH = 16_384;

/** Of the texts of one answer together, in readings of a character: it takes a second or two. */
const MOST_READ = 4_000_000;

/** What a limit cuts off at the end of a text, so that nothing that is to be masked is shown in part. */
const MARGIN = 256;

/** Values of these are shown in errors; of all other headers only the name (a server may hand out tokens in any). */
const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  "allow",
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "request-id",
  "retry-after",
  "www-authenticate",
  "x-correlation-id",
  "x-request-id",
]);

export function serverTexts({ secrets: all, ...redaction }: Redaction): ServerTexts {
  const secrets = all !== undefined && isTooMuch(all) ? undefined : all;
  return {
    secrets,
    show: (answer, body) => serverText(answer, body, { ...redaction, secrets }),
    holdsSecret: (text) => secrets === undefined || scrub(text, secrets) !== text,
  };
}

/** So many, or such long ones, that to look for them would take the time of other calls: then no text is shown. */
export function isTooMuch(secrets: Secrets): boolean {
  if (secrets.size > MAX_SECRETS) return true;
  return Array.from(secrets).reduce((sum, { length }) => sum + length, 0) > MAX_SECRETS_LENGTH;
}

function serverText(answer: AnswerHead, body: BodyBytes, redaction: Redaction): ServerText {
  const room = new Room(MOST_READ);
  const scrubber = redaction.secrets && scrubberOf(redaction.secrets);
  const scrubbed = scrubber && ((text: string) => scrubber(text, room));
  const show = (text: string): string | undefined => scrubbed && redacted(scrubbed(text), redaction);
  const headers: [string, string][] = [];
  for (const [name, value] of Array.from(answer.headers).slice(0, MAX_HEADERS)) {
    const shown = SHOWN_HEADERS.has(name) ? show(value) : undefined;
    const label = SHOWN_HEADERS.has(name) ? name : printable(show(name) ?? MASK, MAX_HEADER_VALUE);
    headers.push([label, shown === undefined ? MASK : printable(shown, MAX_HEADER_VALUE)]);
  }
  const [asked, wait] = [answer.headers.get("retry-after"), parseRetryAfter(answer.headers)];
  return {
    reason: printable(show(answer.statusText) ?? "", MAX_REASON),
    headers: Object.fromEntries(headers),
    body:
      redaction.errorBodies && scrubbed
        ? shownBody(body, answer.headers.get("content-type") ?? "", redaction, scrubbed)
        : "",
    retryAfter:
      scrubbed === undefined || isPlain(`${asked} ${wait} ${(wait ?? 0) / 1000}`, scrubbed) ? wait : undefined,
  };
}

/** A number may be a key, of which a server can make two dates. */
function isPlain(text: string, scrubbed: Scrubber): boolean {
  return scrubbed(text) === text;
}

/** A secret that a limit cuts in two would not be found, so a text that is not whole loses its end. */
function shownBody({ bytes, complete }: BodyBytes, type: string, redaction: Redaction, scrubbed: Scrubber): string {
  const margin = Math.max(MARGIN, longestForm(redaction.secrets ?? new Set()));
  const readings = readingsOf(bytes, type).map((text) => {
    const part = text.slice(0, MAX_BODY + margin);
    return { part, scrubbed: scrubbed(part), isWhole: complete && part.length === text.length };
  });
  const told = readings.find((reading) => reading.scrubbed !== reading.part) ?? readings[0];
  if (told === undefined) return "";
  const shown = redacted(told.scrubbed, redaction) ?? "";
  return (told.isWhole ? shown : shown.slice(0, Math.max(0, shown.length - margin))).slice(0, MAX_BODY);
}

type Scrubber = (text: string) => string;

/** As the octets say, or the content type, which may not be true: the first reading in which a secret is found counts. */
export function readingsOf(bytes: Uint8Array, type: string): string[] {
  const { encoding } = decoderOf(type);
  const octets = isUtf8(bytes) ? ["utf-8"] : [];
  const isWide = bytes.includes(0) || encoding.startsWith("utf-16");
  const wide = isWide ? ["utf-16le", "utf-16be"] : [];
  // All of it is ASCII, of which it shows two signs otherwise.
  const isShifted = encoding === "iso-2022-jp";
  const labels = new Set([...octets, encoding, ...wide, ...(isWide || isShifted ? ["utf-8"] : [])]);
  return Array.from(labels, (label) => new TextDecoder(label).decode(bytes));
}

/** Whether octets that are not all of ASCII are UTF-8, which those of other charsets hardly ever are. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    return /[^\0-\x7f]/.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false;
  }
}

/** In another charset a secret is other octets. UTF-8 where none is named, or one that the platform does not know. */
function decoderOf(contentType: string): TextDecoder {
  try {
    return new TextDecoder(charsetOf(contentType));
  } catch {
    return new TextDecoder();
  }
}

/** As the content type names it, and not within the text of another parameter. */
export function charsetOf(contentType: string): string | undefined {
  return /^(?:[^"]|"[^"]*")*?;\s*charset="?([\w:.-]{1,40})/i.exec(contentType)?.[1];
}

function redacted(text: string, { redact }: Redaction): string | undefined {
  if (redact === undefined) return text;
  try {
    const shown: unknown = redact(text);
    return typeof shown === "string" ? shown : undefined;
  } catch {
    return undefined;
  }
}
