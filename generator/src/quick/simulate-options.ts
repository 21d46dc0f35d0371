import type { OptionSpec } from "./option-spec.js";

/** Options of `simulate`; numbers and times are read by it. */
export interface GivenSimulateOptions {
  readonly fail?: readonly string[] | undefined;
  readonly callers?: string | undefined;
  readonly for?: string | undefined;
  readonly provider?: string | undefined;
  readonly deadline?: string | undefined;
  readonly "not-idempotent"?: boolean | undefined;
  readonly "answer-time"?: string | undefined;
  readonly seed?: string | undefined;
}

const ABOUT = { commands: ["simulate"], isForOneRun: true } as const;

export const SIMULATE_OPTIONS: { readonly [name in keyof GivenSimulateOptions]-?: OptionSpec } = {
  fail: {
    type: "list",
    value: "p=how",
    ...ABOUT,
    summary: "a provider fails: refused, reset, timeout, a status, or 429:30 (with Retry-After, in s)",
  },
  callers: { type: "string", value: "n", ...ABOUT, summary: "a crowd too, of so many calls per second" },
  for: { type: "string", value: "time", ...ABOUT, summary: "how long the failure lasts for the crowd [60s]" },
  provider: { type: "string", value: "p", ...ABOUT, summary: "the call names this provider" },
  deadline: { type: "string", value: "time", ...ABOUT, summary: "of the call, such as 5s" },
  "not-idempotent": { type: "boolean", ...ABOUT, summary: "maps send a POST that must not be repeated" },
  "answer-time": { type: "string", value: "time", ...ABOUT, summary: "how long an answer takes [80ms]" },
  seed: {
    type: "string",
    value: "n",
    ...ABOUT,
    summary: "draw the waits, which vary by ±20 % [their middle; 1 for a crowd]",
  },
};
