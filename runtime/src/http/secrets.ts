import { textOf } from "../config/octets.js";

/** Names of fields that hold credentials, in snake case: words that say so anywhere, and short ones that stand alone. */
const SENSITIVE =
  /auth(?!or(?!i))|bearer|cookie|credential|hmac|jwt|passw|passphrase|passcode|pwd|secret|session|signature|token(?!s|_?type)|(?:api|access|private|account|license)[_-]?key|(?<![a-z])(?:key|otp|pass|pin|sid|sig)(?![a-z])/i;

/** How many values of one request are looked at: what has more is data. */
const MAX_VALUES = 1000;

/** A secret that a caller gave is at least so long; shorter values stand in ordinary texts. */
const SHORTEST = 6;

/** Where secrets of one request stand. */
export interface SecretPlaces {
  /** What its schemes resolved and its client's headers hold. */
  readonly schemes: Iterable<string>;
  /** What variables filled into the path of its base URL, by segment. */
  readonly segments: readonly string[];
  /** As the caller gave them. */
  readonly options: object;
  /** Headers as they went over the wire. */
  readonly sent: readonly Headers[];
  /** Whether all values of the options count, whatever their names: for texts of code, which may tell all that was asked. */
  readonly all?: boolean | undefined;
}

/** Whether a field of that name holds a credential: `authorization`, `apiKey`, `client_secret`, `X-Auth-Token`. */
export function isSensitive(name: string): boolean {
  // A key that keeps a request from being done twice proves nothing.
  return SENSITIVE.test(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_")) && !/^idempotency-?key$/i.test(name);
}

/** All that is masked in texts about one request (rules §3.8). */
export function secretsOf({ schemes, segments, options, sent, all = false }: SecretPlaces): Set<string> {
  const found = new Set(schemes);
  const note = (value: string): void => {
    if (value.length >= SHORTEST) found.add(value);
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

/** Of records and lists, and of `Headers`, `URLSearchParams`, `FormData` and lists of pairs. */
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
