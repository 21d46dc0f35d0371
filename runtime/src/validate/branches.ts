import type { JsonObject } from "../config/client-config.js";
import { alsoHolds, type Here, type Keyword, type Keywords } from "./run.js";
import { own } from "./values.js";

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
