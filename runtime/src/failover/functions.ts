import { randomKey } from "../http/random-key.js";
import { throwIfAborted } from "../abort.js";
import type { Clock } from "../clock.js";
import type { ProviderLimits } from "../config/definition.js";
import { own, readOptions, requirePositive, type TableOf } from "../config/options.js";
import { DEFAULT_REQUEST_TIMEOUT, DEFAULT_RETRIES, type Retries, type RetryPolicy } from "../config/retries.js";
import { readPolicy, type RetryPolicyOption } from "../config/retry-option.js";
import { RequestError } from "../errors/errors.js";
import { late } from "../late.js";
import { NO_RETRY } from "../config/circuit-defaults.js";
import { recorderOf } from "../http/side-effects.js";
import { badOption, type PolicyContext, policyContext } from "../http/bound-provider.js";
import { type CircuitGroup, Circuits, type CircuitSnapshot } from "../policy/circuits.js";
import type { Around } from "../telemetry/around.js";
import type { EventListener } from "../telemetry/events.js";
import type { Next } from "./call.js";
import {
  callFunction,
  type FunctionRuns,
  type FunctionTerms,
  loadEngine,
  performFunction,
  thrownBy,
} from "./call-function.js";
import type { CallResult, RoundCandidate, Running, RunPlace } from "./rounds.js";
import { startRun } from "./start-run.js";

/** Given to a function beside the input. */
export interface FunctionContext {
  /**
   * Aborts when the caller does, when the time of the attempt is over, and when the call goes on without the function. Give
   * it to whatever the function calls.
   */
  readonly signal: AbortSignal;
  /** 1 for the first time that the function runs in this call. */
  readonly attempt: number;
  /** Goes on to the next function. */
  readonly next: Next;
  /** The same for all attempts of the function in one call. */
  readonly idempotencyKey: string;
}

/** Functions that do the same in different ways, by the name of who does it; first choice first. */
export type FailoverFunctions = Readonly<Record<string, (input: never, context: FunctionContext) => unknown>>;

/** How often, and for how long, a function is asked. */
export interface FunctionOptions {
  /** As in client.json; without one a function takes part once. */
  readonly retryPolicy?: RetryPolicyOption | undefined;
  /** In place of a policy: repeats what is harmless, and has no circuit. Default for the last function: 2. */
  readonly retries?: number | Retries | undefined;
  readonly limits?: ProviderLimits | undefined;
  /** Statuses after which the next function is asked, beside those of the rule. */
  readonly failoverOn?: readonly number[] | undefined;
  /** Bounds one run of the function, in ms; 30 000 by default. */
  readonly requestTimeout?: number | undefined;
  /**
   * True if running the function twice does nothing twice; false if a call must end once it may have done something. Without
   * it, a function that may have done something is not run again in the call, and the next one is.
   */
  readonly idempotent?: boolean | undefined;
}

/** The same for one function. */
export interface ProviderFunctionOptions extends FunctionOptions {
  /** Its share among the first choices of calls; where one has a weight, 1 for those without. */
  readonly weight?: number | undefined;
}

/** Options of {@link failover}. */
export interface FailoverOptions<Input = never, Name extends string = string> extends FunctionOptions {
  readonly providers?: { readonly [Provider in Name]?: ProviderFunctionOptions | undefined } | undefined;
  /** `retries`: all retries of one function before the next is asked; `failure` by default. */
  readonly failoverAfter?: "failure" | "retries" | undefined;
  /** Bounds a call, in ms. */
  readonly deadline?: number | undefined;
  /** Names of those that take part in a call, first choice first. */
  readonly order?: ((input: Input) => readonly Name[]) | undefined;
  /** Finds the failure in a value: an error that was given and not thrown, with its status; `undefined` for none. */
  readonly failed?: ((value: never) => unknown) | undefined;
  /** The functions give streams: an async iterable, a ReadableStream or a Response. A call has succeeded with the first item. */
  readonly stream?: boolean | undefined;
  /** Tells whether an item counts as the first: many streams begin with items that say nothing. */
  readonly firstItem?: ((item: never) => boolean) | undefined;
  /** Until the first item, in ms; `requestTimeout` by default. */
  readonly firstItemTimeout?: number | undefined;
  /** A server's wish to wait that is longer ends the wait for it, in ms; 60 000 by default. */
  readonly maxRetryAfter?: number | undefined;
  /** Hears of attempts, retries, failovers, circuits and the ends of calls. */
  readonly on?: EventListener | undefined;
  readonly around?: Pick<Around, "call"> | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

/** Options of one call. */
export interface FailoverCallOptions<Name extends string = string> {
  readonly signal?: AbortSignal | undefined;
  /** Bounds the call, in ms. */
  readonly deadline?: number | undefined;
  /** Only this function, without failover. */
  readonly provider?: Name | undefined;
}

/** How a call ended. */
export type FailoverOutcome<Value, Name extends string = string> =
  | { readonly ok: true; readonly value: Value; readonly provider: Name; readonly attempts: number }
  | {
      readonly ok: false;
      /** The value that the function threw, or a FailoverError if all have failed. */
      readonly error: unknown;
      /** The last one that was asked; `undefined` if none was. */
      readonly provider: Name | undefined;
      readonly attempts: number;
    };

/** Calls the first function that can do it. */
export interface Failover<Input, Value, Name extends string = string> {
  /** Resolves with what the function gives; rejects with what it threw, or with a FailoverError if all have failed. */
  (...call: FailoverCall<Input, Name>): Promise<Value>;
  /** The outcome as data; rejects only when the caller aborts. */
  readonly safe: (...call: FailoverCall<Input, Name>) => Promise<FailoverOutcome<Value, Name>>;
  /** The state of each function's circuit. */
  readonly circuits: () => readonly CircuitSnapshot[];
}

/** The arguments of a call; none is needed where the functions take none. */
export type FailoverCall<Input, Name extends string> = undefined extends Input
  ? [input?: Input, options?: FailoverCallOptions<Name>]
  : [input: Input, options?: FailoverCallOptions<Name>];

/** An input that all of the functions take. */
export type FailoverInput<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (input: infer Input, context: FunctionContext) => unknown
    ? (input: Input) => void
    : never;
}[keyof Functions] extends (input: infer Input) => void
  ? Input
  : never;

