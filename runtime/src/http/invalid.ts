import { RequestError } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";

/** Makes the error for a mistake in a call's arguments; `problem` completes "GET /x of acme: …" and holds no value. */
export type InvalidRequest = (code: string, problem: string) => RequestError;

/** Names the request in every error about its arguments. */
export function invalidRequest(label: RequestLabel): InvalidRequest {
  return (code, problem) =>
    new RequestError(`${describeRequest(label)}: ${problem}`, { code, provider: label.provider });
}

/**
 * Names and values of an object. `Headers`, `URLSearchParams`, `FormData` and `Map` have no properties of their own: taken
 * for an object they would be dropped in silence.
 */
export function entriesOf(record: unknown, option: string, invalid: InvalidRequest): [string, unknown][] {
  if (typeof record === "object" && record !== null && !(Symbol.iterator in record)) return Object.entries(record);
  throw invalid("bad-option", `\`${option}\` is not a plain object`);
}
