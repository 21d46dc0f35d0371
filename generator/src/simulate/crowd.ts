import { largest } from "../files/largest.js";
import type { LoadedProject } from "../project/project.js";
import { circuitChange } from "./call-recorder.js";
import { durationsOf, roundedUp, slicesOf, type CrowdCall } from "./crowd-slices.js";
import {
  candidatesIn,
  failureIn,
  simulatedClient,
  wantedSubject,
  type SimulatedClient,
  type World,
} from "./simulate.js";
import { AFTERWARDS, HEALTHY_TIME, type CircuitChange, type CrowdScenario, type CrowdTimeline } from "./timeline.js";

/** Called now and then with the share of the simulation that is done, about. */
export type ShareDone = (share: number) => void;

/** Callers of a crowd whose waits were all of one length would come back together. */
const DEFAULT_SEED = 1;

/** Twenty for each call of the largest crowd. */
const MOST_EVENTS = 2_000_000;

/** All is well for so long at the end, in ms, before it is watched no more. */
const WELL_AGAIN = 10_000;

/** Lets many calls happen, before, during and after a failure. Throws as `simulateCall` does. */
export async function simulateCrowd(
  project: LoadedProject,
  { seed = DEFAULT_SEED, ...given }: CrowdScenario,
  tell: ShareDone = () => {},
): Promise<CrowdTimeline> {
  const scenario = { ...given, seed };
  const subject = wantedSubject(project, scenario);
  const crowd = new Crowd(scenario, tell);
  const client = await simulatedClient(subject, scenario, crowd.world());
  client.time.at(0, () => crowd.arrive(client, 0));
  await client.time.run();
  return crowd.timeline(candidatesIn(subject, scenario));
}

/** Calls that begin one after the other, and what is seen of them. */
class Crowd {
  readonly #scenario: CrowdScenario & { readonly seed: number };
  readonly #tell: ShareDone;
  readonly #failureEnds: number;
  readonly #calls: CrowdCall[] = [];
  readonly #requests: { at: number; provider: string }[] = [];
  readonly #circuits: CircuitChange[] = [];
  /** No call begins then or later, as far as is known now. */
  #ends = 0;

  constructor(scenario: CrowdScenario & { readonly seed: number }, tell: ShareDone) {
    this.#scenario = scenario;
    this.#tell = tell;
    this.#failureEnds = HEALTHY_TIME + scenario.failureLasts;
  }

  world(): World {
    const isFailing = (now: number): boolean => now >= HEALTHY_TIME && now < this.#failureEnds;
    return {
      failureOf: (provider, now) => (isFailing(now) ? failureIn(this.#scenario, provider) : undefined),
      mostEvents: MOST_EVENTS,
      onRequest: (provider, at) => this.#requests.push({ provider, at }),
      on: (event, now) => {
        if (event.type === "circuit") this.#circuits.push(circuitChange(event, now));
      },
    };
  }

  /** Begins a call, and sees to it that the next one begins. */
  arrive(client: SimulatedClient, number: number): void {
    const { time } = client;
    this.#ends = roundedUp(this.#watchedUntil());
    if (time.now() >= this.#ends) return;
    if (number % 100 === 0) this.#tell(time.now() / this.#ends);
    void this.#perform(client);
    const next = number + 1;
    time.at((next * 1000) / this.#scenario.callsPerSecond, () => this.arrive(client, next));
  }

  async #perform({ time, call }: SimulatedClient): Promise<void> {
    const begun = time.now();
    const ok = await call();
    this.#calls.push({ begun, ended: time.now(), ok });
  }

  /** Until all circuits have been closed for a while. */
  #watchedUntil(): number {
    const latest = new Map(this.#circuits.map((change) => [change.provider, change]));
    const most = this.#failureEnds + AFTERWARDS;
    if ([...latest.values()].some(({ to }) => to !== "closed")) return most;
    const closedAt = largest(
      Array.from(latest.values(), ({ at }) => at),
      this.#failureEnds,
    );
    return Math.min(closedAt + WELL_AGAIN, most);
  }

  timeline(candidates: readonly string[]): CrowdTimeline {
    const [calls, circuits, ends] = [this.#calls, this.#circuits, this.#ends];
    const { callsPerSecond, seed } = this.#scenario;
    return {
      candidates,
      callsPerSecond,
      seed,
      failureBegins: HEALTHY_TIME,
      failureEnds: this.#failureEnds,
      ends,
      slices: slicesOf({ calls, requests: this.#requests, circuits, candidates }, ends),
      circuits,
      calls: calls.length,
      succeeded: calls.filter(({ ok }) => ok).length,
      ...durationsOf(calls),
    };
  }
}
