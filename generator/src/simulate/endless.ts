import type { SourceIssue } from "../diagnostics/source.js";
import { EndlessSimulationError } from "./virtual-time.js";

/** What simulating makes, or why it was given up. */
export async function orEndless<Made>(making: Promise<Made>): Promise<Made | SourceIssue> {
  try {
    return await making;
  } catch (error) {
    if (error instanceof EndlessSimulationError) return ENDLESS;
    throw error;
  }
}

const ENDLESS: SourceIssue = {
  code: "SW0822",
  severity: "error",
  pointer: "",
  message: "the simulation has no end in sight: a retryPolicy without a circuit makes too many attempts",
  hint: 'lower maxContiguousRetries, or leave out "circuit": false',
};
