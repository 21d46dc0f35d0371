import { own } from "../config/options.js";
import { visible } from "../errors/errors.js";
import type { EventOrigin, EventRequest } from "../telemetry/events.js";
import { isIdle } from "./circuit-admission.js";
import { type CircuitRules, type CircuitState, limited, newCircuit, open, RULE } from "./circuit-state.js";
import type { Circuit } from "./circuit.js";

/** What `exportCircuits` gives and `createClient({ circuits })` takes: plain data, made to be stored. */
export interface ExportedCircuits {
  readonly version: 1;
  /** When it was exported, in ms since the epoch. */
  readonly at: number;
  readonly circuits: readonly ExportedCircuit[];
}

/** A circuit that was not closed. */
export interface ExportedCircuit extends EventOrigin, EventRequest {
  readonly state: "open" | "limited";
  readonly cause: string;
  /** While open: what was left of its rest, in ms. */
  readonly remaining?: number | undefined;
  /** While limited: attempts per second, and up to how many it grows fast. */
  readonly rate?: number | undefined;
  readonly ceiling?: number | undefined;
  /** Whether it has ended calls: then a call with another candidate does not start here. */
  readonly hasEnded: boolean;
}

/** One entry for a circuit that holds requests back. */
export function exportState(
  origin: EventOrigin,
  { state, endpoint }: Circuit,
  hasEnded: boolean,
  now: number,
): ExportedCircuit[] {
  if (endpoint === undefined || state.kind === "closed" || isIdle(state, now)) return [];
  const { service, method, path } = endpoint;
  const owner = { ...origin, service, method, path, hasEnded };
  if (state.kind === "limited") {
    const { cause, rate } = state;
    const ceiling = state.ceiling < Infinity ? state.ceiling : undefined;
    return [{ ...owner, state: "limited", cause, rate, ceiling }];
  }
  const remaining = state.kind === "open" ? Math.max(0, state.until - now) : 0;
  return [{ ...owner, state: "open", cause: state.cause, remaining }];
}

/** The state of a circuit that goes on from what another process knew. */
export function carriedOver(exported: ExportedCircuit, rules: CircuitRules, now: number): CircuitState {
  const { state, cause, remaining = 0, rate = 0, ceiling = Infinity } = exported;
  const empty = newCircuit(rules, now);
  if (state === "limited") {
    return limited(empty, cause as "recovery", { rate, ceiling: Math.max(rate, ceiling) }, rules, now);
  }
  return open(empty, cause as "failures", { openTime: rules.openTime, openFor: remaining }, now);
}

const CAUSES: { readonly [state: string]: readonly string[] } = {
  open: ["failures", "refusals", "denials", "silence"],
  limited: ["failures", "refusals", "recovery"],
};

/** More than any client has. */
const MAX_CIRCUITS = 10_000;

/** What of an export can be taken over, and why the rest cannot. */
export interface ReadExport {
  readonly circuits: readonly ExportedCircuit[];
  /** In our words: nothing of what was given stands in them. */
  readonly ignored: readonly string[];
}

/** Reads what another process exported, its rests shortened by its age; nothing in it can do worse than be ignored. */
export function readExport(given: unknown, now: number): ReadExport {
  try {
    return read(given as Entry, now);
  } catch {
    return { circuits: [], ignored: ["it throws when it is read"] };
  }
}

function read(record: Entry, now: number): ReadExport {
  const [at, entries] = [own(record, "at"), own(record, "circuits")];
  if (own(record, "version") !== 1 || !isTime(at) || !Array.isArray(entries)) {
    return { circuits: [], ignored: ["it is not what exportCircuits() of version 1 gives"] };
  }
  if (entries.length > MAX_CIRCUITS) return { circuits: [], ignored: [`it has more than ${MAX_CIRCUITS} circuits`] };
  const age = Math.max(0, now - at);
  const circuits = entries.flatMap((entry) => readCircuit(entry as Entry, age) ?? []);
  const wrong = entries.length - circuits.length;
  return { circuits, ignored: wrong === 0 ? [] : [`circuits that are malformed: ${wrong}`] };
}

/** What is no object has no properties of its own that are asked for. */
type Entry = object | null | undefined;

function readCircuit(entry: Entry, age: number): ExportedCircuit | undefined {
  const text = (key: string): string | undefined => textOf(own(entry, key));
  const [provider, service, method, path] = [text("provider"), text("service"), text("method"), text("path")];
  const [state, cause] = [text("state"), text("cause")];
  const owner = { profile: text("profile"), useCase: text("useCase") };
  const isWhole = own(entry, "profile") === owner.profile && own(entry, "useCase") === owner.useCase;
  if (!isWhole || provider === undefined || service === undefined || !isMethod(method) || !isPath(path)) return;
  if (cause === undefined || own(CAUSES, state ?? "")?.includes(cause) !== true) return undefined;
  const common = { ...owner, provider, service, method, path, cause, hasEnded: own(entry, "hasEnded") === true };
  const [remaining, rate, ceiling = null] = [own(entry, "remaining"), own(entry, "rate"), own(entry, "ceiling")];
  if (state === "open") {
    if (!isTime(remaining)) return undefined;
    return { ...common, state, remaining: Math.min(Math.max(0, remaining - age), RULE.maxRest) };
  }
  if (!isTime(rate) || !(ceiling === null || isTime(ceiling))) return undefined;
  return { ...common, state: "limited", rate: Math.max(RULE.minRate, rate), ceiling: ceiling ?? undefined };
}

function isMethod(method: string | undefined): method is string {
  return /^[A-Z][A-Z0-9-]{0,63}$/.test(method ?? "");
}

/** As requests are labelled, without origin, user info and query: nobody else's text reaches events and snapshots. */
function isPath(path: string | undefined): path is string {
  const isLabel = /^(?!\s|\/\/|[a-z][a-z0-9+.-]*:|.*\/\/[^/]*@)[^?#\\]{0,4096}$/iu;
  return path !== undefined && isLabel.test(path) && visible(path) === path;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isTime(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) >= 0;
}
