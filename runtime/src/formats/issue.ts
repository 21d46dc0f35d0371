import { pointerSegments, toPointer } from "../config/pointers.js";
import { own } from "../config/options.js";
import { looksSecret, nearest } from "../config/text.js";

/** Codes of issues in the formats, and what each is about. Codes are stable: a new mistake gets a new one. */
export interface IssueCodes {
  SW1101: "a key that the format does not have";
  SW1102: "a missing key";
  SW1103: "a value of the wrong type";
  SW1104: "a value that is not allowed";
  SW1105: "a key that is not a valid name";
  SW1106: "the key `__proto__`";
  SW1107: "a key in the wrong place";
  SW1108: "keys that exclude each other, or none of them";
  SW1109: "a value that JSON cannot hold";
  SW1110: "nesting that is too deep";
  SW1111: "a key that is not well-formed Unicode";
  SW1201: "two services with one id";
  SW1202: "two security schemes with one id";
  SW1203: "a default service that does not exist";
  SW1204: "two parameters with one name";
  SW1205: "an invalid base URL, or an invalid value in it";
  SW1206: "a base URL without a URL scheme";
  SW1207: "a base URL with an undeclared parameter";
  SW1208: "credentials in clear text over a network";
  SW1209: "a name that cannot carry a credential";
  SW1210: "a public parameter with the name of a secret";
  SW1211: "a file that is not a provider definition";
  SW1212: "a default `security` that names no security scheme";
  SW1213: "default schemes that write to the same place";
  SW1214: "a default scheme that some requests have no place for";
  SW1215: "a constant header that something else sets";
  SW1216: "a constant header that looks like a credential";
  SW1217: "an invalid token URL, or an invalid value in it";
  SW1218: "a token URL with an undeclared parameter";
  SW1219: "a prefix that an API key cannot have";
  SW1220: "a prefix of an API key that runs into the key";
  SW1221: "a host that is not ASCII";
  SW1225: "a header that cannot carry an idempotency key";
  SW1222: "a rule for pages that no request can follow";
  SW1224: "a rule for stream errors with both marks or none";
  SW1251: "a webhook signature that cannot be checked";
  SW1252: "a webhook signature that is weaker than others";
  SW1301: "a client configuration that configures nothing";
  SW1302: "a file that is not a client configuration";
  SW1303: "an invalid path";
  SW1304: "a provider twice in a priority list";
  SW1305: "a provider that the top-level `providers` lack";
  SW1306: "a provider that is listed but never used";
  SW1307: "retry settings that `none` does not use";
  SW1308: "a map variant without a revision, or the reverse";
  SW1309: "a value that starts with `$` and is not `$NAME`";
  SW1310: "a credential written out in the file";
  SW1311: "credential fields that no security scheme has";
  SW1312: "two entries of credentials for one security scheme";
  SW1313: "credentials for a security scheme that the provider does not have";
  SW1314: "credential fields of another kind of security scheme";
  SW1315: "a value for a parameter that the definition does not declare";
  SW1316: "a document with another name or version than client.json says";
  SW1317: "a use-case that the profile does not have";
  SW1318: "an input key that the use-case does not have";
  SW1319: "a profile, provider or use-case that was not generated";
  SW1320: "a default input that its schema does not allow";
  SW1321: "validation without schemas";
  SW1322: "a failover setting that has no effect";
  SW1331: "a base URL for a service that the provider does not have";
  SW1332: "a base URL in client.json that sends in clear text over a network";
  SW1341: "secrets for webhooks that the definition does not have";
  SW1501: "a reference in a JSON Schema that cannot be followed";
  SW1502: "a part of a JSON Schema that no type can express";
  SW1503: "a misspelt keyword of JSON Schema";
  SW1504: "a part of a JSON Schema that `validate` does not check";
}

export type IssueCode = keyof IssueCodes;

/** A mistake or a remark, as data: where it stands in the document, what it is, what to do. */
export interface Issue {
  /** Stable, for instance `SW1203`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  /** JSON pointer (RFC 6901) into the document. */
  readonly pointer: string;
  /** The key or the value that the pointer names; `value` if absent. */
  readonly target?: "key" | "value" | undefined;
  /** One sentence without a secret. */
  readonly message: string;
  /** The way to fix it. */
  readonly hint?: string | undefined;
  /** A second place in the same document, for instance the first of two equal ids. */
  readonly related?: { readonly pointer: string; readonly message: string } | undefined;
}

