import { own } from "@sdkwright/runtime/config";
import type { Paint } from "../diagnostics/diagnostic.js";
import { escapeUnprintable, largest } from "../io/text.js";
import { answerersOf, clockText, failsText, failureText, secondsText } from "./failure-text.js";
import type { Crowd, SimulatedCall } from "./overview.js";
import { listOf, type Subject } from "./subject.js";
import {
  ANSWER_TIME,
  type CallEnd,
  type CallTimeline,
  type CircuitChange,
  type CrowdSlice,
  type CrowdTimeline,
  type MapRequest,
  type Scenario,
  type Span,
} from "./timeline.js";

const WIDTH = 80;
const NAME_WIDTH = 20;

type Line = readonly [at: number, text: string];

/** A call for people: a line for each thing that happens, in the order in which it begins. */
function callText(timeline: CallTimeline, paint: Paint): string {
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
function endText({ at, outcome, provider, attempts, error }: CallEnd): string {
  const requests = attempts === 1 ? "1 request" : `${attempts} requests`;
  if (outcome === "success")
    return wrapped(`The caller has the answer of ${provider ?? "no provider"} after ${secondsText(at)} (${requests}).`);
  const { name = "", code, message = "" } = error ?? {};
  const said = `${name}${code === undefined ? "" : ` (${code})`}`;
  return wrapped(`The call fails after ${secondsText(at)} (${requests}) with ${said}: ${message}`);
}

/** A name that fits a column. */
function nameText(name: string, width: number): string {
  const shown = escapeUnprintable(name);
  return shown.length <= width ? shown : `${shown.slice(0, width - 1)}…`;
}

/** Lines that fit a terminal; a longer word has one of its own. */
function wrapped(text: string): string {
  const lines: string[] = [];
  // A number stays with its unit.
  for (const word of escapeUnprintable(text).split(/ (?!s\b)/)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}

/** More columns do not fit a terminal. */
const MOST_PROVIDERS = 3;
const COLUMN_WIDTH = 8;
const WIDTHS = [8, 6, 6, 8];

/** A crowd over time: calls, requests to each provider, circuits. */
function crowdText(timeline: CrowdTimeline, paint: Paint): string {
  const { callsPerSecond, failureBegins, failureEnds, slices } = timeline;
  const asked = timeline.candidates.filter((name) => slices.some(({ requests }) => (requests[name] ?? 0) > 0));
  const shown = asked.slice(0, MOST_PROVIDERS);
  const head = ["from", "calls", "failed", "slowest", ...shown.map((name) => nameText(name, COLUMN_WIDTH))];
  const during = `${secondsText(failureBegins)} to ${secondsText(failureEnds)}`;
  const rest = asked.length > shown.length ? ` Requests to ${asked.length - shown.length} more are not shown.` : "";
  return [
    wrapped(
      `${callsPerSecond} calls per second through one client; the failure lasts from ${during}. Waits come from seed ${timeline.seed}.${rest}`,
    ),
    "",
    paint.bold(`${cells(head)}  circuits at the end`),
    ...slices.map((slice) => sliceRow(slice, shown, timeline, paint)),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function sliceRow(slice: CrowdSlice, shown: readonly string[], timeline: CrowdTimeline, paint: Paint): string {
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
  return texts.map((text, column) => text.padStart(WIDTHS[column] ?? COLUMN_WIDTH)).join(" ");
}

/** What there is to say of circuits that are not closed. */
function statesText(states: CrowdSlice["states"]): string {
  const [first, ...others] = Object.entries(states).filter(([, state]) => state !== "closed");
  if (first === undefined) return "";
  return others.length > 0 ? `${others.length + 1} not closed` : `${nameText(first[0], COLUMN_WIDTH)} ${first[1]}`;
}

/** The view of those whose calls begin during the failure: how many are lost, how long they wait, who serves them. */
function meanwhileText({ callsPerSecond, failureBegins, failureEnds, meanwhile }: CrowdTimeline): string {
  const { calls, lost, p99 } = meanwhile;
  const many = `Many callers, ${callsPerSecond} a second for ${secondsText(failureEnds - failureBegins)}:`;
  const fate = lost === 0 ? `none of ${calls} calls is lost` : `${lost} of ${calls} calls are lost`;
  const served = answerersOf(meanwhile).map(([name, share]) => `${share} by ${nameText(name, NAME_WIDTH)}`);
  const by = served.length === 0 ? "no provider answers" : `answered ${listOf(served)}`;
  return wrapped(`${many} ${fate}, 99 of 100 take ${secondsText(p99)} at most; ${by}.`);
}

const ANSWERER_WIDTH = 14;

/** A table: what becomes of many callers, for each way in which the first provider is down. */
function crowdsText(calls: readonly SimulatedCall[], paint: Paint): string {
  const rows = calls.flatMap(({ failing, crowd }) => (crowd === undefined ? [] : [{ failing, crowd }]));
  const [first] = rows;
  if (first === undefined) return "";
  const { callsPerSecond, failureBegins, failureEnds, seed, meanwhile } = first.crowd;
  const names = rows.map(({ failing }) => failingText(failing));
  const width = largest(
    names.map(({ length }) => length),
    HEAD.length,
  );
  const lost = `lost of ${meanwhile.calls}`;
  const lines = rows.map(({ crowd: { meanwhile: each } }, index) => {
    const start = `  ${(names[index] ?? "").padEnd(width)}  ${String(each.lost).padStart(lost.length)}  ${secondsText(each.p99).padStart(14)}  `;
    return `${start}${answererText(answerersOf(each), WIDTH - start.length)}`;
  });
  const during = `Many callers, ${callsPerSecond} a second, while it fails for ${secondsText(failureEnds - failureBegins)} (waits from seed ${seed}):`;
  const head = paint.bold(`  ${HEAD.padEnd(width)}  ${lost}  99 of 100 take  answered by`);
  return ["", wrapped(during), "", head, ...lines].map((line) => `${line}\n`).join("");
}

/** As many as have room. */
function answererText(all: readonly (readonly [name: string, share: string])[], room: number): string {
  const texts = all.map(([name, share]) => `${nameText(name, ANSWERER_WIDTH)} ${share}`);
  const whole = texts.join(", ");
  return texts.length === 0 ? "none" : whole.length <= room ? whole : (texts[0] ?? "");
}

/** A table: how long a call takes, and who answers, for each way in which the first provider is down. */
function overviewText(calls: readonly SimulatedCall[], worst: CallTimeline, paint: Paint): string {
  const rows = [
    ...calls.map(({ failing, timeline }) => callRow(failingText(failing), timeline, paint)),
    ...(worst.candidates.length > 1 ? [callRow("all=timeout", worst, paint)] : []),
  ];
  const width = largest(
    rows.map(({ what }) => what.length),
    HEAD.length,
  );
  const head = `  ${HEAD.padEnd(width)}  the call takes  requests  it ends with`;
  const lines = rows.map(
    ({ what, takes, attempts, end }) =>
      `  ${what.padEnd(width)}  ${takes.padStart(14)}  ${String(attempts).padStart(8)}  ${end}`,
  );
  return [paint.bold(head), ...lines].map((line) => `${line}\n`).join("");
}

const HEAD = "what fails";

interface Row {
  readonly what: string;
  readonly takes: string;
  readonly attempts: number;
  readonly end: string;
}

function callRow(what: string, { end: { at, outcome, provider, attempts, error } }: CallTimeline, paint: Paint): Row {
  const end =
    outcome === "success"
      ? paint.green(`an answer of ${nameText(provider ?? "", ANSWERER_WIDTH)}`)
      : paint.red(error?.name ?? "an error");
  return { what, takes: secondsText(at), attempts, end };
}

/** As `--fail` takes it. */
export function failingText(failing: SimulatedCall["failing"]): string {
  const texts = Object.entries(failing).map(
    ([name, failure]) => `${nameText(name, ANSWERER_WIDTH)}=${failureText(failure)}`,
  );
  return texts.length === 0 ? "nothing" : texts.join(", ");
}

/** Everything that was simulated. */
export interface Simulation {
  readonly subject: Subject;
  readonly scenario: Scenario;
  /** One where the scenario says who fails, else an overview. */
  readonly calls: readonly SimulatedCall[];
  readonly crowd: Crowd;
  /** Where nobody answers. */
  readonly worst: CallTimeline;
}

/** The text of a simulation in a terminal, before its summary: what many see, then one alone. */
export function simulationText(simulation: Simulation, paint: Paint): string {
  const { calls, worst } = simulation;
  const only = onlyCall(simulation);
  const head = headText(simulation, paint);
  if (only === undefined)
    return [head + crowdsText(calls, paint), ALONE, overviewText(calls, worst, paint)].join("\n") + "\n";
  const { crowd, timeline } = only;
  const many =
    crowd === undefined
      ? []
      : [`${meanwhileText(crowd)}\n`, ...(simulation.crowd.isBrief === true ? [] : [crowdText(crowd, paint)])];
  return [head, ...many, ...(crowd === undefined ? [] : [ALONE]), callText(timeline, paint)].join("\n") + "\n";
}

const ALONE = "One caller:\n";

/** How it ends, in sentences; `given` are the options that a next command needs, so that it shows the same. */
export function summaryOf(simulation: Simulation, given: readonly string[]): string {
  const { worst, scenario } = simulation;
  const only = onlyCall(simulation);
  if (only === undefined) return moreText(scenario, worst, given);
  return `${endText(only.timeline.end)}\nIf no provider answers, a call takes ${secondsText(worst.end.at)}.`;
}

/** `undefined` for an overview. */
function onlyCall({ calls }: Simulation): SimulatedCall | undefined {
  const [first, second] = calls;
  return second === undefined ? first : undefined;
}

/** How one row of the overview is looked at. */
function moreText(
  { profile, useCase }: Scenario,
  { candidates: [first = ""] }: CallTimeline,
  given: readonly string[],
): string {
  return `Step by step:\n  ${["sdkwright simulate", profile, useCase, `--fail ${first}=503`, ...given].join(" ")}`;
}

function headText(simulation: Simulation, paint: Paint): string {
  const { scenario, subject, worst } = simulation;
  const title = wrapped(
    `${scenario.useCase} of ${scenario.profile} tries ${listOf(worst.candidates).replaceAll(", ", ", then ")}.`,
  );
  return [paint.bold(title), ...remarksOf(scenario, subject, worst.candidates), assumptions(scenario)]
    .map((line) => `${line}\n`)
    .join("");
}

function remarksOf(
  { failing, provider }: Scenario,
  { client, profile, useCase }: Subject,
  candidates: readonly string[],
): readonly string[] {
  const isFailover = useCase.providerFailover && provider === undefined;
  const listed = isFailover ? Object.keys(own(client.profiles, profile.name)?.providers ?? {}) : [];
  const others = [...new Set([...Object.keys(failing), ...listed])].filter((name) => !candidates.includes(name));
  const why =
    provider !== undefined
      ? `the call names ${provider}`
      : useCase.providerFailover
        ? '"priority" does not name it'
        : '"providerFailover" is false';
  const all = `client.json names no provider for ${profile.name}: providers with a map in code take part. Here that is all of them.`;
  return [
    ...(profile.mappedOnly ? [wrapped(all)] : []),
    ...Object.entries(failing).map(([name, failure]) => wrapped(`${name} ${failsText(failure)}.`)),
    ...others.map((name) => wrapped(`${name} is not tried: ${why}.`)),
  ];
}

const REQUESTS: { readonly [request in MapRequest]: string } = {
  GET: "one GET (for a POST: --method POST)",
  POST: "one POST without a key",
  "POST once": "one POST with idempotent: false",
};

/** What is taken for granted, as maps are code that is not run. */
function assumptions({ request: sent = "GET", answerTime = ANSWER_TIME, seed, deadline }: Scenario): string {
  const request = REQUESTS[sent];
  const limit = deadline === undefined ? "" : ` The deadline is ${secondsText(deadline)}.`;
  const waits = seed === undefined ? "the middle is shown" : `random with seed ${seed}`;
  return wrapped(
    `Assumed: each map sends ${request}; an answer takes ${secondsText(answerTime)}. Waits vary by ±20 %: ${waits}.${limit}`,
  );
}