/** The function that is made of functions: its value is what one of them gives. */
export type FailoverOf<Functions> = Functions[keyof Functions] extends (input: never, context: never) => infer Value
  ? Failover<FailoverInput<Functions>, Awaited<Value>, Extract<keyof Functions, string>>
  : never;

/**
 * Makes one function of several that do the same: each call asks the first, and goes on to the next when that fails in a way
 * that another may not. Whose failure it is is read from the errors of any HTTP client or SDK. A function counts as one POST:
 * one that may have done something is not run again in the call, unless `idempotent` is true. Throws a ConfigurationError for
 * wrong options. See "Failover" in the documentation.
 */
export function failover<Functions extends FailoverFunctions>(
  name: string,
  functions: Functions,
  options: FailoverOptions<NoInfer<FailoverInput<Functions>>, NoInfer<Extract<keyof Functions, string>>> = {},
): FailoverOf<Functions> {
  const read = readOptions<FailoverOptions<unknown>>(options as FailoverOptions<unknown>, "", OPTIONS, bad);
  const context = policyContext(contextOptions(read));
  const circuits = new Circuits(context);
  const candidates = candidatesOf(name, functions, read, circuits);
  const perform = async (input: unknown, given: FailoverCallOptions | undefined) => {
    const call = readOptions<FailoverCallOptions>(given ?? {}, "", CALL_OPTIONS, bad);
    return performCall({ name, context, candidates, options: read }, input, call);
  };
  const send = async (input: unknown, given?: FailoverCallOptions): Promise<unknown> => {
    const result = await perform(input, given);
    if (result.ok) return result.value;
    throw thrownBy(result.error);
  };
  const safe = async (input: unknown, given?: FailoverCallOptions) => {
    try {
      const result = await perform(input, given);
      return result.ok ? result : { ...result, error: thrownBy(result.error) };
    } catch (error) {
      if (given?.signal?.aborted === true) throw error;
      return { ok: false, error, provider: undefined, attempts: 0 };
    }
  };
  return Object.assign(send, { safe, circuits: () => circuits.snapshots() }) as never;
}

const bad = badOption();

function contextOptions({ clock, random, maxRetryAfter, on, around }: FailoverOptions<unknown>) {
  return { clock, random, maxRetryAfter, on, around };
}

const FUNCTION_OPTIONS: TableOf<FunctionOptions> = {
  retryPolicy: "a string or an object",
  retries: "a number or an object",
  limits: "an object",
  failoverOn: "an Array",
  requestTimeout: "a number",
  idempotent: "a boolean",
};

const LIMITS: TableOf<ProviderLimits> = { concurrency: "a number", perSecond: "a number" };

const PROVIDER_OPTIONS: TableOf<ProviderFunctionOptions> = { ...FUNCTION_OPTIONS, weight: "a number" };

const OPTIONS: TableOf<FailoverOptions> = {
  ...FUNCTION_OPTIONS,
  providers: "an object",
  failoverAfter: "a string",
  deadline: "a number",
  order: "a function",
  failed: "a function",
  stream: "a boolean",
  firstItem: "a function",
  firstItemTimeout: "a number",
  maxRetryAfter: "a number",
  on: "a function",
  around: "",
  clock: "an object",
  random: "a function",
};

