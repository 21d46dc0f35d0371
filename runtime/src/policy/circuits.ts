import type { Clock } from "../clock.js";
import type { ProviderLimits } from "../config/provider-definition.js";
import { withoutPrototype } from "../config/records.js";
import {
  emit,
  type CircuitCause,
  type CircuitName,
  type EventListener,
  type EventOrigin,
  type EventRequest,
} from "../events.js";
import type { RequestLabel } from "../redaction.js";
import type { Circuit, CircuitObserver } from "./circuit.js";
import { isIdle } from "./circuit-admission.js";
import { exportState, readExport, type ExportedCircuit, type ExportedCircuits } from "./circuit-export.js";
import { CircuitGroup, MAX_ENDPOINTS, type CircuitOrigin } from "./circuit-group.js";
import type { CircuitRules, CircuitState } from "./circuit-state.js";
import { Limits } from "./limits.js";

/** Which circuits: of a provider, or of what it does for one profile or one use-case. */
export interface CircuitTarget<Provider extends string = string, Profile extends string = string> {
  readonly provider: Provider;
  readonly profile?: Profile | undefined;
  readonly useCase?: string | undefined;
}

/** What a circuit knows, as plain data. */
export interface CircuitSnapshot extends EventOrigin {
  /** The scheme whose token endpoint the circuit is of; it has no `service` then. */
  readonly scheme?: string | undefined;
  /** Absent for the circuit that further endpoints share, and where a provider is isolated. */
  readonly service?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly state: CircuitName;
  readonly cause?: CircuitCause | undefined;
  /** While limited: attempts per second. */
  readonly rate?: number | undefined;
  /** While open: when the next attempt is made, on the client's clock, in ms. */
  readonly until?: number | undefined;
  /** Failures and refusals in a row. */
  readonly run: number;
  /** Requests that wait. */
  readonly waiting: number;
}

interface Steering {
  readonly target: CircuitTarget;
  readonly isIsolated: boolean;
}

/** What a client knows of those whose circuits it takes over. */
export interface CircuitOwner {
  readonly limits: ProviderLimits | undefined;
  readonly rules: CircuitRules;
}

/** The circuits of one client instance. */
export class Circuits {
  readonly #clock: Clock;
  readonly #on: EventListener | undefined;
  readonly #groups = new Map<string, CircuitGroup>();
  /** Of token endpoints; they are not exported. */
  readonly #tokenGroups = new Map<string, CircuitGroup>();
  readonly #limits = new Map<string, Limits>();
  /** Latest first: the first that fits decides. */
  #steering: readonly Steering[] = [];

  constructor({ clock, on }: { readonly clock: Clock; readonly on: EventListener | undefined }) {
    this.#clock = clock;
    this.#on = on;
  }

  /** The circuits of a use-case with a provider, or of a provider's requests outside use-cases. */
  group(origin: EventOrigin, limits: ProviderLimits | undefined): CircuitGroup {
    const { profile = "", useCase = "", provider } = withoutPrototype(origin);
    const owner = `${profile} ${useCase} ${provider}`;
    const known = this.#groups.get(owner);
    if (known !== undefined) return known;
    const group = this.#groupOf(origin, limits && this.#limitsOf(origin.provider, limits));
    this.#groups.set(owner, group);
    return group;
  }

  #groupOf(origin: CircuitOrigin, limits: Limits | undefined): CircuitGroup {
    return new CircuitGroup({
      origin,
      clock: this.#clock,
      limits,
      observer: observe(this.#on, this.#clock, origin),
      isIsolated: () => this.isIsolated(origin),
      tokenCircuit: (endpoint, rules) => this.#tokenCircuit(endpoint, rules),
    });
  }

