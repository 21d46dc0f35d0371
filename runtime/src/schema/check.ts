import type { JsonObject } from "../config/definition.js";
import { own } from "../config/options.js";
import { toPointer } from "../config/pointers.js";
import type { SchemaProblem } from "../errors/call-errors.js";
import { type Budget, LIMIT, MAX_STEPS, step } from "./budget.js";
import { patternTest, type Test } from "./patterns.js";

/** One place at which a value is not what a schema says. */
export interface Problem extends SchemaProblem {
  /** Keys and indices that lead there; the keys are the value's own, and may be as secret as what they lead to. */
  readonly path: readonly (string | number)[];
}

/** How references are followed. */
export interface References {
  /** The target of a schema's `$ref`; `undefined` if there is none. */
  readonly find: (from: JsonObject) => unknown;
  /** Nothing counts beside a `$ref`. */
  readonly isAlone: boolean;
}

const MAX_PROBLEMS = 10;

/** Finds the problems of a value (rules C21). */
export function problemsIn(schema: unknown, value: unknown, references: References): readonly Problem[] {
  const problems: Problem[] = [];
  const report: Run["report"] = (place, keyword, argument) => {
    problems.push(problemAt(place, keyword, argument));
    if (problems.length >= MAX_PROBLEMS) throw LIMIT;
  };
  const [rules, patterns, steps] = [new Map(), new Map(), MAX_STEPS];
  const run: Run = { ...references, rules, patterns, verdicts: [new Map(), new Map()], steps, problems, report };
  try {
    holds(schema, { run, value, place: undefined, depth: 0, isStrict: false, isSilent: false });
  } catch (thrown) {
    if (thrown !== LIMIT) throw thrown;
    if (problems.length < MAX_PROBLEMS) problems.push(problemAt(undefined, "limit", undefined));
  }
  return problems;
}

/** The state of one check. */
interface Run extends References, Budget {
  /** Schemas that were read. */
  readonly rules: Map<JsonObject, readonly Rule[]>;
  /** Patterns that were read; `undefined` for those that cannot be. */
  readonly patterns: Map<string, Test | undefined>;
  /** The values for which references hold, by the schema with the `$ref`: if in doubt yes, and if in doubt no. */
  readonly verdicts: readonly [Verdicts, Verdicts];
  readonly problems: readonly Problem[];
  readonly report: (place: Place | undefined, keyword: string, argument: unknown) => void;
}

type Verdicts = Map<JsonObject, Map<unknown, boolean>>;

/** A value at a place. */
interface Here {
  readonly run: Run;
  readonly value: unknown;
  readonly place: Place | undefined;
  readonly depth: number;
  /** In doubt nothing holds, and unknown properties are not tolerated: below a `not`, tolerance would refuse a value. */
  readonly isStrict: boolean;
  /** No problem is reported, because other branches may hold. */
  readonly isSilent: boolean;
}

/** The last key on the way to a value. */
interface Place {
  readonly outer: Place | undefined;
  readonly key: string | number;
  /** The schema names the key; others are data, and perhaps secret. */
  readonly isNamed: boolean;
}

/** Tells if a keyword holds. Its argument may be anything. */
type Keyword = (here: Here, argument: unknown, schema: JsonObject) => boolean;

/** A keyword of a schema. */
interface Rule {
  readonly name: string;
  readonly keyword: Keyword;
  readonly argument: unknown;
  readonly size: number;
}

function holds(schema: unknown, { run, value, place, depth, isStrict, isSilent }: Here): boolean {
  step(run, depth, sizeOf(value));
  if (schema === false && !isSilent) run.report(place, "false", undefined);
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return !isStrict;
  // As OpenAPI 3.0 writes it; the profile's types have it too.
  if (value === null && own(schema, "nullable") === true) return true;
  const here = { run, value, place, depth: depth + 1, isStrict, isSilent };
  let isValid = true;
  for (const { name, keyword, argument, size } of rulesOf(run, schema as JsonObject)) {
    step(run, depth, size);
    const count = run.problems.length;
    if (keyword(here, argument, schema as JsonObject)) continue;
    if (isSilent) return false;
    isValid = false;
    // Parts of the value, and schemas within this one, report for themselves.
    if (run.problems.length === count) run.report(place, name, argument);
  }
  return isValid;
}

