import { printable } from "../redaction.js";
import type { AnswerHead, BodyBytes, ServerAnswer } from "../wire/response-body.js";
import { MASK, maskerOf, maskValue, type Masker } from "./mask.js";
import { secretsOf } from "./secrets.js";
import { waitIn } from "./waits.js";

/** What the caller of a client says about texts of its servers. */
export interface Redaction {
  /** The caller's own, for what we cannot know; a text that it throws at is not shown. */
  readonly redact: ((text: string) => string) | undefined;
  readonly errorBodies: boolean;
}

const MAX_SENTENCE = 200;
const MAX_REASON = 100;

/** In the order in which they are believed. */
const REQUEST_IDS = [
  "x-request-id",
  "request-id",
  "x-amzn-requestid",
  "x-amz-request-id",
  "x-github-request-id",
  "x-correlation-id",
  "x-reference-id",
  "cf-ray",
];

/** Where vendors say what is wrong, as paths into a JSON body; the first text counts. */
const SENTENCES = [
  ["error", "message"],
  ["message"],
  ["Message"],
  ["error_description"],
  ["detail"],
  ["detail", 0, "msg"],
  ["errors", 0, "message"],
  ["errors", 0, "detail"],
  ["errors", 0, "title"],
  ["errors", 0],
  ["title"],
  ["error"],
] as const;

/** The same in JSON whose end is missing, and in XML. */
const IN_PARTS = /"(?:message|error_description|detail|title)"\s*:\s*"((?:[^"\\]|\\.){1,500})/i;
const IN_XML = /<(?:\w+:)?(?:message|faultstring|detail)>([^<]{1,500})</i;

/** What of an attempt says what its secrets are. */
export interface AttemptParts {
  readonly prepared: {
    readonly options: object;
    readonly base: { readonly segments: readonly string[] };
    readonly bound: Redaction;
  };
  readonly state: { readonly secrets: Iterable<string> };
  readonly sent: readonly { readonly headers: Headers }[];
}

export type ReadAnswer = (answer: AnswerHead, body: BodyBytes) => ServerAnswer;

/** Reads answers to one attempt. */
export function readerOf(told: AttemptParts): ReadAnswer | undefined {
  const mask = maskerBy(told);
  return mask && ((answer, body) => readServerAnswer(answer, body, mask, told.prepared.bound));
}

/** Masks the secrets that the attempt was given and has sent, or all that it was given. */
export function maskerBy({ prepared, state, sent }: AttemptParts, all?: boolean): Masker | undefined {
  const { options, base } = prepared;
  const headers = sent.map((request) => request.headers);
  try {
    return maskerOf(secretsOf({ schemes: state.secrets, segments: base.segments, options, sent: headers, all }));
  } catch {
    // What a getter throws does not take the place of what happened.
    return undefined;
  }
}

/** Reads what a server said with a status that nobody handles. */
function readServerAnswer(
  answer: AnswerHead,
  { bytes, complete }: BodyBytes,
  mask: Masker,
  { redact, errorBodies }: Redaction,
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
  const id = REQUEST_IDS.map((name) => headers.get(name)).find((value) => value);
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

/** What a text of a caller's `redact` has that no header can. */
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
  if (body !== undefined) return SENTENCES.map((path) => textAt(body, path)).find((found) => found !== "") ?? "";
  if (/^\s*[[{]/.test(text)) return IN_PARTS.exec(text)?.[1] ?? "";
  if (/^\s*<(?:!doctype\s+html|html)/i.test(text) || /^text\/html\b/i.test(type)) return "";
  if (/^\s*</.test(text)) return IN_XML.exec(text)?.[1] ?? "";
  // Of an image or an archive nobody reads a line.
  return /^(?:text\/|$)/i.test(type) ? (/\S.*/.exec(text)?.[0] ?? "") : "";
}

function textAt(body: unknown, path: readonly (string | number)[]): string {
  let value = body;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return "";
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return typeof value === "string" ? value.trim() : "";
}
