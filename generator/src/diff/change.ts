import { isPlainObject, looksSecret, own } from "@sdkwright/runtime/config";
import { throughHost } from "../io/through-host.js";

// A change, as it is said: its class, its sentence, its place.

/**
 * What a change means: `breaking`, callers may not compile; `behavioural`, they compile and traffic differs;
 * `compatible`, neither.
 */
export const CHANGE_CLASSES = ["breaking", "behavioural", "compatible"] as const;
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** One difference between two models, for people. */
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
  /** Every call of the provider. */
  readonly everything?: true;
  /** The change is breaking for code that uses them, and compatible where none does. */
  readonly isHarmlessUnused?: true;
  /** Words of a compiler's message that is about it: names of properties, and values. */
  readonly words?: readonly string[];
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

export function behavioural(sentence: string, place: ChangePlace, isMarked = false): Change {
  return change("behavioural", sentence, place, { isMarked });
}

export function compatible(sentence: string, place: ChangePlace, isMarked = false): Change {
  return change("compatible", sentence, place, { isMarked });
}

/** Marks what can bring a credential somewhere, whatever its class. */
export function asDestination(each: Change, isOne = true): Change {
  return isOne ? { ...each, credentialDestination: true } : each;
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

/** Of changes that speak of one thing, the first of those that are most severe; and what is marked, whatever stands beside it. */
export function mostSevere(changes: readonly Change[]): Change[] {
  const rank = ({ class: kind }: Change) => CHANGE_CLASSES.indexOf(kind);
  const byAbout = new Map<string, Change>();
  for (const each of changes) {
    const earlier = each.about === undefined ? undefined : byAbout.get(each.about);
    if (each.about !== undefined && (earlier === undefined || rank(each) < rank(earlier)))
      byAbout.set(each.about, each);
  }
  return changes.filter((each) => each.about === undefined || byAbout.get(each.about) === each || isDestination(each));
}

/** A sentence with what belongs to it. */
export function withDetails(sentence: string, details: readonly string[]): string {
  return details.length === 0 ? sentence : `${sentence}: ${details.join(", ")}`;
}

/** A name in a sentence. */
export function quoted(name: string): string {
  return JSON.stringify(name);
}

/** `"a", "b" and 3 more` */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).map(quoted);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(", ")} and ${String(more)} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${String(shown.at(-1))}`;
}

const LONGEST = 80;

/** A JSON value in a sentence: on one line, and not longer than can be read. */
export function valueText(value: unknown): string {
  const text = value === undefined ? "none" : typeof value === "string" ? wordText(value) : JSON.stringify(value);
  return cut(text);
}

/** A text that reads as a word, or in quotes. */
export function wordText(text: string): string {
  return /^[\w.:/+@-]+$/.test(text) ? text : quoted(text);
}

export function cut(text: string, longest: number = LONGEST): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** A URL or path in a sentence: what looks issued in it is hidden, and what may be user info, but no host (rules F2). */
export function cited(value: string): string {
  const [head, rest] = throughHost(withoutQuery(value.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, "$1***@")));
  return quoted(head + rest.replaceAll(/[^/]+/g, (part) => (looksSecret(part) ? "***" : part)));
}

function withoutQuery(text: string): string {
  const authority = text.indexOf("://");
  const mark = authority === -1 ? -1 : text.slice(authority).search(/[?#]/);
  return mark === -1 ? text : `${text.slice(0, authority + mark + 1)}***`;
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
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(own(a, key), own(b, key)))
  );
}

type Entries<T> = { readonly [name: string]: T };

/** What is said about the entries of two records. */
export interface RecordRules<T> {
  readonly removed: (name: string, value: T) => readonly Change[];
  readonly added: (name: string, value: T) => readonly Change[];
  readonly kept: (name: string, base: T, next: T) => readonly Change[];
  /** Said instead of a removal and an addition, where one entry left and an equal one came. */
  readonly renamed?: (from: string, to: string, next: T) => readonly Change[];
  /** What has to be equal for that. */
  readonly identity?: (value: T) => unknown;
}

/** Compares records by own keys; their order says nothing. */
export function compareRecords<T>(base: Entries<T>, next: Entries<T>, rules: RecordRules<T>): Change[] {
  const [gone, come] = [onlyIn(base, next), onlyIn(next, base)];
  const kept = Object.entries(next).filter(([name]) => Object.hasOwn(base, name));
  const moved = rules.renamed && renaming(base, next, rules.identity);
  return [
    ...(moved && rules.renamed
      ? rules.renamed(moved.from, moved.to, moved.next)
      : [
          ...gone.flatMap(([name, value]) => rules.removed(name, value)),
          ...come.flatMap(([name, value]) => rules.added(name, value)),
        ]),
    ...kept.flatMap(([name, value]) => rules.kept(name, base[name] as T, value)),
  ];
}

/** An entry that left and one that came, where they are the only ones and equal but for their names. */
export function renaming<T>(
  base: Entries<T>,
  next: Entries<T>,
  identity: (value: T) => unknown = (value) => value,
): { readonly from: string; readonly to: string; readonly next: T } | undefined {
  const [[gone, ...left], [come, ...more]] = [onlyIn(base, next), onlyIn(next, base)];
  if (gone === undefined || come === undefined || left.length + more.length > 0) return undefined;
  return isEqual(identity(gone[1]), identity(come[1])) ? { from: gone[0], to: come[0], next: come[1] } : undefined;
}

export function onlyIn<T>(record: Entries<T>, other: Entries<T>): readonly (readonly [string, T])[] {
  return Object.entries(record).filter(([name]) => !Object.hasOwn(other, name));
}
