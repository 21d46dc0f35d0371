import { own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { isJsonObject } from "../json-schema/schema-part.js";
import type { PublicProfile } from "../surface/public-model.js";
import { asDestination, behavioural, quoted, type Change, type PlaceIn } from "./change.js";
import { variablesIn } from "./destinations.js";
import { listed } from "./operations/listed.js";

/**
 * A variable in the default input of a profile goes to whoever performs it: who gets calls that name nobody, and whoever a
 * call names. That somebody else does now, or has no default of its own in its place any more, sends it there; a variable
 * that is new to the profile is told where it stands. Whatever a use-case was called before.
 */
export function newlyReached(name: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  const any = formerly(base, Object.keys(base.useCases));
  return Object.keys(next.useCases).flatMap((useCase) => {
    const former = Object.hasOwn(base.useCases, useCase) ? formerly(base, [useCase]) : any;
    return [...new Set([...next.priority, ...next.candidates])].flatMap((provider) => {
      const { isPerformer: wasPerformer, shared } = former.by(provider);
      const isNew = !wasPerformer && isPerformer(next, useCase, provider);
      const isAble = base.candidates.includes(provider) || base.priority.includes(provider);
      const had: ReadonlySet<string> = isNew || !isAble ? new Set() : shared;
      const gained = [...sharedWith(next, useCase, provider)].filter(
        (each) => former.known.has(each) && !had.has(each),
      );
      if (gained.length === 0) return [];
      const goes = gained.length === 1 ? "goes" : "go";
      const sentence = `${listed(gained, MOST_NAMES, String)} in the default input of use-case ${quoted(useCase)} of profile ${quoted(name)} now ${goes} to provider ${quoted(provider)}`;
      return [asDestination(behavioural(sentence, place("defaults", useCase, "input")))];
    });
  });
}

/** So many variables are named: of more, which may be as many for each provider of each use-case, those that stand first. */
const MOST_NAMES = 100;

/** What some use-cases were: the variables in them, and what each provider got. */
interface Formerly {
  readonly known: ReadonlySet<string>;
  readonly by: (provider: string) => { readonly isPerformer: boolean; readonly shared: ReadonlySet<string> };
}

/** Each provider is looked at once: every use-case that is new may ask for all former ones. */
function formerly(base: PublicProfile, useCases: readonly string[]): Formerly {
  const byProvider = new Map<string, ReturnType<Formerly["by"]>>();
  const known = new Set(useCases.flatMap((each) => variablesIn(own(base.useCases, each)?.input)));
  const look = (provider: string) => ({
    isPerformer: useCases.some((each) => isPerformer(base, each, provider)),
    // One set for all providers that have nothing of their own.
    shared: useCases.some((each) => Object.keys(ownInput(base, each, provider) ?? {}).length > 0)
      ? new Set(useCases.flatMap((each) => [...sharedWith(base, each, provider)]))
      : known,
  });
  return {
    known,
    by: (provider) => {
      const looked = byProvider.get(provider) ?? look(provider);
      byProvider.set(provider, looked);
      return looked;
    },
  };
}

/** Whether a provider gets calls that name nobody. */
function isPerformer({ priority, useCases }: PublicProfile, useCase: string, provider: string): boolean {
  const hasFailover = own(useCases, useCase)?.providerFailover === true;
  return (hasFailover ? priority : priority.slice(0, 1)).includes(provider);
}

/** Variables that a provider gets of the defaults for all (rules C15). */
function sharedWith(profile: PublicProfile, useCase: string, provider: string): ReadonlySet<string> {
  const found = new Set<string>();
  addLeft(own(profile.useCases, useCase)?.input, ownInput(profile, useCase, provider), found);
  return found;
}

function ownInput({ providers }: PublicProfile, useCase: string, provider: string): JsonObject | undefined {
  return own(own(providers, provider)?.useCases ?? {}, useCase)?.input;
}

/** Adds the variables of what is left of defaults where others go over them. */
function addLeft(base: JsonValue | undefined, over: JsonValue | undefined, found: Set<string>): void {
  if (over === undefined) for (const variable of variablesOf(base)) found.add(variable);
  else if (isJsonObject(base) && isJsonObject(over))
    for (const [key, value] of Object.entries(base)) addLeft(value, own(over, key), found);
}

const inDefaults = new WeakMap<object, readonly string[]>();

/** Many providers leave the same default as it is. */
function variablesOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value !== "object" || value === null) return variablesIn(value);
  const variables = inDefaults.get(value) ?? variablesIn(value);
  inDefaults.set(value, variables);
  return variables;
}
