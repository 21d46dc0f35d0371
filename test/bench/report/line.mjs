import { median } from "../measure/rounds.mjs";

/**
 * One line of the table: `ours` and `peer` are samples in `unit`. With a peer, `reach` and `aim` bound the ratio of the
 * medians; without one (a `yardstick` that is a number of its own) they bound our median. Without `reach` a line is
 * printed and not judged.
 */
export function ratioOf({ ours, peer }) {
  return peer === undefined ? undefined : median(ours) / median(peer);
}

function figureOf(line) {
  return ratioOf(line) ?? median(line.ours);
}

export function verdictOf(line) {
  if (line.reach === undefined) return "";
  const figure = figureOf(line);
  if (figure <= line.aim) return "aim";
  return figure <= line.reach ? "reach" : "short";
}

/** Timings vary with the machine: the gate is at twice the reach. What does not vary has exact budgets in `npm test`. */
export function failsGate(line) {
  return line.reach !== undefined && line.peer !== undefined && figureOf(line) > 2 * line.reach;
}
