import { nearest } from "@sdkwright/runtime/config";
import type { Failure, Meanwhile } from "./timeline.js";

const CONNECTIONS = ["refused", "reset", "timeout"] as const;
/** Elsewhere `Retry-After` means nothing to the runtime. */
const WITH_RETRY_AFTER = new Set([429, 503]);

/** Reads what stands behind `--fail <provider>=`; a text says what is wrong with it. */
export function readFailure(text: string): Failure | string {
  const kind = CONNECTIONS.find((each) => each === text);
  if (kind !== undefined) return { kind };
  const [, status, retryAfter] = /^(\d{3})(?::(\d{1,6}))?$/.exec(text) ?? [];
  if (status === undefined) return unknownKind(text);
  const number = Number(status);
  if (number < 400 || number > 599) return `${status} is not a failure: a failing status is from 400 to 599`;
  if (retryAfter === undefined) return { kind: "status", status: number };
  if (!WITH_RETRY_AFTER.has(number)) return `Retry-After only has a meaning with 429 and 503, not with ${status}`;
  return { kind: "status", status: number, retryAfter: Number(retryAfter) };
}

function unknownKind(text: string): string {
  const near = nearest(text, CONNECTIONS);
  return near === undefined
    ? "failures: refused, reset, timeout, a status such as 503, or 429:30 with Retry-After in seconds"
    : `did you mean ${near}?`;
}

/** As `--fail` takes it. */
export function failureText(failure: Failure): string {
  if (failure.kind !== "status") return failure.kind;
  const { status, retryAfter } = failure;
  return retryAfter === undefined ? String(status) : `${status}:${retryAfter}`;
}

/** What becomes of a provider, for people. */
export function failsText(failure: Failure): string {
  switch (failure.kind) {
    case "refused":
      return "refuses connections";
    case "reset":
      return "closes connections without an answer";
    case "timeout":
      return "never answers";
    case "status":
      return failure.retryAfter === undefined
        ? `answers ${failure.status}`
        : `answers ${failure.status} with Retry-After: ${failure.retryAfter}`;
  }
}

/** A point in time for people, to align: `0.08 s`, `242.00 s`. */
export function clockText(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** A time for people: `0.08 s`, `3.2 s`, `242 s`. */
export function secondsText(ms: number): string {
  const seconds = ms / 1000;
  const digits = seconds < 1 ? 2 : seconds < 100 ? 1 : 0;
  return `${Number(seconds.toFixed(digits))} s`;
}

/** The providers that answer, the most first, with their shares. */
export function answerersOf({ calls, answeredBy }: Meanwhile): readonly (readonly [name: string, share: string])[] {
  return Object.entries(answeredBy)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => [name, percentText(count / calls)]);
}

/** `0.2 %`, `98 %`: never all where it is not. */
function percentText(share: number): string {
  const text = (100 * share).toFixed(share < 0.01 || (share > 0.99 && share < 1) ? 1 : 0);
  return `${share < 1 && Number(text) === 100 ? "99.9" : text} %`;
}
