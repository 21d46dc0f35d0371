import type { Failure, Span } from "../simulate/timeline.js";
import { failsText } from "../simulate/failure-text.js";
import { durationText } from "./duration.js";

const BY_CODE: { readonly [code: string]: string } = {
  "network-unreached": "refused",
  "network-reset": "connection broke",
  timeout: "no answer",
};

/** Whether an attempt came to nothing. */
export function hasFailed({ code }: Span): boolean {
  return code !== undefined;
}

/** What an attempt came to, in a word or two: `503`, `refused`, `no answer`, `answered`. */
export function resultText(span: Span): string {
  if (!hasFailed(span)) return "answered";
  if (span.status !== undefined) return String(span.status);
  return BY_CODE[span.code ?? ""] ?? span.code ?? "failed";
}

/** What a provider does that fails, after its name: `pigeon answers 503`. */
export function failureText(failure: Failure): string {
  if (failure.kind !== "status") return failsText(failure);
  return `answers ${String(failure.status)}${reasonText(failure.status, failure.retryAfter)}`;
}

/** What the usual ones mean (RFC 9110 §15.6.4, RFC 6585 §4). */
const REASONS: { readonly [status: number]: string } = {
  429: "too many requests",
  503: "unavailable",
};

/** ` (too many requests, again in 5 s)` */
function reasonText(status: number, retryAfter: number | undefined): string {
  const again = retryAfter === undefined ? [] : [`again in ${durationText(retryAfter * 1000)}`];
  const reasons = [...(REASONS[status] === undefined ? [] : [REASONS[status]]), ...again];
  return reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
}

/** `once`, `twice`, `5 times`. */
export function timesText(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${String(count)} times`;
}

/** `1 attempt`, `3 attempts`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
