import { NO_RETRY, own } from "@sdkwright/runtime/config";
import type {
  PublicModel,
  PublicProfile,
  PublicProfileProvider,
  PublicProvider,
  PublicUseCase,
} from "../surface/public-model.js";
import { aboutNamed } from "./about.js";
import {
  asDestination,
  behavioural,
  breaking,
  type Change,
  cited,
  compatible,
  type ChangePlace,
  type PlaceIn,
  quoted,
  withDetails,
} from "./change.js";
import { compareInputs } from "./compare-input.js";
import { comparePolicies } from "./compare-policies.js";
import { compareCandidates, comparePriority } from "./compare-priority.js";
import { compareProvider } from "./compare-provider.js";
import { compareDescribed } from "./compare-use-case.js";
import { detailsOf, inputDetails } from "./destinations.js";
import { compareValidation } from "./compare-validation.js";
import { newlyReached } from "./newly-reached.js";
import { compareRecords, isEqual } from "./records.js";
import type { TypeJudge } from "./type-judge.js";

/** Definitions before and after, by provider. */
export type Definitions = readonly [base: PublicModel["providers"], next: PublicModel["providers"]];

/** Changes of a profile that is there before and after; `definitions` are those that it has none of its own in place of. */
export function compareProfile(
  name: string,
  base: PublicProfile,
  next: PublicProfile,
  definitions: Definitions,
  judge: TypeJudge,
): Change[] {
  const text = `profile ${quoted(name)}`;
  const place = (...path: string[]): ChangePlace => ({ file: "client", path: ["profiles", name, ...path] });
  return [
    ...compareSource(text, base, next, place),
    ...comparePriority(text, base, next, place),
    ...compareUseCases(name, [base, next], place, judge),
    ...compareCandidates(text, base, next, place),
    ...compareSettings(name, [base, next], definitions, place),
    ...newlyReached(name, base, next, place),
  ];
}

function compareSource(text: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  const [from, to] = [base, next].map(({ source }) =>
    "version" in source ? `version ${quoted(source.version)}` : cited(source.file),
  );
  if (!isEqual(base.source, next.source)) {
    return [
      behavioural(
        `${text} is now ${String(to)}, before ${String(from)}`,
        place("version" in next.source ? "version" : "file"),
      ),
    ];
  }
  if (base.document === next.document) return [];
  const [before, after] = [base, next].map(({ document }) => (document === undefined ? "none" : cited(document)));
  return [behavioural(`the document of ${text} is now ${String(after)}, before ${String(before)}`, place())];
}

function compareUseCases(
  name: string,
  [base, next]: readonly [PublicProfile, PublicProfile],
  place: PlaceIn,
  judge: TypeJudge,
): Change[] {
  const text = `profile ${quoted(name)}`;
  const placeOf = (useCase: string, value: PublicUseCase) => placeOfUseCase(next, value, useCase, place);
  return compareRecords(base.useCases, next.useCases, {
    removed: (useCase) => [breaking(`use-case ${quoted(useCase)} of ${text} was removed`, place("defaults"))],
    added: (useCase, value) => {
      const about = aboutNamed("use-case", name, useCase);
      const details = inputDetails({ [useCase]: value });
      const sentence = withDetails(`use-case ${quoted(useCase)} was added to ${text}`, details);
      return [asDestination(compatible(sentence, placeOf(useCase, value), about), details.length > 0)];
    },
    renamed: (from, to, value) => [
      breaking(`use-case ${quoted(from)} of ${text} was renamed to ${quoted(to)}`, placeOf(to, value)),
    ],
    // The names of its types are made of its own.
    identity: (useCase) => ({ ...useCase, types: {} }),
    kept: (useCase, from, to) =>
      compareKept(`use-case ${quoted(useCase)} of ${text}`, from, to, {
        configured: (...path) => place("defaults", useCase, ...path),
        described: (...path) => placeInDocument(next, ["usecases", useCase, ...path], place),
        hasMaps: base.candidates.length > 0,
        judge,
      }),
  });
}

/** Of one use-case: where client.json and where its document speak of it, and whether somebody performs it. */
interface UseCasePlaces {
  readonly configured: PlaceIn;
  readonly described: PlaceIn;
  readonly hasMaps: boolean;
  readonly judge: TypeJudge;
}

function compareKept(text: string, from: PublicUseCase, to: PublicUseCase, places: UseCasePlaces): Change[] {
  const { configured, described, hasMaps, judge } = places;
  return [
    ...compareFailover(text, from, to, configured("providerFailover")),
    ...compareValidation(text, from, to, configured),
    ...compareInputs(text, from.input, to.input, configured("input")),
    ...compareDescribed({ text, hasMaps, judge, place: described }, from, to),
  ];
}

