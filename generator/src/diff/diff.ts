import { own } from "@sdkwright/runtime/config";
import { operationsModelFile, webhooksModelFile } from "../emit/names.js";
import type { OperationsModel } from "../emit/operations/operations-model.js";
import type { PublicModel, PublicProvider } from "../emit/public-model.js";
import { readModel, readOperations } from "../emit/read-model.js";
import { hashText, type Lock, LOCK_FILE, readLock } from "../io/lock.js";
import type { ImportExtension } from "../io/paths.js";
import type { FailOn } from "../project/options.js";
import type { Base } from "./base.js";
import { bySeverity, type Change, change, isDestination, mostSevere, quoted } from "./change.js";
import { newDemands } from "./demands.js";
import { compareOperations, compareWithDefaults } from "./operations.js";
import { profilesChanges } from "./profiles.js";
import { providerIdentity, providersChanges } from "./providers.js";
import { renaming } from "./table.js";
import { compareWebhooks } from "./webhooks.js";

// What changed since a base, for callers and for traffic.

export interface Diff {
  /** The base as it was given. */
  readonly base: string;
  /** Of a revision, the whole hash of its commit: a name can be given to another. */
  readonly commit?: string | undefined;
  /** The most severe first. */
  readonly changes: readonly Change[];
  /** What a reader has to know besides. */
  readonly notes: readonly string[];
}

/** Why a base cannot be compared with. */
export interface Unreadable {
  readonly message: string;
  readonly hint: string;
}

/** Files that would be written for the current inputs, by path. */
export type CurrentFiles = ReadonlyMap<string, string>;

const ANOTHER_BASE = "pass another base: npx sdkwright diff <revision, lock file or folder>";
const GENERATE_ANEW = "run `npx sdkwright generate` and commit: later changes can be compared with that";

const UNREADABLE = {
  absent: "is empty",
  conflict: "has an unresolved merge conflict",
  newer: "was written by a newer version of sdkwright",
  older: "was written by an older version of sdkwright, which kept too little to compare",
  lock: "was edited by hand, or written by another version of sdkwright",
  unreadable: "is not a lock of sdkwright",
} as const;

/** Compares the model in the base's lock with that of the current inputs. */
export async function diffSince(
  base: Exclude<Base, { kind: "unusable" }>,
  next: PublicModel,
  files: CurrentFiles = new Map(),
  importExtension?: ImportExtension,
): Promise<Diff | Unreadable> {
  const named = { base: base.name, commit: base.commit };
  if (base.kind === "none") return { ...named, changes: firstChanges(next), notes: [noLock(base)] };
  const lock = readLock(base.text);
  const model = lock.kind === "lock" ? readModel(lock.lock.model) : undefined;
  if (lock.kind !== "lock" || model === undefined) {
    const message = `the lock of ${quoted(base.name)} ${UNREADABLE[lock.kind]}`;
    return { message, hint: lock.kind === "older" ? GENERATE_ANEW : ANOTHER_BASE };
  }
  const pairs = documentPairs(model, next, lock.lock.files, base.beside, files);
  if ("provider" in pairs) {
    const file = `${quoted(pairs.path)} of ${quoted(base.name)}`;
    return pairs.isOlder
      ? { message: `${file} was written by another version of sdkwright`, hint: GENERATE_ANEW }
      : {
          message: `${file} is not the file that its lock lists: it is missing, or was edited by hand`,
          hint: ANOTHER_BASE,
        };
  }
  const moved = base.moved === undefined ? [] : [`at ${quoted(base.name)} the output folder is ${quoted(base.moved)}`];
  const endings = [lock.lock.options.importExtension, importExtension ?? lock.lock.options.importExtension];
  const [from, to] = endings.map((ending) => (ending === "" ? "without ending" : `with ${quoted(ending)}`));
  // Every emitted module is another text then, and nothing else is to be said of it.
  const written = `imports in emitted modules are now written ${String(to)}, before ${String(from)}`;
  const changes = await compareModels(model, next, pairs.pairs);
  return { ...named, changes, notes: [...moved, ...(from === to ? [] : [written])] };
}

/** Without a base nobody can be broken, and nothing stands out: all of it is new. */
function firstChanges({ providers, profiles }: PublicModel): Change[] {
  return [
    ...Object.entries(providers).map(([name, { file }]) =>
      change("compatible", `provider ${quoted(name)} was added`, { file: { definition: file }, path: [] }),
    ),
    ...Object.keys(profiles).map((name) =>
      change("compatible", `profile ${quoted(name)} was added`, { file: "client", path: ["profiles", name] }),
    ),
  ];
}

function noLock({ name, instead }: Extract<Base, { kind: "none" }>): string {
  const where = `there is no "${LOCK_FILE}" of this project at ${quoted(name)}`;
  return instead === undefined
    ? `${where}: nothing was generated yet, so nothing can break`
    : `${where}, but ${quoted(instead)} exists: the changes are unknown, so --fail-on fails; review this SDK as a new one`;
}

/** Whether nothing can be said of what changed: there is no lock, and yet something was there before. */
export function isBlind(base: Base): boolean {
  return base.kind === "none" && base.instead !== undefined;
}

