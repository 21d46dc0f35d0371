import type { LoadedProject } from "../project/project.js";
import { candidatesIn, simulateCall, wantedSubject } from "./simulate.js";
import type { CallTimeline, Failure, Scenario } from "./timeline.js";

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
}

/** A call where all is well, and then where the first provider is down, in each way. */
export async function simulateOverview(project: LoadedProject, scenario: Scenario): Promise<readonly SimulatedCall[]> {
  const [first = ""] = candidatesIn(wantedSubject(project, scenario), scenario);
  const all = [{}, ...WAYS_TO_FAIL.map((failure) => ({ [first]: failure }))];
  const calls: SimulatedCall[] = [];
  for (const failing of all) calls.push({ failing, timeline: await simulateCall(project, { ...scenario, failing }) });
  return calls;
}
