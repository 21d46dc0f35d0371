import {
  isPlainObject,
  isShownText,
  type JsonObject,
  type JsonValue,
  own,
  type RetryPolicy,
} from "@sdkwright/runtime/config";
import type { PublicModel, PublicProfile, PublicProfileProvider, PublicUseCase } from "../emit/public-model.js";
import { checkedSchema } from "../schema/checked-schema.js";
import { schemaObject } from "../schema/schema-part.js";
import {
  type Change,
  change,
  type ChangePlace,
  cited,
  compareRecords,
  cut,
  isEqual,
  mostSevere,
  quoted,
  valueText,
  withDetails,
} from "./change.js";
import { detailsOf, inputDetails, settingsDetails, variablesIn } from "./destinations.js";
import { schemaSteps, wayText } from "./operation-parts.js";
import { aboutNamed, otherwise, providerChanges } from "./providers.js";
import { compareTrees, type Said, type Table } from "./table.js";
import { typeChanges, type TypeSubject } from "./type-words.js";
import { compareTypes, type TypePair } from "./types.js";

// What client.json and a profile's document say, and who performs its use-cases; with the types of use-cases.

type Profiles = PublicModel["profiles"];

export async function profilesChanges(base: PublicModel, next: PublicModel): Promise<Change[]> {
  const types = await useCaseTypes(base.profiles, next.profiles);
  const place: ChangePlace = { file: "client", path: ["profiles"] };
  return compareRecords(base.profiles, next.profiles, {
    removed: (name) => [change("breaking", `profile ${quoted(name)} was removed`, place)],
    added: (name, profile) => [addedProfile(name, profile)],
    renamed: (from, to) => [
      change("breaking", `profile ${quoted(from)} was renamed to ${quoted(to)}`, { ...place, path: ["profiles", to] }),
    ],
    identity: (profile) => ({ ...profile, document: "", source: "" }),
    kept: (name, before, now) =>
      otherwise(`profile ${quoted(name)}`, profileChanges(name, [before, now], [base, next], types), before, now),
  });
}

/** Providers are told for themselves; what is the profile's own is not. */
function addedProfile(name: string, { providers, useCases }: PublicProfile): Change {
  const owned = Object.entries(providers).flatMap(([provider, settings]) => {
    const details = settingsDetails(settings);
    return details.length === 0 ? [] : [`provider ${quoted(provider)} with ${details.join(", ")}`];
  });
  const details = [...owned, ...inputDetails(useCases)];
  const sentence = withDetails(`profile ${quoted(name)} was added`, details);
  return change("compatible", sentence, { file: "client", path: ["profiles", name] }, { isMarked: details.length > 0 });
}

type Both<T> = readonly [base: T, next: T];

function profileChanges(
  name: string,
  both: Both<PublicProfile>,
  models: Both<PublicModel>,
  types: UseCaseTypes,
): Change[] {
  const [base, next] = both;
  const of = `profile ${quoted(name)}`;
  const placeOf = (path: readonly string[]): ChangePlace => ({ file: "client", path: ["profiles", name, ...path] });
  const table = tableOf(name, of, both);
  return [
    ...compareTrees(viewOf(base), viewOf(next), table, placeOf),
    ...Object.keys(next.useCases).flatMap((useCase) => {
      const [from, to] = [own(base.useCases, useCase), own(next.useCases, useCase)];
      if (from === undefined || to === undefined) return [];
      return describedChanges(name, useCase, [from, to], both, types);
    }),
    ...settingsChanges(name, both, models),
  ];
}

/** The tree that is compared. */
function viewOf(profile: PublicProfile): object {
  const { source, document, priority, prioritySource, candidates, useCases } = profile;
  return {
    source,
    document: document ?? "none",
    priority: { priority, prioritySource },
    providers: candidates.length === 0 ? {} : Object.fromEntries(candidates.map((each) => [each, true])),
    defaults: Object.fromEntries(
      Object.entries(useCases).map(([name, useCase]) => {
        const { providerFailover, validate = "none", input } = useCase;
        return [name, { providerFailover, validate, input, rest: { ...useCase, types: {}, input: {} } }];
      }),
    ),
  };
}

