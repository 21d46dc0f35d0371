import type { JsonObject } from "../config/definition.js";
import { patternOf } from "./patterns.js";
import { alsoHolds, type Here, holdsBelow, type Keyword, type Keywords, LIMIT, type Run, spend, step } from "./run.js";

/** An object of JSON, or what may pass for one: instances have properties too. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The own property of a record. */
export function own(record: object, key: string): unknown {
  return Object.hasOwn(record, key) ? (record as { readonly [key: string]: unknown })[key] : undefined;
}

/** Own keys, enumerable or not; `undefined` is absent. */
function keysOf(value: { readonly [key: string]: unknown }): string[] {
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
function isOf(type: unknown, value: unknown): boolean | undefined {
  return typeof type === "string" && Object.hasOwn(TYPES, type) ? TYPES[type]?.(value) : undefined;
}

/** Whether a text has at least so many characters: code points, not the units of UTF-16. */
function isAsLongAs(text: string, least: number): boolean {
  if (text.length < least || text.length >= least * 2) return text.length >= least;
  let count = 0;
  for (const _ of text) count += 1;
  return count >= least;
}

/** In decimal digits, as both are written: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
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

/** A text that two values share if and only if they are the same JSON, whatever the order of their keys; it counts by its length. */
function canonical(run: Run, value: unknown, depth: number): string {
  step(run, depth);
  const text = textOf(run, value, depth);
  spend(run, sizeOf(text));
  if (run.steps < 0) throw LIMIT;
  return text;
}

function textOf(run: Run, value: unknown, depth: number): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(run, item, depth + 1)).join()}]`;
  if (!isObject(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const entries = keysOf(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(run, value[key], depth + 1)}`);
  return `{${entries.join()}}`;
}

/** Whether others are the same as a value; nearly all are scalars. */
function sameAs(run: Run, value: unknown, depth: number): (other: unknown) => boolean {
  if (typeof value !== "object") return (other) => other === value;
  let text: string | undefined;
  return (other) =>
    typeof other === "object" && canonical(run, other, depth) === (text ??= canonical(run, value, depth));
}

function ofArray(
  holds: (here: Here, items: readonly unknown[], argument: unknown, schema: object) => boolean,
): Keyword {
  return (here, argument, schema) => !Array.isArray(here.value) || holds(here, here.value, argument, schema);
}

/** Each item by the schema of its place; all are looked at, so that all is told. */
function tuple(here: Here, items: readonly unknown[], schemas: unknown): boolean {
  if (!Array.isArray(schemas)) return true;
  return items.slice(0, schemas.length).filter((item, at) => !holdsBelow(here, schemas[at], at, item)).length === 0;
}

function rest(here: Here, items: readonly unknown[], schema: unknown, from: number): boolean {
  let hold = true;
  for (let at = from; at < items.length; at += 1) hold = holdsBelow(here, schema, at, items[at]) && hold;
  return hold;
}

function lengthOf(schemas: unknown): number {
  return Array.isArray(schemas) ? schemas.length : 0;
}

/** How many items a schema holds for: surely, or perhaps. */
function contains(here: Here, items: readonly unknown[], schema: unknown, whole: object): boolean {
  const count = (isSure: boolean) =>
    items.filter((item, at) => holdsBelow({ ...here, isSure, isSilent: true }, schema, at, item)).length;
  const most = own(whole, "maxContains");
  return (
    count(here.isSure) >= Number(own(whole, "minContains") ?? 1) &&
    (typeof most !== "number" || count(!here.isSure) <= most)
  );
}

/** Keywords about arrays. */
export const ARRAYS: Keywords = {
  prefixItems: ofArray(tuple),
  items: ofArray((here, items, argument, schema) =>
    Array.isArray(argument)
      ? tuple(here, items, argument)
      : rest(here, items, argument, lengthOf(own(schema, "prefixItems"))),
  ),
  additionalItems: ofArray((here, items, argument, schema) => {
    const schemas = own(schema, "items");
    return !Array.isArray(schemas) || rest(here, items, argument, schemas.length);
  }),
  contains: ofArray(contains),
  minItems: ofArray((_, items, least) => !(items.length < Number(least))),
  maxItems: ofArray((_, items, most) => !(items.length > Number(most))),
  uniqueItems: ofArray(({ run, depth }, items, isAsked) => {
    return isAsked !== true || new Set(items.map((item) => canonical(run, item, depth))).size === items.length;
  }),
};

