import { cannotRows } from "./cannot-rows.js";
import { failoverRows } from "./failover-rows.js";
import { hardRows } from "./hard-rows.js";
import type { Strategy } from "./load.js";
import { rows, type Finding, type Row, type Trial } from "./rows.js";

/** Rows whose figures are in BENCHMARKS.md: those that a short run can repeat. */
const shown = "model-1 model-4 model-5 model-6 model-7 model-8 model-11 model-12 model-15 model-16 h4 h8 h9";

const figureRows: readonly Row[] = [...rows, ...hardRows].filter(({ id }) => shown.split(" ").includes(id));

/** The parts of the page, and their rows. */
export const figureParts: { readonly [part: string]: readonly Row[] } = {
  failover: failoverRows,
  loads: figureRows,
  cannot: cannotRows,
};

/** One seed each, always the same. */
export function figure(row: Row, strategy: Strategy, seen?: Trial["seen"]): Promise<Finding> {
  return row.run({ strategy, firstSeed: 20_261, share: 0.01, isRandom: false, seen });
}