function placeOfUseCase(profile: PublicProfile, useCase: PublicUseCase, name: string, place: PlaceIn): ChangePlace {
  return useCase.document === undefined ? place("defaults", name) : placeInDocument(profile, ["usecases", name], place);
}

function placeInDocument({ document }: PublicProfile, path: readonly string[], place: PlaceIn): ChangePlace {
  return document === undefined ? place() : { file: { profile: document }, path };
}

function compareFailover(text: string, base: PublicUseCase, next: PublicUseCase, place: ChangePlace): Change[] {
  if (base.providerFailover === next.providerFailover) return [];
  return [
    behavioural(
      `${text} ${next.providerFailover ? "now fails over" : "no longer fails over"} to the next provider`,
      place,
    ),
  ];
}

const NO_SETTINGS: PublicProfileProvider = { useCases: {} };

/** What client.json says about providers for this profile; of those that came or left, that has been told. */
function compareSettings(
  profile: string,
  [base, next]: readonly [PublicProfile, PublicProfile],
  definitions: Definitions,
  place: PlaceIn,
): Change[] {
  const names = new Set([...Object.keys(base.providers), ...Object.keys(next.providers)]);
  const arePerformed = base.candidates.length > 0 && next.candidates.length > 0;
  return [...names].flatMap((provider) => {
    if (arePerformed && base.candidates.includes(provider) !== next.candidates.includes(provider)) return [];
    const [from, to] = [own(base.providers, provider), own(next.providers, provider)];
    const at: PlaceIn = (...path) => place("providers", provider, ...path);
    const [before, after] = definitions.map((shared) => own(shared, provider));
    const pair = { provider, profile, shared: [before, after] } as const;
    const changes = compareProfileProvider(pair, from ?? NO_SETTINGS, to ?? NO_SETTINGS, at);
    if (changes.length > 0 || (from === undefined) === (to === undefined)) return changes;
    const verb = to === undefined ? "no longer names" : "now names";
    return [compatible(`profile ${quoted(profile)} ${verb} provider ${quoted(provider)}`, at())];
  });
}

interface Pair {
  readonly provider: string;
  readonly profile: string;
  /** The definition where the profile has none of its own, before and after. */
  readonly shared: readonly [base: PublicProvider | undefined, next: PublicProvider | undefined];
}

const EMPTY_USE_CASE = { input: {}, retryPolicy: NO_RETRY };

function compareProfileProvider(
  pair: Pair,
  base: PublicProfileProvider,
  next: PublicProfileProvider,
  place: PlaceIn,
): Change[] {
  const text = `provider ${quoted(pair.provider)} in profile ${quoted(pair.profile)}`;
  const texts = (["file", "mapVariant", "mapRevision"] as const).flatMap((key) => {
    if (base[key] === next[key]) return [];
    const [from, to] = [base[key], next[key]].map((value) => (value === undefined ? "absent" : cited(value)));
    return [behavioural(`${quoted(key)} of ${text} is now ${String(to)}, before ${String(from)}`, place(key))];
  });
  const useCaseChanges = [...new Set([...Object.keys(base.useCases), ...Object.keys(next.useCases)])].flatMap(
    (useCase) => {
      const [from, to] = [base.useCases, next.useCases].map((cases) =>
        Object.hasOwn(cases, useCase) ? cases[useCase] : undefined,
      );
      const of = `use-case ${quoted(useCase)} of profile ${quoted(pair.profile)} with provider ${quoted(pair.provider)}`;
      const at: PlaceIn = (...path) => place("defaults", useCase, ...path);
      return [
        ...compareInputs(of, (from ?? EMPTY_USE_CASE).input, (to ?? EMPTY_USE_CASE).input, at("input")),
        ...comparePolicies(of, (from ?? EMPTY_USE_CASE).retryPolicy, (to ?? EMPTY_USE_CASE).retryPolicy, at),
      ];
    },
  );
  return [...texts, ...compareOwnDefinitions(pair, base, next, place), ...useCaseChanges];
}

function compareOwnDefinitions(
  pair: Pair,
  base: PublicProfileProvider,
  next: PublicProfileProvider,
  place: PlaceIn,
): Change[] {
  if (base.definition === undefined && next.definition === undefined) return [];
  const [from, to] = [base.definition ?? pair.shared[0], next.definition ?? pair.shared[1]];
  const changes = from && to ? compareProvider(pair.provider, { ...from, file: to.file }, to, pair.profile) : [];
  if (base.definition !== undefined && next.definition !== undefined) return changes;
  const has = next.definition === undefined ? "no longer has" : "now has";
  const sentence = `provider ${quoted(pair.provider)} ${has} a definition of its own in profile ${quoted(pair.profile)}`;
  return [behavioural(withDetails(sentence, to ? detailsOf(to) : []), place("file"), true), ...changes];
}
