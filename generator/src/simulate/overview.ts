import { toPointer } from "@sdkwright/runtime/config";
import type { Source, SourceIssue } from "../diagnostics/source.js";
import { largest } from "../io/text.js";
import type { LoadedProject } from "../project/project.js";
import { type ShareDone, simulateCrowd } from "./crowd.js";
import { secondsText } from "./failure-text.js";
import { candidatesIn, simulateCall, wantedSubject } from "./simulate.js";
import { listOf } from "./subject.js";
import type { CallTimeline, CrowdScenario, CrowdTimeline, Failure, Scenario } from "./timeline.js";
import { orEndless } from "./virtual-time.js";

/** How a provider is down, for an overview: what happens to the policy in as many ways. */
export const WAYS_TO_FAIL: readonly Failure[] = [
  { kind: "refused" },
  { kind: "status", status: 503 },
  { kind: "timeout" },
  { kind: "status", status: 429, retryAfter: 30 },
];

/** A call, and who failed meanwhile. */
export interface SimulatedCall {
  readonly failing: Scenario["failing"];
  readonly timeline: CallTimeline;
  /** Many such calls; absent where nobody fails, and where their policy makes more attempts than anybody simulates. */
  readonly crowd?: CrowdTimeline | undefined;
}

/** How many call, and for how long a provider is down meanwhile. */
export type Crowd = Pick<CrowdScenario, "callsPerSecond" | "failureLasts" | "isBrief">;

/** A call where all is well, and then where the first provider is down, in each way: one alone, and many. */
export async function simulateOverview(
  project: LoadedProject,
  scenario: Scenario,
  crowd: Crowd,
  tell: ShareDone,
): Promise<readonly SimulatedCall[]> {
  const [first = ""] = candidatesIn(wantedSubject(project, scenario), scenario);
  const calls: SimulatedCall[] = [{ failing: {}, timeline: await simulateCall(project, scenario) }];
  for (const [index, failure] of WAYS_TO_FAIL.entries()) {
    const failing = { [first]: failure };
    calls.push(
      await simulateBoth(project, { ...scenario, failing }, crowd, (share) =>
        tell((index + share) / WAYS_TO_FAIL.length),
      ),
    );
  }
  return calls;
}

/** One caller alone, and many. */
export async function simulateBoth(
  project: LoadedProject,
  scenario: Scenario,
  crowd: Crowd,
  tell: ShareDone,
): Promise<SimulatedCall> {
  const timeline = await simulateCall(project, scenario);
  const many = await orEndless(simulateCrowd(project, { ...scenario, ...crowd }, tell));
  return { failing: scenario.failing, timeline, crowd: "code" in many ? undefined : many };
}

/** Longer than this nobody waits for one answer, in ms. */
export const LONG_WAIT = 30_000;

const SILENT: Failure = { kind: "timeout" };

/** What a call does where nobody answers. Waits are of their middle length, so that the numbers are those of client.json. */
export async function simulateWorstCase(project: LoadedProject, scenario: Scenario): Promise<CallTimeline> {
  const candidates = candidatesIn(wantedSubject(project, scenario), scenario);
  const failing = Object.fromEntries(candidates.map((name) => [name, SILENT]));
  return simulateCall(project, { ...scenario, failing, seed: undefined });
}

/** A warning where the worst case is longer than a person waits. */
export function longWaitIssue(
  { profile, useCase }: Scenario,
  { end, spans, candidates }: CallTimeline,
  source: Source | undefined,
): SourceIssue | undefined {
  if (end.at <= LONG_WAIT) return undefined;
  const shares = candidates.map((provider) => shareOf(provider, spans)).filter(({ attempts }) => attempts > 0);
  const longest = shares.reduce<Share | undefined>(
    (most, each) => (each.takes > (most?.takes ?? 0) ? each : most),
    undefined,
  );
  return {
    code: "SW0820",
    severity: "warning",
    source,
    pointer: toPointer("profiles", profile, "providers", longest?.provider ?? "", "defaults", useCase, "retryPolicy"),
    target: "key",
    message: `if no provider answers, a call of ${useCase} takes ${secondsText(end.at)}: ${listOf(shares.map(shareText))}`,
    hint: "set a deadline for calls, or requestTimeout of the provider; with a retryPolicy, lower its requestTimeout or maxContiguousRetries",
  };
}

interface Share {
  readonly provider: string;
  readonly attempts: number;
  /** The longest attempt, in ms. */
  readonly timeout: number;
  readonly waits: number;
  readonly takes: number;
}

function shareOf(name: string, spans: CallTimeline["spans"]): Share {
  const own = spans.filter(({ provider }) => provider === name);
  const attempts = own.filter(({ kind }) => kind === "attempt").map(({ begin, end }) => end - begin);
  const takes = own.reduce((sum, { begin, end }) => sum + end - begin, 0);
  const waits = takes - attempts.reduce((sum, time) => sum + time, 0);
  return { provider: name, attempts: attempts.length, timeout: largest(attempts), waits, takes };
}

function shareText({ provider, attempts, timeout, waits }: Share): string {
  const count = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const waiting = waits >= 1 ? ` and ${secondsText(waits)} of waits` : "";
  return `${count} of ${secondsText(timeout)}${waiting} with ${provider}`;
}
