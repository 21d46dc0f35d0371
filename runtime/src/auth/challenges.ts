import { isFieldValue } from "../config/headers.js";
import type { AuthenticationErrorKind } from "../errors/errors.js";

/** One challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1). */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  readonly token68?: string;
  /** By name in lower case; unquoted and unescaped. Of a repeated name the last value. */
  readonly params: ReadonlyMap<string, string>;
  /** Names that stood more than once: such a challenge should not be answered. */
  readonly repeated: ReadonlySet<string>;
  /** Something in it does not parse. What was read before and after it still stands in `params`. */
  readonly malformed: boolean;
}

interface OpenChallenge {
  scheme: string;
  token68?: string;
  params: Map<string, string>;
  repeated: Set<string>;
  malformed: boolean;
}

const separators = /[ \t,]*/y;
const blanks = /[ \t]*/y;
const token = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;

/** What servers send unquoted goes beyond a token: base64 nonces, for instance. */
const bareValue = /[^ \t,"]+/y;
const token68 = /[0-9A-Za-z._~+/-]+=*/y;
const elementEnd = /[ \t]*(?:,|$)/y;
const junk = /[^,]*/y;

/**
 * Reads the challenges of a field value, in order; several fields are to be joined with a comma, as `Headers.get` does.
 * Lenient where the meaning is clear (missing or extra commas, blanks around `=`, unquoted values), marks a challenge
 * as malformed otherwise. Never throws; takes linear time.
 */
export function parseChallenges(field: string): Challenge[] {
  const found: OpenChallenge[] = [];
  const cursor = new Cursor(field);
  while (!cursor.atEnd) {
    const name = cursor.take(token);
    if (name === undefined) spoil(found.at(-1), cursor);
    else if (cursor.takeEquals()) readParameter(found.at(-1), name, cursor);
    else found.push(openChallenge(name, cursor.takeWhole(token68)));
    cursor.take(separators);
  }
  return found;
}

/** Reads the parameters of a field without a scheme, such as `Authentication-Info` (RFC 9110 §11.6.3). */
export function parseParameters(field: string): ReadonlyMap<string, string> {
  return parseChallenges(`parameters ${field}`)[0]?.params ?? new Map<string, string>();
}

/** What the challenge says against a bearer token (RFC 6750 §3.1). */
export function bearerError(field: string): AuthenticationErrorKind | undefined {
  const bearer = parseChallenges(field).find(({ scheme }) => scheme === "bearer");
  const error = bearer?.params.get("error");
  return error === "invalid_token" || error === "insufficient_scope" ? error : undefined;
}

function openChallenge(scheme: string, credential: string | undefined): OpenChallenge {
  const challenge = { scheme: scheme.toLowerCase(), params: new Map(), repeated: new Set<string>(), malformed: false };
  return credential === undefined ? challenge : { ...challenge, token68: credential };
}

function readParameter(challenge: OpenChallenge | undefined, name: string, cursor: Cursor): void {
  const value = cursor.takeQuoted() ?? cursor.take(bareValue);
  // It is echoed into a request.
  if (!isFieldValue(value)) return spoil(challenge, cursor);
  const key = name.toLowerCase();
  if (challenge?.params.has(key)) challenge.repeated.add(key);
  challenge?.params.set(key, value);
}

function spoil(challenge: OpenChallenge | undefined, cursor: Cursor): void {
  if (challenge !== undefined) challenge.malformed = true;
  cursor.take(junk);
}

/** A place in a text that only moves forward. */
class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.take(separators);
  }

  get atEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Takes what a sticky pattern matches here; undefined where it matches nothing. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  /** Takes what the pattern matches if it is a whole list element, after blanks. */
  takeWhole(pattern: RegExp): string | undefined {
    this.take(blanks);
    const start = this.#at;
    const found = this.take(pattern);
    elementEnd.lastIndex = this.#at;
    if (found !== undefined && elementEnd.test(this.#text)) return found;
    this.#at = start;
    return undefined;
  }

  /** Takes an equals sign with the blanks around it (RFC 9110 §5.6.3, "bad" white space). */
  takeEquals(): boolean {
    const start = this.#at;
    this.take(blanks);
    if (this.#text[this.#at] !== "=") {
      this.#at = start;
      return false;
    }
    this.#at += 1;
    this.take(blanks);
    return true;
  }

  /** Takes a quoted-string (RFC 9110 §5.6.4) and resolves its escapes; undefined where none stands or it has no end. */
  takeQuoted(): string | undefined {
    if (this.#text[this.#at] !== '"') return undefined;
    let value = "";
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (character === '"') {
        this.#at = at + 1;
        return value;
      }
      if (character === "\\") at += 1;
      value += this.#text[at] ?? "";
    }
    this.#at = this.#text.length;
    return undefined;
  }
}
