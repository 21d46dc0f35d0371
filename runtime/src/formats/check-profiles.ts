import type { JsonObject, JsonValue } from "../config/definition.js";
import { toPointer, valueAt } from "../config/pointers.js";
import { isPlainObject, own } from "../config/options.js";
import type { ClientJson, ProfileProvider, ProfileSettings, RetryPolicy } from "./client-json.generated.js";
import { fileKind, filePath } from "./file-value.js";
import { error, isShownName, type Issue, listed, quoted, repeated, suggestion, warning } from "./issue.js";

/** Checks profiles beyond the schema: which providers take part, and settings without effect (rules C6, C9, C10, C12). */
export function checkProfiles({ profiles = {} }: ClientJson, document: JsonObject): Issue[] {
  const topLevel = topLevelProviders(document);
  return Object.entries(profiles).flatMap(([name, profile]) => {
    if (typeof profile === "string") return [];
    const pointer = toPointer("profiles", name);
    const written = valueAt(document, ["profiles", name]) ?? null;
    return [
      ...checkPriority(profile, `${pointer}/priority`, topLevel, Object.keys(valueAt(written, ["providers"]) ?? {})),
      ...checkFailover(profile, pointer, written),
      ...Object.entries(profile.providers ?? {}).flatMap(([provider, settings]) => {
        const place = `${pointer}/providers${toPointer(provider)}`;
        // It stands at the top level too, unless it brings its own definition.
        const isThere = topLevel?.includes(provider) !== false || namesFile(settings, "definition");
        return [
          ...(isThere ? [] : [unknownProvider(provider, place, "key", topLevel)]),
          ...checkSettings(settings, place),
        ];
      }),
    ];
  });
}

/** Names of the top-level providers; `undefined` where they cannot be known: of another type, or under a misspelt key. */
function topLevelProviders(document: JsonObject): readonly string[] | undefined {
  if (Object.hasOwn(document, "providers")) {
    return isPlainObject(document["providers"]) ? Object.keys(document["providers"]) : undefined;
  }
  return Object.keys(document).every((key) => key === "$schema" || key === "profiles") ? [] : undefined;
}

function checkPriority(
  { priority = [] }: ProfileSettings,
  pointer: string,
  topLevel: readonly string[] | undefined,
  named: readonly string[],
): Issue[] {
  const known = new Set([...(topLevel ?? priority), ...named]);
  const unknown = priority.flatMap((name, index) => {
    if (known.has(name)) return [];
    known.add(name);
    return [unknownProvider(name, `${pointer}/${index}`, "value", topLevel)];
  });
  const twice = repeated(priority).map(([index, first]) => {
    const related = { pointer: `${pointer}/${first}`, message: "the first" };
    const message = `provider ${quoted(priority[index] ?? "")} is in the list twice`;
    return error("SW1304", `${pointer}/${index}`, message, { related });
  });
  return [...unknown, ...twice];
}

/** Failover without effect. Only judged if nothing in the profile is wrong. */
function checkFailover(profile: ProfileSettings, pointer: string, written: JsonValue): Issue[] {
  if (JSON.stringify(profile) !== JSON.stringify(written)) return [];
  const neverAsked = checkNeverAsked(profile, pointer);
  return neverAsked.length > 0 ? neverAsked : checkUnusedFailover(profile, pointer);
}

/** Providers that no call asks unless it names them. */
function checkNeverAsked(profile: ProfileSettings, pointer: string): Issue[] {
  const { priority = [], providers = {}, defaults = {} } = profile;
  const mapped = Object.keys(providers).filter((name) => namesFile(providers[name], "map"));
  const [first, ...others] = new Set(priority.length > 0 ? priority : mapped);
  const isDecided = Object.values(defaults).some(({ providerFailover }) => providerFailover !== undefined);
  const [second] = others;
  if (first === undefined || second === undefined || isDecided) return [];
  const message = `${listed(others)} ${others.length === 1 ? "is" : "are"} listed, but never used: no use-case sets "providerFailover"`;
  const useCase = Object.keys(defaults).find(isShownName) ?? "<UseCase>";
  const hint = `in client.json, give this profile "defaults": { "${useCase}": { "providerFailover": true } }, or false if only calls that name a provider use it`;
  if (priority.length > 0) return [warning("SW1306", `${pointer}/priority`, message, { hint })];
  return [warning("SW1306", `${pointer}/providers${toPointer(second)}`, message, { hint, target: "key" })];
}

