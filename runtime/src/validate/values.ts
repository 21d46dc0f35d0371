// A module that is shared with what an application loads at its start would be cut into a file of its own by bundlers.
// So nothing here, and in the other keywords, is imported from elsewhere.

/** An object of JSON, or what may pass for one: instances have properties too. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own property of a record. */
export function own(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? (record as { readonly [key: string]: unknown })[key] : undefined;
}

/** Own keys, enumerable or not; `undefined` is absent. */
export function keysOf(value: { readonly [key: string]: unknown }): string[] {
  return Object.getOwnPropertyNames(value).filter((key) => value[key] !== undefined);
}

/** What it costs to go through a value: by its entries, which take four times as long as items and characters. */
export function sizeOf(value: unknown): number {
  if (isObject(value)) return Object.keys(value).length;
  return typeof value === "string" || Array.isArray(value) ? value.length / 4 : 0;
}

const TYPES: { readonly [type: string]: (value: unknown) => boolean } = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: Number.isFinite,
  integer: Number.isInteger,
  null: (value) => value === null,
};

/** Whether a value has a type of JSON Schema; `1.0` is an integer. `undefined` where JSON has no such type. */
export function isOf(type: unknown, value: unknown): boolean | undefined {
  return typeof type === "string" && Object.hasOwn(TYPES, type) ? TYPES[type]?.(value) : undefined;
}

/** Whether a text has at least so many characters: code points, not the units of UTF-16. */
export function isAsLongAs(text: string, least: number): boolean {
  if (text.length < least || text.length >= least * 2) return text.length >= least;
  let count = 0;
  for (const _ of text) count += 1;
  return count >= least;
}

/** In decimal digits, as both are written: 0.3 is a multiple of 0.1. */
export function isMultiple(value: number, of: number): boolean {
  const [one, other] = [decimal(value), decimal(of)];
  const shared = Math.min(one.exponent, other.exponent);
  const divisor = scaled(other, shared);
  return divisor === 0n || scaled(one, shared) % divisor === 0n;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimal(value: number): Decimal {
  const [, whole = "0", fraction = "", exponent = "0"] = /^(-?\d+)\.?(\d*)e(.*)$/.exec(value.toExponential()) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}
