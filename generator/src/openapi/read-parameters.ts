import { own, type JsonObject } from "@sdkwright/runtime/config";
import type { Parameter, ParameterStyle, Part } from "./api.js";
import { shown } from "./notes.js";
import { childOf, textOf } from "./part.js";
import { holderOf, type PathItem } from "./path-item.js";
import { namesBehind, namesInPath } from "./path-names.js";
import { MAY_BE_ANYTHING } from "./read-contents.js";
import { listAt, objectAt, type Reading } from "./reading.js";
import { styleOf } from "./style.js";

/** The parameters of an operation: those of its path too, where it has none of the same name (OpenAPI 3.1.1 §4.8.10). */
export function readParameters(
  path: string,
  item: PathItem,
  operation: Part<JsonObject>,
  reading: Reading,
): readonly Parameter[] {
  const holder = holderOf(item, "parameters");
  const found = new Map<string, Parameter>();
  for (const part of [holder, operation]) {
    const list = part === undefined ? [] : (listAt(part, "parameters", reading) ?? []);
    for (const parameter of distinct(
      list.flatMap((each) => parameterAt(each, reading) ?? []),
      reading,
    )) {
      found.set(keyOf(parameter), parameter);
    }
  }
  return withPathNames(path, [...found.values()], operation, reading);
}

/** Names of headers are alike in any case. */
function keyOf(parameter: Parameter): string {
  return `${parameter.in} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`;
}

function distinct(parameters: readonly Parameter[], { notes }: Reading): readonly Parameter[] {
  const seen = new Set<string>();
  return parameters.filter((parameter) => {
    const isFirst = !seen.has(keyOf(parameter));
    seen.add(keyOf(parameter));
    const message = `a second parameter ${shown(parameter.name)} is left out`;
    if (!isFirst) notes.note("SW1605", parameter.pointer, message);
    return isFirst;
  });
}

function parameterAt(written: Part, reading: Reading): Parameter | undefined {
  const part = objectAt(written, "this parameter", reading);
  if (part === undefined) return undefined;
  const name = textOf(part, "name");
  const place = textOf(part, "in");
  if (name === undefined || place === undefined || name === "") {
    reading.notes.note("SW1605", part.pointer, 'a parameter without "name" or "in" is left out');
    return undefined;
  }
  return isPlace(place) ? readParameter(name, place, part, reading) : otherPlace(name, place, part, reading);
}

function isPlace(place: string): place is Parameter["in"] {
  return place === "path" || place === "query" || place === "header";
}

function otherPlace(name: string, place: string, { pointer }: Part, { notes }: Reading): undefined {
  const left = "is left out: cookies are no parameters of requests";
  if (place === "cookie") notes.count("SW1606", pointer, `the cookie ${shown(name)} ${left}`);
  else
    notes.note("SW1605", pointer, `the parameter ${shown(name)} is in none of path, query and header, and is left out`);
}

/** Headers that say what the client takes and sends, and who it is (OpenAPI 3.1.1 §4.8.12). */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

function readParameter(
  name: string,
  place: Parameter["in"],
  part: Part<JsonObject>,
  reading: Reading,
): Parameter | undefined {
  if (place === "header" && NOT_PARAMETERS.has(name.toLowerCase())) {
    reading.notes.count("SW1606", part.pointer, `the header ${name} is left out: the client sets it by itself`);
    return undefined;
  }
  const content = contentOf(part, reading);
  return {
    in: place,
    name,
    pointer: part.pointer,
    isRequired: place === "path" || own(part.value, "required") === true,
    isDeprecated: own(part.value, "deprecated") === true,
    description: textOf(part, "description"),
    ...content,
    ...styleOf(name, place, part, reading),
  };
}

/** A schema, or content of one media type (OpenAPI 3.1.1 §4.8.12.3). */
function contentOf(part: Part<JsonObject>, reading: Reading): Pick<Parameter, "schema" | "contentType"> {
  const schema = childOf(part, "schema");
  const content = schema === undefined ? childOf(part, "content") : undefined;
  const entry = content && objectAt(content, '"content"', reading, MAY_BE_ANYTHING);
  const [contentType] = entry === undefined ? [] : Object.keys(entry.value);
  if (entry === undefined || contentType === undefined) return schemaOr(schema, part, reading);
  const media = childOf(entry, contentType);
  const object = media && objectAt(media, "this content", reading, MAY_BE_ANYTHING);
  return {
    contentType: contentType.toLowerCase(),
    ...(object && schemaOr(childOf(object, "schema"), object, reading)),
  };
}

function schemaOr(schema: Part | undefined, { pointer }: Part, { notes }: Reading): Pick<Parameter, "schema"> {
  if (schema === undefined) notes.note("SW1605", pointer, 'a parameter without "schema" may have any value');
  return { schema };
}

/** Every `{name}` of a path is a parameter of it, whether the document says so or not. */
function withPathNames(
  path: string,
  parameters: readonly Parameter[],
  { pointer }: Part,
  { notes }: Reading,
): readonly Parameter[] {
  const unsent = new Set(namesBehind("#", path));
  const names = new Set(namesInPath(path).filter((name) => !unsent.has(name)));
  const hasPlace = (parameter: Parameter) => parameter.in !== "path" || names.has(parameter.name);
  const kept = parameters.filter(hasPlace);
  for (const parameter of parameters) {
    if (hasPlace(parameter)) continue;
    const why = unsent.has(parameter.name)
      ? `${shown(parameter.name)} stands behind # in the path, which is never sent`
      : `the path has no place for ${shown(parameter.name)}`;
    const message = `${why}: the parameter is left out`;
    notes.note("SW1607", parameter.pointer, message);
  }
  const declared = new Set(kept.flatMap((parameter) => (parameter.in === "path" ? [parameter.name] : [])));
  const missing = [...names].filter((name) => !declared.has(name));
  for (const name of missing) {
    notes.note("SW1607", pointer, `${shown(name)} of the path is no declared parameter, and takes any text`, {
      target: "key",
    });
  }
  return [...missing.map((name) => undeclared(name, pointer)), ...kept];
}

function undeclared(name: string, pointer: string): Parameter {
  return {
    in: "path",
    name,
    pointer,
    isRequired: true,
    isDeprecated: false,
    schema: { value: { type: "string" }, pointer },
    style: "simple" satisfies ParameterStyle,
    explode: false,
    allowReserved: false,
  };
}
