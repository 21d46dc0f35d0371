import { throwIfAborted, untilAborted } from "../abort.js";
import { copyData, isList, isPlainObject, own, readOptions } from "../config/options.js";
import { fromCall } from "../http/client.js";
import { recorderOf } from "../http/side-effects.js";
import { late, needed } from "../late.js";
import { CALL_OPTIONS, type CallError, type CallOptions, type Outcome, type UseCase } from "./call.js";
import {
  badCallOption,
  type BindCandidate,
  type BoundUseCase,
  candidatesFor,
  type Performer,
  requireValidate,
} from "./candidates.js";
import type * as failover from "./perform-call.js";
import type { CallResult, Running } from "./rounds.js";
import { startMap } from "./run-map.js";

/** A call under way. */
export interface Call {
  /** Its number, for its events. */
  readonly call: number;
  readonly useCase: BoundUseCase;
  readonly input: unknown;
  readonly options: CallOptions;
  /** Absent if it has no parameters of its own. */
  readonly bind: BindCandidate | undefined;
  readonly startedAt: number;
  /** `Infinity` without a deadline. */
  readonly deadlineAt: number;
}

/** A call whose first candidate was started before the rest was loaded. */
export interface BegunCall {
  readonly candidates: readonly Performer[];
  readonly map: Running;
}

/** Once a client of this process has loaded it. */
let code: typeof failover | undefined;

/**
 * Performs a use-case. What a call needs that has events, hooks, a deadline or checks is loaded with the first of them.
 * Rejects only with the reason of the caller's abort, or if that cannot be loaded.
 */
function performCall(
  useCase: BoundUseCase,
  input: unknown,
  options: CallOptions,
  bind: BindCandidate | undefined,
): Promise<CallResult> {
  const { context } = useCase;
  const startedAt = context.clock.now();
  const deadlineAt = startedAt + (options.deadline ?? Infinity);
  const call: Call = { call: context.nextCall(), useCase, input, options, bind, startedAt, deadlineAt };
  if (isPlain(call)) return performFirst(call);
  return code === undefined ? performLater(call) : code.performCall(call);
}

/** Performs it with the first candidate. What follows from a failure is loaded with the first, and what holds back. */
async function performFirst(call: Call): Promise<CallResult> {
  const { useCase, options } = call;
  const { signal } = options;
  let begun: BegunCall | undefined;
  try {
    throwIfAborted(signal);
    const candidates = candidatesFor(useCase, options);
    const [candidate] = candidates;
    if (candidate === undefined || !isFree(candidate)) return await performLater(call);
    const limits = { candidates, round: 1, waitsUntil: undefined, endsAt: Infinity, checks: undefined };
    begun = { candidates, map: startMap({ ...call, candidate, ...limits }) };
    const { run, result } = begun.map;
    const value = await result;
    run.settle();
    return { ok: true, value, provider: candidate.provider, attempts: run.attempts };
  } catch (error) {
    throwIfAborted(signal);
    if (begun !== undefined) code ??= await late(() => untilAborted(signal, loadFailover));
    throwIfAborted(signal);
    if (begun !== undefined && code !== undefined) return code.performCall(call, begun);
    // A part that cannot be loaded does not hide the failure.
    const run = begun?.map.run;
    return { ok: false, error, provider: run?.options.origin.provider, attempts: run?.attempts ?? 0 };
  }
}

async function performLater(call: Call): Promise<CallResult> {
  const { signal } = call.options;
  const { useCase, profile } = call.useCase;
  const load = (): Promise<typeof failover> =>
    needed(loadFailover, "perform-call", `code for ${useCase} of ${profile}`, undefined);
  // One that is aborted already ends like any other.
  code ??= await (signal?.aborted === true ? load() : untilAborted(signal, load));
  return code.performCall(call);
}

const loadFailover = (): Promise<typeof failover> => import("./perform-call.js");

