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
import { shown } from "../openapi/notes.js";
import { freeName, targetOf } from "./bundle.js";
import { unreadable } from "./read-target.js";
import { type Refusal, remark } from "./request.js";

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
function formFields(fields: readonly JsonObject[], consumes: readonly JsonValue[]): FormFields {
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
function listProblem(parameter: JsonObject): string | undefined {
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
function writeEncodings(root: JsonObject): void {
  for (const body of bodiesIn(root)) {
    for (const media of valuesIn(own(body, "content"))) {
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
  const shared = isPlainObject(components) ? valuesIn(own(components, "requestBodies")) : [];
  const operations = valuesIn(own(root, "paths")).flatMap((item) => valuesIn(item));
  return [...shared, ...operations.flatMap((operation) => valuesIn([own(operation, "requestBody") ?? null]))];
}

function valuesIn(holder: JsonValue | undefined): readonly Mutable[] {
  if (typeof holder !== "object" || holder === null) return [];
  return Object.values(holder).filter((each): each is Mutable => isPlainObject(each));
}

type Mutable = { [key: string]: JsonValue };

/** A document of Swagger 2.0 in which converting loses nothing. */
interface ReadySwagger {
  readonly root: JsonObject;
  readonly issues: readonly Issue[];
  /** Puts references that lead nowhere back into what was converted: `generate` tells them. */
  restore(converted: JsonObject): void;
}

/**
 * Converting takes bodies and form fields of a path only to operations that have parameters of their own, names of
 * components as they are written in a `$ref`, and drops what it does not find. Here they are put where it finds them.
 */
export function readyForConversion(written: JsonObject): ReadySwagger {
  const preparation = new Preparation(structuredClone(written));
  preparation.run();
  return preparation;
}

/** A parameter, where it is written, and what converting is to read there. */
interface Entry {
  readonly pointer: string;
  readonly parameter: JsonObject;
  readonly entry: JsonValue;
}

/** Files beside it were brought along. */
const HERE = "";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

class Preparation implements ReadySwagger {
  readonly root: Mutable;
  readonly #issues = new Map<string, Issue>();
  readonly #missing: { readonly place: readonly string[]; readonly reference: string }[] = [];
  /** Names that components are given, by kind and name. */
  readonly #names = new Map<string, string>();

  constructor(root: Mutable) {
    this.root = root;
  }

  get issues(): readonly Issue[] {
    return [...this.#issues.values()];
  }

  run(): void {
    for (const [path, item] of entriesIn(own(this.root, "paths"))) this.#preparePath(["paths", path], item);
    // Until here references are followed by the names that they have.
    for (const kind of ["parameters", "responses"]) this.#rename(kind);
  }

  restore(converted: JsonObject): void {
    for (const { place, reference } of this.#missing) {
      const found = valueAt(converted, place.slice(0, -1));
      if (!isPlainObject(found)) continue;
      const holder: Mutable = found;
      const parameters = own(holder, "parameters");
      const $ref = reference.replace(/^#\/parameters\//, "#/components/parameters/");
      holder["parameters"] = [...(Array.isArray(parameters) ? (parameters as JsonValue[]) : []), { $ref }];
    }
  }

  #preparePath(place: readonly string[], item: Mutable): void {
    const all = this.#entriesOf(item, place);
    const shared = all?.filter(isOfBody) ?? [];
    if (all !== undefined) item["parameters"] = all.filter((each) => !isOfBody(each)).map(({ entry }) => entry);
    for (const [method, operation] of entriesIn(item)) {
      if (METHODS.has(method)) this.#prepareOperation([...place, method], operation, shared);
    }
  }

  #prepareOperation(place: readonly string[], operation: Mutable, shared: readonly Entry[]): void {
    for (const [, response] of entriesIn(own(operation, "responses"))) this.#pointToName(response, "responses");
    const declared = this.#entriesOf(operation, place);
    if (declared === undefined && shared.length === 0) return;
    const others = (declared ?? []).filter((each) => !isOfBody(each)).map(({ entry }) => entry);
    const body = this.#bodyOf((declared ?? []).filter(isOfBody), shared);
    operation["parameters"] = [...others, ...this.#converting(body, operation)];
  }

  /** One body, or fields of a form; what an operation has goes before what its path has. */
  #bodyOf(declared: readonly Entry[], shared: readonly Entry[]): readonly Entry[] {
    const keyOf = ({ parameter }: Entry): string =>
      own(parameter, "in") === "body" ? "body" : `field ${nameOf(parameter)}`;
    const found = new Map(declared.map((each) => [keyOf(each), each]));
    for (const each of shared) if (!found.has(keyOf(each))) found.set(keyOf(each), each);
    const [first] = found.values();
    const kept = [...found.values()].filter(({ parameter }) => own(parameter, "in") === own(first?.parameter, "in"));
    for (const { parameter, pointer } of declared) {
      if (kept.some((each) => each.parameter === parameter)) continue;
      const message = `${nameOf(parameter)} is left out: an operation has one body, or fields of a form`;
      this.#note("SW0705", pointer, message);
    }
    return kept;
  }

  #converting(body: readonly Entry[], operation: Mutable): readonly JsonValue[] {
    const parameters = body.map(({ parameter }) => parameter);
    if (own(parameters[0], "in") !== "formData") return parameters;
    const types = own(operation, "consumes") ?? own(this.root, "consumes") ?? [];
    const { fields, consumes, problems } = formFields(parameters, [types].flat());
    operation["consumes"] = [...consumes];
    body.forEach(({ parameter, pointer }, index) => {
      const problem = problems.get(index);
      if (problem !== undefined) this.#note("SW0706", pointer, `${nameOf(parameter)} ${problem}`);
    });
    return fields;
  }

  /** What leads nowhere is kept apart. */
  #entriesOf(holder: Mutable, place: readonly string[]): readonly Entry[] | undefined {
    const parameters = own(holder, "parameters");
    if (!Array.isArray(parameters)) return undefined;
    return (parameters as JsonValue[]).flatMap((entry, index) => {
      const pointer = toPointer(...place, "parameters", String(index));
      if (!isPlainObject(entry)) return [];
      const reference = own(entry, "$ref");
      if (typeof reference !== "string" || !reference.startsWith("#")) return this.#entry(entry, entry, pointer);
      const parameter = this.#target(reference);
      if (parameter !== undefined) return this.#entry(entry, parameter, pointer);
      this.#missing.push({ place: [...place, "parameters"], reference });
      return [];
    });
  }

  #entry(entry: JsonObject, parameter: JsonObject, pointer: string): readonly Entry[] {
    if (entry !== parameter) this.#pointToName(entry, "parameters");
    const found = { pointer, parameter, entry };
    const problem = isOfBody(found) ? undefined : listProblem(parameter);
    if (problem !== undefined) {
      this.#note("SW0706", pointer, `${nameOf(parameter)} ${problem}`);
      const written: Mutable = parameter;
      delete written["collectionFormat"];
    }
    return [found];
  }

  #target(reference: string): JsonObject | undefined {
    const seen = new Set<string>();
    for (let next: unknown = reference; typeof next === "string" && !seen.has(next);) {
      seen.add(next);
      const value = valueAt(this.root, pointerSegments(targetOf(next, HERE)?.pointer ?? ""));
      if (!isPlainObject(value)) return undefined;
      next = own(value, "$ref");
      if (next === undefined) return value;
    }
    return undefined;
  }

  /** Of a component the name that it is given; what is deeper, or elsewhere, is converted as it is. */
  #pointToName(holder: Mutable, kind: string): void {
    const reference = own(holder, "$ref");
    const [first, name, ...deeper] = pointerSegments(targetOf(reference, HERE)?.pointer ?? "");
    const isComponent = typeof reference === "string" && reference.startsWith("#") && first === kind;
    if (!isComponent || name === undefined || deeper.length > 0) return;
    const held = own(this.root, kind);
    if (isPlainObject(held) && Object.hasOwn(held, name))
      holder["$ref"] = `#/${kind}/${this.#nameFor(kind, name, held)}`;
  }

  /** Characters that components cannot have are lost otherwise, and two names become one. */
  #nameFor(kind: string, name: string, held: JsonObject): string {
    const key = `${kind} ${name}`;
    const plain = name.replaceAll(/[^A-Za-z0-9_.-]+/g, "_");
    if (plain === name) return name;
    const taken = Object.fromEntries([...Object.keys(held), ...this.#names.values()].map((each) => [each, true]));
    const found = this.#names.get(key) ?? freeName(plain, taken);
    this.#names.set(key, found);
    return found;
  }

  #rename(kind: string): void {
    const held = own(this.root, kind);
    if (!isPlainObject(held)) return;
    const named = Object.entries(held).map(([name, value]) => [this.#nameFor(kind, name, held), value] as const);
    this.root[kind] = Object.fromEntries(named);
  }

  #note(code: "SW0705" | "SW0706", pointer: string, message: string): void {
    if (!this.#issues.has(message)) this.#issues.set(message, remark(code, pointer, message));
  }
}

function isOfBody({ parameter }: Entry): boolean {
  return own(parameter, "in") === "body" || own(parameter, "in") === "formData";
}

function nameOf(parameter: JsonObject): string {
  const name = own(parameter, "name");
  return typeof name === "string" ? shown(name) : "a parameter";
}

function entriesIn(holder: JsonValue | undefined): readonly (readonly [string, Mutable])[] {
  if (!isPlainObject(holder)) return [];
  return Object.entries(holder).filter((entry): entry is [string, Mutable] => isPlainObject(entry[1]));
}

/** Loaded for Swagger 2.0 only. YAML may have made a number of its version, which the library wants as text. */
export async function convertSwagger(
  ready: ReadySwagger,
): Promise<{ readonly root: JsonObject; readonly issues: readonly Issue[] } | Refusal> {
  // The library looks for variables in what these two make, and for long texts that takes their square.
  const isLong = (key: string) => JSON.stringify(own(ready.root, key) ?? "").length > LONGEST_PLACE;
  if (["host", "basePath"].some(isLong)) return unreadable(`${CANNOT}: "host" or "basePath" is too long`);
  const { convertObj } = await import("./swagger-converter.js");
  try {
    const document = { ...ready.root, swagger: "2.0" };
    const { openapi } = await convertObj(document, { patch: true, warnOnly: true, anchors: true, text: " " });
    const root = openapi as JsonObject;
    ready.restore(root);
    writeEncodings(root);
    return { root, issues: [...ready.issues, ...warningsIn(root)] };
  } catch (error) {
    return refusalOf(error);
  }
}

const LONGEST_PLACE = 8000;

const KINDS: ReadonlyMap<string, string> = new Map([
  ["securityScheme", "security schemes"],
  ["parameter", "parameters"],
  ["response", "responses"],
]);

/** The library's own errors say what is wrong; others are about its code. */
function refusalOf(error: unknown): Refusal {
  const { name, message } = error instanceof Error ? error : new Error();
  if (name !== "S2OError") return unreadable(CANNOT);
  const [, kind = "", met = ""] = /^Duplicate sanitised (\w+) name (.*)$/s.exec(message) ?? [];
  const kinds = KINDS.get(kind);
  if (kinds === undefined) return unreadable(`${CANNOT}: converting says ${shown(message)}`);
  const reason = `two of its ${kinds} are ${shown(met)} where a name has only letters, digits, ".", "-" and "_"`;
  return unreadable(`${CANNOT}: ${reason}`, "rename one of them in the document");
}

const CANNOT = "this Swagger 2.0 document cannot be converted";

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