function tableOf(name: string, of: string, [base, next]: Both<PublicProfile>): Table {
  const documented = (useCase: string, ...path: string[]): ChangePlace =>
    next.document === undefined || own(next.useCases, useCase)?.document === undefined
      ? { file: "client", path: ["profiles", name, "defaults", useCase] }
      : { file: { profile: next.document }, path: ["usecases", useCase, ...path] };
  const useCaseText = (useCase = "") => `use-case ${quoted(useCase)} of ${of}`;
  const arePerformed = base.candidates.length > 0 && next.candidates.length > 0;
  return {
    source: {
      noun: () => of,
      changed: "V",
      show: (value) => {
        const source = value as PublicProfile["source"];
        return "version" in source ? `version ${quoted(source.version)}` : cited(source.file);
      },
      place: () => ({ file: "client", path: ["profiles", name, "version" in next.source ? "version" : "file"] }),
    },
    document: {
      noun: () => `the document of ${of}`,
      changed: () => (isEqual(base.source, next.source) ? { as: "V" } : []),
      show: (value) => (value === "none" ? "none" : cited(String(value))),
      place: () => ({ file: "client", path: ["profiles", name] }),
    },
    priority: {
      noun: () => `the order of providers of ${of}`,
      changed: () => priorityChange(of, base, next),
    },
    "providers.*": {
      noun: ({ names: [provider = ""] }) => `provider ${quoted(provider)} of ${of}`,
      removed: arePerformed ? "B" : "-",
      added: ({ names: [provider = ""] }) => {
        if (!arePerformed) return [];
        const settings = own(next.providers, provider);
        const details = settings === undefined ? [] : settingsDetails(settings);
        return { as: details.length > 0 ? "C!" : "C", details };
      },
    },
    "defaults.*": {
      noun: ({ names: [useCase = ""], former }) => useCaseText(former ?? useCase),
      removed: () => ({ as: "B", place: { file: "client", path: ["profiles", name, "defaults"] } }),
      added: ({ names: [useCase = ""] }) => {
        const details = inputDetails({ [useCase]: own(next.useCases, useCase) ?? { input: {} } });
        return { as: details.length > 0 ? "C!" : "C", details, about: aboutNamed("use-case", name, useCase) };
      },
      renamed: "B",
      isOpen: true,
      place: ({ names: [useCase = ""] }) => documented(useCase),
    },
    "defaults.*.providerFailover": {
      noun: ({ names: [useCase] }) => useCaseText(useCase),
      changed: ({ names: [useCase], to }) => ({
        as: "V",
        sentence: `${useCaseText(useCase)} ${to === true ? "now fails over" : "no longer fails over"} to the next provider`,
      }),
    },
    "defaults.*.validate": {
      noun: ({ names: [useCase] }) => `"validate" of ${useCaseText(useCase)}`,
      changed: "V",
      show: (value) => (value === "none" ? "none" : quoted(String(value))),
    },
    "defaults.*.input": {
      noun: () => "",
      changed: ({ names: [useCase = ""], from, to }) =>
        inputChanges(useCaseText(useCase), from as JsonObject, to as JsonObject, {
          file: "client",
          path: ["profiles", name, "defaults", useCase, "input"],
        }),
    },
    "defaults.*.rest": { noun: () => "" },
  };
}

function priorityChange(of: string, base: PublicProfile, next: PublicProfile): Said | readonly Said[] {
  const [from, to] = [base, next].map(({ priority }) => priority.map(quoted).join(", ") || "empty");
  if (from !== to) {
    const sentence = `the order of providers of ${of} is now ${String(to)}, before ${String(from)}`;
    if (!isFirstAlone(base, next)) return { as: "V", sentence };
    return { as: "C", sentence, end: "; nothing fails over, and the first is the same" };
  }
  const says = { written: "is written", profile: "comes from its providers", all: "comes from all that have a map" };
  const sentence = `the order of providers of ${of} now ${says[next.prioritySource]}, before it ${says[base.prioritySource]}`;
  return { as: base.prioritySource !== "all" && next.prioritySource !== "all" ? "C" : "V", sentence };
}

/** Whether the first of the list serves every call, before and after. Of all providers, only those with a map do. */
function isFirstAlone(base: PublicProfile, next: PublicProfile): boolean {
  const [first] = next.priority;
  if (first === undefined || first !== base.priority[0]) return false;
  return [base, next].every(({ prioritySource, mapped, useCases }) => {
    const isServing = prioritySource !== "all" || mapped.includes(first);
    return isServing && Object.values(useCases).every(({ providerFailover }) => !providerFailover);
  });
}

