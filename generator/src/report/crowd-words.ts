import type { CrowdSlice, CrowdTimeline } from "../simulate/timeline.js";
import { durationText } from "./duration.js";
import { countText } from "./span-text.js";

/** What becomes of a crowd, in a few sentences; `alone` is how long a caller waits that is alone, in ms. */
export function crowdSentences(crowd: CrowdTimeline, failing: string, alone: number): readonly string[] {
  const { callsPerSecond, failureBegins, failureEnds, calls, succeeded, median, slowest } = crowd;
  const down = failureEnds - failureBegins;
  const fate =
    succeeded === calls
      ? `all ${countText(calls, "call")} are answered`
      : `${succeeded.toLocaleString("en-US")} of ${countText(calls, "call")} are answered, the others get an error`;
  return [
    `With ${countText(callsPerSecond, "call")} a second, and ${failing} down for ${durationText(down)}, ${fate}.`,
    `Half of the calls take at most ${durationText(median)}, the slowest ${durationText(slowest)}.`,
    sparedText(crowd, failing),
    ...(slowest < alone * SOONER ? ["Together, callers open the circuit sooner than one alone."] : []),
  ];
}

/** As much shorter has to be the longest wait in a crowd to be worth a sentence. */
const SOONER = 0.9;

/** What the circuit is for. */
function sparedText({ slices, failureBegins, failureEnds, circuits }: CrowdTimeline, failing: string): string {
  const during = slices.filter(({ begin }) => begin >= failureBegins && begin < failureEnds);
  const requests = sumOf(during, (slice) => slice.requests[failing] ?? 0);
  const begun = sumOf(during, (slice) => slice.begun);
  const opened = circuits.some(({ provider, to }) => provider === failing && to === "open");
  const why = opened && requests < begun ? ": its circuit is open, and keeps the others away" : "";
  return `While it is down, ${countText(begun, "call")} begin, and ${failing} gets ${countText(requests, "request")}${why}.`;
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
