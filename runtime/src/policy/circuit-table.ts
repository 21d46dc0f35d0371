import type { Clock } from "../clock.js";
import type { ProviderLimits } from "../config/definition.js";
import { own } from "../config/options.js";
import { visible } from "../errors/errors.js";
import { emit, type EventListener, type EventOrigin, type EventRequest } from "../telemetry/events.js";
import { type CircuitState, isIdle, limited, newCircuit, open, RULE } from "./circuit-reducer.js";
import { Circuit, type CircuitObserver, summaryOf } from "./circuit.js";
import {
  type CircuitGroup,
  type CircuitOrigin,
  type Circuits,
  type Endpoint,
  type GivenCircuits,
  MAX_ENDPOINTS,
  shown,
} from "./circuits.js";
import type { CircuitRecord, CircuitRules } from "./permit.js";
import { Limits } from "./queue.js";

/** Makes the circuits of one client, and carries them from process to process. */
export class CircuitTable {
  readonly #clock: Clock;
  readonly #on: EventListener | undefined;
  /** By provider. */
  readonly #limits = new Map<string, Limits>();

  constructor(clock: Clock, on: EventListener | undefined) {
    this.#clock = clock;
    this.#on = on;
  }

  create(
    { origin, limits }: CircuitGroup,
    rules: CircuitRules,
    endpoint?: EventRequest,
    record?: CircuitRecord,
  ): Circuit {
    const own = { endpoint, rules, record, limits: limits && this.#limitsOf(origin.provider, limits) };
    return new Circuit({ clock: this.#clock, observer: observe(this.#on, this.#clock, origin), ...own });
  }

  #limitsOf(provider: string, limits: ProviderLimits): Limits {
    const made = this.#limits.get(provider) ?? new Limits(limits);
    this.#limits.set(provider, made);
    return made;
  }

  /** Circuits that are not closed. */
  exported(groups: readonly CircuitGroup[]): readonly ExportedCircuit[] {
    const now = this.#clock.now();
    return groups.flatMap(({ origin, endpoints }) =>
      endpoints.flatMap((endpoint) => exportState(origin, endpoint, now)),
    );
  }

  /** Takes over what another process has exported, for those that this client has. */
  takeOver(circuits: Circuits, { exported, ownerOf, date, now }: GivenCircuits): void {
    const { circuits: states, ignored } = readExport(exported, date);
    const problems = new Set(ignored);
    for (const state of states) {
      const { provider, profile, useCase, service, method, path } = state;
      const owner = ownerOf(state);
      if (owner === undefined) {
        problems.add("a circuit has no use-case, provider and service of this client");
        continue;
      }
      const group = circuits.group(profile === undefined ? { provider } : { profile, useCase, provider }, owner.limits);
      if (group.endpoints.length >= MAX_ENDPOINTS) {
        problems.add(`one owner has more than ${MAX_ENDPOINTS} circuits`);
        continue;
      }
      const endpoint = group.endpoint({ service, method, path }, owner.rules);
      endpoint.circuit?.restore(carriedOver(state, owner.rules, now));
      if (state.hasEnded) group.ended(endpoint);
    }
    if (this.#on !== undefined && problems.size > 0) emit(this.#on, { type: "import", ignored: [...problems] });
  }
}

/** Turns changes into events; nothing if nobody listens. */
function observe(on: EventListener | undefined, clock: Clock, origin: CircuitOrigin): CircuitObserver | undefined {
  if (on === undefined) return undefined;
  return ({ endpoint }, from, to, call) => {
    if (from.kind === "closed" && to.kind === "closed") return;
    const openFor = to.kind === "open" ? to.until - clock.now() : undefined;
    // A request for a token goes on when the call that led it has ended.
    const changedBy = origin.scheme === undefined ? call : undefined;
    const change = { from: from.kind, to: to.kind, cause: to.cause, rate: summaryOf(to).rate, openFor };
    emit(on, { type: "circuit", call: changedBy, ...origin, ...shown(origin, endpoint), ...change });
  };
}

/** Returned by `exportCircuits` and taken by `createClient({ circuits })`: plain data, made to be stored. */
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
  /** It has ended calls: then a call with another candidate does not start here. */
  readonly hasEnded: boolean;
}

/** One entry for a circuit that holds requests back. */
export function exportState(
  origin: EventOrigin,
  { circuit, label, hasEnded }: Pick<Endpoint, "circuit" | "label" | "hasEnded">,
  now: number,
): ExportedCircuit[] {
  const state = circuit?.state;
  if (label === undefined || state === undefined || state.kind === "closed" || isIdle(state, now)) return [];
  const { service, method, path } = label;
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

/** The part of an export that can be taken over, and why the rest cannot. */
export interface ReadExport {
  readonly circuits: readonly ExportedCircuit[];
  /** In our words: nothing of the export stands in them. */
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
    return { circuits: [], ignored: ["it is not what exportCircuits() of version 1 returns"] };
  }
  if (entries.length > MAX_CIRCUITS) return { circuits: [], ignored: [`it has more than ${MAX_CIRCUITS} circuits`] };
  const age = Math.max(0, now - at);
  const circuits = entries.flatMap((entry) => readCircuit(entry as Entry, age) ?? []);
  const wrong = entries.length - circuits.length;
  return { circuits, ignored: wrong === 0 ? [] : [`circuits that are malformed: ${wrong}`] };
}

/** A value that is no object has none of the properties. */
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
