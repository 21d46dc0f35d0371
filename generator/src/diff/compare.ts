import { own } from "@sdkwright/runtime/config";
import type { PublicModel, PublicProfile } from "../surface/public-model.js";
import {
  asDestination,
  breaking,
  type Change,
  CHANGE_CLASSES,
  compatible,
  type ChangePlace,
  inDefinition,
  markedFirst,
  mostSevere,
  quoted,
  withDetails,
} from "./change.js";
import { compareProfile } from "./compare-profile.js";
import { compareProvider } from "./compare-provider.js";
import { lostOffers, newDemands } from "./compare-demands.js";
import { canSendCredentials, detailsOf, inputDetails, settingsDetails } from "./destinations.js";
import { Effort } from "./effort.js";
import { newlyShared } from "./newly-shared.js";
import { compareOperations, compareWithDefaults } from "./operations/compare-operations.js";
import type { OperationPair } from "./operations/operation-pairs.js";
import type { ProviderSides } from "./operations/compare-wire.js";
import { providerIdentity } from "./provider-identity.js";
import { compareRecords, isEqual } from "./records.js";
import { judgeWith } from "./type-judge.js";

/** Every difference between two models, the most severe first; none exactly when they are equal. */
export function compareModels(
  base: PublicModel,
  next: PublicModel,
  operations: readonly OperationPair[] = [],
  effort: Effort = new Effort(),
): Change[] {
  const changes = [
    ...newDemands(base, next),
    ...compareClient(base, next),
    ...compareProviders(base, next),
    ...compareProfiles(base, next, effort),
    ...newlyShared(base, next),
    ...lostOffers(base, next),
    ...operations.flatMap((pair) => compareOperationsOf(pair, base, next, effort)),
  ];
  if (changes.length === 0 && !isEqual(base, next))
    return [compatible("the lock says the same in another way", inClient())];
  return bySeverity(mostSevere(changes));
}

function compareOperationsOf(pair: OperationPair, base: PublicModel, next: PublicModel, effort: Effort): Change[] {
  const { provider, former = provider } = pair;
  const [before, after] = [own(base.providers, former), own(next.providers, provider)];
  if (before === undefined || after === undefined) return [];
  const changes = compareOperationsWith(pair, { base: before, next: after }, effort);
  return former === provider ? changes : changes.map(ofAnyCode);
}

/** Code that calls a provider under its other name is not looked for: the change counts, whoever meets it. */
function ofAnyCode(change: Change): Change {
  const { concerns: _, ...rest } = change;
  return rest;
}

function compareOperationsWith(pair: OperationPair, providers: ProviderSides, effort: Effort): Change[] {
  if (pair.base === "none") return compareWithDefaults(pair.provider, pair.next, "come", providers);
  if (pair.next === "none") return compareWithDefaults(pair.provider, pair.base, "go", providers);
  return compareOperations(pair.provider, pair.base, pair.next, providers, effort);
}

/** Without a base nobody can be broken, and nothing stands out: all of it is new. */
export function firstChanges({ providers, profiles }: PublicModel): Change[] {
  return [
    ...Object.entries(providers).map(([name, provider]) => compatible(cameProvider(name), inDefinition(provider))),
    ...Object.keys(profiles).map((name) => compatible(cameProfile(name), inClient("profiles", name))),
  ];
}

function cameProvider(name: string): string {
  return `provider ${quoted(name)} was added`;
}

function cameProfile(name: string): string {
  return `profile ${quoted(name)} was added`;
}

function compareClient(base: PublicModel, next: PublicModel): Change[] {
  if (base.client === next.client) return [];
  if (next.client) return [compatible("createClient was added: there is a client configuration now", inClient())];
  return [breaking("createClient was removed: there is no client configuration any more", inClient())];
}

function compareProviders(base: PublicModel, next: PublicModel): Change[] {
  return compareRecords(base.providers, next.providers, {
    removed: (name) => [breaking(`provider ${quoted(name)} was removed`, inClient("providers"))],
    added: (name, provider) => {
      const sentence = withDetails(cameProvider(name), detailsOf(provider));
      return [asDestination(compatible(sentence, inDefinition(provider)), canSendCredentials(provider))];
    },
    renamed: (from, to, provider) => [
      breaking(`provider ${quoted(from)} was renamed to ${quoted(to)}`, inDefinition(provider, "name")),
    ],
    identity: providerIdentity,
    kept: (name, before, after) =>
      orAnotherWay(`provider ${quoted(name)}`, before, after, compareProvider(name, before, after)),
  });
}

/** Where nothing is told of what differs. */
function orAnotherWay(text: string, before: object, after: object, told: readonly Change[]): readonly Change[] {
  // What is lost by these is told by itself.
  const apart = { certain: [], mapped: [] };
  if (told.length > 0 || isEqual({ ...before, ...apart }, { ...after, ...apart })) return told;
  return [compatible(`the lock says the same of ${text} in another way`, inClient())];
}

function compareProfiles(base: PublicModel, next: PublicModel, effort: Effort): Change[] {
  const judge = judgeWith(effort);
  return compareRecords(base.profiles, next.profiles, {
    removed: (name) => [breaking(`profile ${quoted(name)} was removed`, inClient("profiles"))],
    added: (name, profile) => [addedProfile(name, profile)],
    renamed: (from, to) => [breaking(`profile ${quoted(from)} was renamed to ${quoted(to)}`, inClient("profiles", to))],
    identity: (profile) => ({ ...profile, document: "", source: "" }),
    kept: (name, before, after) =>
      orAnotherWay(
        `profile ${quoted(name)}`,
        before,
        after,
        compareProfile(name, before, after, [base.providers, next.providers], judge),
      ),
  });
}

/** Providers are told for themselves; what is the profile's own is not. */
function addedProfile(name: string, { providers, useCases }: PublicProfile): Change {
  const owned = Object.entries(providers).flatMap(([provider, settings]) => {
    const details = settingsDetails(settings);
    return details.length === 0 ? [] : [`provider ${quoted(provider)} with ${details.join(", ")}`];
  });
  const details = [...owned, ...inputDetails(useCases)];
  const sentence = withDetails(cameProfile(name), details);
  return asDestination(compatible(sentence, inClient("profiles", name)), details.length > 0);
}

function inClient(...path: string[]): ChangePlace {
  return { file: "client", path };
}

/** The most severe first; of one class, credential destinations: what reads along may show ten of each, as GitHub does. */
export function bySeverity(changes: readonly Change[]): Change[] {
  return CHANGE_CLASSES.flatMap((each) => markedFirst(changes.filter((change) => change.class === each)));
}
