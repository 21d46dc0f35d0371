import type { Run } from "./circuit-state.js";

/** How an attempt ended, in the generation in which it began. */
export type CircuitReport =
  | { readonly type: "success"; readonly generation: number; readonly startedAt: number; readonly duration: number }
  | CircuitLoss
  | { readonly type: "denial" | "neither"; readonly generation: number };

export interface CircuitLoss {
  readonly type: "failure" | "refusal";
  readonly generation: number;
  readonly startedAt: number;
  readonly timedOut: boolean;
  /** In ms, as the answer asks for it. */
  readonly retryAfter: number | undefined;
  /** How many attempts of the run began within it and are unanswered. */
  readonly unanswered: (run: Run) => number;
}
