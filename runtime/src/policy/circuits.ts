import type { Clock } from "../clock.js";
import type { ProviderLimits } from "../config/definition.js";
import { withoutPrototype } from "../config/options.js";
import type { RequestLabel } from "../errors/errors.js";
import {
  type CircuitCause,
  type CircuitName,
  emit,
  type EventListener,
  type EventOrigin,
  type EventRequest,
} from "../telemetry/events.js";
import { CircuitGroup, type CircuitOrigin } from "./circuit-group.js";
import type { CircuitRules, CircuitState } from "./circuit-state.js";
import type { Circuit, CircuitObserver } from "./circuit.js";
import { Limits } from "./limits.js";
import { RetryBudget } from "./retry-budget.js";

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

/** The circuits of one client instance. */
export class Circuits {
  readonly #clock: Clock;
  readonly #on: EventListener | undefined;
  readonly #groups = new Map<string, CircuitGroup>();
  /** Of token endpoints; they are not exported. */
  readonly #tokenGroups = new Map<string, CircuitGroup>();
  readonly #limits = new Map<string, Limits>();
  readonly #budgets = new Map<string, RetryBudget>();
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

  /** What all retries of requests to a provider share. */
  budget(provider: string): RetryBudget {
    const budget = this.#budgets.get(provider) ?? new RetryBudget();
    this.#budgets.set(provider, budget);
    return budget;
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

  /** Of use-cases, and of providers outside of them. */
  get groups(): readonly CircuitGroup[] {
    return [...this.#groups.values()];
  }

  /** With those of token endpoints. */
  get all(): readonly CircuitGroup[] {
    return [...this.#groups.values(), ...this.#tokenGroups.values()];
  }

  /** What is isolated, latest first. */
  get isolated(): readonly CircuitTarget[] {
    return this.#steering.filter(({ isIsolated }) => isIsolated).map(({ target }) => target);
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
    for (const group of this.all) if (covers(target, group.origin)) group.reset(now);
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

/** An endpoint as users see it; that of a token is of no service. */
export function shown({ scheme }: CircuitOrigin, endpoint: EventRequest | undefined): Partial<EventRequest> {
  if (endpoint === undefined) return {};
  const { service, method, path } = endpoint;
  return scheme === undefined ? { service, method, path } : { method, path };
}

/** What is said of a state. */
export interface StateSummary {
  readonly state: CircuitName;
  readonly cause?: CircuitCause | undefined;
  /** While limited: attempts per second. */
  readonly rate?: number | undefined;
  /** While open: when the next attempt is made, on the client's clock, in ms. */
  readonly until?: number | undefined;
}

/** What a state is said to be: name, cause, rate, until when. */
export function told(state: CircuitState): StateSummary {
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
