import { isPlainObject, looksSecret, own } from "@sdkwright/runtime/config";
import { throughHost } from "../io/through-host.js";

// A change, as it is said: its class, its sentence, its place.

/** `breaking`: callers may not compile; `behavioural`: they compile and traffic differs; `compatible`: neither. */
export const CHANGE_CLASSES = ["breaking", "behavioural", "compatible"] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

export interface Change {
  readonly class: ChangeClass;
  /** Credentials may now go to another origin, path or place in a request. */
  readonly credentialDestination?: true;
  /** One sentence without a secret. */
  readonly sentence: string;
  /** What belongs to it and would make the sentence long. */
  readonly details?: readonly string[];
  readonly place: ChangePlace;
  /** Two changes that share it say the same: the more severe one stays, and every credential destination. */
  readonly about?: string;
  /** What it says of a property, where that is the same of others: `is never null now`. */
  readonly verb?: string;
  /** What of a provider code has to name for the change to matter to it. */
  readonly concerns?: Concerns;
  /** Where code meets it, the first thousand places; absent where nobody looked, or nobody knows. */
  readonly usedAt?: readonly CodePlace[];
  /** What is known of its use: absent where nobody looked. */
  readonly usage?: "used" | "compiles" | "not used" | "not known";
}

/** A place in code. */
export interface CodePlace {
  /** Relative to the project root, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What the compiler says there, of code that no longer compiles. */
  readonly message?: string;
}

/** Operations, by method and path, and types of a provider that has a document. */
export interface Concerns {
  readonly provider: string;
  readonly operations: readonly string[];
  readonly types?: readonly string[];
  /** The readers of their calls that it concerns: `.items()`. */
  readonly readers?: readonly string[];
  /** Every call of the provider. */
  readonly everything?: true;
  /** The change is breaking for code that uses them, and compatible where none does. */
  readonly isHarmlessUnused?: true;
  /** Words of a compiler's message that is about it: names of properties, and values. */
  readonly words?: readonly string[];
  /** Names that requests no longer have: a variable that still has one compiles, and its value is ignored. */
  readonly gone?: readonly string[];
}

/** Where a change stands: a document and the way to a value in it; in arrays, the way goes by `id` or `name`. */
export interface ChangePlace {
  /**
   * Relative to the project root, with `/`; `client` is the client configuration, wherever it is, `package` package.json,
   * and `api` the OpenAPI document of a provider, in which the way follows references.
   */
  readonly file:
    | { readonly definition: string }
    | { readonly profile: string }
    | { readonly api: string }
    | { readonly emitted: string }
    | "client"
    | "package";
  readonly path: readonly string[];
}

export function change(
  kind: ChangeClass,
  sentence: string,
  place: ChangePlace,
  more: Partial<Omit<Change, "class" | "credentialDestination">> & { readonly isMarked?: boolean } = {},
): Change {
  const { isMarked = false, ...rest } = more;
  return { class: kind, ...(isMarked && { credentialDestination: true as const }), sentence, place, ...rest };
}

export function breaking(sentence: string, place: ChangePlace, about?: string): Change {
  return change("breaking", sentence, place, about === undefined ? {} : { about });
}

export function asDestination(each: Change): Change {
  return { ...each, credentialDestination: true };
}

export function isDestination({ credentialDestination }: Pick<Change, "credentialDestination">): boolean {
  return credentialDestination === true;
}

/** Credential destinations before the rest: whoever shows the first of them only shows these. */
export function markedFirst<C extends Pick<Change, "credentialDestination">>(changes: readonly C[]): readonly C[] {
  return [...changes.filter(isDestination), ...changes.filter((each) => !isDestination(each))];
}

/** The most severe first; of one class, credential destinations: what reads along may show ten of each, as GitHub does. */
export function bySeverity(changes: readonly Change[]): Change[] {
  return CHANGE_CLASSES.flatMap((kind) => markedFirst(changes.filter((each) => each.class === kind)));
}

/** Of changes that speak of one thing, the first of those that are most severe; and all that are marked. */
export function mostSevere(changes: readonly Change[]): Change[] {
  const first = new Map<string, Change>();
  for (const kind of CHANGE_CLASSES)
    for (const each of changes)
      if (each.class === kind && each.about !== undefined && !first.has(each.about)) first.set(each.about, each);
  return changes.filter((each) => each.about === undefined || first.get(each.about) === each || isDestination(each));
}

/** What changes share that say the same of one thing. */
export function aboutNamed(what: string, ...names: readonly string[]): string {
  return [what, ...names.map(quoted)].join(" ");
}

export function withDetails(sentence: string, details: readonly string[]): string {
  return details.length === 0 ? sentence : `${sentence}: ${details.join(", ")}`;
}

export function quoted(name: string): string {
  return JSON.stringify(name);
}

/** `"a", "b" and 3 more` */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).map(quoted);
  const more = names.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  return shown.length === 0 ? (last ?? "") : `${shown.join(", ")} and ${String(last)}`;
}

/** A JSON value in a sentence: on one line, and not longer than can be read. */
export function valueText(value: unknown): string {
  const text = value === undefined ? "none" : typeof value === "string" ? wordText(value) : JSON.stringify(value);
  return cut(text);
}

/** A text that reads as a word, or in quotes. */
export function wordText(text: string): string {
  return /^[\w.:/+@-]+$/.test(text) ? text : quoted(text);
}

export function cut(text: string, longest = 80): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** A URL or path in a sentence: what looks issued in it is hidden, and what may be user info, but no host (rules F2). */
export function cited(value: string): string {
  const bare = value.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1***@").replace(/^(.*?:\/\/.*?[?#]).*/s, "$1***");
  const [head, rest] = throughHost(bare);
  return quoted(head + rest.replaceAll(/[^/]+/g, (part) => (looksSecret(part) ? "***" : part)));
}

/** A `$NAME` reference in a sentence; what is none, in a lock from elsewhere, is shown as a name. */
export function reference(value: string): string {
  return /^\$[A-Za-z_][A-Za-z0-9_]*$/.test(value) ? value : quoted(value);
}

/** Whether two JSON values are equal; the order of keys says nothing, and absent is not the same as null. */
export function isEqual(a: unknown, b: unknown): boolean {
  // `-0` is emitted as `0`.
  if (a === b || Object.is(a, b)) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, index) => isEqual(entry, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqual(own(a, key), own(b, key)));
}
