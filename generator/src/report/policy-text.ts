import type { ExponentialBackoff, RetryPolicy } from "@sdkwright/runtime/config";
import { durationText } from "./duration.js";
import { countText } from "./span-text.js";

/** What is done with a provider that fails, in words. */
export function policyText(policy: RetryPolicy): string {
  const each = `of at most ${durationText(policy.requestTimeout)}`;
  if (policy.kind === "none") return `one attempt ${each}`;
  const { maxContiguousRetries: retries, backoff, circuit, openTime } = policy;
  const attempts = retries === 0 ? `one attempt ${each}` : `up to ${countText(retries + 1, "attempt")} ${each} each`;
  const rest = circuit ? `when its circuit opens, it rests ${durationText(openTime)} at first` : "it has no circuit";
  return `${attempts}${waitsText(retries, backoff)}; ${rest}`;
}

/** More waits than these are told by how they grow. */
const MOST_WAITS = 6;

function waitsText(retries: number, { start, factor }: ExponentialBackoff): string {
  if (retries === 0) return "";
  const waits = Array.from({ length: Math.min(retries, MOST_WAITS) }, (_, index) =>
    durationText(start * factor ** index),
  );
  return `, with ${retries === 1 ? "a wait" : "waits"} of ${retries > MOST_WAITS ? `${waits.join(", ")} and so on` : listText(waits)} between`;
}

/** `50 ms, 100 ms and 200 ms` */
function listText(texts: readonly string[]): string {
  return texts.join(", ").replace(/, (?=[^,]*$)/, " and ");
}
