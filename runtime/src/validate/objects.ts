import { patternOf } from "./patterns.js";
import { holdsBelow, spend, step, type Here, type Keyword, type Keywords, type Run } from "./run.js";
import { isObject, keysOf, own, sizeOf } from "./values.js";

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
  return patternOf(run, source)?.test(key) === true;
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