/** Default inputs, key by key. A `$NAME` that is gained, or stands elsewhere, sends a variable where it did not go. */
function inputChanges(
  of: string,
  base: JsonObject,
  next: JsonObject,
  place: ChangePlace,
  way: readonly string[] = [],
): readonly Said[] {
  return [...new Set([...Object.keys(base), ...Object.keys(next)])].flatMap((key): readonly Said[] => {
    const [from, to] = [own(base, key), own(next, key)];
    if (from !== undefined && to !== undefined && isEqual(from, to)) return [];
    const at = { ...place, path: [...place.path, key] };
    if (isPlainObject(from) && isPlainObject(to)) return inputChanges(of, from, to, at, [...way, key]);
    const what = `the default input ${quoted(cut([...way, key].join("."), 300))} of ${of}`;
    const before = variablesAt(from);
    const gained = variablesAt(to).some((each) => !before.includes(each));
    const [now, former] = [inputText(to), inputText(from)];
    const changed = now === former ? "changed" : `is now ${now}, before ${former}`;
    const verb =
      from === undefined ? `was added: ${now}` : to === undefined ? `was removed, before ${former}` : changed;
    return [{ as: gained ? "V!" : "V", sentence: `${what} ${verb}`, place: at }];
  });
}

/** Each `$NAME` with its place. */
function variablesAt(value: JsonValue | undefined, way = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return variablesIn(value).map((name) => `${name} at ${way}`);
  return Object.entries(value).flatMap(([step, each]) => variablesAt(each, `${way}.${step}`));
}

/** What is sent to a provider anyway; what looks like a secret is not shown, and every variable is named. */
function inputText(value: JsonValue | undefined): string {
  if (value === undefined) return "none";
  const variables = variablesIn(value);
  const shown = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "string" && !isShownText(each) ? "***" : each,
  );
  const text = typeof value === "string" && !value.startsWith("$") ? shown : valueText(JSON.parse(shown));
  const left = variables.filter((each) => !text.includes(each));
  return left.length === 0 ? cut(text) : `${cut(text)}, with ${left.slice(0, 100).join(" and ")}`;
}

// What client.json says about providers for this profile

const NO_SETTINGS: PublicProfileProvider = { useCases: {} };
type UseCaseSettings = PublicProfileProvider["useCases"][string];

const EMPTY_USE_CASE: UseCaseSettings = { input: {} };

function settingsChanges(profile: string, [base, next]: Both<PublicProfile>, models: Both<PublicModel>): Change[] {
  const names = new Set([...Object.keys(base.providers), ...Object.keys(next.providers)]);
  const arePerformed = base.candidates.length > 0 && next.candidates.length > 0;
  return [...names].flatMap((provider) => {
    // Of those that came or left it has been told.
    if (arePerformed && base.candidates.includes(provider) !== next.candidates.includes(provider)) return [];
    const [from, to] = [own(base.providers, provider), own(next.providers, provider)];
    const at = (...path: readonly string[]): ChangePlace => ({
      file: "client",
      path: ["profiles", profile, "providers", provider, ...path],
    });
    const pair = { provider, profile, of: `provider ${quoted(provider)} in profile ${quoted(profile)}`, at };
    const changes = providerSettings(pair, from ?? NO_SETTINGS, to ?? NO_SETTINGS, models);
    if (changes.length > 0 || (from === undefined) === (to === undefined)) return changes;
    const verb = to === undefined ? "no longer names" : "now names";
    return [change("compatible", `profile ${quoted(profile)} ${verb} provider ${quoted(provider)}`, at())];
  });
}

interface Settings {
  readonly provider: string;
  readonly profile: string;
  readonly of: string;
  readonly at: (...path: readonly string[]) => ChangePlace;
}

function providerSettings(
  { provider, profile, of, at }: Settings,
  base: PublicProfileProvider,
  next: PublicProfileProvider,
  models: Both<PublicModel>,
): Change[] {
  const table: Table = {
    useCases: { noun: () => "", isOpen: true },
    definition: { noun: () => "" },
    "*": {
      noun: ({ names: [key = ""] }) => `${quoted(key)} of ${of}`,
      added: "V",
      removed: "V",
      changed: "V",
      show: (value) => cited(String(value)),
    },
    "useCases.*.input": {
      noun: () => "",
      changed: ({ names: [useCase = ""], from, to }) =>
        inputChanges(useCaseText(useCase), from as JsonObject, to as JsonObject, at("defaults", useCase, "input")),
    },
    "useCases.*.retryPolicy": {
      noun: () => "",
      changed: ({ names: [useCase = ""], from, to }) =>
        policyChanges(useCaseText(useCase), from as RetryPolicy | null, to as RetryPolicy | null, (...path) =>
          at("defaults", useCase, "retryPolicy", ...path),
        ),
    },
  };
  const useCaseText = (useCase: string) =>
    `use-case ${quoted(useCase)} of profile ${quoted(profile)} with provider ${quoted(provider)}`;
  const useCases = new Set([...Object.keys(base.useCases), ...Object.keys(next.useCases)]);
  const [before, now] = [base, next].map((settings) => ({
    ...settings,
    useCases: Object.fromEntries(
      [...useCases].map((name) => {
        const { input, retryPolicy } = own(settings.useCases, name) ?? EMPTY_USE_CASE;
        return [name, { input, retryPolicy: retryPolicy ?? null }];
      }),
    ),
  }));
  return [
    ...compareTrees(before, now, table, (path) => at(...path)),
    ...ownDefinition({ provider, profile, of, at }, base, next, models),
  ];
}

