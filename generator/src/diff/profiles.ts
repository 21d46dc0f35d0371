import { isShownText, type JsonValue, own, type RetryPolicy } from "@sdkwright/runtime/config";
import type { PublicModel, PublicProfile, PublicProfileProvider, PublicUseCase } from "../emit/public-model.js";
import { checkedSchema } from "../schema/checked-schema.js";
import { schemaObject } from "../schema/schema-part.js";
import {
  aboutNamed,
  type Change,
  change,
  type ChangePlace,
  cited,
  cut,
  isEqual,
  mostSevere,
  quoted,
  valueText,
  withDetails,
} from "./change.js";
import { detailsOf, inputDetails, settingsDetails, variablesIn } from "./destinations.js";
import { providerChanges } from "./providers.js";
import { type At, compareTrees, mapValues, type Row, type Said, type Table } from "./table.js";
import { schemaSteps, typeChanges, type TypeSubject, wayText } from "./type-words.js";
import { compareTypes, type TypeDifference, type TypePair } from "./types.js";

// What a change of a profile means: its row in client.json, what client.json says of providers for it, and its use-cases.

type Profiles = PublicModel["profiles"];
type Both<T> = readonly [base: T, next: T];
type CircuitBreakerPolicy = Extract<RetryPolicy, { readonly kind: "circuit-breaker" }>;

/** Profiles that come and go, and what changed of those that stay. */
export async function profilesChanges(base: PublicModel, next: PublicModel): Promise<Change[]> {
  const types = await useCaseTypes(base.profiles, next.profiles);
  const table: Table = {
    "*": {
      noun: "profile {0}",
      removed: "B",
      added: ({ to }) => addedProfile(to as PublicProfile),
      renamed: "B",
      identity: (profile) => ({ ...(profile as PublicProfile), document: "", source: "" }),
      changed: "-",
    },
  };
  const inClient = (path: readonly string[]): ChangePlace => ({ file: "client", path: ["profiles", ...path] });
  const kept = Object.entries(next.profiles).flatMap(([name, now]): Change[] => {
    const before = own(base.profiles, name);
    if (before === undefined) return [];
    const subject = { of: `profile ${quoted(name)}`, placeOf: (path: readonly string[]) => inClient([name, ...path]) };
    return [
      ...compareTrees(viewOf(before, now), viewOf(now, before), rowsOf(name, [before, now]), subject),
      ...Object.keys(now.useCases).flatMap((useCase) => describedChanges(name, useCase, [before, now], types)),
      ...keptProviders(before, now).flatMap((provider) => ownDefinition(name, provider, [before, now], [base, next])),
    ];
  });
  return [...compareTrees(base.profiles, next.profiles, table, { of: "", placeOf: inClient }), ...kept];
}

/** Providers are told for themselves; what is the profile's own is not. */
function addedProfile({ providers, useCases }: PublicProfile): Said {
  const owned = Object.entries(providers).flatMap(([provider, settings]) => {
    const details = settingsDetails(settings);
    return details.length === 0 ? [] : [`provider ${quoted(provider)} with ${details.join(", ")}`];
  });
  return details([...owned, ...inputDetails(useCases)]);
}

/** An addition, marked for what it sends where. */
function details(found: readonly string[], about?: string): Said {
  return { as: found.length > 0 ? "C!" : "C", details: found, ...(about !== undefined && { about }) };
}

function viewOf(profile: PublicProfile, other: PublicProfile): object {
  const { source, priority, prioritySource, candidates, useCases } = profile;
  return {
    source,
    priority: { priority, isOfAll: prioritySource === "all" },
    candidates: arePerformed(profile, other) ? Object.fromEntries(candidates.map((each) => [each, true])) : {},
    defaults: mapValues(useCases, (useCase) => {
      const { failoverAfter = "failure", validate = "none" } = useCase;
      return { ...useCase, failoverAfter, validate };
    }),
    providers: Object.fromEntries(
      keptProviders(profile, other).map((name) => [name, settingsOf(name, profile, other)]),
    ),
  };
}

function arePerformed(...sides: readonly PublicProfile[]): boolean {
  return sides.every(({ candidates }) => candidates.length > 0);
}

