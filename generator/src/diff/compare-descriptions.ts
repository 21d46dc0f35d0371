import { isJsonObject } from "../json-schema/schema-part.js";
import { own, type JsonObject } from "@sdkwright/runtime/config";
import { compatible, quoted, type Change, type PlaceIn } from "./change.js";
import { isEqual } from "./records.js";

/** The schema that is compared. */
export interface DescriptionSubject {
  readonly part: "input" | "result" | "error";
  readonly text: string;
  readonly place: PlaceIn;
}

/** Keywords that no type depends on. */
const DESCRIBING = (
  "title description default examples readOnly writeOnly deprecated format pattern minLength maxLength minimum maximum " +
  "exclusiveMinimum exclusiveMaximum multipleOf uniqueItems minItems maxItems minProperties maxProperties " +
  "contentEncoding contentMediaType $comment"
).split(" ");

/** Changes of texts and constraints, at the properties and items that are there before and after. */
export function compareDescriptions(
  subject: DescriptionSubject,
  base: JsonObject,
  next: JsonObject,
  way: readonly string[] = [],
): Change[] {
  if (isEqual(base, next)) return [];
  const isAlike = DESCRIBING.every((keyword) => isEqual(own(base, keyword), own(next, keyword)));
  const inner = parts(base).flatMap(([step, from]) => {
    const to = new Map(parts(next)).get(step);
    return to === undefined ? [] : compareDescriptions(subject, from, to, [...way, step]);
  });
  return isAlike ? inner : [redescribed(subject, way), ...inner];
}

function redescribed({ part, text, place }: DescriptionSubject, way: readonly string[]): Change {
  const name = way.length === 0 ? `the ${part} of ${text}` : `${part} ${quoted(way.join("."))} of ${text}`;
  const path = way.flatMap((step) => (step === "[]" ? ["items"] : ["properties", step]));
  return compatible(`${name} is described differently`, place(part, ...path));
}

/** Properties by name, and `[]` for the items of an array. */
function parts(schema: JsonObject): (readonly [string, JsonObject])[] {
  const [properties, items] = [own(schema, "properties"), own(schema, "items")];
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  return [...named, ["[]", items] as const].flatMap(([step, part]) =>
    isJsonObject(part) ? [[step, part] as const] : [],
  );
}