/** The result of reading a document. */
export interface Parsed<T> {
  /** The document; absent where an issue is an error. */
  readonly value?: T | undefined;
  /** The document without what is wrong, to look for further mistakes; its arrays may have holes. */
  readonly sound?: Partial<T> | undefined;
  readonly issues: readonly Issue[];
}

type Details = Pick<Issue, "target" | "hint" | "related">;

export function error(code: IssueCode, pointer: string, message: string, details: Details = {}): Issue {
  return { code, severity: "error", pointer, message, ...details };
}

export function warning(code: IssueCode, pointer: string, message: string, details: Details = {}): Issue {
  return { code, severity: "warning", pointer, message, ...details };
}

export function note(code: IssueCode, pointer: string, message: string, details: Details = {}): Issue {
  return { code, severity: "note", pointer, message, ...details };
}

/** Letters, digits and what joins them: what somebody would call a thing, and what no address or binary key is. */
const NAME = /^(?=.*[\p{L}_$])[\p{L}\p{M}\p{N}_$ ./~-]{1,64}$/u;
export const PROFILE_NAME: RegExp = /^([a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*$/;
const USE_CASE_NAME = /^(?!then$)[A-Za-z][A-Za-z0-9_]*$/;
export const PROVIDER_NAME: RegExp = /^(unverified\/)?[a-z][_\-a-z0-9]*$/;

/** The form of keys, by the key of the record that they stand in. */
const KEYS: { readonly [record: string]: RegExp } = {
  profiles: PROFILE_NAME,
  providers: PROVIDER_NAME,
  defaults: USE_CASE_NAME,
  usecases: USE_CASE_NAME,
};

/** Tells whether a name may be shown: one that is no legal name may be anything, a secret in the wrong place too (rules F2). */
export function isShownName(name: string): boolean {
  return name === "" || (NAME.test(name) && !looksSecret(name));
}

/** Tells whether a value that is no name may be shown: no user info, no query, nothing that was issued. */
export function isShownText(text: string): boolean {
  return !/[@?#]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text) && !looksSecret(text);
}

/** A name in quotes, for messages. */
export function quoted(name: string): string {
  return isShownName(name) ? `"${name}"` : '"***"';
}

/** A JSON pointer without the keys that may not be shown. */
export function shownPointer(pointer: string): string {
  const shown = pointerSegments(pointer).map((key, index, keys) => {
    const rule = own(KEYS, keys[index - 1] ?? "");
    return /^\d{1,4}$/.test(key) || (isShownName(key) && rule?.test(key) !== false) ? key : "***";
  });
  return toPointer(...shown);
}

/** "did you mean …?" where a candidate is near, else all of them. */
export function suggestion(name: string, candidates: readonly string[], what: string): string | undefined {
  const near = nearest(name, candidates);
  if (near !== undefined) return `did you mean ${quoted(near)}?`;
  return candidates.length === 0 ? undefined : `${what}: ${listed(candidates)}`;
}

/** Names for people, each quoted; a long list is cut. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 30).map(quoted);
  return names.length > shown.length ? `${shown.join(", ")} and ${names.length - shown.length} more` : shown.join(", ");
}

/** Indices of names that an earlier entry has, each with that of the first one. */
export function repeated(names: readonly string[]): readonly (readonly [index: number, first: number])[] {
  const first = new Map<string, number>();
  return names.flatMap((name, index) => {
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    return earlier === undefined ? [] : [[index, earlier] as const];
  });
}

/**
 * Letters of other alphabets look like ours, and `⁄` like the end of a host: where requests go is said in ASCII. What a
 * parameter stands for is not shown.
 */
export function hostLetters(url: string, pointer: string, origin: string): Issue[] {
  const [, authority = ""] = /^[^/]*\/\/([^/?#]*)/.exec(url) ?? [];
  const isTurned = origin.includes("xn--") && !url.toLowerCase().includes("xn--");
  // Others stand for themselves in a host, or are written with `%`.
  if (!/[^!-$&-~]/.test(authority) && !isTurned) return [];
  const place = authority === "" || authority.includes("{") ? "" : `: requests go to ${origin}`;
  const message = `the host is not ASCII${place}`;
  return [warning("SW1221", pointer, message, { hint: "if it is the host that you mean, write it in ASCII" })];
}
