/** A number stays with its unit where lines break. */
const SPACE = "\u00A0";

/** `0 s`, `250 ms`, `1.25 s`, `4 min 2 s`: as many digits as somebody reads. */
export function durationText(ms: number): string {
  if (ms === 0) return `0${SPACE}s`;
  if (Math.round(ms) < 1000) return `${String(Math.max(1, Math.round(ms)))}${SPACE}ms`;
  if (ms < 59_950) return `${String(Number((ms / 1000).toPrecision(3)))}${SPACE}s`;
  const seconds = Math.round(ms / 1000);
  const rest = seconds % 60;
  return `${String(Math.floor(seconds / 60))}${SPACE}min${rest === 0 ? "" : `${SPACE}${String(rest)}${SPACE}s`}`;
}
