import { largest } from "../io/text.js";
import type { LoadedProject } from "../project/project.js";
import {
  candidatesIn,
  circuitChange,
  failureIn,
  type SimulatedClient,
  simulatedClient,
  wantedSubject,
  type World,
} from "./simulate.js";
import {
  AFTERWARDS,
  type CircuitChange,
  type CrowdScenario,
  type CrowdSlice,
  type CrowdTimeline,
  HEALTHY_TIME,
  type Meanwhile,
} from "./timeline.js";

/** One call of a crowd. */
interface CrowdCall {
  readonly begun: number;
  readonly ended: number;
  /** The providers that have answered. */
  readonly by: string | undefined;
}

/** What happened in a crowd, in the order of its time. */
export interface CrowdRecord {
  /** Those that have ended, in the order in which they have. */
  readonly calls: readonly CrowdCall[];
  readonly requests: readonly { readonly at: number; readonly provider: string }[];
  readonly circuits: readonly CircuitChange[];
  readonly candidates: readonly string[];
}

/** Cuts the time until `ends` into slices of one round length, about twenty at most. */
function slicesOf(record: CrowdRecord, ends: number): readonly CrowdSlice[] {
  const length = sliceLength(ends);
  return Array.from({ length: Math.ceil(ends / length) }, (_, index) => sliceOf(record, index * length, length));
}

/** A time at which a slice ends, no sooner. */
function roundedUp(ends: number): number {
  const length = sliceLength(ends);
  return Math.ceil(ends / length) * length;
}

const LENGTHS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const MOST_SLICES = 20;

function sliceLength(whole: number): number {
  const seconds = LENGTHS.find((length) => whole / (length * 1000) <= MOST_SLICES);
  return 1000 * (seconds ?? Math.ceil(whole / 1000 / MOST_SLICES));
}

function sliceOf({ candidates, ...all }: CrowdRecord, begin: number, length: number): CrowdSlice {
  const end = begin + length;
  const isIn = (at: number): boolean => at >= begin && at < end;
  const calls = all.calls.filter(({ begun }) => isIn(begun));
  const requests = all.requests.filter(({ at }) => isIn(at));
  const succeeded = calls.filter(({ by }) => by !== undefined).length;
  const byProvider = <T>(of: (provider: string) => T): { readonly [provider: string]: T } =>
    Object.fromEntries(candidates.map((name) => [name, of(name)]));
  return {
    begin,
    end,
    begun: calls.length,
    succeeded,
    failed: calls.length - succeeded,
    ...durationsOf(calls),
    requests: byProvider((name) => requests.filter(({ provider }) => provider === name).length),
    states: byProvider((name) => stateAt(all.circuits, name, end)),
  };
}

/** 0 without calls. */
function durationsOf(calls: readonly CrowdCall[]): { readonly median: number; readonly slowest: number } {
  const sorted = calls.map(({ begun, ended }) => ended - begun).sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 };
}

/** The view of those whose calls begin within a time. */
function meanwhile({ calls: all, candidates }: CrowdRecord, from: number, until: number): Meanwhile {
  const calls = all.filter(({ begun }) => begun >= from && begun < until);
  const sorted = calls.map(({ begun, ended }) => ended - begun).sort((a, b) => a - b);
  const answeredBy = candidates.map((name) => [name, calls.filter(({ by }) => by === name).length] as const);
  return {
    calls: calls.length,
    lost: calls.filter(({ by }) => by === undefined).length,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    answeredBy: Object.fromEntries(answeredBy),
  };
}

function stateAt(circuits: readonly CircuitChange[], provider: string, at: number): string {
  const before = circuits.filter((change) => change.provider === provider && change.at < at);
  return before.at(-1)?.to ?? "closed";
}

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
    const by = await call();
    this.#calls.push({ begun, ended: time.now(), by });
  }

  /** Until all circuits have been closed for a while. */
  #watchedUntil(): number {
    if (this.#scenario.isBrief === true) return this.#failureEnds;
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
    const record = { calls, requests: this.#requests, circuits, candidates };
    return {
      candidates,
      callsPerSecond,
      seed,
      failureBegins: HEALTHY_TIME,
      failureEnds: this.#failureEnds,
      ends,
      slices: slicesOf(record, ends),
      circuits,
      meanwhile: meanwhile(record, HEALTHY_TIME, this.#failureEnds),
      calls: calls.length,
      succeeded: calls.filter(({ by }) => by !== undefined).length,
      ...durationsOf(calls),
    };
  }
}
