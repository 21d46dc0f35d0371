import "../runtime/late-modules.js";
import type { CallSettings, CircuitBreakerPolicy } from "@sdkwright/runtime/config";
import type { Provider, Serve } from "./providers.js";
import { seeded } from "../runtime/seeded.js";
import { VirtualTime } from "#generator/simulate/virtual-time.js";

/** One request of a map. */
export interface Step {
  readonly path: string;
  /** The map catches its failure. */
  readonly isOptional?: boolean;
  /** A POST that must not be repeated … */
  readonly isAct?: boolean;
  /** … or one of which nothing is said. */
  readonly isPost?: boolean;
}

/** A load on a use-case: who is asked, how often, and what answers. */
export interface Load {
  readonly seed: number;
  readonly a: Provider;
  /** The second provider, if there is one. */
  readonly b?: Provider;
  readonly map?: readonly Step[] | ((call: number) => readonly Step[]);
  readonly policy?: Partial<CircuitBreakerPolicy>;
  readonly failoverAfter?: "retries";
  /** What client.json says of requests outside use-cases. */
  readonly settings?: CallSettings;
  /** In ms, or for each call. */
  readonly deadline?: number | ((call: number) => number | undefined);
  /** Whether a call names the first provider, so that there is no failover. */
  readonly isNamed?: (call: number) => boolean;
  /** When calls begin: so many, so far apart … */
  readonly every?: number;
  readonly calls?: number;
  /** … or as soon as one of so many in flight has ended … */
  readonly inFlight?: number;
  /** … or at given times. */
  readonly at?: readonly number[];
  /** Several clients instead of one: so many that take turns, each replaced after so many calls. */
  readonly clients?: {
    readonly sideBySide?: number;
    readonly callsEach?: number;
    /** Whether the next one goes on from what the last one has exported. */
    readonly carriesOver?: boolean;
  };
  /** Random arrivals with the same mean. */
  readonly isRandom?: boolean;
}

export interface Ended {
  readonly begun: number;
  readonly ended: number;
  readonly ok: boolean;
  /** 0 for the first provider. */
  readonly by: number | undefined;
}

export interface Result {
  readonly calls: readonly Ended[];
  readonly ok: number;
  readonly lost: number;
  /** When requests came to the first provider. */
  readonly hits: readonly number[];
  /** How often its circuits opened out of closed or limited. */
  readonly trips: number;
  readonly byFirst: number;
  /** Timers and waiting requests that were left. */
  readonly left: number;
  /** When nothing more happened. */
  readonly end: number;
}

export interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly isError: boolean;
}

/** What a run is made of. */
export interface World {
  readonly time: VirtualTime;
  /** Chance of the client. */
  readonly jitter: () => number;
  /** Sends a request to a provider: its status, or a rejection where it is refused, or when the signal aborts. */
  readonly send: (provider: number, path: string, signal: AbortSignal) => Promise<Answered>;
  readonly load: Load;
}

/** Performs calls under a policy. */
export interface Client {
  readonly call: (
    number: number,
    deadline: number | undefined,
  ) => Promise<{ readonly ok: boolean; readonly by?: number | undefined }>;
  readonly trips: () => number;
  readonly left: () => number;
}

export type Strategy = (world: World) => Client;

/** Lets a load happen in virtual time. */
export async function run(strategy: Strategy, load: Load): Promise<Result> {
  const time = new VirtualTime();
  const random = seeded(load.seed * 7919 + 1);
  const hits: number[] = [];
  const serves = [load.a(), ...(load.b === undefined ? [] : [load.b()])];
  const send: World["send"] = async (provider, path, signal) => {
    if (provider === 0) hits.push(time.now());
    const answer = (serves[provider] as Serve)(time.now(), random, path);
    await time.sleep(answer.hangs === true ? 1e12 : (answer.ms ?? 0), signal);
    if (answer.isRefused === true) throw connectionRefused();
    const { status = 200, retryAfter, isError = false } = answer;
    return { status, retryAfter: retryAfter?.toString(), isError };
  };
  const client = strategy({ time, jitter: seeded(load.seed * 104_729 + 7), send, load });
  const calls: Ended[] = [];
  let started = 0;
  const one = async (): Promise<void> => {
    started += 1;
    const begun = time.now();
    const deadline = typeof load.deadline === "function" ? load.deadline(started) : load.deadline;
    const { ok, by } = await client.call(started, deadline);
    calls.push({ begun, ended: time.now(), ok, by });
    if (load.inFlight !== undefined && started < (load.calls ?? 0)) void one();
  };
  for (const at of arrivals(load)) time.at(at, () => void one());
  await time.run();
  const ok = calls.filter((call) => call.ok).length;
  const byFirst = calls.filter((call) => call.ok && call.by === 0).length;
  const left = client.left() + time.pending + (started - calls.length);
  return { calls, ok, lost: calls.length - ok, hits, trips: client.trips(), byFirst, left, end: time.now() };
}

/** As `fetch` of Node has it. */
function connectionRefused(): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
}

function arrivals({ inFlight, calls = 0, at, every = 0, isRandom, seed }: Load): readonly number[] {
  if (inFlight !== undefined) return Array.from({ length: inFlight }, () => 0);
  if (at !== undefined) return at;
  const random = seeded(seed * 31 + 5);
  let now = 0;
  return Array.from({ length: calls }, (_, call) => {
    if (isRandom !== true) return call * every;
    now += -Math.log(1 - random()) * every;
    return now;
  });
}

export const inPercent = (part: number, whole: number): number => (100 * part) / Math.max(1, whole);
export const okPercent = ({ ok, calls }: Result): number => inPercent(ok, calls.length);
/** The duration of calls at a share of them, in ms. */
export function quantile({ calls }: Result, share: number): number {
  const durations = calls.map(({ begun, ended }) => ended - begun).sort((a, b) => a - b);
  return durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? 0;
}