function rulesOf({ rules, isAlone }: Run, schema: JsonObject): readonly Rule[] {
  const known = rules.get(schema);
  if (known !== undefined) return known;
  const names = isAlone && typeof own(schema, "$ref") === "string" ? ["$ref"] : Object.keys(schema);
  const read = names.flatMap((name) => {
    const keyword = own(KEYWORDS, name);
    return keyword === undefined ? [] : { name, keyword, argument: schema[name], size: sizeOf(schema[name]) };
  });
  rules.set(schema, read);
  return read;
}

/** Tells if a schema holds for the same value, without a report. */
function alsoHolds(here: Here, schema: unknown, isStrict: boolean = here.isStrict): boolean {
  return holds(schema, { ...here, isStrict, isSilent: true });
}

/** Tells if a schema holds for a part of the value. `isNamed`: the schema names its key. */
function partHolds(
  { run, place: outer, depth, isStrict, isSilent }: Here,
  schema: unknown,
  key: string | number,
  value: unknown,
  isNamed = false,
): boolean {
  return holds(schema, { run, value, place: { outer, key, isNamed }, depth, isStrict, isSilent });
}

function problemAt(place: Place | undefined, keyword: string, argument: unknown): Problem {
  const way: Place[] = [];
  for (let at = place; at !== undefined; at = at.outer) way.unshift(at);
  const pointer = toPointer(...way.map(({ key, isNamed }) => (isNamed || typeof key === "number" ? key : "*")));
  return { pointer, keyword, message: messageOf(keyword, argument), path: way.map(({ key }) => key) };
}

/** Says what the schema says, never what the value is. */
function messageOf(keyword: string, argument: unknown): string {
  switch (keyword) {
    case "type":
      return `is not of type ${[argument].flat().join(" or ")}`;
    case "required":
    case "dependencies":
    case "dependentRequired":
      return "is missing";
    case "false":
      return "is not allowed";
    case "limit":
      return "is nested too deeply, or too large, to be checked";
    default:
      return `does not satisfy ${keyword}${typeof argument === "number" ? ` ${argument}` : ""}`;
  }
}

type Entries = { readonly [key: string]: unknown };

