import type { CallTimeline, CircuitChange, Span } from "../simulate/timeline.js";
import { largest } from "../files/largest.js";

/** What one provider has of a call. */
export interface Lane {
  readonly provider: string;
  readonly attempts: readonly Span[];
  /** Waits before the next attempt, and for the circuit. */
  readonly pauses: readonly Span[];
  readonly circuits: readonly CircuitChange[];
  readonly begin: number;
  readonly end: number;
}

/** Providers in the order in which the call comes to them. */
export function lanesOf({ spans, circuits }: CallTimeline): readonly Lane[] {
  const providers = [...new Set(spans.map(({ provider }) => provider))];
  return providers.map((provider) => {
    const own = spans.filter((span) => span.provider === provider);
    return {
      provider,
      attempts: own.filter(({ kind }) => kind === "attempt"),
      pauses: own.filter(({ kind }) => kind !== "attempt"),
      circuits: circuits.filter((change) => change.provider === provider),
      begin: own.reduce((least, { begin }) => Math.min(least, begin), Infinity),
      end: largest(own.map(({ end }) => end)),
    };
  });
}

/** A circuit in one state; a closed one lets everything through and has no stretch. */
export interface Stretch {
  readonly state: string;
  readonly begin: number;
  readonly end: number;
}

/** How a circuit stands over time, until `end`; what it was to do after the last change is drawn as planned. */
export function stretchesOf(changes: readonly CircuitChange[], end: number): readonly Stretch[] {
  return changes.flatMap(({ at, to, openFor }, index) => {
    const next = changes[index + 1]?.at;
    const until = Math.min(next ?? (openFor === undefined ? end : at + openFor), end);
    return to === "closed" || until <= at ? [] : [{ state: to, begin: at, end: until }];
  });
}
