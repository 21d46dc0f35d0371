import type { Paint } from "../diagnostics/pretty.js";
import { escapeUnprintable } from "../files/escape.js";
import { clockText, secondsText } from "./seconds-text.js";
import type { CallEnd, CallTimeline, CircuitChange, Span } from "./timeline.js";
import { largest } from "../files/largest.js";

const WIDTH = 80;
const NAME_WIDTH = 20;

type Line = readonly [at: number, text: string];

/** A call for people: a line for each thing that happens, in the order in which it begins. */
export function callText(timeline: CallTimeline, paint: Paint): string {
  const { spans, circuits, failovers, candidates } = timeline;
  const width = largest(candidates.map((name) => nameText(name, NAME_WIDTH).length));
  const line = (at: number, provider: string, text: string): Line => [
    at,
    `  ${clockText(at).padStart(9)}  ${nameText(provider, width).padEnd(width)}  ${text}`,
  ];
  // What an attempt leads to when it ends comes before what begins then.
  const lines = [
    ...circuits.map((change) => line(change.at, change.provider, paint.yellow(circuitText(change)))),
    ...failovers.map(({ at, from, to }) => line(at, from, `the call goes on with ${nameText(to, NAME_WIDTH)}`)),
    ...spans.map((span) => line(span.begin, span.provider, spanText(span, paint))),
  ];
  return inOrder(lines)
    .map((text) => `${text}\n`)
    .join("");
}

function inOrder(lines: readonly Line[]): readonly string[] {
  return [...lines].sort(([one], [other]) => one - other).map(([, text]) => text);
}

function spanText(span: Span, paint: Paint): string {
  const length = secondsText(span.end - span.begin);
  switch (span.kind) {
    case "wait":
      return paint.dim(`waits ${length}`);
    case "queue":
      return paint.dim(`waits ${length} for its circuit`);
    case "attempt":
      return `request ${span.attempt ?? 1}: ${outcomeText(span, length, paint)}`;
  }
}

function outcomeText({ status, code }: Span, length: string, paint: Paint): string {
  if (status !== undefined)
    return code === undefined ? paint.green(`answered in ${length}`) : paint.red(`${status} in ${length}`);
  return paint.red(NO_ANSWER[code ?? ""]?.(length) ?? `${code ?? "given up"} after ${length}`);
}

const NO_ANSWER: { readonly [code: string]: (length: string) => string } = {
  "network-unreached": () => "connection refused",
  "network-reset": () => "connection closed, no answer",
  timeout: (length) => `no answer in ${length}`,
};

function circuitText({ to, cause, openFor, rate }: CircuitChange): string {
  const why = cause === undefined ? "" : ` (${cause})`;
  if (to === "open" && openFor !== undefined) return `circuit open${why}, next probe in ${secondsText(openFor)}`;
  if (to === "limited" && rate !== undefined) return `circuit limited${why}, ${Number(rate.toFixed(1))} requests/s`;
  return `circuit ${to}${why}`;
}

/** How it ends for the caller, in a sentence or two. */
export function endText({ at, outcome, provider, attempts, error }: CallEnd): string {
  const requests = attempts === 1 ? "1 request" : `${attempts} requests`;
  if (outcome === "success")
    return wrapped(`The caller has the answer of ${provider ?? "nobody"} after ${secondsText(at)} (${requests}).`);
  const { name = "", code, message = "" } = error ?? {};
  const said = `${name}${code === undefined ? "" : ` (${code})`}`;
  return wrapped(`The call fails after ${secondsText(at)} (${requests}) with ${said}: ${message}`);
}

/** A name that fits a column. */
export function nameText(name: string, width: number): string {
  const shown = escapeUnprintable(name);
  return shown.length <= width ? shown : `${shown.slice(0, width - 1)}…`;
}

/** Lines that fit a terminal; a longer word has one of its own. */
export function wrapped(text: string): string {
  const lines: string[] = [];
  // A number stays with its unit.
  for (const word of escapeUnprintable(text).split(/ (?!s\b)/)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}
