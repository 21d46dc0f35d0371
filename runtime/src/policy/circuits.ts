import type { Clock } from "../clock.js";
import type { ProviderLimits } from "../config/definition.js";
import { own, withoutPrototype } from "../config/options.js";
import type { SdkError } from "../errors/errors.js";
import { late } from "../late.js";
import type { CircuitCause, CircuitName, EventListener, EventOrigin, EventRequest } from "../telemetry/events.js";
import type * as circuitTable from "./circuit-table.js";
import type { CircuitTable, ExportedCircuit, ExportedCircuits } from "./circuit-table.js";
import type { Circuit } from "./circuit.js";
import { CircuitRecord, type CircuitRules } from "./permit.js";
import type { RetryBudget } from "./retry-budget.js";

/** Further endpoints share one circuit. */
export const MAX_ENDPOINTS = 64;

/** An endpoint, and what the maps that use it have made of its failures. */
export interface Endpoint {
  /** `undefined` for all further endpoints of a group. */
  readonly label: EventRequest | undefined;
  readonly record: CircuitRecord;
  /** In place of the record, once the client needs circuits. */
  circuit: Circuit | undefined;
  /** A map has returned a value although it failed for good: it gets one attempt, no wait and no evidence. */
  tolerated: boolean;
  /** It has ended a provider run. */
  hasEnded: boolean;
  /** A provider run has succeeded without it. */
  spared: boolean;
}

/** A request that has failed for good. */
export interface FailedRequest {
  readonly endpoint: Endpoint | undefined;
  readonly error: SdkError;
  /** In a way that is retried. */
  readonly retried: boolean;
}

/** The owner of circuits; those of a token endpoint have the scheme that it is for. */
export interface CircuitOrigin extends EventOrigin {
  readonly scheme?: string | undefined;
}

/** The endpoints of one use-case with one provider, or of all requests to a provider outside use-cases. */
export class CircuitGroup {
  readonly origin: CircuitOrigin;
  readonly limits: ProviderLimits | undefined;
  readonly circuits: Circuits;
  readonly endpoints: Endpoint[] = [];
  /** By path: those of one path differ in method or service. */
  readonly #byPath = new Map<string, Endpoint[]>();
  #shared: Endpoint | undefined;
  readonly #blocking = new Set<Endpoint>();
  /** Used by every provider run that succeeded: soon the few that a map cannot do without. */
  readonly #needed = new Set<Endpoint>();
  /** The queue of requests that have no circuit, if limits hold them back. */
  queue: Circuit | undefined;

  constructor(circuits: Circuits, origin: CircuitOrigin, limits: ProviderLimits | undefined) {
    this.circuits = circuits;
    this.origin = origin;
    this.limits = limits;
  }

  get isIsolated(): boolean {
    return this.circuits.isIsolated(this.origin);
  }

  endpoint(request: EventRequest, rules: CircuitRules): Endpoint {
    const { service, method, path } = request;
    const ofPath = this.#byPath.get(path);
    if (ofPath !== undefined) {
      for (const endpoint of ofPath) {
        const { label } = endpoint;
        if (label?.method === method && label.service === service) return endpoint;
      }
    }
    if (this.endpoints.length >= MAX_ENDPOINTS) return (this.#shared ??= this.#add(undefined, rules));
    const added = this.#add({ service, method, path }, rules);
    this.#byPath.set(path, [...(ofPath ?? []), added]);
    return added;
  }

  /** The circuit for whose sake a call with another candidate does not even start the map. */
  blocking(now: number): Circuit | undefined {
    for (const { circuit } of this.#blocking) {
      if (circuit?.isResting(now) === true) return circuit;
    }
    return undefined;
  }

  /** A provider run has succeeded: what failed in it is tolerated, and what it did without blocks no more. */
  succeeded(asked: readonly Endpoint[], failed: readonly FailedRequest[]): void {
    for (const { endpoint, retried } of failed) {
      if (endpoint === undefined || !retried || endpoint.hasEnded || endpoint.label === undefined) continue;
      endpoint.tolerated = true;
    }
    for (const endpoint of this.#needed) {
      if (asked.includes(endpoint)) continue;
      endpoint.spared = true;
      this.#needed.delete(endpoint);
      this.#blocking.delete(endpoint);
    }
  }

  /** A provider run has ended with an endpoint's failure. */
  ended(endpoint: Endpoint): void {
    endpoint.tolerated = false;
    endpoint.hasEnded = true;
    if (!endpoint.spared) this.#blocking.add(endpoint);
  }

  /** Every circuit is new, for all that its endpoints have done. */
  reset(now: number): void {
    this.#blocking.clear();
    for (const endpoint of this.endpoints) {
      Object.assign(endpoint, { tolerated: false, hasEnded: false, spared: false });
      this.#needed.add(endpoint);
      (endpoint.circuit ?? endpoint.record).reset(now);
    }
  }

  /** Sends the queues away. */
  dismiss(): void {
    this.queue?.dismiss();
    for (const { circuit } of this.endpoints) circuit?.dismiss();
  }

  /** Puts circuits in the place of records. */
  goOnWith(table: CircuitTable): void {
    for (const endpoint of this.endpoints) {
      const { record, label } = endpoint;
      endpoint.circuit = table.create(this, record.rules, label, record);
    }
  }

  #add(label: EventRequest | undefined, rules: CircuitRules): Endpoint {
    const { clock, table } = this.circuits;
    const record = new CircuitRecord(rules, clock.now());
    const circuit = table?.create(this, rules, label);
    const endpoint = { label, record, circuit, tolerated: false, hasEnded: false, spared: false };
    this.endpoints.push(endpoint);
    this.#needed.add(endpoint);
    return endpoint;
  }
}

