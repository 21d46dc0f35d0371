/** A point in time for people, to align: `0.08 s`, `242.00 s`. */
export function clockText(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** A time for people: `0.08 s`, `3.2 s`, `242 s`. */
export function secondsText(ms: number): string {
  const seconds = ms / 1000;
  const digits = seconds < 1 ? 2 : seconds < 100 ? 1 : 0;
  return `${Number(seconds.toFixed(digits))} s`;
}