/** Warns of settings that say when a call goes on to the next provider, if none does. */
function checkUnusedFailover({ providers = {}, defaults = {} }: ProfileSettings, pointer: string): Issue[] {
  const unused = (key: string, useCase: string, value: unknown, place: string): Issue[] => {
    if (value === undefined || own(defaults, useCase)?.providerFailover === true) return [];
    const message = `"${key}" has no effect: "providerFailover" of the use-case is not true`;
    return [warning("SW1322", `${pointer}${place}/defaults${toPointer(useCase, key)}`, message, { target: "key" })];
  };
  return [
    ...Object.entries(defaults).flatMap(([useCase, { failoverAfter }]) =>
      unused("failoverAfter", useCase, failoverAfter, ""),
    ),
    ...Object.entries(providers).flatMap(([provider, settings]) =>
      Object.entries(typeof settings === "string" ? {} : (settings.defaults ?? {})).flatMap(
        ([useCase, { failoverOn }]) => unused("failoverOn", useCase, failoverOn, `/providers${toPointer(provider)}`),
      ),
    ),
  ];
}

function namesFile(settings: ProfileProvider | undefined, kind: "definition" | "map"): boolean {
  const file = typeof settings === "string" ? settings : settings?.file;
  return file !== undefined && fileKind(filePath(file)) === kind;
}

function unknownProvider(
  name: string,
  pointer: string,
  target: "key" | "value",
  topLevel: readonly string[] = [],
): Issue {
  const hint = suggestion(name, topLevel, "providers") ?? `add it there: "${name}": {}`;
  return error("SW1305", pointer, `provider ${quoted(name)} is not among the top-level "providers"`, { target, hint });
}

function checkSettings(settings: ProfileProvider, pointer: string): Issue[] {
  if (typeof settings === "string") return [];
  const { mapVariant, mapRevision, defaults = {} } = settings;
  const useless = Object.entries(defaults).flatMap(([useCase, { retryPolicy, failoverOn }]) => {
    const place = `${pointer}/defaults${toPointer(useCase)}`;
    return [...checkUseless(retryPolicy, `${place}/retryPolicy`), ...checkStatuses(failoverOn, `${place}/failoverOn`)];
  });
  if ((mapVariant === undefined) === (mapRevision === undefined)) return useless;
  const [there, lacking] = mapVariant === undefined ? ["mapRevision", "mapVariant"] : ["mapVariant", "mapRevision"];
  const message = `"${there}" has no "${lacking}" beside it: several maps may fit`;
  return [warning("SW1308", `${pointer}/${there}`, message, { target: "key" }), ...useless];
}

/** A status that is there twice, or after which a call goes on to the next provider anyway (rules §4.1). */
function checkStatuses(statuses: readonly number[] = [], pointer: string): Issue[] {
  const twice = repeated(statuses.map(String)).map(([index, first]) => {
    const related = { pointer: `${pointer}/${first}`, message: "the first" };
    return error("SW1104", `${pointer}/${index}`, `status ${statuses[index]} is in the list twice`, { related });
  });
  const anyway = statuses.filter((status) => status >= 500 || [402, 403, 408, 425, 429].includes(status));
  if (anyway.length === 0) return twice;
  const message = `the next provider is called after ${[...new Set(anyway)].join(", ")} anyway`;
  const hint = '"failoverOn" only adds statuses: leave these out';
  return [...twice, warning("SW1322", pointer, message, { hint })];
}

/** Settings that the kind, or `circuit: false`, makes useless. */
function checkUseless(policy: RetryPolicy | undefined, pointer: string): Issue[] {
  if (typeof policy !== "object") return [];
  const isNone = policy.kind === "none";
  const ofCircuit = policy.circuit === false ? ["openTime", "maxOpenTime", "authCoolDown"] : [];
  const unused = Object.keys(policy).filter((key) =>
    isNone ? key !== "kind" && key !== "requestTimeout" : ofCircuit.includes(key),
  );
  if (unused.length === 0) return [];
  const names = unused.map((key) => `"${key}"`).join(", ");
  const why = isNone ? 'the kind is "none"' : '"circuit" is false';
  return [warning("SW1307", pointer, `${names} ${unused.length === 1 ? "has" : "have"} no effect: ${why}`)];
}
