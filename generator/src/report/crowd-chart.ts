import type { CrowdSlice, CrowdTimeline } from "../simulate/timeline.js";
import { bandOf, type Band } from "./call-chart.js";
import { durationText } from "./duration.js";
import { stretchesOf } from "./lanes.js";
import { percent, timeAxis, type Tick } from "./time-axis.js";
import { largest } from "../files/largest.js";

/** Many callers, drawn: small charts over one axis of time, one for each thing that is counted. */
export interface CrowdChart {
  /** Of the provider that is down. */
  readonly name: string;
  readonly ticks: readonly Tick[];
  /** When the provider is down. */
  readonly down: { readonly x: string; readonly width: string };
  readonly rows: readonly CrowdRow[];
}

export interface CrowdRow {
  readonly name: string;
  readonly note: string;
  readonly kind: "requests" | "wait" | "fail";
  /** None where there is nothing to count. */
  readonly columns: readonly Column[];
  readonly bands: readonly Band[];
}

/** A column of a small chart; all in per cent. */
export interface Column {
  readonly x: string;
  readonly y: string;
  readonly width: string;
  readonly height: string;
}

/** Rows of requests have one scale; each other row fills its height. */
export function crowdChart(crowd: CrowdTimeline, failing: string): CrowdChart {
  const { candidates, slices, failureBegins, failureEnds, ends } = crowd;
  const axis = timeAxis(ends);
  const requests = candidates.map((name) => slices.map((slice) => slice.requests[name] ?? 0));
  const most = largest(requests.flat(), 1);
  const draw = (values: readonly number[], full = largest(values, 1)) => columnsOf(slices, values, full, axis.end);
  const waits = slices.map(({ slowest }) => slowest);
  const failed = slices.map((slice) => slice.failed);
  return {
    name: failing,
    ticks: axis.ticks,
    down: { x: percent(failureBegins, axis.end), width: percent(failureEnds - failureBegins, axis.end) },
    rows: [
      ...candidates.map((name, index): CrowdRow => {
        const values = requests[index] ?? [];
        const note = peakText(values, slices);
        return {
          name: `requests to ${name}`,
          note,
          kind: "requests",
          columns: draw(values, most),
          bands: bandsOf(crowd, name, axis.end),
        };
      }),
      {
        name: "longest wait",
        note: `up to ${durationText(largest(waits))}`,
        kind: "wait",
        columns: draw(waits),
        bands: [],
      },
      { name: "failed calls", note: failedText(failed), kind: "fail", columns: draw(failed), bands: [] },
    ],
  };
}

/** Slices are of one length; a rate is easier to compare. */
function peakText(values: readonly number[], [first]: readonly CrowdSlice[]): string {
  const peak = largest(values);
  if (peak === 0 || first === undefined) return "none";
  const perSecond = (1000 * peak) / (first.end - first.begin);
  return `up to ${String(Number(perSecond.toPrecision(2)))} a second`;
}

function failedText(values: readonly number[]): string {
  const total = values.reduce((sum, value) => sum + value, 0);
  return total === 0 ? "none" : `${total.toLocaleString("en-US")} in all`;
}

/** What is nothing has no column. */
function columnsOf(
  slices: readonly CrowdSlice[],
  values: readonly number[],
  full: number,
  end: number,
): readonly Column[] {
  return slices.flatMap(({ begin, end: until }, index) => {
    const share = (values[index] ?? 0) / full;
    if (share === 0) return [];
    const place = { x: percent(begin, end), width: percent((until - begin) * COLUMN, end) };
    return [{ ...place, y: percent(1 - share, 1), height: percent(share, 1) }];
  });
}

/** What a column takes of its slice. */
const COLUMN = 0.86;

function bandsOf({ circuits, ends }: CrowdTimeline, name: string, end: number): readonly Band[] {
  const own = circuits.filter(({ provider }) => provider === name);
  return stretchesOf(own, ends).map((stretch) => bandOf(stretch, end));
}
