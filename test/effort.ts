/** `npm run test:long` sets this. */
export const isLong: boolean = process.env["SDKWRIGHT_LONG"] !== undefined;

/** How many random cases a test tries: all of them in `npm run test:long`, a fiftieth elsewhere, but `least`. */
export function runs(all: number, least = 20): number {
  return isLong ? all : Math.max(least, Math.ceil(all / 50));
}

/** The first seed of tests that draw their own; `SDKWRIGHT_SEED` chooses another. */
export const firstSeed: number = Number(process.env["SDKWRIGHT_SEED"] ?? 1);
