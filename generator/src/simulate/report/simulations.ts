import type { Source, SourceIssue } from "../../diagnostics/source.js";
import type { LoadedProject } from "../../project/project.js";
import { simulateCrowd } from "../crowd.js";
import { longWaitIssue, simulateWorstCase, WAYS_TO_FAIL } from "../overview.js";
import { simulateCall, wantedSubject } from "../simulate.js";
import { conductOf } from "../subject.js";
import type { CallTimeline, CrowdTimeline, Failure } from "../timeline.js";

/** What a page shows of one use-case over time. */
export interface Simulations {
  /** All is well. */
  readonly well: CallTimeline;
  /** The first provider is down, in each way. */
  readonly ways: readonly WayDown[];
  /** Nobody answers. */
  readonly worst: CallTimeline;
  /** Where that takes longer than a person waits. */
  readonly warning?: SourceIssue | undefined;
}

export interface WayDown {
  readonly failure: Failure;
  readonly call: CallTimeline;
  readonly crowd: CrowdTimeline;
}

/** A crowd of this many calls a second meets a provider that is down for so many ms. */
const CROWD = { callsPerSecond: 10, failureLasts: 60_000 };

/** What is simulated, and who is told about it. */
export interface Simulated {
  readonly project: LoadedProject;
  readonly profile: string;
  readonly useCase: string;
  /** The provider that is asked first. */
  readonly first: string;
  /** The client configuration. */
  readonly source: Source | undefined;
  readonly tell: (step: string) => void;
}

/** Timelines by the conduct of what was simulated: most use-cases of a profile have one policy, and need not be run again. */
export class KnownTimelines extends Map<string, Timelines> {
  /** Whether there are as many as a page shows. */
  get isFull(): boolean {
    return this.size >= MOST_CONDUCTS;
  }
}

type Timelines = Omit<Simulations, "warning">;

/** So many different timelines are on a page: nobody reads more. */
const MOST_CONDUCTS = 12;

/** Nothing if the page has enough. */
export async function simulationsOf(simulated: Simulated, known: KnownTimelines): Promise<Simulations | undefined> {
  const { project, profile, useCase, first, source } = simulated;
  const scenario = { profile, useCase, failing: {} };
  const conduct = `${first} ${conductOf(wantedSubject(project, scenario))}`;
  if (!known.has(conduct) && known.isFull) return undefined;
  const timelines = known.get(conduct) ?? (await timelinesOf(simulated));
  known.set(conduct, timelines);
  return { ...timelines, warning: longWaitIssue(scenario, timelines.worst, source) };
}

/** Runs the shipped policy; one after the other, because they share nothing but the processor. */
async function timelinesOf({ project, first, tell, profile, useCase }: Simulated): Promise<Timelines> {
  const named = { profile, useCase };
  tell(`simulating ${useCase}`);
  const well = await simulateCall(project, { ...named, failing: {} });
  const ways: WayDown[] = [];
  for (const failure of WAYS_TO_FAIL) {
    const scenario = { ...named, failing: { [first]: failure } };
    tell(`simulating ${useCase}: ${String(ways.length + 1)} of ${String(WAYS_TO_FAIL.length)}`);
    const call = await simulateCall(project, scenario);
    ways.push({ failure, call, crowd: await simulateCrowd(project, { ...scenario, ...CROWD }) });
  }
  return { well, ways, worst: await simulateWorstCase(project, { ...named, failing: {} }) };
}
