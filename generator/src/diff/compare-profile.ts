import { type RetryPolicy, NO_RETRY } from "@sdkwright/runtime/config";
import type { PublicProfile, PublicProfileProvider, PublicUseCase } from "../surface/public-model.js";
import { behavioural, breaking, type Change, compatible, type ChangePlace, quoted } from "./change.js";
import { compareInputs } from "./compare-input.js";
import { compareProvider } from "./compare-provider.js";
import { compareDocuments } from "./compare-document.js";
import { compareRecords, isEqual } from "./records.js";

/** Changes of a profile that is there before and after. */
export function compareProfile(name: string, base: PublicProfile, next: PublicProfile): Change[] {
  const text = `profile ${quoted(name)}`;
  const place = (...path: string[]): ChangePlace => ({ file: "client", path: ["profiles", name, ...path] });
  return [
    ...compareSource(text, base, next, place),
    ...comparePriority(text, base, next, place),
    ...compareUseCases(text, base, next, place),
    ...compareProviders(text, base, next, place),
  ];
}

type PlaceIn = (...path: string[]) => ChangePlace;

function compareSource(text: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  const [from, to] = [base, next].map(({ source }) =>
    "version" in source ? `version ${quoted(source.version)}` : quoted(source.file),
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
  const [before, after] = [base, next].map(({ document }) => (document === undefined ? "none" : quoted(document)));
  return [behavioural(`the document of ${text} is now ${String(after)}, before ${String(before)}`, place())];
}

function comparePriority(text: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  const [from, to] = [base, next].map(({ priority }) => priority.map(quoted).join(", ") || "empty");
  if (from !== to) {
    return [
      behavioural(`the order of providers of ${text} is now ${String(to)}, before ${String(from)}`, place("priority")),
    ];
  }
  if (base.prioritySource === next.prioritySource) return [];
  const says = {
    written: "is written",
    profile: "comes from its providers",
    all: "comes from all providers that have a map",
  };
  const [before, after] = [says[base.prioritySource], says[next.prioritySource]];
  const sentence = `the order of providers of ${text} now ${after}, before it ${before}`;
  const isDocumentation = base.prioritySource !== "all" && next.prioritySource !== "all";
  return [isDocumentation ? compatible(sentence, place("priority")) : behavioural(sentence, place("priority"))];
}

function compareUseCases(text: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  return compareRecords(base.useCases, next.useCases, {
    removed: (name) => [breaking(`use-case ${quoted(name)} of ${text} was removed`, place("defaults"))],
    added: (name, useCase) => [
      compatible(`use-case ${quoted(name)} was added to ${text}`, placeOfUseCase(next, useCase, name, place)),
    ],
    renamed: (from, to, useCase) => [
      breaking(
        `use-case ${quoted(from)} of ${text} was renamed to ${quoted(to)}`,
        placeOfUseCase(next, useCase, to, place),
      ),
    ],
    kept: (name, from, to) => [
      ...compareFailover(`use-case ${quoted(name)} of ${text}`, from, to, place("defaults", name, "providerFailover")),
      ...compareInputs(`use-case ${quoted(name)} of ${text}`, from.input, to.input, place("defaults", name, "input")),
      ...compareDocuments(`use-case ${quoted(name)} of ${text}`, from.document, to.document, (...path) =>
        placeInDocument(next, ["usecases", name, ...path], place),
      ),
    ],
  });
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

function compareProviders(text: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  return compareRecords(base.providers, next.providers, {
    removed: (name) => [breaking(`provider ${quoted(name)} was removed from ${text}`, place("providers"))],
    added: (name) => [compatible(`provider ${quoted(name)} was added to ${text}`, place("providers", name))],
    kept: (name, from, to) =>
      compareProfileProvider({ provider: name, profile: text }, from, to, (...path) =>
        place("providers", name, ...path),
      ),
  });
}

interface Pair {
  readonly provider: string;
  readonly profile: string;
}

const EMPTY_USE_CASE = { input: {}, retryPolicy: NO_RETRY };

function compareProfileProvider(
  pair: Pair,
  base: PublicProfileProvider,
  next: PublicProfileProvider,
  place: PlaceIn,
): Change[] {
  const text = `provider ${quoted(pair.provider)} in ${pair.profile}`;
  const texts = (["file", "mapVariant", "mapRevision"] as const).flatMap((key) => {
    if (base[key] === next[key]) return [];
    const [from, to] = [base[key], next[key]].map((value) => (value === undefined ? "absent" : quoted(value)));
    return [behavioural(`${quoted(key)} of ${text} is now ${String(to)}, before ${String(from)}`, place(key))];
  });
  const useCaseChanges = [...new Set([...Object.keys(base.useCases), ...Object.keys(next.useCases)])].flatMap(
    (useCase) => {
      const [from, to] = [base.useCases, next.useCases].map((cases) =>
        Object.hasOwn(cases, useCase) ? cases[useCase] : undefined,
      );
      const of = `use-case ${quoted(useCase)} of ${pair.profile} with provider ${quoted(pair.provider)}`;
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
  if (base.definition !== undefined && next.definition !== undefined) {
    const definitions = [base.definition, next.definition] as const;
    const file = next.definition.file;
    return compareProvider(pair.provider, { ...definitions[0], file }, definitions[1], ` in ${pair.profile}`);
  }
  if (base.definition === next.definition) return [];
  const has = next.definition === undefined ? "no longer has" : "now has";
  return [
    behavioural(
      `provider ${quoted(pair.provider)} ${has} a definition of its own in ${pair.profile}`,
      place("file"),
      true,
    ),
  ];
}

function comparePolicies(text: string, base: RetryPolicy, next: RetryPolicy, place: PlaceIn): Change[] {
  const kinds =
    base.kind === next.kind
      ? []
      : [
          behavioural(
            `the retry policy of ${text} is now ${quoted(next.kind)}, before ${quoted(base.kind)}`,
            place("retryPolicy"),
          ),
        ];
  const [before, after] = [numbersOf(base), numbersOf(next)];
  const numbers = Object.entries(after).flatMap(([key, to]) => {
    const from = before[key];
    if (from === undefined || from === to) return [];
    return [
      behavioural(
        `${quoted(key)} of ${text} is now ${String(to)}, before ${String(from)}`,
        place("retryPolicy", ...key.split(".")),
      ),
    ];
  });
  return [...kinds, ...numbers];
}

function numbersOf(policy: RetryPolicy): { readonly [key: string]: number } {
  if (policy.kind === "none") return { requestTimeout: policy.requestTimeout };
  const { maxContiguousRetries, requestTimeout, openTime, backoff } = policy;
  return {
    maxContiguousRetries,
    requestTimeout,
    openTime,
    "backoff.start": backoff.start,
    "backoff.factor": backoff.factor,
  };
}
