import { type JsonObject, own } from "@sdkwright/runtime/config";
import type { Parameter, ParameterStyle, Part } from "./api.js";
import { shown } from "./notes.js";
import { holderOf, MAY_BE_ANYTHING, type PathItem } from "./read-contents.js";
import { childOf, listAt, objectAt, type Reading, textOf } from "./reading.js";

/** Names in `{}` of a path; the operators of RFC 6570 around one are no part of it. */
export function namesInPath(path: string): readonly string[] {
  const names = Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, inner = ""]) => inner);
  return [...new Set(names.flatMap((inner) => inner.replace(/^[+#./;?&]/, "").split(",")).map(withoutModifier))].filter(
    (name) => name !== "",
  );
}

function withoutModifier(name: string): string {
  return name.replace(/(?:\*|:\d+)$/, "");
}

/** A path with a value in each place that has a name, as its operator writes it. */
export function filledPath(path: string): string {
  return path.replaceAll(/\{([^{}]*)\}/g, (holder, inner: string) => {
    if (namesInPath(holder).length === 0) return holder;
    if (/^[?&#]/.test(inner)) return "";
    return inner.startsWith("/") ? "/x" : "x";
  });
}

/** Names behind a `?` or `#` of the path, where nothing fills them; not those that stand before it too. */
export function namesBehind(sign: "?" | "#", path: string): readonly string[] {
  const pathOnly = /^(?:\{[^{}]*\}|[^?#])*/.exec(path)?.[0] ?? "";
  const query = /^(?:\{[^{}]*\}|[^#])*/.exec(path)?.[0] ?? "";
  const before = new Set(namesInPath(sign === "?" ? pathOnly : query));
  const behind = sign === "?" ? query.slice(pathOnly.length) : path.slice(query.length);
  return namesInPath(behind).filter((name) => !before.has(name));
}

/** Of these the names that are in the path only where there is a value: `{?name}` (RFC 6570 §3.2.8). */
export function expandedNames(path: string): ReadonlySet<string> {
  const holders = path.match(/\{[^{}]*\}/g) ?? [];
  const named = holders.flatMap((holder) => namesInPath(holder).map((name) => [name, holder] as const));
  // Where a name stands twice the first one counts.
  const first = new Map(named.reverse());
  return new Set([...first].flatMap(([name, holder]) => (/^\{[?&]/.test(holder) ? [name] : [])));
}

const STYLES: { readonly [place in Parameter["in"]]: readonly ParameterStyle[] } = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
};

/** How a parameter is written, with OpenAPI's defaults filled in (OpenAPI 3.1.1 §4.8.12.2). */
function styleOf(
  name: string,
  place: Parameter["in"],
  { value, pointer }: Part<JsonObject>,
  { notes }: Reading,
): Pick<Parameter, "style" | "explode" | "allowReserved" | "delimiters"> {
  const [usual, ...others] = STYLES[place] as readonly [ParameterStyle, ...ParameterStyle[]];
  const written = own(value, "style");
  const style = [usual, ...others].find((each) => each === written) ?? usual;
  if (written !== undefined && written !== style) {
    const message = `${shown(name)} has a style that does not exist for a ${place}; it is written as ${usual}`;
    notes.note("SW1605", `${pointer}/style`, message);
  }
  const explode = own(value, "explode");
  return {
    style,
    explode: typeof explode === "boolean" ? explode : style === "form",
    allowReserved: own(value, "allowReserved") === true,
    delimiters: delimitersIn(value),
  };
}

/** The keyword that `add` writes for lists of Swagger 2.0 that no style of OpenAPI 3 joins: between their items, from the outermost on. */
export const DELIMITERS = "x-sdkwright-delimiters";

export function delimitersIn(part: JsonObject): string | undefined {
  const delimiters = own(part, DELIMITERS);
  return typeof delimiters === "string" && /^[, \t|]{1,9}$/.test(delimiters) ? delimiters : undefined;
}

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
  const left = "is left out: requests have no parameters in cookies";
  if (place === "cookie") notes.count("SW1606", pointer, `the cookie ${shown(name)} ${left}`);
  else
    notes.note("SW1605", pointer, `the parameter ${shown(name)} is not in the path, query or header, and is left out`);
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
    reading.notes.count("SW1606", part.pointer, `the header ${name} is left out: the client sets it itself`);
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
      ? `${shown(parameter.name)} is after # in the path, which is never sent`
      : `the path has no place for ${shown(parameter.name)}`;
    const message = `${why}: the parameter is left out`;
    notes.note("SW1607", parameter.pointer, message);
  }
  const declared = new Set(kept.flatMap((parameter) => (parameter.in === "path" ? [parameter.name] : [])));
  const missing = [...names].filter((name) => !declared.has(name));
  for (const name of missing) {
    notes.note("SW1607", pointer, `${shown(name)} of the path is not a declared parameter, so it takes any text`, {
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