/** Of providers that came or left it is told that they did. */
function keptProviders(one: PublicProfile, other: PublicProfile): readonly string[] {
  const names = [...new Set([...Object.keys(one.providers), ...Object.keys(other.providers)])];
  if (!arePerformed(one, other)) return names;
  return names.filter((name) => one.candidates.includes(name) === other.candidates.includes(name));
}

/** What client.json says of a provider for this profile; of a use-case that it says nothing of, what that means. */
function settingsOf(name: string, profile: PublicProfile, other: PublicProfile): object {
  const [settings, others] = [profile, other].map(({ providers }) => own(providers, name));
  const useCases = Object.keys({ ...settings?.useCases, ...others?.useCases });
  const defaults = useCases.map((useCase) => {
    const { input = {}, retryPolicy = null, failoverOn = [] } = own(settings?.useCases, useCase) ?? {};
    return [useCase, { input, retryPolicy, failoverOn }] as const;
  });
  const { file, mapVariant, mapRevision } = settings ?? ({} as Partial<PublicProfileProvider>);
  return { file, mapVariant, mapRevision, defaults: Object.fromEntries(defaults) };
}

function rowsOf(name: string, [base, next]: Both<PublicProfile>): Table {
  const documented = ({ path: [, useCase = ""] }: At): ChangePlace =>
    next.document === undefined || own(next.useCases, useCase)?.document === undefined
      ? { file: "client", path: ["profiles", name, "defaults", useCase] }
      : { file: { profile: next.document }, path: ["usecases", useCase] };
  return {
    source: {
      noun: "@",
      changed: "V",
      show: (value) => {
        const source = value as PublicProfile["source"];
        return "version" in source ? `version ${quoted(source.version)}` : cited(source.file);
      },
      place: () => ({ file: "client", path: ["profiles", name, "version" in next.source ? "version" : "file"] }),
    },
    priority: {
      noun: "the order of providers of @",
      changed: () =>
        isFirstAlone(base, next) ? { as: "C", end: "; there is no failover, and the first is the same" } : "V",
      show: (value) => {
        const { priority, isOfAll } = value as { readonly priority: readonly string[]; readonly isOfAll: boolean };
        return `${priority.map(quoted).join(", ") || "empty"}${isOfAll ? ", those that have a map" : ""}`;
      },
    },
    "candidates.*": {
      noun: "provider {0} of @",
      removed: "B",
      added: ({ names: [provider = ""] }) => {
        const settings = own(next.providers, provider);
        return details(settings === undefined ? [] : settingsDetails(settings));
      },
      place: ({ names, to }) => ({
        file: "client",
        path: ["profiles", name, "providers", ...(to === undefined ? [] : names)],
      }),
    },
    "defaults.*": {
      noun: "use-case {0} of @",
      removed: "B",
      added: ({ names: [useCase = ""], to }) =>
        details(inputDetails({ [useCase]: to as PublicUseCase }), aboutNamed("use-case", name, useCase)),
      renamed: "B",
      place: documented,
    },
    "defaults.*.providerFailover": {
      noun: "use-case {0} of @",
      changed: ({ to }) => ({ as: "V", how: `${to === true ? "now" : "no longer"} fails over to the next provider` }),
    },
    "defaults.*.failoverAfter": wordRow("failoverAfter"),
    "defaults.*.validate": wordRow("validate"),
    "defaults.*.input.**": inputRow("the default input {1} of use-case {0} of @"),
    // These have types, which are compared by themselves.
    "defaults.*.document": { noun: "" },
    "defaults.*.types": { noun: "" },
    "defaults.*.defaulted": { noun: "" },
    "providers.*.defaults.*.input.**": inputRow("the default input {2} of use-case {1} of @ with provider {0}"),
    "providers.*.defaults.*.retryPolicy": {
      noun: "the retry policy of use-case {1} of @ with provider {0}",
      changed: ({ from, to }) => {
        const [before, now] = [from as RetryPolicy | null, to as RetryPolicy | null];
        if (before?.kind === now?.kind) return undefined;
        return { as: "V", details: now?.kind === "circuit-breaker" ? policyDetails(now) : [] };
      },
      show: (policy) => (policy === null ? "that of the client" : quoted((policy as RetryPolicy).kind)),
    },
    "providers.*.defaults.*.retryPolicy.**": {
      noun: "{2} of use-case {1} of @ with provider {0}",
      any: "V",
      show: valueText,
    },
    "providers.*.defaults.*.failoverOn": {
      noun: '"failoverOn" of use-case {1} of @ with provider {0}',
      changed: "V",
      show: (statuses) => (statuses as readonly number[]).join(", ") || "none",
    },
    "providers.*.defaults": { noun: "" },
    "providers.*.*": { noun: "{1} of provider {0} in @", any: "V", show: (value) => cited(String(value)) },
  };
}

