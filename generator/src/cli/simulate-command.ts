import { toPointer } from "@sdkwright/runtime/config";
import { type Refusal, shellWord } from "../add/request.js";
import type { InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { loadProject } from "../project/load-project.js";
import type { GivenOptions } from "../project/options.js";
import type { LoadedProject } from "../project/project.js";
import type { Reader } from "../project/reader.js";
import {
  longWaitIssue,
  type SimulatedCall,
  simulateBoth,
  simulateOverview,
  simulateWorstCase,
} from "../simulate/overview.js";
import { readRequest, type SimulationRequest } from "../simulate/read-request.js";
import { type Simulation, simulationText, summaryOf } from "../simulate/simulation-text.js";
import { chooseSubject } from "../simulate/subject.js";
import { orEndless } from "../simulate/virtual-time.js";
import { lockOnDisk, placesWithDefinitions } from "./comparison.js";
import { staleWarning } from "./lock-reason.js";
import { type CommandResult, nothingDone } from "./result.js";

/** `sdkwright simulate`: what a call does while providers fail. Nothing is sent, and nothing of the environment is read. */
export async function simulateCommand(
  places: InputPlaces,
  reader: Reader,
  words: readonly string[],
  options: GivenOptions,
): Promise<CommandResult> {
  const onDisk = lockOnDisk(places);
  const { issues, sources, project } = await loadProject(placesWithDefinitions(places, onDisk), reader);
  const errors = issues.filter(({ severity, stops }) => severity === "error" && stops !== false);
  if (project === undefined || errors.length > 0) return nothingDone(errors, "simulated");
  const subject = chooseSubject(words, project);
  if ("code" in subject) return refused(subject);
  const request = readRequest(subject, options);
  if ("code" in request) return refused(request);
  const simulation = await orEndless(simulated(request, project, reader));
  if ("code" in simulation) return { issues: [simulation], summary: "Nothing was simulated.", exitCode: 2 };
  const longWait = longWaitIssue(request.scenario, simulation.worst, sources.client);
  return {
    issues: [
      ...staleWarning(onDisk, places, sources),
      ...neverAsked(issues, request.scenario.profile),
      ...(longWait === undefined ? [] : [longWait]),
    ],
    summary: summaryOf(simulation, carriedOn(options, places)),
    exitCode: 0,
    details: {
      json: () => ({ simulation: machineForm(simulation) }),
      pretty: (paint) => simulationText(simulation, paint),
      github: () => "",
    },
  };
}

/** What client.json says of failover of the profile; the rest is for those who generate. */
function neverAsked(issues: CommandResult["issues"], profile: string): CommandResult["issues"] {
  return issues.filter(
    ({ code, pointer }) => code === "SW1306" && pointer.startsWith(`${toPointer("profiles", profile)}/`),
  );
}

async function simulated(request: SimulationRequest, project: LoadedProject, reader: Reader): Promise<Simulation> {
  const worst = await simulateWorstCase(project, request.scenario);
  return { ...request, worst, calls: await callsOf(request, project, reader) };
}

async function callsOf(
  { scenario, crowd }: SimulationRequest,
  project: LoadedProject,
  reader: Reader,
): Promise<readonly SimulatedCall[]> {
  const tell = (share: number): void => {
    reader.progress.step(`simulating the crowd: ${Math.min(99, Math.round(100 * share))} %`);
  };
  if (Object.keys(scenario.failing).length === 0) return simulateOverview(project, scenario, crowd, tell);
  return [await simulateBoth(project, scenario, crowd, tell)];
}

/** Options that say what is simulated, besides who fails and for how many. */
const CARRIED = ["provider", "deadline", "method", "not-idempotent", "answer-time", "seed"] as const;

function carriedOn(options: GivenOptions, places: InputPlaces): readonly string[] {
  const { root, workingDirectory = root, config, isConfigGiven } = places;
  const given = CARRIED.flatMap((name) => {
    const value = options[name];
    return value === undefined || value === false ? [] : [`--${name}`, ...(value === true ? [] : [shellWord(value)])];
  });
  return isConfigGiven ? [...given, "--config", shellWord(relativePath(workingDirectory, config))] : given;
}

function machineForm({ scenario, calls, crowd: asked, worst }: Simulation): object {
  const { failing: _, ...assumed } = scenario;
  const [{ crowd } = {}] = calls;
  return {
    ...assumed,
    calls: calls.map(({ failing, timeline, crowd: many }) => ({ failing, ...timeline, manyCallers: outcomeOf(many) })),
    crowd: asked.isBrief !== true && crowd !== undefined ? { failing: scenario.failing, ...crowd } : undefined,
    worstCase: worst,
  };
}

function outcomeOf(crowd: SimulatedCall["crowd"]): object | undefined {
  if (crowd === undefined) return undefined;
  const { callsPerSecond, seed, failureBegins, failureEnds, meanwhile } = crowd;
  return { callsPerSecond, seed, failureLasts: failureEnds - failureBegins, ...meanwhile };
}

function refused({ code, message, hint, exitCode }: Refusal): CommandResult {
  const issue = { code, severity: "error", pointer: "", message, hint } as const;
  return { issues: [issue], summary: "Nothing was simulated.", exitCode };
}
