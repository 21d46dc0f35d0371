import { normalizeRetryPolicy, type RetryPolicy } from "@sdkwright/runtime/config";
import { behavioural, quoted, type Change, type PlaceIn } from "./change.js";

/** Changes of the retry policy of one use-case with one provider. */
export function comparePolicies(text: string, base: RetryPolicy, next: RetryPolicy, place: PlaceIn): Change[] {
  const kinds =
    base.kind === next.kind
      ? []
      : [
          behavioural(
            `the retry policy of ${text} is now ${quoted(next.kind)}, before ${quoted(base.kind)}${ownSettings(next)}`,
            place("retryPolicy"),
          ),
        ];
  const [before, after] = [settingsOf(base), settingsOf(next)];
  // Kinds have settings of their own, and locks of earlier versions lack some.
  const keys = base.kind === next.kind ? Object.keys({ ...before, ...after }) : ["requestTimeout"];
  const numbers = keys.flatMap((key) => {
    const [from = "not said", to = "not said"] = [before[key], after[key]];
    if (from === to) return [];
    return [
      behavioural(
        `${quoted(key)} of ${text} is now ${String(to)}, before ${String(from)}`,
        place("retryPolicy", ...key.split(".")),
      ),
    ];
  });
  return [...kinds, ...numbers];
}

/** Those that its kind does not have by itself. */
function ownSettings(policy: RetryPolicy): string {
  const usual = settingsOf(normalizeRetryPolicy(policy.kind));
  const settings = Object.entries(settingsOf(policy)).filter(
    ([key, value]) => key !== "requestTimeout" && value !== usual[key],
  );
  return settings
    .map(([key, value], index) => `${index === 0 ? ", with" : ","} ${quoted(key)} ${String(value)}`)
    .join("");
}

function settingsOf(policy: RetryPolicy): { readonly [key: string]: number | boolean } {
  if (policy.kind === "none") return { requestTimeout: policy.requestTimeout };
  const { kind: _, backoff, ...settings } = policy;
  return { ...settings, "backoff.start": backoff.start, "backoff.factor": backoff.factor };
}