function policyDetails(policy: CircuitBreakerPolicy): readonly string[] {
  const { backoff, ...settings } = policy;
  const all = { ...settings, "backoff.start": backoff.start, "backoff.factor": backoff.factor };
  return Object.entries(all).flatMap(([key, value]) =>
    key === "kind" || key === "requestTimeout" ? [] : [`${key} ${valueText(value)}`],
  );
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

/** A setting of a use-case that is one of a few words. */
function wordRow(key: string): Row {
  return { noun: `"${key}" of use-case {0} of @`, changed: "V", show: (value) => quoted(String(value)) };
}

/** A default input. A `$NAME` that is gained sends a variable where it did not go. */
function inputRow(noun: string): Row {
  return {
    noun,
    any: ({ from, to }) => {
      const before = variablesAt(from as JsonValue | undefined);
      return variablesAt(to as JsonValue | undefined).every((each) => before.includes(each)) ? "V" : "V!";
    },
    show: (value) => inputText(value as JsonValue),
  };
}

/** Each `$NAME` with its place. */
function variablesAt(value: JsonValue | undefined, way = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return variablesIn(value).map((name) => `${name} at ${way}`);
  return Object.entries(value).flatMap(([step, each]) => variablesAt(each, `${way}.${step}`));
}

/** What is sent to a provider anyway; what looks like a secret is not shown, and every variable is named. */
function inputText(value: JsonValue): string {
  const shown = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "string" && !isShownText(each) ? "***" : each,
  );
  const text = typeof value === "string" && !value.startsWith("$") ? shown : valueText(JSON.parse(shown));
  const left = variablesIn(value).filter((each) => !text.includes(each));
  return left.length === 0 ? cut(text) : `${cut(text)}, with ${left.slice(0, 100).join(" and ")}`;
}

/** A definition that a profile has of its own. */
function ownDefinition(
  profile: string,
  provider: string,
  [base, next]: Both<PublicProfile>,
  [before, after]: Both<PublicModel>,
): Change[] {
  const [was, is] = [base, next].map(({ providers }) => own(providers, provider)?.definition);
  if (was === undefined && is === undefined) return [];
  const [from, to] = [was ?? own(before.providers, provider), is ?? own(after.providers, provider)];
  const changes =
    from && to
      ? providerChanges(provider, { ...from, file: to.file }, to, next.candidates.includes(provider), profile)
      : [];
  if (was !== undefined && is !== undefined) return changes;
  const has = is === undefined ? "no longer has" : "now has";
  const sentence = `provider ${quoted(provider)} ${has} its own definition in profile ${quoted(profile)}`;
  const place: ChangePlace = { file: "client", path: ["profiles", profile, "providers", provider, "file"] };
  return [change("behavioural", withDetails(sentence, to ? detailsOf(to) : []), place, { isMarked: true }), ...changes];
}

// Types of use-cases: callers give inputs and read results and errors; maps the other way round

const PARTS = ["input", "result", "error"] as const;
type Part = (typeof PARTS)[number];

/** Differences by profile, use-case and part: as callers see them, for whom what has a default is optional, and as maps do. */
type UseCaseTypes = ReadonlyMap<string, Both<readonly TypeDifference[]>>;