/** Which circuits: of a provider, or of what it does for one profile or one use-case. */
export interface CircuitTarget<Provider extends string = string, Profile extends string = string> {
  readonly provider: Provider;
  readonly profile?: Profile | undefined;
  readonly useCase?: string | undefined;
}

interface Steering {
  readonly target: CircuitTarget;
  readonly isIsolated: boolean;
}

/** Limits and rules of the owner of circuits that are taken over. */
export interface CircuitOwner {
  readonly limits: ProviderLimits | undefined;
  readonly rules: CircuitRules;
}

/** An export of another process, and when the client got it. */
export interface GivenCircuits {
  readonly exported: unknown;
  readonly ownerOf: (circuit: ExportedCircuit) => CircuitOwner | undefined;
  /** In ms since the epoch, and on the client's clock. */
  readonly date: number;
  readonly now: number;
}

type CircuitCode = typeof circuitTable;

/** Once a client of this process has loaded it. */
let code: CircuitCode | undefined;

/** The circuits of one client instance. Until one is needed there are records in their place. */
export class Circuits {
  readonly clock: Clock;
  readonly on: EventListener | undefined;
  /** Makes the circuits, once they are needed. */
  table: CircuitTable | undefined = undefined;
  readonly #groups = new Map<string, CircuitGroup>();
  /** Groups of token endpoints; they are not exported. */
  readonly tokenGroups: Map<string, CircuitGroup> = new Map();
  /** By provider, once something was retried. */
  readonly budgets: Map<string, RetryBudget> = new Map();
  /** Latest first: the first that fits decides. */
  #steering: readonly Steering[] = [];
  #given: GivenCircuits | undefined;

  constructor({ clock, on }: { readonly clock: Clock; readonly on: EventListener | undefined }) {
    this.clock = clock;
    this.on = on;
  }

  /** Requests may be held back: circuits are there, or what another process knew of them. */
  get isNeeded(): boolean {
    return this.table !== undefined || this.hasImport;
  }

  /** An export of another process waits to be taken over. */
  get hasImport(): boolean {
    return this.#given !== undefined;
  }

  /** Replaces records by circuits. A promise only if that has to be loaded; `false` if it cannot be. */
  load(): true | Promise<boolean> {
    if (this.table !== undefined) return true;
    if (code !== undefined) return this.#goOnWith(code);
    return late(() => import("./circuit-table.js")).then((loaded) => {
      code ??= loaded;
      return loaded !== undefined && this.#goOnWith(loaded);
    });
  }

