import type { Change, ChangePlace } from "./change.js";

/** A provider in sentences, and where client.json speaks of it. */
export interface ProviderSubject {
  readonly name: string;
  readonly text: string;
  /** The names that tell its parts from those of others: its own, and the profile's of a definition for one only. */
  readonly names: readonly string[];
  /**
   * Says that something is gone. Of a definition for one profile only it is told mildly: who could name it is told by
   * what is lost to maps and to `createClient`.
   */
  readonly gone: (sentence: string, place: ChangePlace, about: string) => Change;
}

/** What changes have in common that say the same of one thing. */
export function aboutNamed(what: string, ...names: readonly string[]): string {
  return JSON.stringify([what, ...names]);
}

/** The same of one field of credentials. */
export function aboutField(provider: string, scheme: string, field: string): string {
  return aboutNamed("field", provider, scheme, field);
}
