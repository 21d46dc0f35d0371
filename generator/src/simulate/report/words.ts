import { largest } from "../../io/text.js";
import { answerersOf, failsText } from "../failure-text.js";
import type {
  CallEnd,
  CallTimeline,
  CircuitChange,
  CrowdSlice,
  CrowdTimeline,
  Failure,
  Meanwhile,
  Span,
} from "../timeline.js";

/** A number stays with its unit where lines break. */
const SPACE = "\u00A0";

/** `0 s`, `250 ms`, `1.25 s`, `4 min 2 s`: as many digits as somebody reads. */
export function durationText(ms: number): string {
  if (ms === 0) return `0${SPACE}s`;
  if (Math.round(ms) < 1000) return `${String(Math.max(1, Math.round(ms)))}${SPACE}ms`;
  if (ms < 59_950) return `${String(Number((ms / 1000).toPrecision(3)))}${SPACE}s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60;
  return `${String(Math.floor(seconds / 60))}${SPACE}min${rest === 0 ? "" : `${SPACE}${String(rest)}${SPACE}s`}`;
}

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

const BY_CODE: { readonly [code: string]: string } = {
  "network-unreached": "refused",
  "network-reset": "connection broke",
  timeout: "no answer",
};

/** Whether an attempt came to nothing. */
export function hasFailed({ code }: Span): boolean {
  return code !== undefined;
}

/** What an attempt came to, in a word or two: `503`, `refused`, `no answer`, `answered`. */
function resultText(span: Span): string {
  if (!hasFailed(span)) return "answered";
  if (span.status !== undefined) return String(span.status);
  return BY_CODE[span.code ?? ""] ?? span.code ?? "failed";
}

/** What a provider does that fails, after its name: `pigeon answers 503`. */
export function failureText(failure: Failure): string {
  if (failure.kind !== "status") return failsText(failure);
  return `answers ${String(failure.status)}${reasonText(failure.status, failure.retryAfter)}`;
}

/** What the usual ones mean (RFC 9110 §15.6.4, RFC 6585 §4). */
const REASONS: { readonly [status: number]: string } = {
  429: "too many requests",
  503: "unavailable",
};

/** ` (too many requests, again in 5 s)` */
function reasonText(status: number, retryAfter: number | undefined): string {
  const again = retryAfter === undefined ? [] : [`again in ${durationText(retryAfter * 1000)}`];
  const reasons = [...(REASONS[status] === undefined ? [] : [REASONS[status]]), ...again];
  return reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
}

/** `once`, `twice`, `5 times`. */
function timesText(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${String(count)} times`;
}

/** `1 attempt`, `3 attempts`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

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
  return [...failures, ...answers].join(", ") || "is not tried";
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
  return `the circuit of ${provider} lets one request through, to see if it answers`;
}

function endEvent({ outcome, provider, error }: CallEnd): string {
  if (outcome === "success") return `the caller has the answer${provider === undefined ? "" : ` of ${provider}`}`;
  return `the caller gets an error${error === undefined ? "" : `: ${error.name}, ${error.message}`}`;
}

/** What becomes of a crowd, in a few sentences; `alone` is how long a caller waits that is alone, in ms. */
export function crowdSentences(crowd: CrowdTimeline, failing: string, alone: number): readonly string[] {
  const { callsPerSecond, failureBegins, failureEnds, meanwhile, slowest } = crowd;
  const { calls, lost, p99 } = meanwhile;
  const down = failureEnds - failureBegins;
  const fate =
    lost === 0
      ? `all ${countText(calls, "call")} that start then are answered`
      : `${lost.toLocaleString("en-US")} of ${countText(calls, "call")} that start then are lost`;
  return [
    `With ${countText(callsPerSecond, "call")} a second, and ${failing} down for ${durationText(down)}, ${fate}.`,
    `99 of 100 wait at most ${durationText(p99)}, the slowest call takes ${durationText(slowest)}.`,
    sparedText(crowd, failing),
    ...(slowest < alone * SOONER ? ["Together, callers open the circuit sooner than a single one."] : []),
  ];
}

/** The providers that answer them, or how many are lost: `raven 98 %, pigeon 2 %`. */
export function meanwhileText(meanwhile: Meanwhile): string {
  return meanwhileParts(meanwhile).join(", ");
}

export function meanwhileParts(meanwhile: Meanwhile): readonly string[] {
  const { calls, lost } = meanwhile;
  const answered = answerersOf(meanwhile).map(([name, share]) => `${name}${SPACE}${share.replace(" ", SPACE)}`);
  const gone = lost === 0 ? [] : [`${lost.toLocaleString("en-US")} of ${calls.toLocaleString("en-US")} lost`];
  return [...gone, ...answered];
}

/** As much shorter has to be the longest wait in a crowd to be worth a sentence. */
const SOONER = 0.9;

/** What the circuit is for. */
function sparedText({ slices, failureBegins, failureEnds, circuits }: CrowdTimeline, failing: string): string {
  const during = slices.filter(({ begin }) => begin >= failureBegins && begin < failureEnds);
  const requests = sumOf(during, (slice) => slice.requests[failing] ?? 0);
  const begun = sumOf(during, (slice) => slice.begun);
  const opened = circuits.some(({ provider, to }) => provider === failing && to === "open");
  const why = opened && requests < begun ? ": its open circuit blocks the rest" : "";
  return `While it is down, ${countText(begun, "call")} start, and ${failing} gets ${countText(requests, "request")}${why}.`;
}

function sumOf(slices: readonly CrowdSlice[], valueOf: (slice: CrowdSlice) => number): number {
  return slices.reduce((total, slice) => total + valueOf(slice), 0);
}

export interface CrowdTable {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly time: string; readonly cells: readonly string[] }[];
}

/** The same as the small charts show, as figures. */
export function crowdTable({ slices, candidates }: CrowdTimeline, title: string): CrowdTable {
  const [first] = candidates;
  return {
    label: `Requests and calls over time, while ${title}`,
    head: [
      ...candidates.map((name) => `to ${name}`),
      `circuit of ${first ?? "the first"}`,
      "answered",
      "failed",
      "longest wait",
    ],
    rows: slices.map(({ begin, requests, states, succeeded, failed, slowest }) => ({
      time: durationText(begin),
      cells: [
        ...candidates.map((name) => String(requests[name] ?? 0)),
        states[first ?? ""] ?? "closed",
        String(succeeded),
        String(failed),
        durationText(slowest),
      ],
    })),
  };
}