  #goOnWith({ CircuitTable }: CircuitCode): true {
    if (this.table !== undefined) return true;
    this.table = new CircuitTable(this.clock, this.on);
    for (const group of this.#all) group.goOnWith(this.table);
    if (this.#given !== undefined) this.table.takeOver(this, this.#given);
    this.#given = undefined;
    return true;
  }

  /** Takes over what another process has exported, before the first request that has a circuit. */
  give(exported: unknown, ownerOf: GivenCircuits["ownerOf"]): void {
    this.#given = { exported, ownerOf, date: Date.now(), now: this.clock.now() };
    if (code !== undefined) this.#goOnWith(code);
  }

  /** The endpoints of a use-case with a provider, or of a provider's requests outside use-cases. */
  group(origin: EventOrigin, limits: ProviderLimits | undefined): CircuitGroup {
    const { profile = "", useCase = "", provider } = withoutPrototype(origin);
    const owner = `${profile} ${useCase} ${provider}`;
    const group = this.#groups.get(owner) ?? new CircuitGroup(this, origin, limits);
    this.#groups.set(owner, group);
    return group;
  }

  /** Groups of use-cases, and of providers outside of them. */
  get groups(): readonly CircuitGroup[] {
    return [...this.#groups.values()];
  }

  /** The state of each circuit, and isolated targets. */
  snapshots(): CircuitSnapshot[] {
    const nothing = { run: 0, waiting: 0 };
    const isolated = this.#steering.flatMap(({ target, isIsolated }): CircuitSnapshot[] =>
      isIsolated ? [{ ...target, state: "isolated", ...nothing }] : [],
    );
    const known = this.#all.flatMap(({ origin, endpoints }) =>
      endpoints.map(({ label, circuit }): CircuitSnapshot => {
        const state = circuit?.summary() ?? { state: "closed", cause: undefined, ...nothing };
        return { ...origin, ...shown(origin, label), ...state };
      }),
    );
    return [...isolated, ...known];
  }

  /** Circuits for another process to go on from; an export that was not needed so far is passed on. */
  export(): ExportedCircuits {
    if (this.#given !== undefined && isExport(this.#given.exported)) return this.#given.exported;
    return { version: 1, at: Date.now(), circuits: this.table?.exported(this.groups) ?? [] };
  }

  /** With those of token endpoints. */
  get #all(): readonly CircuitGroup[] {
    return [...this.groups, ...this.tokenGroups.values()];
  }

  /** Nothing goes there any more, until it is reset. */
  isolate(target: CircuitTarget): void {
    this.#steer(target, true);
    for (const group of this.groups) if (covers(target, group.origin)) group.dismiss();
  }

  /** Ends an isolation, and forgets what the circuits know. */
  reset(target?: CircuitTarget): void {
    if (target === undefined) this.#steering = [];
    else this.#steer(target, false);
    if (target === undefined) this.#given = undefined;
    else if (this.#given !== undefined)
      this.#given = { ...this.#given, exported: without(this.#given.exported, target) };
    const now = this.clock.now();
    for (const group of this.#all) if (covers(target, group.origin)) group.reset(now);
  }

  /** Forgets the targets that a later one covers. */
  #steer(target: CircuitTarget, isIsolated: boolean): void {
    const others = this.#steering.filter((earlier) => !covers(target, earlier.target));
    this.#steering = [{ target, isIsolated }, ...others];
  }

  /** Nothing goes there until it is reset. */
  isIsolated(origin: EventOrigin): boolean {
    for (const { target, isIsolated } of this.#steering) if (covers(target, origin)) return isIsolated;
    return false;
  }
}

function isExport(given: unknown): given is ExportedCircuits {
  try {
    return own(given as object, "version") === 1;
  } catch {
    return false;
  }
}

/** An export without what a target covers; what is no export is read by nobody before its circuits are needed. */
function without(exported: unknown, target: CircuitTarget): unknown {
  try {
    const { circuits, ...others } = exported as ExportedCircuits;
    return { ...others, circuits: circuits.filter((circuit) => !covers(target, circuit)) };
  } catch {
    return exported;
  }
}

/** The target covers this origin; no target covers all. */
function covers(target: CircuitTarget | undefined, origin: EventOrigin): boolean {
  if (target === undefined) return true;
  if (target.provider !== origin.provider) return false;
  if (target.profile !== undefined && target.profile !== origin.profile) return false;
  return target.useCase === undefined || target.useCase === origin.useCase;
}

/** A state in snapshots and events. */
export interface StateSummary {
  readonly state: CircuitName;
  readonly cause?: CircuitCause | undefined;
  /** While limited: attempts per second. */
  readonly rate?: number | undefined;
  /** While open: when the next attempt is made, on the client's clock, in ms. */
  readonly until?: number | undefined;
}

/** The state of a circuit, as plain data. */
export interface CircuitSnapshot extends EventOrigin, StateSummary {
  /** The scheme whose token endpoint the circuit is of; it has no `service` then. */
  readonly scheme?: string | undefined;
  /** Absent for the circuit that further endpoints share, and if a provider is isolated. */
  readonly service?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  /** Failures and refusals in a row. */
  readonly run: number;
  /** Requests that wait. */
  readonly waiting: number;
}

/** An endpoint as users see it; that of a token is of no service. */
export function shown({ scheme }: CircuitOrigin, endpoint: EventRequest | undefined): Partial<EventRequest> {
  if (endpoint === undefined) return {};
  const { service, method, path } = endpoint;
  return scheme === undefined ? { service, method, path } : { method, path };
}