  #tokenCircuit(endpoint: RequestLabel, rules: CircuitRules): Circuit {
    const { provider, scheme } = endpoint;
    const owner = `${provider} ${scheme}`;
    const group = this.#tokenGroups.get(owner) ?? this.#groupOf({ provider, scheme }, undefined);
    this.#tokenGroups.set(owner, group);
    return group.endpoint(endpoint, rules).circuit;
  }

  get #all(): readonly CircuitGroup[] {
    return [...this.#groups.values(), ...this.#tokenGroups.values()];
  }

  snapshots(): CircuitSnapshot[] {
    const now = this.#clock.now();
    const isolated = this.#steering
      .filter(({ isIsolated }) => isIsolated)
      .map(({ target }): CircuitSnapshot => ({ ...target, state: "isolated", run: 0, waiting: 0 }));
    return [...isolated, ...this.#all.flatMap((group) => snapshotsOf(group, now))];
  }

  /** Nothing goes there any more, until it is reset. */
  isolate(target: CircuitTarget): void {
    this.#steer(target, true);
    for (const group of this.#groups.values()) if (covers(target, group.origin)) group.dismiss();
  }

  /** Ends an isolation, and forgets what the circuits know. */
  reset(target?: CircuitTarget): void {
    if (target === undefined) this.#steering = [];
    else this.#steer(target, false);
    const now = this.#clock.now();
    for (const group of this.#all) if (covers(target, group.origin)) group.reset(now);
  }

  export(): ExportedCircuits {
    const now = this.#clock.now();
    const circuits = [...this.#groups.values()].flatMap(({ origin, endpoints }) =>
      endpoints.flatMap(({ circuit, hasEnded }) => exportState(origin, circuit, hasEnded, now)),
    );
    return { version: 1, at: Date.now(), circuits };
  }

  /** Takes over what another process has exported, for those that this client has. */
  import(exported: unknown, ownerOf: (circuit: ExportedCircuit) => CircuitOwner | undefined): void {
    const { circuits, ignored } = readExport(exported, Date.now());
    const problems = new Set(ignored);
    for (const circuit of circuits) {
      const { provider, profile, useCase } = circuit;
      const owner = ownerOf(circuit);
      if (owner === undefined) {
        problems.add("a circuit is of no use-case, provider and service that this client has");
        continue;
      }
      const group = this.group(profile === undefined ? { provider } : { profile, useCase, provider }, owner.limits);
      if (group.endpoints.length >= MAX_ENDPOINTS) problems.add(`one owner has more than ${MAX_ENDPOINTS} circuits`);
      else group.restore(circuit, owner.rules);
    }
    if (this.#on !== undefined && problems.size > 0) emit(this.#on, { type: "import", ignored: [...problems] });
  }

  #limitsOf(provider: string, limits: ProviderLimits): Limits {
    const made = this.#limits.get(provider) ?? new Limits(limits);
    this.#limits.set(provider, made);
    return made;
  }

  /** What a later target covers needs no memory. */
  #steer(target: CircuitTarget, isIsolated: boolean): void {
    const others = this.#steering.filter((earlier) => !covers(target, earlier.target));
    this.#steering = [{ target, isIsolated }, ...others];
  }

  /** Whether nothing goes there until it is reset. */
  isIsolated(origin: EventOrigin): boolean {
    for (const { target, isIsolated } of this.#steering) if (covers(target, origin)) return isIsolated;
    return false;
  }
}

/** Whether what is done for `origin` is part of the target; every part is, where there is none. */
function covers(target: CircuitTarget | undefined, origin: EventOrigin): boolean {
  if (target === undefined) return true;
  if (target.provider !== origin.provider) return false;
  if (target.profile !== undefined && target.profile !== origin.profile) return false;
  return target.useCase === undefined || target.useCase === origin.useCase;
}

function snapshotsOf({ origin, endpoints }: CircuitGroup, now: number): CircuitSnapshot[] {
  return endpoints.map(({ circuit: { endpoint, state, waiting } }) => ({
    ...origin,
    ...shown(origin, endpoint),
    ...(isIdle(state, now) ? { state: "closed" as const } : told(state)),
    run: state.evidence.run.length,
    waiting,
  }));
}

/** An endpoint as users see it; that of a token is of no service. */
function shown({ scheme }: CircuitOrigin, endpoint: EventRequest | undefined): Partial<EventRequest> {
  if (endpoint === undefined) return {};
  const { service, method, path } = endpoint;
  return scheme === undefined ? { service, method, path } : { method, path };
}

/** What a state is said to be: name, cause, rate, until when. */
function told(state: CircuitState): Pick<CircuitSnapshot, "state" | "cause" | "rate" | "until"> {
  const { kind, cause } = state;
  if (kind === "limited") return { state: kind, cause, rate: state.rate };
  return kind === "open" ? { state: kind, cause, until: state.until } : { state: kind, cause };
}

/** Turns changes into events; nothing where nobody listens. */
function observe(on: EventListener | undefined, clock: Clock, origin: CircuitOrigin): CircuitObserver | undefined {
  if (on === undefined) return undefined;
  return ({ endpoint }, from, to, call) => {
    if (from.kind === "closed" && to.kind === "closed") return;
    const openFor = to.kind === "open" ? to.until - clock.now() : undefined;
    // A request for a token goes on when the call that led it has ended.
    const changedBy = origin.scheme === undefined ? call : undefined;
    const change = { from: from.kind, to: to.kind, cause: to.cause, rate: told(to).rate, openFor };
    emit(on, { type: "circuit", call: changedBy, ...origin, ...shown(origin, endpoint), ...change });
  };
}
