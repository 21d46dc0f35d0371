import { durationText } from "./duration.js";

/** A linear scale from 0 on: what takes twice as long is twice as wide. */
export interface TimeAxis {
  /** Where it ends, in ms. */
  readonly end: number;
  readonly ticks: readonly Tick[];
}

export interface Tick {
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
