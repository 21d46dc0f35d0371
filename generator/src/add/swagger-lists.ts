import { isPlainObject, own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";

type Mutable = { [key: string]: JsonValue };

/** Converting keeps extensions, and knows nothing of how lists of form fields are written. */
const MARK = "x-sdkwright-list";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

const STYLES: { readonly [format: string]: string } = { csv: "form", ssv: "spaceDelimited", pipes: "pipeDelimited" };

/** Fields of a form as they are to be converted, the media types that they go by, and what cannot be said of them. */
export interface FormFields {
  readonly fields: readonly JsonObject[];
  readonly consumes: readonly JsonValue[];
  /** Of a field, by its place among them. */
  readonly problems: ReadonlyMap<number, string>;
}

/** OpenAPI 3.0 has styles for lists in a form and none for those in parts, and sends files in parts alone. */
export function formFields(fields: readonly JsonObject[], consumes: readonly JsonValue[]): FormFields {
  const isFile = (field: JsonObject): boolean => own(field, "type") === "file";
  const isForm = !fields.some(isFile) && (consumes.includes(FORM) || !consumes.includes(MULTIPART));
  const isJoined = fields.some((field) => isList(field) && formatOf(field) !== "multi");
  const type = isForm && isJoined ? FORM : fields.some(isFile) ? MULTIPART : undefined;
  const problems = new Map<number, string>();
  fields.forEach((field, index) => {
    const problem = fieldProblem(field, isForm, consumes);
    if (problem !== undefined) problems.set(index, problem);
  });
  const marked = fields.map((field) => (isForm && isList(field) ? { ...field, [MARK]: formatOf(field) } : field));
  return { fields: marked, consumes: type === undefined ? consumes : [type], problems };
}

function fieldProblem(field: JsonObject, isForm: boolean, consumes: readonly JsonValue[]): string | undefined {
  if (own(field, "type") === "file" && !consumes.includes(MULTIPART)) return `is sent as ${MULTIPART}: it is a file`;
  if (!isList(field)) return undefined;
  const format = formatOf(field);
  if (isNested(field)) return NESTED;
  if (format === "multi" || (isForm && Object.hasOwn(STYLES, format))) return undefined;
  return `${listOf(format)} is sent as one ${isForm ? "field" : "part"} for each value`;
}

/** What OpenAPI 3 has no words for, of a parameter that is none of a body; it is written with commas then. */
export function listProblem(parameter: JsonObject): string | undefined {
  if (!isList(parameter)) return undefined;
  if (isNested(parameter)) return NESTED;
  const [format, place] = [formatOf(parameter), own(parameter, "in")];
  const isKnown = format === "csv" || format === "multi" || (place === "query" && Object.hasOwn(STYLES, format));
  return isKnown ? undefined : `${listOf(format)} is sent with commas`;
}

const NESTED = "is a list of lists, whose inner ones are not sent as the document says";

function listOf(format: string): string {
  const between: { readonly [format: string]: string } = { csv: "commas", ssv: "spaces", pipes: "bars", tsv: "tabs" };
  return `is a list with ${own(between, format) ?? "an unknown sign"} between its values, which`;
}

function isList(parameter: JsonObject): boolean {
  return own(parameter, "type") === "array";
}

function isNested(parameter: JsonObject): boolean {
  const items = own(parameter, "items");
  return isPlainObject(items) && own(items, "type") === "array";
}

function formatOf(parameter: JsonObject): string {
  const format = own(parameter, "collectionFormat");
  return typeof format === "string" ? format : "csv";
}

/** Of bodies that were converted: the style of each field that is marked. */
export function writeEncodings(root: JsonObject): void {
  for (const body of bodiesIn(root)) {
    for (const media of recordsIn(own(body, "content"))) {
      const schema = own(media, "schema");
      const properties = isPlainObject(schema) ? own(schema, "properties") : undefined;
      const encoding: Mutable = {};
      for (const [name, property] of Object.entries(isPlainObject(properties) ? properties : {})) {
        const style = styleOf(property);
        if (style !== undefined) encoding[name] = { style, explode: false };
      }
      if (Object.keys(encoding).length > 0) media["encoding"] = encoding;
    }
  }
}

/** Takes the mark away. */
function styleOf(property: JsonValue): string | undefined {
  if (!isPlainObject(property)) return undefined;
  const marked: Mutable = property;
  const format = own(marked, MARK);
  delete marked[MARK];
  return typeof format === "string" ? own(STYLES, format) : undefined;
}

function bodiesIn(root: JsonObject): readonly Mutable[] {
  const components = own(root, "components");
  const shared = isPlainObject(components) ? recordsIn(own(components, "requestBodies")) : [];
  const operations = recordsIn(own(root, "paths")).flatMap((item) => recordsIn(item));
  return [...shared, ...operations.flatMap((operation) => recordsIn([own(operation, "requestBody") ?? null]))];
}

function recordsIn(holder: JsonValue | undefined): readonly Mutable[] {
  if (typeof holder !== "object" || holder === null) return [];
  return Object.values(holder).filter((each): each is Mutable => isPlainObject(each));
}