function ownDefinition(
  { provider, profile, at }: Settings,
  base: PublicProfileProvider,
  next: PublicProfileProvider,
  [before, after]: Both<PublicModel>,
): Change[] {
  if (base.definition === undefined && next.definition === undefined) return [];
  const [from, to] = [
    base.definition ?? own(before.providers, provider),
    next.definition ?? own(after.providers, provider),
  ];
  const changes = from && to ? providerChanges(provider, { ...from, file: to.file }, to, profile) : [];
  if (base.definition !== undefined && next.definition !== undefined) return changes;
  const has = next.definition === undefined ? "no longer has" : "now has";
  const sentence = `provider ${quoted(provider)} ${has} a definition of its own in profile ${quoted(profile)}`;
  const whole = change("behavioural", withDetails(sentence, to ? detailsOf(to) : []), at("file"), { isMarked: true });
  return [whole, ...changes];
}

function policyChanges(
  of: string,
  base: RetryPolicy | null,
  next: RetryPolicy | null,
  at: (...path: string[]) => ChangePlace,
): readonly Said[] {
  const [before, now] = [settingsOf(base), settingsOf(next)];
  const isOther = base?.kind !== next?.kind;
  const kind: readonly Said[] = isOther
    ? [
        {
          as: "V",
          sentence: `the retry policy of ${of} is now ${kindText(next)}, before ${kindText(base)}`,
          details: Object.entries(now).flatMap(([key, value]) =>
            key === "requestTimeout" ? [] : [`${key} ${String(value)}`],
          ),
          place: at(),
        },
      ]
    : [];
  const isWritten = base !== null && next !== null;
  const keys = isOther ? (isWritten ? ["requestTimeout"] : []) : Object.keys({ ...before, ...now });
  const numbers = keys.flatMap((key): readonly Said[] => {
    // Locks of earlier versions lack some.
    const [from = "not said", to = "not said"] = [before[key], now[key]];
    if (from === to) return [];
    const sentence = `${quoted(key)} of ${of} is now ${String(to)}, before ${String(from)}`;
    return [{ as: "V", sentence, place: at(...key.split(".")) }];
  });
  return [...kind, ...numbers];
}

function kindText(policy: RetryPolicy | null): string {
  return policy === null ? "that of the client" : quoted(policy.kind);
}

function settingsOf(policy: RetryPolicy | null): { readonly [key: string]: number | boolean } {
  if (policy === null) return {};
  if (policy.kind === "none") return { requestTimeout: policy.requestTimeout };
  const { kind: _, backoff, ...settings } = policy;
  return { ...settings, "backoff.start": backoff.start, "backoff.factor": backoff.factor };
}

// Types of use-cases

const PARTS = ["input", "result", "error"] as const;
type Part = (typeof PARTS)[number];

/** Differences of types by profile, use-case and part: as callers see them, and as maps do. */
type UseCaseTypes = ReadonlyMap<string, readonly Awaited<ReturnType<typeof compareTypes>>[number][]>;