/** An object of JSON, or what may pass for one: instances have properties too. */
function isObject(value: unknown): value is Entries {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Own keys, enumerable or not; a property that is `undefined` is absent. */
function keysOf(value: Entries): string[] {
  return Object.getOwnPropertyNames(value).filter((key) => value[key] !== undefined);
}

/** The cost of going through a value: an entry takes four times as long as an item or a character. */
function sizeOf(value: unknown): number {
  if (isObject(value)) return Object.keys(value).length;
  return typeof value === "string" || Array.isArray(value) ? value.length / 4 : 0;
}

function listOf(argument: unknown): readonly unknown[] {
  return Array.isArray(argument) ? argument : [];
}

function entriesOf(argument: unknown): readonly (readonly [string, unknown])[] {
  return isObject(argument) ? Object.entries(argument) : [];
}

/** Looks at every item, so that all problems are reported. */
function all<T>(items: readonly T[], isValid: (item: T) => boolean): boolean {
  return items.filter((item) => !isValid(item)).length === 0;
}

/** A text that two values share if and only if they are the same JSON, whatever the order of their keys. */
function canonical(run: Run, value: unknown, depth: number): string {
  step(run, depth);
  const within = (part: unknown): string => canonical(run, part, depth + 1);
  const entryOf = (key: string): string => `${JSON.stringify(key)}:${within((value as Entries)[key])}`;
  let text: string;
  if (Array.isArray(value)) text = `[${value.map(within).join()}]`;
  else if (isObject(value)) text = `{${keysOf(value).sort().map(entryOf).join()}}`;
  else text = typeof value === "string" ? JSON.stringify(value) : String(value);
  step(run, depth, sizeOf(text));
  return text;
}

/** Compares others with the value; nearly all are scalars. */
function sameAs({ run, value, depth }: Here): (other: unknown) => boolean {
  if (typeof value !== "object") return (other) => other === value;
  let text: string | undefined;
  return (other) =>
    typeof other === "object" && canonical(run, other, depth) === (text ??= canonical(run, value, depth));
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

function ofNumber(isValid: (value: number, limit: number) => boolean): Keyword {
  return ({ value }, limit) => !Number.isFinite(value) || !Number.isFinite(limit) || isValid(value as number, limit as number); // prettier-ignore
}

function ofText(isValid: (text: string, limit: number) => boolean): Keyword {
  return ({ value }, limit) => typeof value !== "string" || typeof limit !== "number" || isValid(value, limit);
}

/** Counts code points, not the units of UTF-16. */
function isAsLongAs(text: string, least: number): boolean {
  if (text.length < least || text.length >= least * 2) return text.length >= least;
  return Array.from(text).length >= least;
}

/** As precise as both are: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  const error = 2 * Number.EPSILON * Math.abs(quotient);
  return of === 0 || !(Math.abs(quotient - Math.round(quotient)) > error);
}

/** Keywords about a value as a whole. */
const SCALARS: { readonly [keyword: string]: Keyword } = {
  type: ({ value, isStrict }, types) =>
    [types].flat().some((type) => (typeof type === "string" ? own(TYPES, type)?.(value) : undefined) ?? !isStrict),
  enum: (here, values) => !Array.isArray(values) || values.some(sameAs(here)),
  const: (here, allowed) => sameAs(here)(allowed),
  minimum: ofNumber((value, limit) => value >= limit),
  maximum: ofNumber((value, limit) => value <= limit),
  exclusiveMinimum: ofNumber((value, limit) => value > limit),
  exclusiveMaximum: ofNumber((value, limit) => value < limit),
  multipleOf: ofNumber(isMultiple),
  minLength: ofText(isAsLongAs),
  maxLength: ofText((text, limit) => !isAsLongAs(text, Math.floor(limit) + 1)),
  pattern: ({ run, value, isStrict }, source) =>
    typeof value !== "string" || (patternOf(run, source)?.(value) ?? !isStrict),
};

function patternOf(run: Run, source: unknown): Test | undefined {
  if (typeof source !== "string") return undefined;
  if (!run.patterns.has(source)) run.patterns.set(source, patternTest(source, run));
  return run.patterns.get(source);
}

function ofArray(
  isValid: (here: Here, items: readonly unknown[], argument: unknown, schema: JsonObject) => boolean,
): Keyword {
  return (here, argument, schema) => !Array.isArray(here.value) || isValid(here, here.value, argument, schema);
}

/** All items from an index on; those beyond a list of schemas are anything. */
function itemsHold(here: Here, items: readonly unknown[], schemas: unknown, from = 0): boolean {
  const isList = Array.isArray(schemas);
  const end = isList ? Math.min(items.length, schemas.length) : items.length;
  let hold = true;
  for (let at = from; at < end; at += 1) hold = partHolds(here, isList ? schemas[at] : schemas, at, items[at]) && hold;
  return hold;
}

function contains(here: Here, items: readonly unknown[], schema: unknown, whole: JsonObject): boolean {
  const count = (isStrict: boolean): number =>
    items.filter((item, at) => partHolds({ ...here, isStrict, isSilent: true }, schema, at, item)).length;
  const { minContains = 1, maxContains } = whole;
  const isEnough = count(here.isStrict) >= Number(minContains);
  return isEnough && (typeof maxContains !== "number" || count(!here.isStrict) <= maxContains);
}

const ARRAYS: typeof SCALARS = {
  prefixItems: ofArray((here, items, schemas) => itemsHold(here, items, listOf(schemas))),
  items: ofArray((here, items, schemas, whole) =>
    itemsHold(here, items, schemas, Array.isArray(schemas) ? 0 : listOf(own(whole, "prefixItems")).length),
  ),
  additionalItems: ofArray((here, items, schema, whole) => {
    const first = own(whole, "items");
    return !Array.isArray(first) || itemsHold(here, items, schema, first.length);
  }),
  contains: ofArray(contains),
  minItems: ofArray((_, items, least) => !(items.length < Number(least))),
  maxItems: ofArray((_, items, most) => !(items.length > Number(most))),
  uniqueItems: ofArray(({ run, depth }, items, isAsked) => {
    return isAsked !== true || new Set(items.map((item) => canonical(run, item, depth))).size === items.length;
  }),
};

function ofObject(isValid: (here: Here, value: Entries, argument: unknown, schema: JsonObject) => boolean): Keyword {
  return (here, argument, schema) => !isObject(here.value) || isValid(here, here.value, argument, schema);
}

/** Reports each name that is missing at its place. */
function required({ run, place, isSilent }: Here, value: Entries, names: unknown, keyword = "required"): boolean {
  return all(listOf(names), (name) => {
    if (typeof name !== "string" || own(value, name) !== undefined) return true;
    if (!isSilent) run.report({ outer: place, key: name, isNamed: true }, keyword, undefined);
    return false;
  });
}

function properties(here: Here, value: Entries, schemas: unknown): boolean {
  return all(entriesOf(schemas), ([name, schema]) => {
    const property = own(value, name);
    return property === undefined || partHolds(here, schema, name, property, true);
  });
}

function matches(run: Run, source: string, key: string): boolean {
  step(run, 0);
  return patternOf(run, source)?.(key) === true;
}

function patternProperties(here: Here, value: Entries, schemas: unknown): boolean {
  return all(entriesOf(schemas), ([source, schema]) =>
    all(
      keysOf(value).filter((key) => matches(here.run, source, key)),
      (key) => partHolds(here, schema, key, value[key]),
    ),
  );
}

/** Tolerates properties that the schema does not know, because a later version of the provider may. */
function additionalProperties(here: Here, value: Entries, argument: unknown, whole: JsonObject): boolean {
  if (argument === true || (argument === false && !here.isStrict)) return true;
  const declared = own(whole, "properties");
  const patterns = entriesOf(own(whole, "patternProperties"));
  const others = keysOf(value).filter(
    (key) =>
      !(isObject(declared) && Object.hasOwn(declared, key)) &&
      !patterns.some(([source]) => matches(here.run, source, key)),
  );
  return all(others, (key) => partHolds(here, argument, key, value[key]));
}

/** By a name that is there: names that have to be there too, or a schema that has to hold too. */
function dependent(keyword: string): Keyword {
  return ofObject((here, value, argument) =>
    all(entriesOf(argument), ([name, needed]) => {
      if (own(value, name) === undefined) return true;
      return Array.isArray(needed) ? required(here, value, needed, keyword) : holds(needed, here);
    }),
  );
}

const OBJECTS: typeof SCALARS = {
  required: ofObject((here, value, names) => required(here, value, names)),
  properties: ofObject(properties),
  patternProperties: ofObject(patternProperties),
  additionalProperties: ofObject(additionalProperties),
  propertyNames: ofObject((here, value, schema) => all(keysOf(value), (key) => partHolds(here, schema, key, key))),
  minProperties: ofObject((_, value, least) => !(keysOf(value).length < Number(least))),
  maxProperties: ofObject((_, value, most) => !(keysOf(value).length > Number(most))),
  dependencies: dependent("dependencies"),
  dependentRequired: dependent("dependentRequired"),
  dependentSchemas: dependent("dependentSchemas"),
};

/** Counts branches only if nothing is tolerated: tolerance may make two of them hold. */
function oneOf(here: Here, schemas: unknown): boolean {
  const holding = listOf(schemas).filter((schema) => alsoHolds(here, schema));
  if (!here.isStrict) return holding.length > 0;
  return holding.length > 0 && listOf(schemas).filter((schema) => alsoHolds(here, schema, false)).length === 1;
}

/** In doubt about the condition, either of both schemas may count. */
function conditional(here: Here, condition: unknown, whole: JsonObject): boolean {
  const { then = true, else: otherwise = true } = whole;
  if (alsoHolds(here, condition, true)) return holds(then, here);
  if (!alsoHolds(here, condition, false)) return holds(otherwise, here);
  const [one, other] = [alsoHolds(here, then), alsoHolds(here, otherwise)];
  return here.isStrict ? one && other : one || other;
}

/**
 * Remembers for which objects and lists a reference holds: schemas come back to themselves by references alone, so the work
 * grows with the value and not with the ways to it. A reference that does not hold is followed again for a report.
 */
function remembered(here: Here, schema: JsonObject): boolean {
  const { run, value, isStrict, isSilent } = here;
  const target = run.find(schema);
  if (target === undefined) return !isStrict;
  if (typeof value !== "object") return holds(target, here);
  const verdicts = run.verdicts[isStrict ? 1 : 0];
  const known = verdicts.get(schema) ?? new Map<unknown, boolean>();
  verdicts.set(schema, known);
  const verdict = known.get(value);
  if (verdict !== undefined && (verdict || isSilent)) return verdict;
  const isValid = holds(target, here);
  known.set(value, isValid);
  return isValid;
}

const unread: Keyword = ({ isStrict }) => !isStrict;

/** Keywords with other schemas for the same value. */
const BRANCHES: typeof SCALARS = {
  $ref: (here, _, schema) => remembered(here, schema),
  $dynamicRef: unread,
  $recursiveRef: unread,
  unevaluatedItems: unread,
  unevaluatedProperties: unread,
  allOf: (here, schemas) => all(listOf(schemas), (schema) => holds(schema, here)),
  anyOf: (here, schemas) => listOf(schemas).some((schema) => alsoHolds(here, schema)),
  oneOf,
  not: (here, schema) => !alsoHolds(here, schema, !here.isStrict),
  if: conditional,
};

/** All keywords that are read. */
export const KEYWORDS: typeof SCALARS = { ...SCALARS, ...ARRAYS, ...OBJECTS, ...BRANCHES };
