import { isJsonObject } from "../json-schema/schema-part.js";
import { own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { compatible, quoted, type Change, type PlaceIn } from "./change.js";
import { isEqual } from "./records.js";

/** The schema that is compared. */
export interface DescriptionSubject {
  readonly part: "input" | "result" | "error";
  readonly text: string;
  readonly place: PlaceIn;
}

/** Keywords that no type depends on, or not by what stands within them. */
const DESCRIBING = (
  "title description default examples readOnly writeOnly deprecated format pattern minLength maxLength minimum maximum " +
  "exclusiveMinimum exclusiveMaximum multipleOf uniqueItems minItems maxItems minProperties maxProperties " +
  "contentEncoding contentMediaType contentSchema $comment not if then else contains minContains maxContains " +
  "propertyNames dependencies dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties"
).split(" ");

/** Keywords with schemas within them: by name, in a list, or one. */
const NAMED = ["properties", "patternProperties", "$defs", "definitions"] as const;
const LISTED = ["allOf", "anyOf", "oneOf", "prefixItems", "items"] as const;
const SINGLE = ["items", "additionalItems", "additionalProperties"] as const;

/** Changes of texts and constraints, at the parts that are there before and after. */
export function compareDescriptions(
  subject: DescriptionSubject,
  base: JsonObject,
  next: JsonObject,
  way: readonly string[] = [],
): Change[] {
  if (isEqual(base, next)) return [];
  const isAlike = DESCRIBING.every((keyword) => isEqual(own(base, keyword), own(next, keyword)));
  const inner = partsInBoth(base, next).flatMap(({ path, from, to }) =>
    compareDescriptions(subject, from, to, [...way, ...path]),
  );
  return isAlike ? inner : [redescribed(subject, way), ...inner];
}

/** Whether two schemas differ by no more than {@link compareDescriptions} tells. */
export function isRedescribed(base: JsonObject, next: JsonObject): boolean {
  if (isEqual(base, next)) return true;
  const [before, after] = [partsOf(base), partsOf(next)];
  if (!isEqual([...before.keys()].sort(), [...after.keys()].sort()) || !isEqual(restOf(base), restOf(next)))
    return false;
  return partsInBoth(base, next).every(({ from, to }) => isRedescribed(from, to));
}

/** What neither describes nor has further schemas in it. */
function restOf(schema: JsonObject): object {
  const others = Object.entries(schema).filter(([keyword]) => !DESCRIBING.includes(keyword));
  return Object.fromEntries(others.map(([name, value]) => [name, isPart(name) ? namesWithout(value) : value]));
}

function isPart(keyword: string): boolean {
  return [...NAMED, ...LISTED, ...SINGLE].some((each) => each === keyword);
}

/** What of a keyword's value is no schema with keywords: `true`, and how many there are. */
function namesWithout(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map((each) => (isJsonObject(each) ? {} : each));
  if (!isJsonObject(value)) return value;
  return Object.entries(value).filter(([, part]) => !isJsonObject(part));
}

function redescribed({ part, text, place }: DescriptionSubject, way: readonly string[]): Change {
  const name = way.length === 0 ? `the ${part} of ${text}` : `${part} ${quoted(shown(way))} of ${text}`;
  return compatible(`${name} is described differently`, place(part, ...way));
}

/** A property by its name, items as `[]`, others by their keywords. */
function shown(way: readonly string[]): string {
  return way
    .join(".")
    .replaceAll(/(^|\.)properties\.(?=.)/g, "$1")
    .replaceAll(/(^|\.)items(?=\.|$)/g, "$1[]");
}

interface PartInBoth {
  readonly path: readonly string[];
  readonly from: JsonObject;
  readonly to: JsonObject;
}

function partsInBoth(base: JsonObject, next: JsonObject): readonly PartInBoth[] {
  const after = partsOf(next);
  return [...partsOf(base)].flatMap(([key, { path, schema: from }]) => {
    const to = after.get(key)?.schema;
    return to === undefined ? [] : [{ path, from, to }];
  });
}

/** The schemas within a schema, by where they stand. */
function partsOf(
  schema: JsonObject,
): ReadonlyMap<string, { readonly path: readonly string[]; readonly schema: JsonObject }> {
  const parts = [
    ...NAMED.flatMap((keyword) => entriesOf(keyword, own(schema, keyword))),
    ...LISTED.flatMap((keyword) => {
      const list = own(schema, keyword);
      return Array.isArray(list) ? list.map((part, index) => [[keyword, String(index)], part] as const) : [];
    }),
    ...SINGLE.map((keyword) => [[keyword], own(schema, keyword)] as const),
  ];
  return new Map(
    parts.flatMap(([path, part]) =>
      isJsonObject(part) ? [[JSON.stringify(path), { path, schema: part }] as const] : [],
    ),
  );
}

function entriesOf(keyword: string, value: JsonValue | undefined): (readonly [readonly string[], JsonValue])[] {
  return isJsonObject(value) ? Object.entries(value).map(([name, part]) => [[keyword, name], part] as const) : [];
}
