const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000 };

/** A quantity of the command line, or what is wrong with it. */
export type Quantity = number | { readonly mistake: string };

/** `80ms`, `5s`, `2m` as ms, from 1 ms to `most`. */
export function readTime(option: string, text: string, most: number): Quantity {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  const time = Number(number) * (UNITS[unit] ?? 0);
  if (time >= 1 && time <= most) return time;
  return { mistake: `--${option} takes a time such as 500ms, 30s or 2m, up to ${most / 1000} s` };
}

/** A number above 0. */
export function readCount(option: string, text: string, most: number): Quantity {
  const count = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (count > 0 && count <= most) return count;
  return { mistake: `--${option} takes a number above 0, up to ${most}` };
}

/** A whole number of 32 bits. */
export function readSeed(text: string): Quantity {
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  return seed < 2 ** 32 ? seed : { mistake: "--seed takes a whole number, from 0 to 4294967295" };
}
