import { canonical } from "./canonical.js";
import { holdsBelow, type Here, type Keyword, type Keywords } from "./run.js";
import { own } from "./values.js";

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
