import type { JsonObject } from "../config/client-config.js";
import { isPlainObject, own } from "../config/records.js";
import { isReferenceAlone } from "../config/schema-reference.js";
import type { SchemaProblem } from "../errors.js";
import { ARRAYS } from "./arrays.js";
import { BRANCHES } from "./branches.js";
import { OBJECTS } from "./objects.js";
import { pathOf, pointerTo } from "./place.js";
import { LIMIT, MAX_STEPS, step, type Here, type Keywords, type Rule, type Run } from "./run.js";
import { SCALARS } from "./scalars.js";

/** A JSON Schema (draft-07 or 2020-12) as parsed JSON. */
export type Schema = object | boolean;

/** One place at which a value is not what a schema says. */
export interface Problem extends SchemaProblem {
  /** Keys and indices that lead there; the keys are the value's own, and may be as secret as what they lead to. */
  readonly path: readonly (string | number)[];
}

/** The most that is told of one value. */
const MAX_PROBLEMS = 10;

/**
 * What of a value is not as a JSON Schema says, at most 10 problems; empty where all of it is. Properties that the schema
 * does not know are tolerated, and so `oneOf` reads as `anyOf`; `format` says nothing; what cannot be read holds for
 * everything. Own properties count, and one that is `undefined` is absent. A value that is too deep or too large to be
 * checked is a problem, with the keyword `limit` (rules §5.3).
 */
export function check(schema: Schema, value: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  const tell: Run["tell"] = (place, keyword, argument) => {
    problems.push({ pointer: pointerTo(place), keyword, message: messageOf(keyword, argument), path: pathOf(place) });
    if (problems.length >= MAX_PROBLEMS) throw LIMIT;
  };
  const run = startOf(schema, tell);
  try {
    holds(schema, { run, value, place: undefined, depth: 0, isSure: false, isSilent: false });
  } catch (thrown) {
    if (thrown !== LIMIT) throw thrown;
    if (problems.length < MAX_PROBLEMS) tell(undefined, "limit", undefined);
  }
  return problems;
}

function startOf(schema: Schema, tell: Run["tell"]): Run {
  const root = isPlainObject(schema) ? schema : {};
  const run: Run = {
    root,
    isAlone: isReferenceAlone(root),
    rules: new Map(),
    patterns: new Map(),
    steps: MAX_STEPS,
    told: 0,
    tell: (place, keyword, argument) => {
      run.told += 1;
      tell(place, keyword, argument);
    },
    holds,
  };
  return run;
}

const KEYWORDS: Keywords = { ...SCALARS, ...ARRAYS, ...OBJECTS, ...BRANCHES };

function holds(schema: unknown, { run, value, place, depth, isSure, isSilent }: Here): boolean {
  step(run, depth);
  if (schema === false && !isSilent) run.tell(place, "false", undefined);
  if (typeof schema === "boolean") return schema;
  if (!isPlainObject(schema)) return !isSure;
  // As OpenAPI 3.0 writes it; the profile's types have it too.
  if (value === null && own(schema, "nullable") === true) return true;
  const here = { run, value, place, depth: depth + 1, isSure, isSilent };
  let hold = true;
  for (const { name, keyword, argument } of rulesOf(run, schema)) {
    const { told } = run;
    if (keyword(here, argument, schema)) continue;
    if (isSilent) return false;
    hold = false;
    // Parts of the value, and schemas within this one, have told for themselves.
    if (run.told === told) run.tell(place, name, argument);
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
    const keyword = own(KEYWORDS, name);
    return keyword === undefined ? [] : { name, keyword, argument: schema[name] };
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
