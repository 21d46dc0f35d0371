import { untilAborted } from "../abort.js";
import type { BadOption } from "../config/options.js";
import { describeRequest, printable, RequestError, type RequestLabel } from "../errors/errors.js";
import { late, missing } from "../late.js";

/** Names that the caller gave stand in it. */
const MAX_PROBLEM = 1000;

/** Makes the error for a mistake in a call's arguments; `problem` completes "GET /x of acme: …" and holds no value. */
export type InvalidRequest = (code: string, problem: string) => RequestError;

/** The same, of whatever class. */
export type Invalid = (code: string, problem: string) => Error;

/** Names the request in every error about its arguments. */
export function invalidRequest(label: RequestLabel): InvalidRequest {
  return (code, problem) =>
    new RequestError(`${describeRequest(label)}: ${printable(problem, MAX_PROBLEM)}`, {
      code,
      provider: label.provider,
    });
}

/** The same for one option. */
export function badOption(invalid: Invalid): BadOption {
  return (option, problem) => invalid("bad-option", `${option} ${problem}`);
}

/** Loads a part that a request needs, unless its signal aborts before; `file` names it. */
export async function loadFor<Part>(
  file: string,
  load: () => Promise<Part>,
  signal: AbortSignal | undefined,
  invalid: Invalid,
): Promise<Part> {
  const loaded = await untilAborted(signal, () => late(load));
  if (loaded === undefined) throw invalid("part-not-loaded", `the code for such a request ${missing(file)}`);
  return loaded;
}
