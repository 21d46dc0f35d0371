import type { Paint } from "../diagnostics/pretty.js";
import { nameText, wrapped } from "./call-text.js";
import { secondsText } from "./seconds-text.js";
import type { CrowdSlice, CrowdTimeline } from "./timeline.js";

/** More columns do not fit a terminal. */
const MOST_PROVIDERS = 3;
const NAME_WIDTH = 8;
const WIDTHS = [8, 6, 6, 8];

/** A crowd over time: calls, requests to each provider, circuits. */
export function crowdText(timeline: CrowdTimeline, paint: Paint): string {
  const { callsPerSecond, failureBegins, failureEnds, slices } = timeline;
  const asked = timeline.candidates.filter((name) => slices.some(({ requests }) => (requests[name] ?? 0) > 0));
  const shown = asked.slice(0, MOST_PROVIDERS);
  const head = ["from", "calls", "failed", "slowest", ...shown.map((name) => nameText(name, NAME_WIDTH))];
  const during = `${secondsText(failureBegins)} to ${secondsText(failureEnds)}`;
  const rest = asked.length > shown.length ? ` Requests to ${asked.length - shown.length} more are not shown.` : "";
  return [
    wrapped(
      `${callsPerSecond} calls per second through one client; the failure lasts from ${during}. Waits are drawn by seed ${timeline.seed}.${rest}`,
    ),
    "",
    paint.bold(`${cells(head)}  circuits at the end`),
    ...slices.map((slice) => rowOf(slice, shown, timeline, paint)),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function rowOf(slice: CrowdSlice, shown: readonly string[], timeline: CrowdTimeline, paint: Paint): string {
  const { begin, begun, failed, slowest, requests } = slice;
  const isDown = begin >= timeline.failureBegins && begin < timeline.failureEnds;
  const numbers = [
    secondsText(begin),
    begun,
    failed,
    secondsText(slowest),
    ...shown.map((name) => requests[name] ?? 0),
  ];
  const text = cells(numbers.map(String));
  return `${isDown ? paint.yellow(text) : text}  ${statesText(slice.states)}`.trimEnd();
}

function cells(texts: readonly string[]): string {
  return texts.map((text, column) => text.padStart(WIDTHS[column] ?? NAME_WIDTH)).join(" ");
}

/** What there is to say of circuits that are not closed. */
function statesText(states: CrowdSlice["states"]): string {
  const [first, ...others] = Object.entries(states).filter(([, state]) => state !== "closed");
  if (first === undefined) return "";
  return others.length > 0 ? `${others.length + 1} not closed` : `${nameText(first[0], NAME_WIDTH)} ${first[1]}`;
}

/** What the crowd came to. */
export function crowdEndText({ calls, succeeded, median, slowest }: CrowdTimeline): string {
  const failed = calls - succeeded;
  const how = failed === 0 ? `All ${calls} calls were answered` : `${failed} of ${calls} calls failed`;
  return wrapped(`${how}; half of them within ${secondsText(median)}, the slowest took ${secondsText(slowest)}.`);
}