function listOf(schemas: unknown): readonly unknown[] {
  return Array.isArray(schemas) ? schemas : [];
}

/** What is tolerated may make two branches hold, so only what surely holds is counted. */
function oneOf(here: Here, schemas: unknown): boolean {
  const list = listOf(schemas);
  const isOne = list.some((schema) => alsoHolds(here, schema));
  return isOne && (!here.isSure || list.filter((schema) => alsoHolds(here, schema, false)).length === 1);
}

/** Where it is not sure which of both counts, either may hold. */
function conditional(here: Here, condition: unknown, schema: object): boolean {
  const [then, otherwise] = [own(schema, "then") ?? true, own(schema, "else") ?? true];
  if (alsoHolds(here, condition, true)) return here.run.holds(then, here);
  if (!alsoHolds(here, condition, false)) return here.run.holds(otherwise, here);
  const [one, other] = [alsoHolds(here, then), alsoHolds(here, otherwise)];
  return here.isSure ? one && other : one || other;
}

function referred(here: Here, schema: JsonObject): boolean {
  const part = here.run.find(schema);
  return part === undefined ? !here.isSure : here.run.holds(part, here);
}

/**
 * Schemas come back to themselves by references alone. Where each value is looked at once, there are no more steps than values
 * and schemas, however many ways lead there. What does not hold is looked at again where it is to be told.
 */
function remembered(here: Here, schema: JsonObject): boolean {
  const { run, value, isSure, isSilent } = here;
  const verdicts = run.verdicts[isSure ? 1 : 0];
  const known = verdicts.get(schema) ?? new Map<unknown, boolean>();
  verdicts.set(schema, known);
  const verdict = known.get(value);
  if (verdict !== undefined && (verdict || isSilent)) return verdict;
  const holds = referred(here, schema);
  known.set(value, holds);
  return holds;
}

/** What cannot be read holds for everything. */
const unread: Keyword = ({ isSure }) => !isSure;

/** Keywords that are made of other schemas for the same value. */
export const BRANCHES: Keywords = {
  $ref: (here, _, schema) => (typeof here.value === "object" ? remembered(here, schema) : referred(here, schema)),
  $dynamicRef: unread,
  $recursiveRef: unread,
  unevaluatedItems: unread,
  unevaluatedProperties: unread,
  allOf: (here, schemas) => listOf(schemas).filter((schema) => !here.run.holds(schema, here)).length === 0,
  anyOf: (here, schemas) => listOf(schemas).some((schema) => alsoHolds(here, schema)),
  oneOf,
  not: (here, schema) => !alsoHolds(here, schema, !here.isSure),
  if: conditional,
};

type Value = { readonly [key: string]: unknown };

function ofObject(holds: (here: Here, value: Value, argument: unknown, schema: object) => boolean): Keyword {
  return (here, argument, schema) => {
    if (!isObject(here.value)) return true;
    spend(here.run, sizeOf(here.value));
    return holds(here, here.value, argument, schema);
  };
}

function entriesIn(record: unknown): readonly (readonly [string, unknown])[] {
  return isObject(record) ? Object.entries(record) : [];
}

/** Whether all hold; every one is looked at, so that all is told. */
function all<T>(items: readonly T[], holds: (item: T) => boolean): boolean {
  return items.filter((item) => !holds(item)).length === 0;
}

/** Names that have to be there; what is told is told at each of them. */
function required({ run, place, isSilent }: Here, value: Value, names: unknown, keyword = "required"): boolean {
  return all(Array.isArray(names) ? names : [], (name: unknown) => {
    if (typeof name !== "string" || own(value, name) !== undefined) return true;
    if (!isSilent) run.tell({ outer: place, key: name, isNamed: true }, keyword, undefined);
    return false;
  });
}

function properties(here: Here, value: Value, schemas: unknown): boolean {
  return all(isObject(schemas) ? Object.keys(schemas) : [], (name) => {
    const property = own(value, name);
    return property === undefined || holdsBelow(here, own(schemas as Value, name), name, property, true);
  });
}

