import type { CallEnd, CallTimeline, CircuitChange, Span } from "../simulate/timeline.js";
import { durationText } from "./duration.js";
import { lanesOf, type Lane } from "./lanes.js";
import { hasFailed, resultText, timesText } from "./span-text.js";

/** What happens in one call, in a sentence. */
export function callSentence(call: CallTimeline): string {
  const tried = lanesOf(call).filter(({ attempts }) => attempts.every(hasFailed) && attempts.length > 0);
  const parts = tried.map((lane, index) => `${index === 0 ? "First, " : ""}${triedText(lane)}`);
  return `${[...parts, endText(call.end, tried.length > 0)].join(", ")}.`;
}

function triedText({ provider, attempts, begin, end }: Lane): string {
  const within = end === begin ? "" : ` within ${durationText(end - begin)}`;
  return `${provider} is tried ${timesText(attempts.length)}${within}`;
}

function endText({ outcome, provider, at }: CallEnd, hasTried: boolean): string {
  const then = hasTried ? "then " : "";
  if (outcome === "success") return `${then}${provider ?? "a provider"} answers: the caller waits ${durationText(at)}`;
  return `${then}the caller gets an error, after ${durationText(at)}`;
}

/** What stands beside the caller's line. */
export function callerNote({ outcome, provider, at, error }: CallEnd): string {
  const waits = `waits ${durationText(at)}`;
  if (outcome === "success") return `${waits}, answered by ${provider ?? "a provider"}`;
  return `${waits}, gets ${error === undefined ? "an error" : error.name}`;
}

/** What stands beside a provider's line: `3 × 503, its circuit opens`. */
export function laneNote({ attempts, circuits }: Lane, takesOver: number | undefined): string {
  const opens = circuits.some(({ to }) => to === "open") ? ", its circuit opens" : "";
  const at = takesOver === undefined ? "" : `takes over at ${durationText(takesOver)}, `;
  return `${at}${attemptsText(attempts)}${opens}`;
}

/** `answers in 80 ms`, `3 × refused`, `503, then answers in 80 ms`. */
function attemptsText(attempts: readonly Span[]): string {
  const failed = attempts.filter(hasFailed);
  const counts = new Map<string, number>();
  for (const result of failed.map(resultText)) counts.set(result, (counts.get(result) ?? 0) + 1);
  const failures = [...counts].map(([result, count]) => `${count === 1 ? "" : `${String(count)} × `}${result}`);
  const answered = attempts.filter((attempt) => !hasFailed(attempt));
  const answers = answered.map(
    ({ begin, end }) => `${failed.length > 0 ? "then " : ""}answers in ${durationText(end - begin)}`,
  );
  return [...failures, ...answers].join(", ") || "is not asked";
}

/** Something that happens at a time. */
export interface EventView {
  readonly at: string;
  readonly text: string;
}

/** The same as the drawing shows, in the order of time; at one time, what causes comes before what follows. */
export function callEvents(call: CallTimeline): readonly EventView[] {
  const events = [
    ...call.circuits.map((change) => ({ at: change.at, text: circuitEvent(change) })),
    ...call.failovers.map(({ at, to }) => ({ at, text: `${to} takes over (failover)` })),
    ...call.spans.map((span) => ({ at: span.begin, text: spanEvent(span) })),
  ].sort((a, b) => a.at - b.at);
  return [...events, { at: call.end.at, text: endEvent(call.end) }].map(({ at, text }) => ({
    at: durationText(at),
    text,
  }));
}

function spanEvent(span: Span): string {
  const took = durationText(span.end - span.begin);
  switch (span.kind) {
    case "attempt":
      return `attempt ${String(span.attempt ?? 1)} at ${span.provider}: ${resultText(span)} ${span.end === span.begin ? "at once" : `after ${took}`}`;
    case "wait":
      return `a wait of ${took} before ${span.provider} is tried again`;
    case "queue":
      return `a wait of ${took} until the circuit of ${span.provider} lets a request through`;
  }
}

function circuitEvent({ provider, to, openFor }: CircuitChange): string {
  if (to === "open") {
    const probe = openFor === undefined ? "" : ` for ${durationText(openFor)}`;
    return `the circuit of ${provider} opens: no request is sent there${probe}`;
  }
  if (to === "closed") return `the circuit of ${provider} closes: requests are sent again`;
  return `the circuit of ${provider} lets one request through, to see whether it answers`;
}

function endEvent({ outcome, provider, error }: CallEnd): string {
  if (outcome === "success") return `the caller has the answer${provider === undefined ? "" : ` of ${provider}`}`;
  return `the caller gets an error${error === undefined ? "" : `: ${error.name}, ${error.message}`}`;
}
