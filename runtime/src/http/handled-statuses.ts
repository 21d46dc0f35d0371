import type { BadOption } from "../config/options.js";
import type { RequestOptions } from "../provider/provider-client.js";

/** Statuses that the caller wants to see as an answer instead of an error, and where it would be followed only if named. */
export type HandlesStatus = (status: number, isFollowed: boolean) => boolean;

/** Reads them from `handle` or from `throwHttpErrors` (rules §2.7). */
export function handledStatuses({ handle, throwHttpErrors }: RequestOptions, bad: BadOption): HandlesStatus {
  if (handle === undefined) return byThrowing(throwHttpErrors ?? true, bad);
  if (throwHttpErrors !== undefined)
    throw bad("`handle`", "and `throwHttpErrors` exclude each other: give one of them");
  const statuses = new Set<unknown>(handle);
  if (!Array.from(statuses).every(isStatus)) throw bad("`handle`", "is not a list of statuses, such as [404, 409]");
  return (status) => statuses.has(status);
}

function byThrowing(throwHttpErrors: NonNullable<RequestOptions["throwHttpErrors"]>, bad: BadOption): HandlesStatus {
  if (typeof throwHttpErrors !== "function") return (_, isFollowed) => !isFollowed && !throwHttpErrors;
  return (status, isFollowed) => {
    if (isFollowed) return false;
    const throws: unknown = throwHttpErrors(status);
    // Of an `async` function, which would always throw.
    if (typeof throws === "object") throw bad("`throwHttpErrors`", "returned an object, not a boolean: is it async?");
    return throws === false;
  };
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 999;
}
