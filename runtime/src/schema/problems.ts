import type { JsonObject } from "../config/definition.js";
import type { SchemaProblem } from "../errors/call-errors.js";
import { ARRAYS, BRANCHES, isObject, OBJECTS, own, SCALARS, sizeOf } from "./keywords.js";
import {
  type Here,
  type Keywords,
  LIMIT,
  MAX_STEPS,
  type References,
  type Rule,
  type Run,
  spend,
  step,
} from "./run.js";

/** The way to a value, from the end. */
export interface Place {
  readonly outer: Place | undefined;
  readonly key: string | number;
  /** Whether the schema names the key; others are data, and perhaps secret. */
  readonly isNamed: boolean;
}

/** Keys and indices from the beginning. */
function pathOf(place: Place | undefined): (string | number)[] {
  return wayTo(place).map(({ key }) => key);
}

/** JSON pointer (RFC 6901) in which a key that only the value has is `*`. */
function pointerTo(place: Place | undefined): string {
  return wayTo(place)
    .map(
      ({ key, isNamed }) =>
        `/${isNamed || typeof key === "number" ? String(key).replaceAll("~", "~0").replaceAll("/", "~1") : "*"}`,
    )
    .join("");
}

function wayTo(place: Place | undefined): readonly Place[] {
  const way: Place[] = [];
  for (let at = place; at !== undefined; at = at.outer) way.unshift(at);
  return way;
}

/** One place at which a value is not what a schema says. */
export interface Problem extends SchemaProblem {
  /** Keys and indices that lead there; the keys are the value's own, and may be as secret as what they lead to. */
  readonly path: readonly (string | number)[];
}

/** The most that is told of one value. */
const MAX_PROBLEMS = 10;

/** What of a value is not as a schema says (rules C21). */
export function problemsIn(schema: unknown, value: unknown, references: References): readonly Problem[] {
  const problems: Problem[] = [];
  const tell: Run["tell"] = (place, keyword, argument) => {
    problems.push({ pointer: pointerTo(place), keyword, message: messageOf(keyword, argument), path: pathOf(place) });
    if (problems.length >= MAX_PROBLEMS) throw LIMIT;
  };
  try {
    const run: Run = {
      ...references,
      rules: new Map(),
      patterns: new Map(),
      verdicts: [new Map(), new Map()],
      steps: MAX_STEPS,
      problems,
      tell,
      holds,
    };
    holds(schema, { run, value, place: undefined, depth: 0, isSure: false, isSilent: false });
  } catch (thrown) {
    if (thrown !== LIMIT) throw thrown;
    if (problems.length < MAX_PROBLEMS) tell(undefined, "limit", undefined);
  }
  return problems;
}

const KEYWORDS: Keywords = { ...SCALARS, ...ARRAYS, ...OBJECTS, ...BRANCHES };

function holds(schema: unknown, { run, value, place, depth, isSure, isSilent }: Here): boolean {
  step(run, depth);
  if (schema === false && !isSilent) run.tell(place, "false", undefined);
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return !isSure;
  // As OpenAPI 3.0 writes it; the profile's types have it too.
  if (value === null && own(schema, "nullable") === true) return true;
  const here = { run, value, place, depth: depth + 1, isSure, isSilent };
  let hold = true;
  for (const { name, keyword, argument, size } of rulesOf(run, schema as JsonObject)) {
    spend(run, size);
    const told = run.problems.length;
    if (keyword(here, argument, schema as JsonObject)) continue;
    if (isSilent) return false;
    hold = false;
    // Parts of the value, and schemas within this one, have told for themselves.
    if (run.problems.length === told) run.tell(place, name, argument);
  }
  return hold;
}

function rulesOf(run: Run, schema: JsonObject): readonly Rule[] {
  let rules = run.rules.get(schema);
  if (rules === undefined) run.rules.set(schema, (rules = readRules(run, schema)));
  return rules;
}

function readRules({ isAlone }: Run, schema: JsonObject): readonly Rule[] {
  const names = isAlone && typeof own(schema, "$ref") === "string" ? ["$ref"] : Object.keys(schema);
  return names.flatMap((name) => {
    const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined;
    return keyword === undefined ? [] : { name, keyword, argument: schema[name], size: sizeOf(schema[name]) };
  });
}

/** Says what the schema says, never what the value is. */
function messageOf(keyword: string, argument: unknown): string {
  switch (keyword) {
    case "type":
      return `is not of type ${(Array.isArray(argument) ? argument : [argument]).join(" or ")}`;
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