/** Nobody looks on, and nothing but its candidates decides about it. */
function isPlain({ useCase, options }: Call): boolean {
  const { context, schemas } = useCase;
  const { deadline, validate = useCase.validate } = options;
  if ((deadline ?? context.on ?? context.around?.call ?? context.around?.attempt) !== undefined) return false;
  return validate !== "throw" || schemas === undefined;
}

/** Nothing can hold it back. */
function isFree({ circuits }: Performer): boolean {
  return circuits.limits === undefined && !circuits.isIsolated && !circuits.circuits.isNeeded;
}

/** Few calls have parameters of their own. */
async function bindParameters(
  useCase: BoundUseCase,
  parameters: unknown,
  { signal }: CallOptions,
): Promise<BindCandidate> {
  const what = "the reader of `parameters` of the call";
  const load = () => needed(() => import("./call-parameters.js"), "call-parameters", what, undefined);
  return (await untilAborted(signal, load)).bindParameters(useCase, parameters);
}

/** The function that emitted profiles declare, for a use-case that is bound at its first call. */
export function createUseCase(bind: () => BoundUseCase): UseCase<unknown, unknown> {
  let bound: BoundUseCase | undefined;
  // As they are now: a later provider gets the same as the first, whatever the caller does with them meanwhile.
  const perform = async (input: unknown = {}, options: CallOptions): Promise<CallResult> => {
    bound ??= bind();
    requireValidate(bound, options);
    const data = dataOf(input);
    const { parameters } = options;
    return performCall(
      bound,
      data,
      options,
      parameters && (await bindParameters(bound, copyData(parameters), options)),
    );
  };
  const useCase = async (input: unknown, options?: CallOptions): Promise<unknown> => {
    const result = await perform(input, readCallOptions(options));
    if (result.ok) return result.value;
    throw fromCall(result.error);
  };
  const safe = async (input: unknown, options?: CallOptions): Promise<Outcome<unknown>> => {
    const result = await performSafely(options, (given) => perform(input, given));
    return result.ok ? result : { ...result, error: fromCall(asError(result.error)) };
  };
  return Object.assign(quietInMaps(useCase), { safe: quietInMaps(safe) });
}

/** A copy. Of an instance, what accessors say would be lost, and what it keeps for itself sent. */
function dataOf(input: unknown): unknown {
  if (typeof input === "object" && input !== null && !isList(input) && !isPlainObject(input))
    throw badCallOption("the input", "is an instance of a class: pass a plain object");
  return copyData(input);
}

type Called<T> = (input: unknown, options?: CallOptions) => Promise<T>;

/** A map that has failed ends what it has begun with its signal, and waits for none of it: as with requests (`Rejections`). */
function quietInMaps<T>(call: Called<T>): Called<T> {
  return (input, options) => {
    const result = call(input, options);
    if (recorderOf(own(options, "signal")) !== undefined) result.catch(() => {});
    return result;
  };
}

/** Makes an outcome of whatever goes wrong, the caller's abort apart. */
async function performSafely(
  options: CallOptions | undefined,
  perform: (options: CallOptions) => Promise<CallResult>,
): Promise<CallResult> {
  let signal: AbortSignal | undefined;
  try {
    const given = readCallOptions(options);
    signal = given.signal;
    return await perform(given);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return { ok: false, error, provider: undefined, attempts: 0 };
  }
}

function readCallOptions(options: CallOptions | undefined): CallOptions {
  return readOptions(options, "", CALL_OPTIONS, badCallOption);
}

/** An outcome always has an error; a map may throw anything. */
function asError(thrown: unknown): CallError {
  if (thrown instanceof Error) return thrown as CallError;
  // An object may have no text, or one that throws.
  const text =
    typeof thrown === "object" && thrown !== null ? "the map threw an object that is not an error" : String(thrown);
  return new Error(text, { cause: thrown }) as CallError;
}