async function useCaseTypes(base: Profiles, next: Profiles): Promise<UseCaseTypes> {
  const [keys, pairs, declarations]: [string[], TypePair[], string[]] = [[], [], []];
  for (const [profile, { useCases }] of Object.entries(next))
    for (const [name, to] of Object.entries(useCases)) {
      const from = own(own(base, profile)?.useCases, name);
      const seen = (useCase: PublicUseCase) => [useCase.types, useCase.defaulted, isDescribed(useCase)];
      if (from === undefined || isEqual(seen(from), seen(to))) continue;
      for (const part of PARTS) {
        const [before, now] = [from, to].map((useCase, side) => {
          const [root, ...lines] = useCase.types[part] ?? [];
          if (root === undefined)
            return part === "input" && !isDescribed(useCase) ? "{ [k: string]: unknown }" : "unknown";
          const namespace = `${side === 0 ? "B" : "N"}${pairs.length}`;
          declarations.push(`namespace ${namespace} {\n${lines.join("\n")}\n}`);
          return `${namespace}.${root}`;
        }) as [string, string];
        const optional = { base: new Set(from.defaulted), next: new Set(to.defaulted) };
        keys.push(JSON.stringify([profile, name, part]));
        pairs.push({ base: before, next: now, ...(part === "input" && { optional }) }, { base: before, next: now });
      }
    }
  const found = await compareTypes(declarations.join("\n"), pairs);
  return new Map(keys.map((key, index) => [key, [found[2 * index] ?? [], found[2 * index + 1] ?? []]]));
}

function isDescribed({ document }: PublicUseCase): boolean {
  return document !== undefined;
}

function describedChanges(
  profile: string,
  useCase: string,
  [base, next]: Both<PublicProfile>,
  types: UseCaseTypes,
): Change[] {
  const [from, to] = [own(base.useCases, useCase), own(next.useCases, useCase)];
  if (from === undefined || to === undefined) return [];
  const of = `use-case ${quoted(useCase)} of profile ${quoted(profile)}`;
  const place = (...path: readonly string[]): ChangePlace =>
    next.document === undefined
      ? { file: "client", path: ["profiles", profile] }
      : { file: { profile: next.document }, path: ["usecases", useCase, ...path] };
  const told = PARTS.map((part) => {
    const [calls, maps] = types.get(JSON.stringify([profile, useCase, part])) ?? [[], []];
    const [gives, reads] = [part === "input", part !== "input"];
    const subject: TypeSubject = {
      gives,
      reads,
      name: (way) => (way.length === 0 ? `the ${part} of ${of}` : `${part} ${quoted(wayText(way))} of ${of}`),
      place: (way) => place(part, ...schemaSteps(way)),
    };
    const ofMaps = { ...subject, gives: reads, reads: gives, tail: `, which maps ${gives ? "read" : "make"}` };
    const seen = base.candidates.length > 0 ? typeChanges(maps, ofMaps) : [];
    return { part, changes: mostSevere([...typeChanges(calls, subject), ...seen]) };
  });
  const worst = (changes: readonly Change[]) =>
    changes.some((each) => each.class === "breaking") ? "breaking" : "compatible";
  if (isDescribed(from) !== isDescribed(to)) {
    const how = isDescribed(to)
      ? "is now described: its input and result have types"
      : "is no longer described: its result is unknown";
    return [change(worst(told.flatMap(({ changes }) => changes)), `${of} ${how}`, place())];
  }
  const texts = (["title", "description"] as const).filter((key) => from.document?.[key] !== to.document?.[key]);
  const ofParts = told.flatMap(({ part, changes }) => {
    const [was, is] = [from, to].map((each) => each.document?.[part]);
    const noun = `the ${part} of ${of}`;
    if ((was === undefined) !== (is === undefined))
      return [change(worst(changes), `${noun} is ${is === undefined ? "no longer" : "now"} described`, place(part))];
    const isAlike = isEqual(was, is) && (part !== "input" || isEqual(from.defaulted, to.defaulted));
    const isSilent = changes.length === 0 && !isAlike;
    return [
      ...changes,
      ...(isValidatedAlike(part, from, to)
        ? []
        : [change("behavioural", `what \`validate\` accepts as ${noun} changed`, place(part))]),
      ...(isSilent ? [change("compatible", `${noun} is described differently`, place(part))] : []),
    ];
  });
  return [...texts.map((key) => change("compatible", `the ${key} of ${of} changed`, place(key))), ...ofParts];
}

function isValidatedAlike(part: Part, from: PublicUseCase, to: PublicUseCase): boolean {
  const [was, is] = [from.document?.[part], to.document?.[part]];
  const isValidated = part !== "error" && to.validate !== undefined && from.validate === to.validate;
  if (!isValidated || was === undefined || is === undefined) return true;
  return isEqual(checkedSchema(schemaObject(was)), checkedSchema(schemaObject(is)));
}