const CALL_OPTIONS: TableOf<FailoverCallOptions> = {
  signal: "an AbortSignal",
  deadline: "a number",
  provider: "a string",
};

interface FunctionCandidate extends RoundCandidate {
  readonly terms: FunctionTerms;
  readonly weight: number;
  readonly requestTimeout: number;
}

function candidatesOf(
  name: string,
  functions: FailoverFunctions,
  options: FailoverOptions<unknown>,
  circuits: Circuits,
): readonly FunctionCandidate[] {
  const names = Object.keys(functions);
  if (names.length === 0) throw bad("the functions", "are none");
  const odd = names.find((provider) => typeof own(functions, provider) !== "function");
  if (odd !== undefined) throw bad(`\`${odd}\``, "is not a function");
  if (options.stream !== true && (options.firstItem ?? options.firstItemTimeout) !== undefined)
    throw bad("`firstItem` and `firstItemTimeout`", "are for streams: set `stream: true`");
  const unknown = Object.keys(options.providers ?? {}).find((provider) => !names.includes(provider));
  if (unknown !== undefined) throw bad("`providers`", `has "${unknown}", which is not one of ${names.join(", ")}`);
  const { failoverAfter } = options;
  if (failoverAfter !== undefined && failoverAfter !== "failure" && failoverAfter !== "retries")
    throw bad("`failoverAfter`", 'is not "failure" or "retries"');
  requirePositive({ firstItemTimeout: options.firstItemTimeout, deadline: options.deadline }, bad);
  return names.map((provider) => {
    const given = readOptions<ProviderFunctionOptions>(
      own(options.providers, provider) ?? {},
      `providers.${provider}`,
      PROVIDER_OPTIONS,
      bad,
    );
    const { limits = options.limits, failoverOn = options.failoverOn ?? [], weight = 1 } = given;
    const { idempotent = options.idempotent } = given;
    const { requestTimeout = timeoutIn(given.retryPolicy) ?? options.requestTimeout } = given;
    requirePositive({ requestTimeout }, bad);
    const { concurrency, perSecond } = limits === undefined ? {} : readOptions(limits, "limits", LIMITS, bad);
    requirePositive({ "limits.concurrency": concurrency, "limits.perSecond": perSecond }, bad);
    if (!failoverOn.every((status) => Number.isInteger(status) && status >= 400 && status <= 599))
      throw bad("`failoverOn`", "is not a list of statuses from 400 to 599");
    if (!(weight >= 0 && Number.isFinite(weight))) throw bad(`\`providers.${provider}.weight\``, "is not 0 or more");
    // The nearer counts, and on one place the policy.
    const place = (given.retryPolicy ?? given.retries) === undefined ? options : given;
    const policy = readPolicy({ retryPolicy: place.retryPolicy }, bad) as RetryPolicy | undefined;
    if (typeof place.retries === "object" && place.retries.when !== undefined)
      throw bad("`retries.when`", "is for answers, which functions do not have: use `failed`");
    const retries = policy === undefined ? readPolicy({ retries: place.retries }, bad) : undefined;
    const group: CircuitGroup = circuits.group({ profile: "failover", useCase: name, provider }, limits);
    return {
      provider,
      policy,
      circuits: group,
      failoverOn,
      weight,
      requestTimeout: requestTimeout ?? policy?.requestTimeout ?? DEFAULT_REQUEST_TIMEOUT,
      terms: {
        provider,
        perform: own(functions, provider) as FunctionTerms["perform"],
        options,
        request: {
          label: { service: "default", method: "POST", path: provider, provider },
          replayable: true,
          isCautious: true,
          signal: undefined,
          policy: {
            own: retries,
            ofClient: DEFAULT_RETRIES,
            requestTimeout: requestTimeout ?? policy?.requestTimeout,
            deadline: undefined,
            idempotent,
            harmless: idempotent === true,
          },
        },
      },
    };
  });
}

function timeoutIn(policy: RetryPolicyOption | undefined): number | undefined {
  return typeof policy === "object" ? policy.requestTimeout : undefined;
}

interface FailoverSetup {
  readonly name: string;
  readonly context: PolicyContext;
  readonly candidates: readonly FunctionCandidate[];
  readonly options: FailoverOptions<unknown>;
}

