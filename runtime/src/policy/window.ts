/** How far back, and over how many attempts at most, the share of failures is taken. */
const WINDOW_TIME = 5000;
const WINDOW_SIZE = 100;

/** The attempts that succeeded or failed lately: at least the last {@link WINDOW_SIZE}. Nothing is copied for one more. */
export interface Window {
  readonly latest: Settled | undefined;
  /** A full list, from before that of `latest` was begun. */
  readonly before: Settled | undefined;
}

/** An attempt in a window, and through it those before. */
interface Settled {
  readonly at: number;
  readonly failed: boolean;
  readonly earlier: Settled | undefined;
  /** Of the list, itself included. */
  readonly length: number;
}

export const EMPTY_WINDOW: Window = { latest: undefined, before: undefined };

/** The window with one more attempt. */
export function remember({ latest, before }: Window, at: number, failed: boolean): Window {
  if (latest?.length === WINDOW_SIZE) return { latest: { at, failed, earlier: undefined, length: 1 }, before: latest };
  return { latest: { at, failed, earlier: latest, length: (latest?.length ?? 0) + 1 }, before };
}

/** Whether at least half of what was settled lately has failed. */
export function mostlyFailed({ latest, before }: Window, now: number): boolean {
  const [own, earlier] = [recent(latest, WINDOW_SIZE, now), recent(before, WINDOW_SIZE - (latest?.length ?? 0), now)];
  return (own.failed + earlier.failed) * 2 >= own.all + earlier.all;
}

/** How many of the first `limit` of a list are recent, and how many of those failed. */
function recent(
  list: Settled | undefined,
  limit: number,
  now: number,
): { readonly all: number; readonly failed: number } {
  let [all, failed] = [0, 0];
  for (let settled = list; settled !== undefined && all < limit; settled = settled.earlier) {
    if (settled.at <= now - WINDOW_TIME) break;
    all += 1;
    if (settled.failed) failed += 1;
  }
  return { all, failed };
}
