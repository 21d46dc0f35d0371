import type { ProviderLimits } from "@sdkwright/runtime";
import { normalizeRetryPolicy, type RetryPolicy } from "@sdkwright/runtime/config";
import { type CircuitGroup, Circuits, type Endpoint } from "#runtime/policy/circuits.js";
import type { Circuit } from "#runtime/policy/circuit.js";
import { type CircuitState, limited, open } from "#runtime/policy/circuit-reducer.js";
import { ProviderRun, type ProviderRunOptions } from "#runtime/policy/provider-run.js";
import { VirtualClock } from "./virtual-clock.js";

/** The label of a request, as its endpoint has it. */
export const label = { service: "default", method: "GET", path: "/x" };

interface TermsOptions extends Partial<ProviderRunOptions> {
  readonly limits?: ProviderLimits;
}

/** One run of provider `a` by itself, its circuits, and how it ended. */
export interface Terms {
  readonly clock: VirtualClock;
  readonly circuits: Circuits;
  readonly group: CircuitGroup;
  readonly policy: RetryPolicy;
  readonly run: ProviderRun;
  /** Why it ended before its map, and whether because its map had. */
  readonly ends: [reason: unknown, hasMapEnded: boolean][];
  /** The endpoint of `label`. */
  endpoint(): Endpoint & { readonly circuit: Circuit };
  /** Makes the endpoint's circuit rest for so long from now, or limits it to one attempt per second. */
  rest(openFor: number): void;
  limit(): void;
}

await new Circuits({ clock: new VirtualClock(), on: undefined }).load();

export function createTerms({ limits, policy = breaker(), ...own }: TermsOptions = {}): Terms {
  const clock = new VirtualClock();
  const context = { clock, random: () => 0.5, maxRetryAfter: 60_000, on: undefined, nextCall: () => 1 };
  const origin = { provider: "a" };
  const circuits = new Circuits(context);
  // At once: it was loaded before.
  void circuits.load();
  const group = circuits.group(origin, limits);
  const ends: [unknown, boolean][] = [];
  const terms = {
    policy,
    requestTimeout: 30_000,
    endsAt: Infinity,
    hasNext: false,
    candidates: [],
    round: 1,
    retriesFirst: false,
    waitsUntil: undefined,
    call: 1,
    signal: undefined,
    streamSignal: undefined,
    outer: undefined,
  };
  const run = new ProviderRun({
    context,
    origin,
    circuits: group,
    ...terms,
    ended: (...end) => ends.push(end),
    ...own,
  });
  const rules = breaker();
  const endpoint = () => group.endpoint(label, rules) as Endpoint & { readonly circuit: Circuit };
  const restore = (make: (state: CircuitState) => CircuitState): void => {
    const { circuit } = endpoint();
    circuit.restore(make(circuit.state));
  };
  return {
    clock,
    circuits,
    group,
    policy,
    run,
    ends,
    endpoint,
    rest: (openFor) => restore((state) => open(state, "refusals", { openTime: 2000, openFor }, clock.now())),
    limit: () => restore((state) => limited(state, "recovery", { rate: 1, ceiling: 1 }, rules, clock.now())),
  };
}

/** The policy `circuit-breaker` with what a test changes about it. */
export function breaker(changes: object = {}): Exclude<RetryPolicy, { kind: "none" }> {
  return normalizeRetryPolicy({ kind: "circuit-breaker", ...changes }) as never;
}