async function useCaseTypes(base: Profiles, next: Profiles): Promise<UseCaseTypes> {
  const [keys, pairs, declarations]: [string[], TypePair[], string[]] = [[], [], []];
  for (const [profile, { useCases }] of Object.entries(next))
    for (const [name, to] of Object.entries(useCases)) {
      const from = own(own(base, profile)?.useCases, name);
      if (
        from === undefined ||
        (isEqual(from.types, to.types) &&
          isEqual(from.defaulted, to.defaulted) &&
          isDescribed(from) === isDescribed(to))
      )
        continue;
      for (const part of PARTS) {
        const index = pairs.length;
        const [before, now] = [from, to].map((useCase, side) => {
          const [root, ...lines] = useCase.types[part] ?? [];
          if (root === undefined)
            return part === "input" && !isDescribed(useCase) ? "{ [k: string]: unknown }" : "unknown";
          declarations.push(`namespace ${side === 0 ? "B" : "N"}${index} {\n${lines.join("\n")}\n}`);
          return `${side === 0 ? "B" : "N"}${index}.${root}`;
        }) as [string, string];
        const optional = { base: new Set(from.defaulted), next: new Set(to.defaulted) };
        keys.push(keyOf(profile, name, part));
        pairs.push({ base: before, next: now, ...(part === "input" && { optional }) }, { base: before, next: now });
      }
    }
  const found = await compareTypes(declarations.join("\n"), pairs);
  return new Map(keys.map((key, index) => [key, [found[2 * index] ?? [], found[2 * index + 1] ?? []]]));
}

function keyOf(profile: string, useCase: string, part: Part): string {
  return JSON.stringify([profile, useCase, part]);
}

function isDescribed({ document }: PublicUseCase): boolean {
  return document !== undefined;
}

/** Callers give inputs and read results and errors; maps the other way round. */
function describedChanges(
  profile: string,
  useCase: string,
  [from, to]: Both<PublicUseCase>,
  [base, next]: Both<PublicProfile>,
  types: UseCaseTypes,
): Change[] {
  const of = `use-case ${quoted(useCase)} of profile ${quoted(profile)}`;
  const place = (...path: readonly string[]): ChangePlace =>
    next.document === undefined
      ? { file: "client", path: ["profiles", profile] }
      : { file: { profile: next.document }, path: ["usecases", useCase, ...path] };
  const hasMaps = base.candidates.length > 0;
  const told = PARTS.map((part) => {
    const [calls = [], maps = []] = types.get(keyOf(profile, useCase, part)) ?? [];
    const [gives, reads] = [part === "input", part !== "input"];
    const subject = (words: string, use: { readonly gives: boolean; readonly reads: boolean }): TypeSubject => ({
      ...use,
      name: (way) => (way.length === 0 ? `the ${part} of ${of}` : `${part} ${quoted(wayText(way))} of ${of}`),
      place: (way) => place(part, ...schemaSteps(way)),
      tail: words,
    });
    const ofCallers = typeChanges(calls, subject("", { gives, reads }));
    const verb = part === "input" ? "read" : "make";
    const ofMaps = hasMaps ? typeChanges(maps, subject(`, which maps ${verb}`, { gives: !gives, reads: !reads })) : [];
    return [part, mostSevere([...ofCallers, ...ofMaps])] as const;
  });
  const isBreaking = told.some(([, changes]) => changes.some((each) => each.class === "breaking"));
  if (isDescribed(from) !== isDescribed(to)) {
    const how = isDescribed(to)
      ? "is now described: its input and result have types"
      : "is no longer described: its result is unknown";
    return [change(isBreaking ? "breaking" : "compatible", `${of} ${how}`, place())];
  }
  const texts = (["title", "description"] as const).flatMap((key) =>
    from.document?.[key] === to.document?.[key]
      ? []
      : [change("compatible", `the ${key} of ${of} changed`, place(key))],
  );
  return [...texts, ...told.flatMap(([part, changes]) => partChanges(part, changes, of, [from, to], place))];
}

function partChanges(
  part: Part,
  told: readonly Change[],
  of: string,
  [base, next]: Both<PublicUseCase>,
  place: (...path: string[]) => ChangePlace,
): readonly Change[] {
  const [from, to] = [base, next].map(({ document }) => document?.[part]);
  const checked =
    part !== "error" &&
    next.validate !== undefined &&
    base.validate === next.validate &&
    from !== undefined &&
    to !== undefined
      ? [from, to].map((schema) => checkedSchema(schemaObject(schema)))
      : [];
  const validated = isEqual(checked[0], checked[1])
    ? []
    : [change("behavioural", `what \`validate\` accepts as the ${part} of ${of} changed`, place(part))];
  if ((from === undefined) !== (to === undefined)) {
    const isBreaking = told.some((each) => each.class === "breaking");
    const how = to === undefined ? "is no longer described" : "is now described";
    return [change(isBreaking ? "breaking" : "compatible", `the ${part} of ${of} ${how}`, place(part))];
  }
  if (told.length > 0 || (isEqual(from, to) && (part !== "input" || isEqual(base.defaulted, next.defaulted))))
    return [...told, ...validated];
  return [...validated, change("compatible", `the ${part} of ${of} is described differently`, place(part))];
}
