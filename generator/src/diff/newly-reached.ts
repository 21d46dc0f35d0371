import { mergeDefaults, own } from "@sdkwright/runtime/config";
import type { PublicProfile, PublicUseCase } from "../surface/public-model.js";
import { asDestination, behavioural, quoted, type Change, type PlaceIn } from "./change.js";
import { referencesIn, variablesIn } from "./destinations.js";

/**
 * A variable in the default input of a profile goes to whoever performs it. That somebody else does now, or has no default
 * of its own in its place any more, sends it there; a variable that is new to the profile is told where it stands.
 */
export function newlyReached(name: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  return Object.entries(next.useCases).flatMap(([useCase, settings]) => {
    const before = own(base.useCases, useCase);
    if (before === undefined) return [];
    const known = new Set(variablesIn(before.input));
    return performersOf(next, settings).flatMap((provider) => {
      const had = performersOf(base, before).includes(provider)
        ? sharedWith(base, useCase, provider)
        : new Set<string>();
      const gained = [...sharedWith(next, useCase, provider)].filter((each) => known.has(each) && !had.has(each));
      return gained.map((variable) => {
        const sentence = `${variable} in the default input of use-case ${quoted(useCase)} of profile ${quoted(name)} now goes to provider ${quoted(provider)}`;
        return asDestination(behavioural(sentence, place("defaults", useCase, "input")));
      });
    });
  });
}

/** Who gets a call that names nobody. */
function performersOf({ priority }: PublicProfile, { providerFailover }: PublicUseCase): readonly string[] {
  return providerFailover ? priority : priority.slice(0, 1);
}

/** Variables that a provider gets of the defaults for all (rules C15). */
function sharedWith({ useCases, providers }: PublicProfile, useCase: string, provider: string): ReadonlySet<string> {
  const given = own(own(providers, provider)?.useCases ?? {}, useCase)?.input ?? {};
  const keyOf = (reference: unknown): string => JSON.stringify(reference);
  const ofItsOwn = new Set(referencesIn(given).map(keyOf));
  const all = referencesIn(mergeDefaults(own(useCases, useCase)?.input ?? {}, given));
  return new Set(all.filter((reference) => !ofItsOwn.has(keyOf(reference))).map(({ variable }) => variable));
}
