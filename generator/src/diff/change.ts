import { looksSecret } from "@sdkwright/runtime/config";
import { throughHost } from "../files/through-host.js";

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
  /** One sentence without a secret and without values of parameters and inputs. */
  readonly sentence: string;
  readonly place: ChangePlace;
  /** Two changes that share it say the same: the more severe one stays, and every credential destination. */
  readonly about?: string;
  /** The part of a type that it is a change of. */
  readonly part?: { readonly aspect: Aspect; readonly way: Way };
  /** What of a provider code has to name for the change to matter to it. */
  readonly concerns?: Concerns;
  /** Where code names it, the first thousand places; absent where nobody looked. */
  readonly usedAt?: readonly CodePlace[];
  /** Where code may name it, and it cannot be told of which provider. */
  readonly perhapsUsedAt?: readonly CodePlace[];
}

/** What is said of a part of a type: callers and maps, who give and read it, may be told the same of it. */
export type Aspect = "added" | "removed" | "required" | "type" | "keys";

/** The way to a part of a type: property names, `[]` for the items of an array, `*` for other keys. */
export type Way = readonly string[];

/** A place in the project's code. */
export interface CodePlace {
  /** Relative to the project root, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Operations, by method and path, and types of a provider that has a document. */
export interface Concerns {
  readonly provider: string;
  readonly operations: readonly string[];
  readonly types?: readonly string[];
  /** Every call and every map of the provider. */
  readonly everything?: true;
  /** The change is breaking for code that uses them, and compatible where none does. */
  readonly isHarmlessUnused?: true;
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

/** A place in the document that is spoken of. */
export type PlaceIn = (...path: string[]) => ChangePlace;

/** A place in the definition that was written to `file`. */
export function inDefinition({ file }: { readonly file: string }, ...path: string[]): ChangePlace {
  return { file: { definition: file }, path };
}

export function breaking(sentence: string, place: ChangePlace, about?: string): Change {
  return { class: "breaking", sentence, place, ...(about === undefined ? {} : { about }) };
}

export function behavioural(sentence: string, place: ChangePlace, credentialDestination = false): Change {
  return { class: "behavioural", ...(credentialDestination ? { credentialDestination: true } : {}), sentence, place };
}

export function compatible(sentence: string, place: ChangePlace, about?: string): Change {
  return { class: "compatible", sentence, place, ...(about === undefined ? {} : { about }) };
}

/** Marks what can bring a credential somewhere, whatever its class. */
export function asDestination(change: Change, isOne = true): Change {
  return isOne ? { ...change, credentialDestination: true } : change;
}

export function isDestination({ credentialDestination }: Pick<Change, "credentialDestination">): boolean {
  return credentialDestination === true;
}

/** Credential destinations before the rest: whoever shows the first of them only shows these. */
export function markedFirst<C extends Pick<Change, "credentialDestination">>(changes: readonly C[]): readonly C[] {
  return [...changes.filter(isDestination), ...changes.filter((change) => !isDestination(change))];
}

/** A sentence with what belongs to it. */
export function withDetails(sentence: string, details: readonly string[]): string {
  return details.length === 0 ? sentence : `${sentence}: ${details.join(", ")}`;
}

/**
 * Of changes that speak of one thing, the first of those that are most severe; and what is marked, whatever is said
 * beside it: nothing else names where the credential goes.
 */
export function mostSevere(changes: readonly Change[]): Change[] {
  const rank = ({ class: kind }: Change) => CHANGE_CLASSES.indexOf(kind);
  const byAbout = new Map<string, Change>();
  for (const change of changes) {
    const earlier = change.about === undefined ? undefined : byAbout.get(change.about);
    if (change.about !== undefined && (earlier === undefined || rank(change) < rank(earlier)))
      byAbout.set(change.about, change);
  }
  return changes.filter(
    (change) => change.about === undefined || byAbout.get(change.about) === change || isDestination(change),
  );
}

/** A name in a sentence. */
export function quoted(name: string): string {
  return JSON.stringify(name);
}

/**
 * A value in a sentence, a URL or a path too: what looks issued in it is hidden, and what may be user info, but no host
 * (rules F2).
 */
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