function matches(run: Run, source: string, key: string): boolean {
  step(run, 0);
  return patternOf(run, source)?.(key) === true;
}

function patternProperties(here: Here, value: Value, schemas: unknown): boolean {
  return all(entriesIn(schemas), ([source, schema]) =>
    all(
      keysOf(value).filter((key) => matches(here.run, source, key)),
      (key) => holdsBelow(here, schema, key, value[key]),
    ),
  );
}

/** `false` is not held against a value: what the schema does not know, a later version of the provider may. */
function additionalProperties(here: Here, value: Value, argument: unknown, schema: object): boolean {
  if (argument === true || (argument === false && !here.isSure)) return true;
  const [declared, patterns] = [own(schema, "properties"), entriesIn(own(schema, "patternProperties"))];
  const others = keysOf(value).filter(
    (key) =>
      !(isObject(declared) && Object.hasOwn(declared, key)) &&
      !patterns.some(([source]) => matches(here.run, source, key)),
  );
  return all(others, (key) => holdsBelow(here, argument, key, value[key]));
}

/** By name: names that have to be there too, or a schema that has to hold too. */
function dependent(keyword: string): Keyword {
  return ofObject((here, value, argument) =>
    all(entriesIn(argument), ([name, needed]) => {
      if (own(value, name) === undefined) return true;
      spend(here.run, sizeOf(needed));
      return Array.isArray(needed) ? required(here, value, needed, keyword) : here.run.holds(needed, here);
    }),
  );
}

/** Keywords about objects. */
export const OBJECTS: Keywords = {
  required: ofObject((here, value, names) => required(here, value, names)),
  properties: ofObject(properties),
  patternProperties: ofObject(patternProperties),
  additionalProperties: ofObject(additionalProperties),
  propertyNames: ofObject((here, value, schema) => all(keysOf(value), (key) => holdsBelow(here, schema, key, key))),
  minProperties: ofObject((_, value, least) => !(keysOf(value).length < Number(least))),
  maxProperties: ofObject((_, value, most) => !(keysOf(value).length > Number(most))),
  dependencies: dependent("dependencies"),
  dependentRequired: dependent("dependentRequired"),
  dependentSchemas: dependent("dependentSchemas"),
};

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function ofNumber(holds: (value: number, limit: number) => boolean): Keyword {
  return ({ value }, limit) => !isNumber(value) || !isNumber(limit) || holds(value, limit);
}

function ofText(holds: (text: string, limit: number) => boolean): Keyword {
  return ({ run, value }, limit) => {
    if (typeof value !== "string" || typeof limit !== "number") return true;
    spend(run, sizeOf(value));
    return holds(value, limit);
  };
}

/** Of numbers far apart the division is long. */
function multipleOf({ run, value }: Here, of: unknown): boolean {
  if (!isNumber(value) || !isNumber(of) || !value || !of) return true;
  const [digits = 0, others = 0] = [value, of].map((each) => Math.log10(Math.abs(each)));
  spend(run, 9 + Math.abs(digits - others));
  return isMultiple(value, of);
}

function pattern({ run, value, isSure }: Here, source: unknown): boolean {
  if (typeof value !== "string") return true;
  return (typeof source === "string" ? patternOf(run, source)?.(value) : undefined) ?? !isSure;
}

/** Keywords about a value without looking into it. */
export const SCALARS: Keywords = {
  type: ({ value, isSure }, types) =>
    (Array.isArray(types) ? types : [types]).some((type) => isOf(type, value) ?? !isSure),
  enum: ({ run, value, depth }, values) => !Array.isArray(values) || values.some(sameAs(run, value, depth)),
  const: ({ run, value, depth }, allowed) => sameAs(run, value, depth)(allowed),
  minimum: ofNumber((value, limit) => value >= limit),
  maximum: ofNumber((value, limit) => value <= limit),
  exclusiveMinimum: ofNumber((value, limit) => value > limit),
  exclusiveMaximum: ofNumber((value, limit) => value < limit),
  multipleOf,
  minLength: ofText(isAsLongAs),
  maxLength: ofText((text, limit) => !isAsLongAs(text, Math.floor(limit) + 1)),
  pattern,
};
