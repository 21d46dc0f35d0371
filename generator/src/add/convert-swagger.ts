import {
  isPlainObject,
  type Issue,
  type JsonObject,
  type JsonValue,
  own,
  pointerSegments,
  toPointer,
  valueAt,
} from "@sdkwright/runtime/config";
import { MAX_BYTES } from "../io/read-file.js";
import { shown } from "../openapi/notes.js";
import { DELIMITERS } from "../openapi/read-parameters.js";
import { targetOf } from "./bundle.js";
import { unreadable } from "./read-target.js";
import { type Refusal, remark } from "./request.js";

type Mutable = { [key: string]: JsonValue };

/** Converting keeps extensions, and knows nothing of how lists of form fields are written, nor that any field demands a form. */
const MARK = "x-sdkwright-list";
const DEMANDED = "x-sdkwright-demanded";
const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";
const STYLES: { readonly [format: string]: string } = { csv: "form", ssv: "spaceDelimited", pipes: "pipeDelimited" };
const SIGNS: { readonly [format: string]: string } = { csv: ",", ssv: " ", tsv: "\t", pipes: "|" };
const METHODS: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);
const CANNOT = "this Swagger 2.0 document cannot be converted";

/** Loaded for Swagger 2.0 only. YAML may have made a number of its version, which the library wants as text. */
export async function convertSwagger(
  written: JsonObject,
): Promise<{ readonly root: JsonObject; readonly issues: readonly Issue[] } | Refusal> {
  const ready: Mutable = structuredClone(written);
  const notes = new Map<string, Issue>();
  for (const [path, item] of entriesIn(own(ready, "paths"))) preparePath(ready, path, item, notes);
  if (convertedSize(ready) > MAX_BYTES) {
    const why = "each answer and each body is repeated for each of its media types";
    const hint = 'list fewer media types in "produces" and "consumes"';
    return unreadable(`this Swagger 2.0 document is too large to be converted: ${why}`, hint);
  }
  // The library looks for variables in what these two make, and for long texts that takes their square.
  const isLong = (key: string) => JSON.stringify(own(ready, key) ?? "").length > 8000;
  if (["host", "basePath"].some(isLong)) return unreadable(`${CANNOT}: "host" or "basePath" is too long`);
  const { convertObj } = await import("./swagger-converter.js");
  try {
    const document = { ...ready, swagger: "2.0" };
    const { openapi } = await convertObj(document, { patch: true, warnOnly: true, anchors: true, text: " " });
    const root = openapi as JsonObject;
    for (const body of bodiesIn(root)) writeEncodings(body);
    for (const operation of operationsIn(root)) demandBody(operation, root);
    for (const [answer, isError] of answersIn(root)) writeContents(answer, isError, root);
    return { root, issues: [...notes.values(), ...warningsIn(root)] };
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Converting takes bodies and form fields of a path only to operations that have parameters of their own, and names of
 * components as they are written in a `$ref`; it drops what it does not find. Here they are put where it finds them.
 */
function preparePath(root: Mutable, path: string, item: Mutable, notes: Map<string, Issue>): void {
  const note = (message: string, ...place: string[]): void => {
    if (!notes.has(message)) notes.set(message, remark("SW0705", toPointer("paths", path, ...place), message));
  };
  const entriesOf = (holder: Mutable, ...place: string[]): readonly Entry[] =>
    ([own(holder, "parameters") ?? []].flat() as readonly JsonValue[]).filter(isPlainObject).flatMap((written) => {
      const found = entryOf(root, written);
      const reference = own(written, "$ref");
      if (found === undefined && typeof reference === "string")
        note(`a parameter is left out: ${shown(reference)} leads to nothing`, ...place);
      return found ?? [];
    });
  const shared = entriesOf(item).map(delimited);
  if (Object.hasOwn(item, "parameters")) item["parameters"] = othersIn(shared);
  for (const [method, operation] of entriesIn(item)) {
    if (!METHODS.has(method)) continue;
    const responses = own(operation, "responses");
    for (const [status, response] of entriesIn(responses))
      Object.assign(responses ?? {}, { [status]: entryOf(root, response)?.entry ?? response });
    const declared = entriesOf(operation, method).map(delimited);
    // One body, or fields of a form; what an operation has goes before what its path has.
    const found = new Map<string, JsonObject>();
    for (const { target } of [...shared, ...declared].filter(isOfBody))
      found.set(own(target, "in") === "body" ? "body" : `field ${nameOf(target)}`, target);
    const place = own([...declared, ...shared].find(isOfBody)?.target, "in");
    const kept = [...found.values()].filter((each) => own(each, "in") === place);
    for (const each of found.values())
      if (!kept.includes(each))
        note(`${nameOf(each)} is left out: an operation has either one body or form fields`, method);
    const fields = place === "formData" ? formFields(kept, operation, root) : kept;
    if (place === "formData" && kept.some((field) => own(field, "required") === true)) operation[DEMANDED] = true;
    const parameters = [...othersIn(declared), ...fields];
    if (parameters.length > 0) operation["parameters"] = parameters;
  }
}

/** A parameter or response as converting understands it, and what that is. */
interface Entry {
  readonly entry: JsonObject;
  readonly target: JsonObject;
}

function isOfBody({ target }: Entry): boolean {
  return own(target, "in") === "body" || own(target, "in") === "formData";
}

function othersIn(entries: readonly Entry[]): readonly JsonObject[] {
  return entries.filter((each) => !isOfBody(each)).map(({ entry }) => entry);
}

/**
 * `undefined` where a reference leads to nothing. Characters that names of components cannot have are lost where it
 * converts: what has such a name stands in place of its `$ref`.
 */
function entryOf(root: JsonObject, written: JsonObject): Entry | undefined {
  const reference = own(written, "$ref");
  if (typeof reference !== "string" || !reference.startsWith("#")) return { entry: written, target: written };
  const target = targetIn(root, reference);
  return target && { entry: /^#\/\w+\/[\w.-]+$/.test(reference) ? written : target, target };
}

function targetIn(root: JsonObject, reference: JsonValue | undefined): JsonObject | undefined {
  const seen = new Set<JsonValue>();
  for (let next: JsonValue | undefined = reference; typeof next === "string" && !seen.has(next);) {
    seen.add(next);
    const value = valueAt(root, pointerSegments(targetOf(next, "")?.pointer ?? ""));
    if (!isPlainObject(value)) return undefined;
    next = own(value, "$ref");
    if (next === undefined) return value;
  }
  return undefined;
}

/** How a list is joined, and those in it; `undefined` where it is none, or is not joined in a way that is known. */
interface Joining {
  /** The delimiter of the list itself. */
  readonly format: string;
  /** From the outermost on; none for `multi`, which repeats the name. */
  readonly delimiters: string;
  readonly depth: number;
}

function joiningOf(list: JsonObject): Joining | undefined {
  const formats: JsonValue[] = [];
  let part: JsonValue | undefined = list;
  for (; isPlainObject(part) && own(part, "type") === "array"; part = own(part, "items"))
    formats.push(own(part, "collectionFormat") ?? "csv");
  const [format, ...inner] = formats;
  const signs = (format === "multi" ? inner : formats).map((each) =>
    typeof each === "string" ? own(SIGNS, each) : undefined,
  );
  if (typeof format !== "string" || signs.includes(undefined) || isListOfFiles(list)) return undefined;
  return { format, delimiters: signs.join(""), depth: formats.length };
}

function isListOfFiles(field: JsonObject): boolean {
  const items = own(field, "items");
  return own(field, "type") === "array" && isPlainObject(items) && own(items, "type") === "file";
}

/** OpenAPI 3 joins lists of a path or header by commas, knows no tabs, and nothing of lists in lists. */
function delimited(entry: Entry): Entry {
  const { target } = entry;
  const joining = isOfBody(entry) ? undefined : joiningOf(target);
  const isUsual = own(target, "in") === "query" ? joining?.format !== "tsv" : joining?.format === "csv";
  if (joining === undefined || (isUsual && joining.depth === 1) || own(target, DELIMITERS) !== undefined) return entry;
  Object.assign(target, { [DELIMITERS]: joining.delimiters, ...(!isUsual && { collectionFormat: "csv" }) });
  withoutFormats(target);
  return entry;
}

/** The delimiters of lists in a list. */
function withoutFormats(list: JsonObject): void {
  for (let part = own(list, "items"); isPlainObject(part); part = own(part, "items"))
    Reflect.deleteProperty(part, "collectionFormat");
}

/** OpenAPI 3.0 has styles for lists in a form and none for those in parts, and sends files in parts alone. */
function formFields(fields: readonly JsonObject[], operation: Mutable, root: JsonObject): readonly JsonObject[] {
  const types = [own(operation, "consumes") ?? own(root, "consumes") ?? []].flat();
  const hasFile = fields.some((field) => own(field, "type") === "file" || isListOfFiles(field));
  const isForm = !hasFile && (types.includes(FORM) || !types.includes(MULTIPART));
  const joinings = fields.map(joiningOf);
  const isJoined = isForm && joinings.some((joining) => joining !== undefined && joining.format !== "multi");
  operation["consumes"] = isJoined ? [FORM] : hasFile ? [MULTIPART] : types;
  return fields.map((field, index) => {
    const joining = joinings[index];
    if (isListOfFiles(field)) return { ...field, items: { type: "string", format: "binary" } };
    if (joining === undefined || joining.delimiters === "") return field;
    const plain = structuredClone(field);
    withoutFormats(plain);
    const isStyled = isForm && joining.depth === 1 && Object.hasOwn(STYLES, joining.format);
    return { ...plain, [MARK]: joining.format, ...(!isStyled && { [DELIMITERS]: joining.delimiters }) };
  });
}

/** Of a body that was converted: the style of each field that is marked, without the mark. */
function writeEncodings(body: JsonObject): void {
  for (const media of valuesIn(own(body, "content"))) {
    const schema = own(media, "schema");
    const properties = isPlainObject(schema) ? own(schema, "properties") : undefined;
    const encoding: Mutable = {};
    for (const [name, property] of entriesIn(properties)) {
      const format = own(property, MARK);
      const style = typeof format === "string" ? own(STYLES, format) : undefined;
      const delimiters = own(property, DELIMITERS);
      if (delimiters !== undefined) encoding[name] = { explode: format === "multi", [DELIMITERS]: delimiters };
      else if (style !== undefined) encoding[name] = { style, explode: false };
      delete property[MARK];
      delete property[DELIMITERS];
    }
    if (Object.keys(encoding).length > 0) media["encoding"] = encoding;
  }
}

/** Converting demands a form if its first field is required; of bodies that are alike it makes one. */
function demandBody(operation: Mutable, root: JsonObject): void {
  const written = own(operation, "requestBody");
  const body = isPlainObject(written) ? (targetIn(root, own(written, "$ref")) ?? written) : {};
  if (own(operation, DEMANDED) === true) Object.assign(body, { required: true });
  delete operation[DEMANDED];
}

function bodiesIn(root: JsonObject): readonly JsonObject[] {
  const components = own(root, "components");
  const shared = isPlainObject(components) ? valuesIn(own(components, "requestBodies")) : [];
  return [...shared, ...operationsIn(root).flatMap((operation) => valuesIn([own(operation, "requestBody") ?? null]))];
}

function operationsIn(root: JsonObject): readonly Mutable[] {
  return valuesIn(own(root, "paths")).flatMap((item) => valuesIn(item));
}

/** The answers of operations, and whether they are errors wherever they are shared. */
function answersIn(root: JsonObject): ReadonlyMap<JsonObject, boolean> {
  const found = new Map<JsonObject, boolean>();
  for (const operation of operationsIn(root)) {
    const written = entriesIn(own(operation, "responses"));
    const succeeds = written.some(([status]) => status.startsWith("2"));
    for (const [status, each] of written) {
      const answer = targetIn(root, own(each, "$ref")) ?? each;
      const isError = status === "default" ? succeeds : !status.startsWith("2");
      found.set(answer, isError && found.get(answer) !== false);
    }
  }
  return found;
}

/**
 * Swagger 2.0 has one schema for an answer, whatever its type, and lists types for all answers of an operation: a file is
 * not JSON, and an error that is an object is, where the others are those of a download.
 */
function writeContents(answer: JsonObject, isError: boolean, root: JsonObject): void {
  const medias = entriesIn(own(answer, "content"));
  const schema = medias.map(([, media]) => own(media, "schema")).find(isPlainObject);
  if (schema === undefined) return;
  // Converting makes one of each type that there is an example for.
  const written = medias.map(([type, media]) => [type, { schema, ...media }] as const);
  const rest = (kept: RegExp, isKept: boolean, type: string) => {
    const found = written.filter(([each]) => kept.test(each) === isKept);
    return found.length === 0 ? { [type]: { schema } } : Object.fromEntries(found);
  };
  const { type, format } = targetIn(root, own(schema, "$ref")) ?? schema;
  const isFile = type === "string" && format === "binary";
  const content = isFile
    ? rest(/json|^(?:\*|application)\/\*/i, false, "*/*")
    : isError && type !== "string"
      ? rest(/json|xml|yaml|\*/i, true, "application/json")
      : Object.fromEntries(written);
  Object.assign(answer, { content });
}

function entriesIn(holder: JsonValue | undefined): readonly (readonly [string, Mutable])[] {
  if (!isPlainObject(holder)) return [];
  return Object.entries(holder).filter((entry): entry is [string, Mutable] => isPlainObject(entry[1]));
}

function valuesIn(holder: JsonValue | undefined): readonly Mutable[] {
  if (typeof holder !== "object" || holder === null) return [];
  return Object.values(holder).filter((each): each is Mutable => isPlainObject(each));
}

function nameOf(parameter: JsonObject): string {
  const name = own(parameter, "name");
  return typeof name === "string" ? shown(name) : "a parameter";
}

/** What each entry of `content` weighs beside its schema: 100 000 of them are as much as the largest document. */
const ENTRY = 640;

/**
 * What converting comes to, in characters of a document: each answer and each body is written for every media type that
 * it may have, which makes hundreds of megabytes of a hundred kilobytes.
 */
function convertedSize(root: JsonObject): number {
  const known = new Map<JsonValue, number>();
  const sizeOf = (parts: JsonValue | undefined): number =>
    valuesIn(parts).reduce((sum, part) => {
      if (own(part, "schema") === undefined && own(part, "in") !== "formData") return sum;
      const size = known.get(part) ?? ENTRY + JSON.stringify(part).length;
      known.set(part, size);
      return sum + size;
    }, 0);
  const operations = valuesIn(own(root, "paths")).flatMap((item) => [item, ...valuesIn(item)]);
  return [root, ...operations].reduce((sum, part) => {
    const times = (key: string): number => [own(part, key) ?? own(root, key) ?? ""].flat().length;
    const [answers, bodies] = [own(part, "responses"), own(part, "parameters")].map(sizeOf);
    return sum + times("produces") * (answers ?? 0) + times("consumes") * (bodies ?? 0);
  }, 0);
}

/** The library's own errors say what is wrong; others are about its code. */
function refusalOf(error: unknown): Refusal {
  const { name, message } = error instanceof Error ? error : new Error();
  return unreadable(name === "S2OError" ? `${CANNOT}: the converter says ${shown(message)}` : CANNOT);
}

/** What the library could not convert stands beside it, where nobody looks: each text once. */
function warningsIn(root: JsonObject): readonly Issue[] {
  const found = new Map<string, Issue>();
  const parts: (readonly [JsonValue, readonly string[]])[] = [[root, []]];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const [value, place] = part;
    if (typeof value !== "object" || value === null) continue;
    const warning = isPlainObject(value) ? own(value, "x-s2o-warning") : undefined;
    if (typeof warning === "string" && !found.has(warning)) {
      const message = `converting says: ${shown(warning)}`;
      found.set(warning, remark("SW0706", place[0] === "paths" ? toPointer(...place) : "", message));
    }
    // No more than the operation is in the same place in what was converted.
    for (const [key, child] of Object.entries(value)) parts.push([child, place.length < 3 ? [...place, key] : place]);
  }
  return [...found.values()].reverse();
}
