import type { ClientEvent } from "@sdkwright/runtime/generated/client";
import type { CallEnd, CallTimeline, CircuitChange, Failover, Span } from "./timeline.js";

type EventOf<Type extends ClientEvent["type"]> = Extract<ClientEvent, { type: Type }>;

/** Sums of times differ by less, in ms. */
const ROUNDING = 1e-6;

/** Makes the timeline of one call from what its client tells. */
export class CallRecorder {
  readonly #spans: Span[] = [];
  readonly #circuits: CircuitChange[] = [];
  readonly #failovers: Failover[] = [];
  #end: CallEnd | undefined;
  /** Until when it is known what the call did. */
  #known = 0;

  take(event: ClientEvent, now: number): void {
    if (event.type === "attempt") this.#attempt(event, now);
    else if (event.type === "retry") this.#wait(event, now);
    else if (event.type === "circuit") this.#circuits.push(circuitChange(event, now));
    else if (event.type === "failover") this.#failover(event, now);
    else if (event.type === "success" || event.type === "failure") this.#endsWith(event, now);
  }

  timeline(candidates: readonly string[]): CallTimeline {
    if (this.#end === undefined) throw new Error("the simulated call has not ended");
    return {
      candidates,
      spans: this.#spans,
      circuits: this.#circuits,
      failovers: this.#failovers,
      end: this.#end,
    };
  }

  #attempt({ provider, duration, attempt, status, error }: EventOf<"attempt">, now: number): void {
    this.#queue(provider, now - duration);
    this.#spans.push({
      kind: "attempt",
      provider,
      begin: now - duration,
      end: now,
      attempt,
      status,
      code: error?.code,
    });
    this.#known = now;
  }

  #wait({ provider, delay }: EventOf<"retry">, now: number): void {
    this.#spans.push({ kind: "wait", provider, begin: now, end: now + delay });
    this.#known = now + delay;
  }

  #failover({ from, to, error }: EventOf<"failover">, now: number): void {
    this.#cut(from, now);
    this.#failovers.push({ at: now, from, to, code: error.code });
  }

  #endsWith(event: EventOf<"success" | "failure">, now: number): void {
    const { type, provider, attempts } = event;
    this.#cut(provider, now);
    this.#end = {
      at: now,
      outcome: type,
      provider,
      attempts,
      error: event.type === "failure" ? errorOf(event.error) : undefined,
    };
  }

  /** A wait may have ended early; what is left of the time was spent before a circuit. */
  #cut(provider: string | undefined, now: number): void {
    const last = this.#spans.at(-1);
    if (last !== undefined && last.end > now + ROUNDING) this.#spans.splice(-1, 1, { ...last, end: now });
    else if (provider !== undefined) this.#queue(provider, now);
    this.#known = now;
  }

  #queue(provider: string, until: number): void {
    if (until - this.#known > ROUNDING) this.#spans.push({ kind: "queue", provider, begin: this.#known, end: until });
  }
}

export function circuitChange(event: EventOf<"circuit">, at: number): CircuitChange {
  const { provider, from, to, cause, openFor, rate } = event;
  return { at, provider, from, to, cause, openFor, rate };
}

function errorOf(error: unknown): CallEnd["error"] {
  if (!(error instanceof Error)) return { name: "unknown", message: String(error) };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { name: error.name, code, message: error.message };
}