async function performCall(
  { name, context, candidates, options }: FailoverSetup,
  input: unknown,
  { signal, deadline = options.deadline, provider: asked }: FailoverCallOptions,
): Promise<CallResult> {
  const { clock, random } = context;
  const startedAt = clock.now();
  const origin = { call: context.nextCall(), context, profile: "failover", useCase: name };
  const retriesFirst = options.failoverAfter === "retries";
  const runs = new Map<string, FunctionRuns>();
  const start = (candidate: FunctionCandidate, place: RunPlace<FunctionCandidate>): Running => {
    const { provider, policy, circuits, requestTimeout, terms } = candidate;
    // In a run of another's, that one repeats.
    const request =
      recorderOf(signal) === undefined
        ? terms.request
        : { ...terms.request, policy: { ...terms.request.policy, ofClient: NO_RETRY } };
    const known = runs.get(provider) ?? { attempts: 0, key: randomKey() };
    runs.set(provider, known);
    const whole = { ...origin, ...place, provider, policy, circuits, requestTimeout, retriesFirst };
    return startRun({ ...whole, caller: signal, records: false }, (run) =>
      performFunction(run, { ...terms, request }, callFunction(terms, context, input, known, signal, place.endsAt)),
    );
  };
  if (asked !== undefined && !candidates.some(({ provider }) => provider === asked)) {
    const known = candidates.map(({ provider }) => provider).join(", ");
    throw new RequestError(`${name} has no function "${asked}"; it has ${known}`, { code: "unknown-provider" });
  }
  let order: readonly FunctionCandidate[] | undefined;
  const inOrder = () =>
    (order ??= ordered(candidates, asked === undefined ? options.order?.(input) : [asked], options, random));
  let begun: BegunFunction | undefined;
  try {
    if (isPlain(context, deadline, signal)) {
      begun = firstOf(inOrder(), start);
      if (begun !== undefined) {
        const { run, result } = begun.running;
        const value = await result;
        run.settle();
        return { ok: true, value, provider: begun.provider, attempts: run.attempts };
      }
    }
  } catch (error) {
    if (signal !== undefined) throwIfAborted(signal);
    const engine = begun && (await late(() => import("./engine.js")));
    if (engine === undefined)
      return { ok: false, error, provider: begun?.provider, attempts: begun?.running.run.attempts ?? 0 };
  }
  const { performInRounds } = await loadEngine(undefined);
  return performInRounds<FunctionCandidate>({
    ...origin,
    title: name,
    retriesFirst,
    options: { signal, deadline },
    startedAt,
    deadlineAt: startedAt + (deadline ?? Infinity),
    candidates: () => begun?.candidates ?? inOrder(),
    start,
    begun: begun?.running,
  });
}

/** The first function of a call, under way. */
interface BegunFunction {
  readonly provider: string;
  readonly candidates: readonly FunctionCandidate[];
  readonly running: Running;
}

/** Nobody looks on, and nothing but its functions decides about it. */
function isPlain(
  { on, around }: PolicyContext,
  deadline: number | undefined,
  signal: AbortSignal | undefined,
): boolean {
  return (deadline ?? on ?? around?.call) === undefined && signal?.aborted !== true;
}

/** Starts the first, unless something may hold it back. */
function firstOf(
  candidates: readonly FunctionCandidate[],
  start: (candidate: FunctionCandidate, place: RunPlace<FunctionCandidate>) => Running,
): BegunFunction | undefined {
  const [first] = candidates;
  if (first === undefined || first.circuits.limits !== undefined || first.circuits.circuits.isNeeded) return undefined;
  const running = start(first, { candidates, round: 1, waitsUntil: undefined, endsAt: Infinity });
  return { provider: first.provider, candidates, running };
}

/** Those that take part, first choice first. */
function ordered(
  candidates: readonly FunctionCandidate[],
  names: readonly string[] | undefined,
  { providers }: FailoverOptions<unknown>,
  random: () => number,
): readonly FunctionCandidate[] {
  if (names === undefined) {
    const hasWeights = Object.values(providers ?? {}).some((given) => given?.weight !== undefined);
    return hasWeights ? weighted(candidates, random) : candidates;
  }
  const known = candidates.map(({ provider }) => provider).join(", ");
  const found = [...new Set(names)].map((name) => {
    const candidate = candidates.find(({ provider }) => provider === name);
    if (candidate === undefined) throw bad("`order`", `returned "${name}", which is not one of ${known}`);
    return candidate;
  });
  if (found.length === 0) throw bad("`order`", `returned no function; there are ${known}`);
  return found;
}

/** A first choice by weight; the others in their order. */
function weighted(candidates: readonly FunctionCandidate[], random: () => number): readonly FunctionCandidate[] {
  const sum = candidates.reduce((total, { weight }) => total + weight, 0);
  let left = random() * sum;
  const first = candidates.find(({ weight }) => (left -= weight) < 0) ?? candidates[0];
  return first === undefined ? [] : [first, ...candidates.filter((candidate) => candidate !== first)];
}
