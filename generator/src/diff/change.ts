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
  /** Two changes that share it say the same: the more severe one stays. */
  readonly about?: string;
}

/** Where a change stands: a document and the way to a value in it; in arrays, the way goes by `id` or `name`. */
export interface ChangePlace {
  /** Relative to the project root, with `/`; `client` is the client configuration, wherever it is. */
  readonly file: { readonly definition: string } | { readonly profile: string } | "client";
  readonly path: readonly string[];
}

/** A place in the document that is spoken of. */
export type PlaceIn = (...path: string[]) => ChangePlace;

export function breaking(sentence: string, place: ChangePlace, about?: string): Change {
  return { class: "breaking", sentence, place, ...(about === undefined ? {} : { about }) };
}

export function behavioural(sentence: string, place: ChangePlace, credentialDestination = false): Change {
  return { class: "behavioural", ...(credentialDestination ? { credentialDestination: true } : {}), sentence, place };
}

export function compatible(sentence: string, place: ChangePlace, about?: string): Change {
  return { class: "compatible", sentence, place, ...(about === undefined ? {} : { about }) };
}

/** Of changes that speak of one thing, the first of those that are most severe. */
export function mostSevere(changes: readonly Change[]): Change[] {
  const rank = ({ class: kind }: Change) => CHANGE_CLASSES.indexOf(kind);
  const byAbout = new Map<string, Change>();
  for (const change of changes) {
    const earlier = change.about === undefined ? undefined : byAbout.get(change.about);
    if (change.about !== undefined && (earlier === undefined || rank(change) < rank(earlier)))
      byAbout.set(change.about, change);
  }
  return changes.filter((change) => change.about === undefined || byAbout.get(change.about) === change);
}

/** A name in a sentence. */
export function quoted(name: string): string {
  return JSON.stringify(name);
}

/** A `$NAME` reference in a sentence; what is none, in a lock from elsewhere, is shown as a name. */
export function reference(value: string): string {
  return /^\$[A-Za-z_][A-Za-z0-9_]*$/.test(value) ? value : quoted(value);
}
