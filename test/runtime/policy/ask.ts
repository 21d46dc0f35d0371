import type { Ask } from "#runtime/policy/permit.js";

/** What a request asks of a circuit, with what most tests are not about. */
export function asking(ask: Pick<Ask, "rules"> & Partial<Ask>): Ask {
  return { call: 1, hasNext: false, isLater: false, until: 0, atMost: 30_000, signals: [], isEvidence: true, ...ask };
}