/** Operations or webhooks of a provider before and after; `none` where it has no document there. */
export interface OperationPair {
  readonly provider: string;
  readonly areWebhooks?: boolean;
  /** Its name in the base, where that is another. */
  readonly former?: string;
  readonly base: OperationsModel | "none";
  readonly next: OperationsModel | "none";
}

type Pairs =
  | { readonly pairs: readonly OperationPair[] }
  | { readonly provider: string; readonly path: string; readonly isOlder: boolean };

/** Changes of operations, and of webhooks that are documented on both sides. */
function documentPairs(
  ...args: [PublicModel, PublicModel, Lock["files"], (path: string) => string | undefined, CurrentFiles]
): Pairs {
  const operations = pairsOf(operationsModelFile, ({ openapi }) => openapi !== undefined, ...args);
  const webhooks = pairsOf(webhooksModelFile, ({ webhooks }) => webhooks?.documented === true, ...args);
  if ("path" in operations) return operations;
  if ("path" in webhooks) return webhooks;
  const ofWebhooks = webhooks.pairs.map((pair) => ({ ...pair, areWebhooks: true as const }));
  return { pairs: [...operations.pairs, ...ofWebhooks] };
}

/** Of providers that are on both sides; or the one whose file is not what the lock lists, or is of an older format. */
function pairsOf(
  fileOf: (provider: string) => string,
  hasFile: (provider: PublicProvider) => boolean,
  model: PublicModel,
  next: PublicModel,
  listed: Lock["files"],
  beside: (path: string) => string | undefined,
  files: CurrentFiles,
): Pairs {
  const pairs: OperationPair[] = [];
  const renamed = renaming(model.providers, next.providers, providerIdentity);
  for (const [provider, now] of Object.entries(next.providers)) {
    const former = provider === renamed?.to ? renamed.from : provider;
    const [path, text] = [fileOf(former), files.get(fileOf(provider))];
    const [before, hash] = [own(model.providers, former), own(listed, path)];
    if (before === undefined || !(hasFile(before) || hasFile(now))) continue;
    if (hasFile(now) && (text === undefined || hash === hashText(text))) continue;
    const written = hasFile(before) ? beside(path) : "none";
    const isListed = written !== undefined && (written === "none" || hashText(written) === hash);
    const base = written === "none" ? written : isListed ? readOperations(written) : undefined;
    const current = !hasFile(now) || text === undefined ? "none" : readOperations(text);
    if (base === undefined || current === undefined) return { provider, path, isOlder: isListed };
    pairs.push({ provider, base, next: current, ...(former !== provider && { former }) });
  }
  return { pairs };
}

/**
 * Every difference between two models, the most severe first. Sentences name the provider of an operation if several have
 * a document, or if it `isNamed`.
 */
export async function compareModels(
  base: PublicModel,
  next: PublicModel,
  operations: readonly OperationPair[] = [],
  isNamed = false,
): Promise<Change[]> {
  const all = [...Object.entries(base.providers), ...Object.entries(next.providers)];
  const documented = new Set(all.flatMap(([name, { openapi }]) => (openapi === undefined ? [] : [name])));
  const isAlone = documented.size < 2 && !isNamed;
  const ofOperations: Change[][] = [];
  for (const pair of operations) ofOperations.push(await operationChanges(pair, base, next, isAlone));
  return bySeverity(
    mostSevere([
      ...newDemands(base, next),
      ...clientChanges(base, next),
      ...providersChanges(base, next),
      ...(await profilesChanges(base, next)),
      ...ofOperations.flat(),
    ]),
  );
}

function clientChanges(base: PublicModel, next: PublicModel): Change[] {
  if (base.client === next.client) return [];
  const place = { file: "client", path: [] } as const;
  if (next.client) return [change("compatible", "createClient was added: there is now a client configuration", place)];
  return [change("breaking", "createClient was removed: there is no longer a client configuration", place)];
}

async function operationChanges(
  { provider, former = provider, areWebhooks = false, base, next }: OperationPair,
  before: PublicModel,
  after: PublicModel,
  isAlone: boolean,
): Promise<Change[]> {
  const [from, to] = [own(before.providers, former), own(after.providers, provider)];
  if (from === undefined || to === undefined) return [];
  // Webhooks of a document that come or go as a whole are told with the definition's.
  if (areWebhooks) return base === "none" || next === "none" ? [] : compareWebhooks(provider, base, next);
  const sides = { base: from, next: to };
  if (base === "none") return next === "none" ? [] : compareWithDefaults(provider, next, "come", sides);
  if (next === "none") return compareWithDefaults(provider, base, "go", sides);
  const changes = await compareOperations({ provider, base, next, sides, isAlone });
  // Code that calls a provider under its other name is not looked for: the change counts, whoever meets it.
  return former === provider ? changes : changes.map(withoutConcerns);
}

function withoutConcerns(each: Change): Change {
  const { concerns: _, ...rest } = each;
  return rest;
}

/** Whether there are changes that were not to happen. */
export function exceeds(changes: readonly Change[], limit: FailOn): boolean {
  const limits: { readonly [limit in FailOn]: (each: Change) => boolean } = {
    breaking: (each) => each.class === "breaking",
    behavioural: (each) => each.class !== "compatible" || isDestination(each),
    any: () => true,
    none: () => false,
  };
  return changes.some(limits[limit]);
}
