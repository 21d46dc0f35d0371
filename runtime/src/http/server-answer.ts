import { own } from "../config/options.js";

import { octetsOf, textOf } from "../config/text.js";
import {
  AuthenticationError,
  type AuthenticationErrorKind,
  BodyError,
  describeRequest,
  HttpError,
  MAX_NAME,
  printable,
  type RequestLabel,
  type SdkError,
} from "../errors/errors.js";
import { late } from "../late.js";
import type { AnswerHead, AnswerToRead, ServerAnswer } from "./answer.js";
import { type BodyBytes, drainBody, UNREAD } from "./drain.js";
import { waitIn } from "./waits.js";

/** Replaces a secret. */
export const MASK = "***";

/** In characters; shorter values stand in ordinary texts. */
const SHORTEST_SECRET = 6;

/** Replaces secrets in a text of somebody else's; in one whose end was cut off, also what may be the beginning of one. */
export type Masker = (text: string, isCut?: boolean) => string;

/**
 * Masks by exact match: each secret of 6 characters or more as it is, in JSON, percent-encoded, as a form, escaped for HTML,
 * and in base64 at each of its three offsets. Nothing decodes the text.
 */
export function maskerOf(secrets: Iterable<string>): Masker {
  const long = Array.from(secrets).filter(({ length }) => length >= SHORTEST_SECRET);
  const writings = [...new Set(long.flatMap(writingsOf))].sort((a, b) => b.length - a.length);
  return (text, isCut = false) => {
    let masked = text;
    for (const writing of writings) masked = masked.replaceAll(writing, MASK);
    return isCut ? withoutBeginning(masked, writings) : masked;
  };
}

/** The same for all texts of a JSON value, names of fields among them; numbers that hold a secret become texts. */
function maskValue(value: unknown, mask: Masker): unknown {
  if (typeof value === "string") return mask(value);
  if (typeof value === "number") return mask(String(value)) === String(value) ? value : MASK;
  if (Array.isArray(value)) return value.map((each) => maskValue(each, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [mask(name), maskValue(each, mask)]));
}

function writingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  const strict = percent.replaceAll(/[!'()*]/g, (sign) => `%${hex(sign, 2).toUpperCase()}`);
  const encoded = [percent, strict, new URLSearchParams([["", secret]]).toString().slice(1)];
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    secret,
    json,
    json.replaceAll("/", "\\/"),
    // As Python and PHP write it.
    json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit, 4)}`),
    ...encoded,
    ...encoded.map((text) => text.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())),
    html,
    ...["&#39;", "&#x27;", "&apos;"].map((quote) => html.replaceAll('"', "&quot;").replaceAll("'", quote)),
    ...base64Of(secret),
  ];
}

function hex(unit: string, digits: number): string {
  return unit.charCodeAt(0).toString(16).padStart(digits, "0");
}

/** The characters that hold nothing but octets of the secret, whatever stands before and behind it, in either alphabet. */
function base64Of(secret: string): string[] {
  const octets = octetsOf(secret);
  return [0, 1, 2].flatMap((offset) => {
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + octets.length) * 8) / 6);
    const text = btoa("\0".repeat(offset) + octets).slice(first, last);
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function withoutBeginning(text: string, writings: readonly string[]): string {
  const isBeginning = (end: string): boolean => end !== "" && writings.some((writing) => writing.startsWith(end));
  let start = Math.max(0, text.length - (writings[0]?.length ?? 0));
  while (start < text.length && !isBeginning(text.slice(start))) start += 1;
  return text.slice(0, start);
}

/** Names of fields that hold credentials, in snake case: words that say so anywhere, and short ones that stand alone. */
const SENSITIVE =
  /auth(?!or(?!i))|bearer|cookie|credential|hmac|jwt|passw|passphrase|passcode|pwd|secret|session|signature|token(?!s|_?type)|(?:api|access|private|account|license)[_-]?key|(?<![a-z])(?:key|otp|pass|pin|sid|sig)(?![a-z])/i;

/** How many values of one request are looked at: what has more is data. */
const MAX_VALUES = 1000;

/** Where secrets of one request stand. */
export interface SecretPlaces {
  /** The values that its schemes resolved and its client's headers hold. */
  readonly schemes: Iterable<string>;
  /** The segments of its base URL that variables filled. */
  readonly segments: readonly string[];
  /** As the caller gave them. */
  readonly options: object;
  /** Headers as they went over the wire. */
  readonly sent: readonly Headers[];
  /** True if all values of the options count, whatever their names: for texts of code, which may tell all that was asked. */
  readonly all?: boolean | undefined;
}

/** Tells whether a field of that name holds a credential: `authorization`, `apiKey`, `client_secret`, `X-Auth-Token`. */
export function isSensitive(name: string): boolean {
  // A key that keeps a request from being done twice proves nothing.
  return SENSITIVE.test(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_")) && !/^(?:x-)?idempotency[-_]?key$/i.test(name);
}

/** All that is masked in texts about one request (rules §3.8). */
export function secretsOf({ schemes, segments, options, sent, all = false }: SecretPlaces): Set<string> {
  const found = new Set(schemes);
  const note = (value: string): void => {
    if (value.length >= SHORTEST_SECRET) found.add(value);
  };
  segments.forEach(note);
  for (const headers of sent) noteFields([...headers], note);
  const { params, headers, query, form, multipart, json } = options as { readonly [option: string]: unknown };
  for (const fields of [params, headers, query, form, multipart, json]) noteFields(fields, note, all);
  return found;
}

/** Texts and numbers under sensitive names, at any depth; what stands below such a name has it too. */
function noteFields(root: unknown, note: (value: string) => void, all = false): void {
  const values: (readonly [name: string, value: unknown])[] = [["", root]];
  for (const [name, value] of values) {
    if (typeof value === "string" || typeof value === "number") {
      if (all || isSensitive(name)) for (const part of partsOf(name, String(value))) note(part);
    } else if (typeof value === "object" && value !== null && values.length < MAX_VALUES) {
      for (const [key, inner] of entriesOf(value)) values.push([isSensitive(name) ? name : key, inner]);
    }
  }
}

/** The entries of records and lists, and of `Headers`, `URLSearchParams`, `FormData` and lists of pairs. */
function entriesOf(value: object): Iterable<readonly [string, unknown]> {
  if (!(Symbol.iterator in value)) return Object.entries(value);
  const items = Array.from(value as Iterable<unknown>).slice(0, MAX_VALUES);
  return items.map((item) => (isPair(item) ? item : (["", item] as const)));
}

function isPair(item: unknown): item is readonly [string, unknown] {
  return Array.isArray(item) && item.length === 2 && typeof item[0] === "string";
}

/** A header's value whole, and without its scheme; of cookies each by itself. */
function partsOf(name: string, value: string): readonly string[] {
  if (/^(?:set-)?cookie$/i.test(name))
    return value.split(";").map((cookie) => cookie.slice(cookie.indexOf("=") + 1).trim());
  return [value, value.replace(/^[\w-]+ +/, ""), ...basicHalves(value)];
}

/** Name and password of a Basic header (RFC 7617). */
function basicHalves(value: string): readonly string[] {
  const encoded = /^basic +([\w+/-]+)=*$/i.exec(value)?.[1];
  if (encoded === undefined) return [];
  try {
    const pair = textOf(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")));
    const colon = pair.indexOf(":");
    return colon < 0 ? [] : [pair, pair.slice(0, colon), pair.slice(colon + 1)];
  } catch {
    return [];
  }
}

/** The options of a client about texts of its servers. */
export interface Redaction {
  /** The caller's own, for what we cannot know; a text that it throws at is not shown. */
  readonly redact?: ((text: string) => string) | undefined;
  readonly errorBodies?: boolean | undefined;
}

const MAX_SENTENCE = 200;
const MAX_REASON = 100;

/** In the order in which they are believed. */
const REQUEST_IDS =
  "x-request-id request-id x-amzn-requestid x-amz-request-id x-github-request-id x-correlation-id x-reference-id cf-ray";

/** Where vendors say what is wrong, as paths into a JSON body; the first text counts. */
const SENTENCES =
  "error.message message Message error_description detail detail.0.msg errors.0.message errors.0.detail errors.0.title errors.0 title error";

/** The same in JSON whose end is missing, and in XML. */
const IN_PARTS = /"(?:message|error_description|detail|title)"\s*:\s*"((?:[^"\\]|\\.){1,500})/i;
const IN_XML = /<(?:\w+:)?(?:message|faultstring|detail)>([^<]{1,500})</i;

/** The parts of an attempt that hold its secrets. */
export interface AttemptParts {
  readonly prepared: {
    readonly options: object;
    readonly base: { readonly segments: readonly string[] };
    readonly bound: Redaction;
  };
  readonly secrets: Iterable<string>;
  readonly sent: readonly { readonly headers: Headers }[];
}

/** Reads answers to one attempt. */
export function readerOf(attempt: AttemptParts): ((answer: AnswerHead, body: BodyBytes) => ServerAnswer) | undefined {
  const mask = maskerBy(attempt);
  return mask && ((answer, body) => readServerAnswer(answer, body, mask, attempt.prepared.bound));
}

/** Masks the secrets that the attempt was given and has sent, or all that it was given. */
export function maskerBy({ prepared, secrets, sent }: AttemptParts, all?: boolean): Masker | undefined {
  const { options, base } = prepared;
  const headers = sent.map((request) => request.headers);
  try {
    return maskerOf(secretsOf({ schemes: secrets, segments: base.segments, options, sent: headers, all }));
  } catch {
    // An error of a getter does not hide the failure.
    return undefined;
  }
}

/** Reads what a server said with a status that nobody handles. */
export function readServerAnswer(
  answer: AnswerHead,
  { bytes, complete }: BodyBytes,
  mask: Masker,
  { redact, errorBodies = true }: Redaction,
): ServerAnswer {
  const shown: Masker = (text, isCut) => redacted(mask(text, isCut), redact);
  const headers = new Headers();
  for (const [name, value] of answer.headers)
    if (name !== "set-cookie") headers.append(name, shown(value).replaceAll(NO_HEADER, "?"));
  const type = answer.headers.get("content-type") ?? "";
  const source = errorBodies ? decoded(bytes, type) : "";
  const text = shown(source, !complete);
  const body = complete ? maskedJson(source, shown) : undefined;
  const wait = waitIn(answer.headers, answer.status);
  const id = REQUEST_IDS.split(" ")
    .map((name) => headers.get(name))
    .find((value) => value);
  return {
    reason: oneLine(shown(answer.statusText), MAX_REASON),
    sentence: oneLine(sentenceIn(body, text, type), MAX_SENTENCE),
    headers,
    text,
    body: body ?? text,
    truncated: errorBodies && !complete,
    requestId: id ? printable(id, MAX_SENTENCE) : undefined,
    retryAfter: wait.ms,
    unreadWait: wait.unread && oneLine(shown(wait.unread), MAX_REASON),
  };
}

/** Characters that no header can have; a caller's `redact` may return them. */
const NO_HEADER = /[^\t\x20-\x7e\x80-\xff]/g;

function oneLine(text: string, limit: number): string {
  return printable(text.replaceAll(/\s+/g, " ").trim(), limit);
}

function redacted(text: string, redact: Redaction["redact"]): string {
  if (redact === undefined || text === "") return text;
  try {
    const shown: unknown = redact(text);
    return typeof shown === "string" ? shown : MASK;
  } catch {
    return MASK;
  }
}

/** In the charset that the content type names, else in UTF-8. */
function decoded(bytes: Uint8Array, type: string): string {
  const charset = /;\s*charset="?([\w:.-]+)/i.exec(type)?.[1];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function maskedJson(text: string, shown: Masker): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return maskValue(JSON.parse(text), shown);
  } catch {
    return undefined;
  }
}

function sentenceIn(body: unknown, text: string, type: string): string {
  if (typeof body === "string") return body;
  if (body !== undefined) {
    const found = SENTENCES.split(" ").map((path) => path.split(".").reduce<unknown>(at, body));
    return found.map((value) => (typeof value === "string" ? value.trim() : "")).find(Boolean) ?? "";
  }
  if (/^\s*[[{]/.test(text)) return IN_PARTS.exec(text)?.[1] ?? "";
  if (/^\s*<(?:!doctype\s+html|html)/i.test(text) || /^text\/html\b/i.test(type)) return "";
  if (/^\s*</.test(text)) return IN_XML.exec(text)?.[1] ?? "";
  // Nobody reads a line of an image or an archive.
  return /^(?:text\/|$)/i.test(type) ? (/\S.*/.exec(text)?.[0] ?? "") : "";
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" ? own(value, key) : undefined;
}

/** A status that nobody handles: the headers have decided, so time that runs out while the body drains changes nothing. */
export async function unhandled(
  attempt: AttemptParts & {
    readonly prepared: {
      readonly label: RequestLabel;
      readonly bound: { readonly maxErrorBytes?: number | undefined };
    };
    readonly scope: { timeoutError: () => Error };
  },
  answer: Response,
  rejection: AuthenticationErrorKind | undefined,
): Promise<SdkError> {
  const { label, bound } = attempt.prepared;
  const draining = drainBody(answer, bound.maxErrorBytes);
  const read = readerOf(attempt);
  const errorOf = (body: BodyBytes) => httpError({ status: answer.status, label, rejection }, read?.(answer, body));
  attempt.scope.timeoutError = () => errorOf(UNREAD);
  return errorOf(await draining);
}

/** Why the server did not accept the credentials of an answer with 401 or 403, as far as it says so; the status alone says it, too. */
export async function rejectionOf({ status, headers }: Response): Promise<AuthenticationErrorKind | undefined> {
  const field = headers.get("www-authenticate");
  const loaded = field === null ? undefined : await late(() => import("../auth/challenges.js"));
  return loaded?.bearerError(field ?? "") ?? (status === 401 ? "rejected" : undefined);
}

/**
 * Makes the error for a status that the caller does not handle, with why the server did not accept the credentials, if it
 * did not; without `answer` where that could not be read.
 */
export function httpError(
  {
    status,
    label,
    rejection,
  }: Pick<Response, "status"> & {
    readonly label: RequestLabel;
    readonly rejection: AuthenticationErrorKind | undefined;
  },
  answer?: Partial<ServerAnswer>,
): HttpError {
  const { provider, method, path } = label;
  const { reason = "", sentence = "", ...kept } = answer ?? {};
  const said = sentence === "" ? reason && ` ${reason}` : `: ${sentence}`;
  const message = `${describeRequest(label)} answered ${status}${said}${whyOf(status, rejection)}`;
  const details = { code: `http-${status}`, provider, status, method, path, ...kept };
  return rejection === undefined
    ? new HttpError(message, details)
    : new AuthenticationError(message, { ...details, kind: rejection });
}

/** The reason that the status does not show: that no scheme applied, or what headers say of the credentials. */
function whyOf(status: number, rejection: AuthenticationErrorKind | undefined): string {
  if (rejection === undefined) return status === 401 ? " (sent without `security`)" : "";
  return /_token|_scope|Challenge/.test(rejection) ? ` (${rejection})` : "";
}

/** The reader of a call for a content type that is neither JSON nor a form. */
function readerFor(type = ""): string {
  if (/^text\/event-stream$/i.test(type)) return "events";
  return /jsonl|ndjson|json-(?:lines|seq)|stream\+json/i.test(type) ? "lines" : "text";
}

/** Makes the error for a body that is not what it was read as: `kind` is JSON or a form. */
export function unreadable({ status, label, source }: AnswerToRead, code: string, kind: string): BodyError {
  const isEmpty = code === "body-empty";
  const said = source.headers.get("content-type")?.replace(/;.*/s, "").trim();
  const contentType = said && printable(said, MAX_NAME);
  const type = `its content type is ${contentType || "missing"}`;
  const remedy = isEmpty
    ? `it is empty; await the response itself, which has the status; ${type}`
    : `${type}; read ${readerFor(contentType)}()`;
  const message = `${describeRequest(label)} answered ${status}, but the body is not ${kind}: ${remedy}`;
  const error = new BodyError(message, { code, provider: label.provider, status });
  return Object.assign(error, contentType && { contentType });
}
