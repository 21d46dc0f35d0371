import { largest } from "../../io/text.js";
import type { CallTimeline, CrowdSlice, CrowdTimeline, Failover, Span } from "../timeline.js";
import {
  callerNote,
  durationText,
  hasFailed,
  type Lane,
  laneNote,
  lanesOf,
  type Stretch,
  stretchesOf,
} from "./words.js";

/** A linear scale from 0 on: what takes twice as long is twice as wide. */
export interface TimeAxis {
  /** Where it ends, in ms. */
  readonly end: number;
  readonly ticks: readonly Tick[];
}

interface Tick {
  /** Per cent of the width. */
  readonly x: string;
  readonly text: string;
  readonly anchor: "start" | "middle" | "end";
}

/** On a phone there is room for five labels. */
const MOST_STEPS = 4;

/** The steps that people count in: halves, fives and tens, and above a minute those of a clock. */
const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
];

/** An axis that ends at `end`. */
export function timeAxis(end: number): TimeAxis {
  const step = STEPS.find((each) => end <= each * MOST_STEPS) ?? end / MOST_STEPS;
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
  return {
    end,
    ticks: ticks.map((at) => ({ x: percent(at, end), text: durationText(at), anchor: anchorOf(at / end) })),
  };
}

/** Labels stay within the chart. */
function anchorOf(share: number): Tick["anchor"] {
  return share === 0 ? "start" : share > 0.9 ? "end" : "middle";
}

/** A place on an axis, with as many digits as a screen shows. */
export function percent(at: number, end: number): string {
  return `${String(Number(((100 * Math.min(at, end)) / end).toFixed(2)))}%`;
}

/** One call, drawn: the caller above, then a line for each provider, all on one axis of time. */
export interface CallChart {
  readonly ticks: readonly Tick[];
  readonly caller: CallerLane;
  readonly lanes: readonly LaneView[];
}

export interface CallerLane {
  readonly note: string;
  /** When the call ends. */
  readonly x: string;
  readonly isAnswered: boolean;
}

export interface LaneView {
  readonly name: string;
  readonly note: string;
  readonly bars: readonly Bar[];
  readonly pauses: readonly Line[];
  readonly bands: readonly Band[];
  /** Where the call goes on to another provider, and where it comes from one. */
  readonly leaves: readonly string[];
  readonly arrives: readonly string[];
}

export interface Bar {
  readonly x: string;
  readonly width: string;
  readonly middle: string;
  readonly kind: "ok" | "fail";
  /** The attempt's number, where it has room. */
  readonly number: string;
}

export interface Line {
  readonly from: string;
  readonly to: string;
  readonly kind: "wait" | "queue";
}

interface Band {
  readonly x: string;
  readonly width: string;
  readonly state: string;
  /** `open`, where it has room. */
  readonly text: string;
}

/** The narrowest that a chart is drawn, in px: what has room there has it everywhere. */
const NARROWEST = 300;
const ROOM_OF_NUMBER = 12;
const ROOM_OF_STATE = 76;
/** An attempt that takes no time is seen all the same, in per cent. */
const THINNEST = 0.8;

/** What comes after the end is seen a little: the circuit that stays open. */
const AFTERWARDS = 1.08;

export function callChart(call: CallTimeline): CallChart {
  const { end, ticks } = timeAxis(Math.max(1, call.end.at) * AFTERWARDS);
  return {
    ticks,
    caller: {
      note: callerNote(call.end),
      x: percent(call.end.at, end),
      isAnswered: call.end.outcome === "success",
    },
    lanes: lanesOf(call).map((lane) => laneView(lane, end, call.failovers)),
  };
}

function laneView(lane: Lane, end: number, failovers: readonly Failover[]): LaneView {
  const firstAsked = lane.attempts[0]?.begin ?? lane.begin;
  const places = (taking: readonly Failover[]) => taking.map(({ at }) => percent(at, end));
  return {
    name: lane.provider,
    note: laneNote(lane, failovers.find(({ to, at }) => to === lane.provider && at <= firstAsked)?.at),
    bars: lane.attempts.map((attempt) => bar(attempt, end)),
    pauses: lane.pauses.map(({ kind, begin, end: until }) => ({
      from: percent(begin, end),
      to: percent(until, end),
      kind: kind === "queue" ? "queue" : "wait",
    })),
    bands: stretchesOf(lane.circuits, end).map((stretch) => bandOf(stretch, end)),
    leaves: places(failovers.filter(({ from }) => from === lane.provider)),
    arrives: places(failovers.filter(({ to }) => to === lane.provider)),
  };
}

function bar(span: Span, end: number): Bar {
  const width = Math.max(THINNEST, (100 * (span.end - span.begin)) / end);
  const hasRoom = (width / 100) * NARROWEST >= ROOM_OF_NUMBER;
  return {
    x: percent(span.begin, end),
    width: percent(width, 100),
    middle: percent(span.begin + (width / 200) * end, end),
    kind: hasFailed(span) ? "fail" : "ok",
    number: hasRoom && span.attempt !== undefined ? String(span.attempt) : "",
  };
}

function bandOf({ state, begin, end: until }: Stretch, end: number): Band {
  const share = (until - begin) / end;
  return {
    x: percent(begin, end),
    width: percent(until - begin, end),
    state: state === "open" ? "open" : "probing",
    text: share * NARROWEST >= ROOM_OF_STATE && state === "open" ? "circuit open" : "",
  };
}

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
