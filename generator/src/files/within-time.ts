import type { Progress } from "./progress.js";

/** In ms. What people write takes seconds. */
const LONGEST_RUN = 30 * 60_000;

/** A run that takes longer than anything that people write; its message is the step that it would have begun. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** A run that would emit more than anybody compiles; its message says for whom. */
export class TooMuchEmitted extends Error {
  override readonly name = "TooMuchEmitted";
}

/** Whether a run that begins now has taken less than half an hour. */
export function timeFrom(now: () => number): () => boolean {
  const end = now() + LONGEST_RUN;
  return () => now() < end;
}

/** Ends a run, with {@link OutOfTime}, at the first step for which it has no time. */
export function withinTime(progress: Progress, hasTime: () => boolean): Progress {
  return {
    step: (text, ms) => {
      if (!hasTime()) throw new OutOfTime(text);
      progress.step(text, ms);
    },
    clear: () => progress.clear(),
  };
}
