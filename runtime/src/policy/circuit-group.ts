import type { Clock } from "../clock.js";
import type { RequestLabel, SdkError } from "../errors/errors.js";
import type { EventOrigin, EventRequest } from "../telemetry/events.js";
import { carriedOver, type ExportedCircuit } from "./circuit-export.js";
import type { CircuitRules } from "./circuit-state.js";
import { Circuit, type CircuitObserver } from "./circuit.js";
import type { Limits } from "./limits.js";

/** Further endpoints share one circuit. */
export const MAX_ENDPOINTS = 64;

/** An endpoint, and what the maps that use it have made of its failures. */
export interface Endpoint {
  readonly circuit: Circuit;
  /** A map has returned a value although it failed for good: it gets one attempt, no wait and no evidence. */
  tolerated: boolean;
  /** It has ended a performance. */
  hasEnded: boolean;
  /** A performance has succeeded without it. */
  spared: boolean;
}

/** A request that has failed for good. */
export interface FailedRequest {
  readonly endpoint: Endpoint | undefined;
  readonly error: SdkError;
  /** In a way that is retried. */
  readonly retried: boolean;
}

/** Whose circuits they are; those of a token endpoint have the scheme that it is for. */
export interface CircuitOrigin extends EventOrigin {
  readonly scheme?: string | undefined;
}

export interface CircuitGroupOptions {
  readonly origin: CircuitOrigin;
  readonly clock: Clock;
  readonly limits: Limits | undefined;
  readonly observer: CircuitObserver | undefined;
  readonly isIsolated: () => boolean;
  /** The circuit of a token endpoint: one for all that a client does with the provider. */
  readonly tokenCircuit: (endpoint: RequestLabel, rules: CircuitRules) => Circuit;
}

/** The circuits of one use-case with one provider, or of all requests to a provider outside use-cases. */
export class CircuitGroup {
  readonly origin: CircuitOrigin;
  readonly endpoints: Endpoint[] = [];
  /** By path: those of one path differ in method or service. */
  readonly #byPath = new Map<string, Endpoint[]>();
  #shared: Endpoint | undefined;
  readonly #options: CircuitGroupOptions;
  readonly #blocking = new Set<Endpoint>();
  /** Those that every performance has asked which succeeded: soon the few that a map cannot do without. */
  readonly #needed = new Set<Endpoint>();
  #line: Circuit | undefined;

  constructor(options: CircuitGroupOptions) {
    this.origin = options.origin;
    this.#options = options;
  }

  get isIsolated(): boolean {
    return this.#options.isIsolated();
  }

  endpoint(request: EventRequest, rules: CircuitRules): Endpoint {
    const { service, method, path } = request;
    const ofPath = this.#byPath.get(path);
    if (ofPath !== undefined) {
      for (const endpoint of ofPath) {
        const own = endpoint.circuit.endpoint;
        if (own?.method === method && own.service === service) return endpoint;
      }
    }
    if (this.endpoints.length >= MAX_ENDPOINTS) return (this.#shared ??= this.#add(undefined, rules));
    const added = this.#add({ service, method, path }, rules);
    this.#byPath.set(path, [...(ofPath ?? []), added]);
    return added;
  }

  tokenCircuit(endpoint: RequestLabel, rules: CircuitRules): Circuit {
    return this.#options.tokenCircuit(endpoint, rules);
  }

  /** Takes over what another process knew of an endpoint. */
  restore(exported: ExportedCircuit, rules: CircuitRules): void {
    const { service, method, path, hasEnded } = exported;
    const endpoint = this.endpoint({ service, method, path }, rules);
    endpoint.circuit.restore(carriedOver(exported, rules, this.#options.clock.now()));
    if (hasEnded) this.ended(endpoint);
  }

  /** Where requests wait that have no circuit; `undefined` where nothing limits them. */
  line(rules: CircuitRules): Circuit | undefined {
    const { clock, limits } = this.#options;
    if (limits !== undefined) this.#line ??= new Circuit({ clock, rules, limits });
    return this.#line;
  }

  /** The circuit for whose sake a call with another candidate does not even start the map. */
  blocking(now: number): Circuit | undefined {
    for (const { circuit } of this.#blocking) {
      if (circuit.isResting(now)) return circuit;
    }
    return undefined;
  }

  /** A performance has succeeded: what failed in it is tolerated, and what it did without blocks no more. */
  succeeded(asked: readonly Endpoint[], failed: readonly FailedRequest[]): void {
    for (const { endpoint, retried } of failed) {
      if (endpoint === undefined || !retried || endpoint.hasEnded || endpoint.circuit.endpoint === undefined) continue;
      endpoint.tolerated = true;
    }
    for (const endpoint of this.#needed) {
      if (asked.includes(endpoint)) continue;
      endpoint.spared = true;
      this.#needed.delete(endpoint);
      this.#blocking.delete(endpoint);
    }
  }

  /** A performance has ended with an endpoint's failure. */
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
      endpoint.circuit.reset(now);
    }
  }

  /** Who waits need not wait any longer. */
  dismiss(): void {
    this.#line?.dismiss();
    for (const { circuit } of this.endpoints) circuit.dismiss();
  }

  #add(request: EventRequest | undefined, rules: CircuitRules): Endpoint {
    const { clock, limits, observer } = this.#options;
    const circuit = new Circuit({ clock, rules, endpoint: request, limits, observer });
    const endpoint = { circuit, tolerated: false, hasEnded: false, spared: false };
    this.endpoints.push(endpoint);
    this.#needed.add(endpoint);
    return endpoint;
  }
}
