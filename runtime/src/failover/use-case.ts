import { copyData, isList, isPlainObject, own, readOptions } from "../config/options.js";
import { fromCall } from "../http/client.js";
import { keeperOfDeeds } from "../http/side-effects.js";
import { CALL_OPTIONS, type CallError, type CallOptions, type Outcome, type UseCase } from "./call.js";
import { badCallOption, type BoundUseCase, readParameters } from "./candidates.js";
import { requireValidate } from "./checks.js";
import { type CallResult, performCall } from "./failover.js";

/** The function that emitted profiles declare, for a use-case that is bound at its first call. */
export function createUseCase(bind: () => BoundUseCase): UseCase<unknown, unknown> {
  let bound: BoundUseCase | undefined;
  // As they are now: a later provider gets what the first one got, whatever the caller does with them meanwhile.
  const perform = async (input: unknown = {}, options: CallOptions): Promise<CallResult> => {
    bound ??= bind();
    requireValidate(bound, options);
    return performCall(bound, dataOf(input), readParameters(bound, options));
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
    throw badCallOption("the input", "is an instance of a class: give a plain object");
  return copyData(input);
}

type Called<T> = (input: unknown, options?: CallOptions) => Promise<T>;

/** A map that has failed ends what it has begun with its signal, and waits for none of it: as with requests (`Rejections`). */
function quietInMaps<T>(call: Called<T>): Called<T> {
  return (input, options) => {
    const result = call(input, options);
    if (keeperOfDeeds(own(options, "signal")) !== undefined) result.catch(() => {});
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

/** What is thrown need not be an error; an outcome always has one. */
function asError(thrown: unknown): CallError {
  if (thrown instanceof Error) return thrown as CallError;
  // An object may have no text, or one that throws.
  const text =
    typeof thrown === "object" && thrown !== null ? "the map threw an object that is no error" : String(thrown);
  return new Error(text, { cause: thrown }) as CallError;
}
