import type { Paint } from "../diagnostics/pretty.js";
import { callText, endText, wrapped } from "./call-text.js";
import { crowdEndText, crowdText } from "./crowd-text.js";
import { listOf } from "./choose-subject.js";
import { failsText } from "./failure-text.js";
import { overviewText } from "./overview-text.js";
import type { SimulatedCall } from "./overview.js";
import { secondsText } from "./seconds-text.js";
import type { Subject } from "./subject.js";
import { ANSWER_TIME, type CallTimeline, type CrowdTimeline, type Scenario } from "./timeline.js";

/** Everything that was simulated. */
export interface Simulation {
  readonly subject: Subject;
  readonly scenario: Scenario;
  /** One where the scenario says who fails, else an overview. */
  readonly calls: readonly SimulatedCall[];
  readonly crowd?: CrowdTimeline | undefined;
  /** Where nobody answers. */
  readonly worst: CallTimeline;
}

/** What a terminal shows of a simulation, before its summary. */
export function simulationText(simulation: Simulation, paint: Paint): string {
  const { calls, crowd, worst } = simulation;
  const only = onlyCall(simulation);
  const body = only === undefined ? overviewText(calls, worst, paint) : callText(only, paint);
  const ofCrowd = only === undefined || crowd === undefined ? [] : [`${endText(only.end)}\n`, crowdText(crowd, paint)];
  return [headText(simulation, paint), body, ...ofCrowd].map((part) => `${part}\n`).join("");
}

/** How it ends, in sentences; `given` are the options that a next command needs, so that it shows the same. */
export function summaryOf(simulation: Simulation, given: readonly string[]): string {
  const { crowd, worst, scenario } = simulation;
  const only = onlyCall(simulation);
  if (only === undefined) return moreText(scenario, worst, given);
  const end = crowd === undefined ? endText(only.end) : crowdEndText(crowd);
  return `${end}\nWhere nobody answers, a call takes ${secondsText(worst.end.at)}.`;
}

/** `undefined` for an overview. */
function onlyCall({ calls }: Simulation): CallTimeline | undefined {
  const [first, second] = calls;
  return second === undefined ? first?.timeline : undefined;
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
    `${scenario.useCase} of ${scenario.profile} asks ${listOf(worst.candidates).replaceAll(", ", ", then ")}.`,
  );
  return [paint.bold(title), ...remarksOf(scenario, subject, worst.candidates), assumptions(scenario)]
    .map((line) => `${line}\n`)
    .join("");
}

function remarksOf(
  { failing, provider }: Scenario,
  { profile, useCase }: Subject,
  candidates: readonly string[],
): readonly string[] {
  const others = Object.keys(failing).filter((name) => !candidates.includes(name));
  const why =
    provider !== undefined
      ? `the call names ${provider}`
      : useCase.providerFailover
        ? '"priority" does not name it'
        : '"providerFailover" is false';
  const all = `client.json names no provider for ${profile.name}: those take part that code gives a map, here all of them.`;
  return [
    ...(profile.mappedOnly ? [wrapped(all)] : []),
    ...Object.entries(failing).map(([name, failure]) => wrapped(`${name} ${failsText(failure)}.`)),
    ...others.map((name) => wrapped(`${name} is not asked: ${why}.`)),
  ];
}

/** What is taken for granted, as maps are code that is not run. */
function assumptions({ isUnrepeatable, answerTime = ANSWER_TIME, seed, deadline }: Scenario): string {
  const request = isUnrepeatable === true ? "one POST with idempotent: false" : "one GET";
  const limit = deadline === undefined ? "" : ` The deadline is ${secondsText(deadline)}.`;
  const waits = seed === undefined ? "shown is their middle" : `drawn by seed ${seed}`;
  return wrapped(
    `Each map is taken to send ${request}; an answer takes ${secondsText(answerTime)}. Waits vary by ±20 %: ${waits}.${limit}`,
  );
}
