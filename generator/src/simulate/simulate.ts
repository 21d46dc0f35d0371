import type { ClientEvent } from "@sdkwright/runtime/generated/client";
import type { LoadedProject } from "../project/project.js";
import { CallRecorder } from "./call-recorder.js";
import { simulatedFetch, type Weather } from "./network.js";
import { policyRuntime } from "./policy-runtime.js";
import { subjectOf, type Subject } from "./subject.js";
import { syntheticCredentials, syntheticParts } from "./synthetic-parts.js";
import { ANSWER_TIME, type CallTimeline, type Failure, type Scenario } from "./timeline.js";
import { VirtualTime } from "./virtual-time.js";

/** A client of the shipped runtime in a world of its own. */
export interface SimulatedClient {
  readonly time: VirtualTime;
  /** Resolves when the call has ended; how, its events say. */
  readonly call: () => Promise<boolean>;
}

/** Lets one call happen. Throws where the project has no such use-case. */
export async function simulateCall(project: LoadedProject, scenario: Scenario): Promise<CallTimeline> {
  const subject = wantedSubject(project, scenario);
  const recorder = new CallRecorder();
  const { time, call } = await simulatedClient(subject, scenario, {
    failureOf: (provider) => failureIn(scenario, provider),
    on: (event, now) => recorder.take(event, now),
  });
  const ended = call();
  await time.run();
  await ended;
  return recorder.timeline(candidatesIn(subject, scenario));
}

/** Whom the call may ask. */
export function candidatesIn({ candidates }: Subject, { provider }: Scenario): readonly string[] {
  return provider === undefined ? candidates : [provider];
}

export function failureIn({ failing }: Scenario, provider: string): Failure | undefined {
  return Object.hasOwn(failing, provider) ? failing[provider] : undefined;
}

export function wantedSubject(project: LoadedProject, scenario: Scenario): Subject {
  const subject = subjectOf(project, scenario);
  if (subject === undefined) throw new Error(`no use-case ${scenario.useCase} of ${scenario.profile}`);
  return subject;
}

/** What a call comes to, of a policy that anybody means. */
const MOST_EVENTS = 20_000;

/** What a simulated client meets, and who watches it. */
export interface World extends Pick<Weather, "failureOf" | "onRequest"> {
  readonly on: (event: ClientEvent, now: number) => void;
  /** More of them are an EndlessSimulationError. */
  readonly mostEvents?: number;
}

export async function simulatedClient(
  subject: Subject,
  { profile, useCase, provider, deadline, isUnrepeatable = false, answerTime = ANSWER_TIME, seed }: Scenario,
  { failureOf, onRequest, on, mostEvents = MOST_EVENTS }: World,
): Promise<SimulatedClient> {
  const { bindClient, auth, chance } = await policyRuntime();
  const time = new VirtualTime(mostEvents);
  const providers = subject.providers.map(({ definition }) => definition.name);
  const parts = syntheticParts(subject, isUnrepeatable);
  const client = bindClient<Bound>(
    { ...auth, ...parts },
    {
      clock: time,
      random: seed === undefined ? middle : chance(seed),
      fetch: simulatedFetch(time, { providers, failureOf, answerTime, onRequest }),
      credentials: syntheticCredentials(parts),
      env: {},
      on: (event) => on(event, time.now()),
    },
  );
  const perform = client.profiles[profile]?.[useCase];
  if (perform === undefined) throw new Error(`no use-case ${useCase} of ${profile}`);
  return { time, call: async () => (await perform.safe({}, { provider, deadline })).ok };
}

interface Bound {
  readonly profiles: {
    readonly [profile: string]: {
      readonly [useCase: string]: { safe(input: object, options: object): Promise<{ readonly ok: boolean }> };
    };
  };
}

/** Waits of their middle length. */
const middle = (): number => 0.5;
