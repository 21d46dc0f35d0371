import type { CallTimeline, Failover, Span } from "../simulate/timeline.js";
import { callerNote, laneNote } from "./call-words.js";
import { lanesOf, stretchesOf, type Lane, type Stretch } from "./lanes.js";
import { hasFailed } from "./span-text.js";
import { percent, timeAxis, type Tick } from "./time-axis.js";

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

export interface Band {
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
  const places = (taking: readonly Failover[]) => taking.map(({ at }) => percent(at, end));
  return {
    name: lane.provider,
    note: laneNote(lane, failovers.find(({ to }) => to === lane.provider)?.at),
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

export function bandOf({ state, begin, end: until }: Stretch, end: number): Band {
  const share = (until - begin) / end;
  return {
    x: percent(begin, end),
    width: percent(until - begin, end),
    state: state === "open" ? "open" : "probing",
    text: share * NARROWEST >= ROOM_OF_STATE && state === "open" ? "circuit open" : "",
  };
}
