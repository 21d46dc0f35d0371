import { basename, extname } from "node:path";
import {
  isPlainObject,
  type Issue,
  type JsonObject,
  type JsonValue,
  mapValues,
  own,
  pointerSegments,
  toPointer,
  valueAt,
} from "@sdkwright/runtime/config";
import type { DocumentSource } from "../diagnostics/source.js";
import { MAX_BYTES } from "../io/read-file.js";
import { fileIn } from "../openapi/neighbours.js";
import { cited, remark } from "./request.js";

/** What a value takes beside its own characters where it is printed, about: quotes, a line, its indentation. */
const AROUND = 10;

/** Makes copies of parts, until a document of them would be too large: files that refer to each other could multiply. */
class Copies {
  #size = 0;

  get isFull(): boolean {
    return this.#size > MAX_BYTES;
  }

  of(value: JsonValue): JsonValue {
    this.#size += AROUND + (typeof value === "string" ? value.length : 0);
    if (typeof value !== "object" || value === null || this.isFull) return value;
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.of(item));
    return mapValues(value as JsonObject, (child, key) => {
      this.#size += key.length;
      return this.of(child);
    });
  }
}

/** What a part of a document is: it decides where references may stand in it, and which component one becomes. */
type Kind =
  | "root"
  | "components"
  | "paths"
  | "pathItem"
  | "operation"
  | "parameters"
  | "parameter"
  | "requestBodies"
  | "requestBody"
  | "responses"
  | "response"
  | "contents"
  | "mediaType"
  | "encodings"
  | "encoding"
  | "headers"
  | "header"
  | "examples"
  | "example"
  | "links"
  | "link"
  | "callbacks"
  | "callback"
  | "securitySchemes"
  | "securityScheme"
  | "schemas"
  | "schema"
  | "discriminator"
  | "mapping";

type Children = { readonly [key: string]: Kind };

/** Any key, of a record or list. */
const EACH = "*";

const HOLDERS = {
  parameters: "parameters",
  responses: "responses",
  requestBodies: "requestBodies",
  headers: "headers",
  examples: "examples",
  links: "links",
  callbacks: "callbacks",
  securitySchemes: "securitySchemes",
  schemas: "schemas",
  pathItems: "paths",
} as const;

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

const SCHEMA_RECORDS = ["properties", "patternProperties", "definitions", "$defs", "dependentSchemas"];
const SCHEMA_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SCHEMAS =
  "items not if then else additionalProperties contains propertyNames unevaluatedItems unevaluatedProperties contentSchema";

/** What stands under which key, in OpenAPI 3 and Swagger 2.0; under other keys is data, in which nothing is a reference. */
const CHILDREN: { readonly [kind in Kind]: Children } = {
  root: {
    paths: "paths",
    webhooks: "paths",
    components: "components",
    definitions: "schemas",
    parameters: "parameters",
    responses: "responses",
    securityDefinitions: "securitySchemes",
  },
  components: HOLDERS,
  paths: { [EACH]: "pathItem" },
  pathItem: { parameters: "parameters", ...Object.fromEntries(METHODS.map((method) => [method, "operation"])) },
  operation: { parameters: "parameters", requestBody: "requestBody", responses: "responses", callbacks: "callbacks" },
  parameters: { [EACH]: "parameter" },
  parameter: { schema: "schema", content: "contents", examples: "examples", items: "schema" },
  requestBodies: { [EACH]: "requestBody" },
  requestBody: { content: "contents" },
  responses: { [EACH]: "response" },
  response: { headers: "headers", content: "contents", links: "links", schema: "schema" },
  contents: { [EACH]: "mediaType" },
  mediaType: { schema: "schema", itemSchema: "schema", examples: "examples", encoding: "encodings" },
  encodings: { [EACH]: "encoding" },
  encoding: { headers: "headers" },
  headers: { [EACH]: "header" },
  header: { schema: "schema", content: "contents", examples: "examples", items: "schema" },
  examples: { [EACH]: "example" },
  example: {},
  links: { [EACH]: "link" },
  link: {},
  callbacks: { [EACH]: "callback" },
  callback: { [EACH]: "pathItem" },
  securitySchemes: { [EACH]: "securityScheme" },
  securityScheme: {},
  schemas: { [EACH]: "schema" },
  schema: {
    ...Object.fromEntries([...SCHEMA_RECORDS, ...SCHEMA_LISTS].map((key) => [key, "schemas"])),
    ...Object.fromEntries(SCHEMAS.split(" ").map((key) => [key, "schema"])),
    discriminator: "discriminator",
  },
  discriminator: { mapping: "mapping" },
  mapping: {},
};

/** What stands under a key; `undefined` for data. A list under a key for one schema is a list of them. */
function kindUnder(kind: Kind, key: string): Kind | undefined {
  const children = CHILDREN[kind];
  if (Object.hasOwn(children, EACH)) return key.startsWith("x-") && kind !== "schemas" ? undefined : children[EACH];
  return Object.hasOwn(children, key) ? children[key] : undefined;
}

/** Whether names stand for keys in a part of that kind. */
function hasNames(kind: Kind): boolean {
  return kind === "mapping" || Object.hasOwn(CHILDREN[kind], EACH);
}

/** What a document has components of. */
const COMPONENT_KINDS = [
  "schema",
  "parameter",
  "response",
  "requestBody",
  "header",
  "example",
  "link",
  "callback",
] as const;

/** Where components of a kind stand in a document; `undefined` where it has no place for them, and they are inlined. */
function holderOf(kind: Kind, isSwagger: boolean): readonly string[] | undefined {
  if (isSwagger) return SWAGGER_HOLDERS[kind];
  const [holder] =
    Object.entries(HOLDERS).find(([, each]) => kind !== "pathItem" && CHILDREN[each][EACH] === kind) ?? [];
  return holder === undefined ? undefined : ["components", holder];
}

const SWAGGER_HOLDERS: { readonly [kind in Kind]?: readonly string[] } = {
  schema: ["definitions"],
  parameter: ["parameters"],
  response: ["responses"],
};

const VALUES =
  "type format items collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf";
const DESCRIBED = "description required deprecated example";
const PARAMETER = `${DESCRIBED} ${VALUES} name in allowEmptyValue style explode allowReserved`;
const SCHEMA = `${DESCRIBED} ${VALUES} $schema $id id $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor
  $vocabulary $comment title const examples readOnly writeOnly nullable xml externalDocs minProperties maxProperties
  dependencies dependentRequired additionalItems minContains maxContains contentEncoding contentMediaType`;

/** Keywords beside those that lead to further parts. */
const KEYWORDS: { readonly [kind in Kind]?: string } = {
  root: "openapi swagger info servers security tags externalDocs jsonSchemaDialect $self host basePath schemes consumes produces",
  pathItem: "summary description servers additionalOperations",
  operation: "tags summary description externalDocs operationId deprecated security servers consumes produces schemes",
  parameter: PARAMETER,
  header: PARAMETER,
  requestBody: "description required",
  response: "summary description examples",
  mediaType: "example prefixEncoding itemEncoding",
  encoding: "contentType style explode allowReserved",
  example: "summary description value externalValue dataValue serializedValue",
  link: "operationRef operationId parameters requestBody description server",
  securityScheme:
    "type description name in scheme bearerFormat flows openIdConnectUrl flow authorizationUrl tokenUrl scopes deprecated oauth2MetadataUrl",
  schema: SCHEMA,
  discriminator: "propertyName defaultMapping",
};

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KEYWORDS).map(([kind, words]) => [kind, new Set(words.split(/\s+/))]),
);

/** Whether OpenAPI or JSON Schema has it in a part of that kind; under names stand parts, and no bare texts. */
function isKnown(kind: Kind, key: string, value: JsonValue | undefined): boolean {
  if (hasNames(kind)) return typeof value === "object" || (kind === "schemas" && typeof value === "boolean");
  if (key === "security" && !isRequirements(value)) return false;
  return key === "$ref" || kindUnder(kind, key) !== undefined || SETS.get(kind)?.has(key) === true;
}

/** Names of schemes with their scopes: what has credentials there is none. */
function isRequirements(value: JsonValue | undefined): boolean {
  const isScopes = (scopes: JsonValue) => Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string");
  return Array.isArray(value) && value.every((each) => isPlainObject(each) && Object.values(each).every(isScopes));
}

/** Takes out of a part what OpenAPI does not know in it, extensions apart; says whether there was something. */
function removeUnknown(kind: Kind, part: { [key: string]: JsonValue }): boolean {
  const isExtension = (key: string): boolean => key.startsWith("x-") && kind !== "schemas";
  const unknown = Object.keys(part).filter((key) => !isExtension(key) && !isKnown(kind, key, part[key]));
  for (const key of unknown) delete part[key];
  return unknown.length > 0;
}

/**
 * Takes out of a document what OpenAPI does not know at its root, extensions apart; says what. Where the file is called as
 * another program's, that would obey it: `scripts`, `exec`, `compilerOptions`.
 */
export function removeForeign(root: { [key: string]: JsonValue }): readonly string[] {
  const isForeign = (key: string): boolean =>
    !key.startsWith("x-") && kindUnder("root", key) === undefined && SETS.get("root")?.has(key) !== true;
  const foreign = Object.keys(root).filter(isForeign);
  for (const key of foreign) delete root[key];
  return foreign;
}

/** Why something in another file is no part of that kind, as the end of a sentence. */
function noPart(kind: Kind, value: JsonValue): string | undefined {
  if (kind === "schema" && typeof value === "boolean") return undefined;
  if (!isPlainObject(value)) return "leads to no object";
  const entries = Object.entries(value);
  const isPart = entries.length === 0 || entries.some(([key, child]) => isKnown(kind, key, child));
  return isPart ? undefined : "leads to nothing that OpenAPI knows in this place";
}

/** What a `$ref` leads to: a file, and the place in it. */
interface Target {
  readonly file: string;
  readonly pointer: string;
}

/** Where a `$ref` leads that is written in the file `from`; `undefined` for a URL, and for what is none. */
export function targetOf(reference: JsonValue | undefined, from: string): Target | undefined {
  if (typeof reference !== "string") return undefined;
  if (reference.startsWith("#")) return { file: from, pointer: decoded(reference.slice(1)) };
  const named = fileIn(reference, from);
  return named && { file: named.path, pointer: decoded(named.fragment.slice(1)) };
}

/** Tells targets apart, by what they are as well: a part may be used as two kinds. */
function keyOf(kind: Kind, { file, pointer }: Target): string {
  return `${kind} ${file}#${pointer}`;
}

/** The last key of the pointer, else the name of the file; with the letters that a component may have. */
function nameOf({ file, pointer }: Target): string {
  const [last = "", before = ""] = pointerSegments(pointer).reverse();
  const name = /^\d*$/.test(last) ? [before, last].filter((part) => part !== "").join("_") : last;
  const plain = (name === "" ? basename(file, extname(file)) : name).replaceAll(/[^A-Za-z0-9._-]+/g, "_");
  return plain === "" ? "part" : plain;
}

/** The name, with a number where it is taken. */
export function freeName(name: string, taken: object): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!Object.hasOwn(taken, candidate)) return candidate;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The record that stands at a path, made where there is none. */
function recordAt(root: Mutable, path: readonly string[]): Mutable {
  return path.reduce<Mutable>((outer, key) => {
    const inner = own(outer, key);
    if (isPlainObject(inner)) return inner;
    const made: Mutable = {};
    outer[key] = made;
    return made;
  }, root);
}

/** A document with what it refers to in other files as components of its own. */
export interface Bundled {
  /** Whether anything was changed. */
  readonly isChanged: boolean;
  /** Files that something was taken from. */
  readonly files: ReadonlySet<string>;
  readonly issues: readonly Issue[];
}

/** A document, and the files beside it that were read for it; of a URL's document there are none. */
export type BundleInput = Pick<DocumentSource, "source" | "neighbours" | "refused">;

/**
 * Brings what a document refers to in files beside it into the document, which is changed: each part as a component with
 * a name, so that nothing that is shared is written twice. What is not brought is a note.
 */
export function bundleInto(root: JsonObject, input: BundleInput): Bundled {
  const bundler = new Bundler(root, input);
  bundler.run();
  return bundler;
}

type Mutable = { [key: string]: JsonValue };

/** A part that is still to be looked through, and the file that it was written in. */
interface Task {
  readonly value: JsonValue;
  readonly kind: Kind;
  readonly file: string;
  readonly pointer: string;
  /** What was put in place of a `$ref` on the way here. */
  readonly inlined: readonly string[];
}

/** The `$ref` to a component, why there is none, or neither: then the part is put in place of its `$ref`. */
type Component = { readonly reference: string } | { readonly reason: string } | { readonly isInlined: true };

class Bundler implements Bundled {
  readonly #root: Mutable;
  readonly #path: string;
  readonly #input: BundleInput;
  readonly #isSwagger: boolean;
  readonly #tasks: Task[] = [];
  readonly #seen = new Set<JsonValue>();
  /** References to components that were made, by what they stand for. */
  readonly #made = new Map<string, string>();
  readonly #issues = new Map<string, Issue>();
  readonly #copies = new Copies();
  readonly files = new Set<string>();
  isChanged = false;

  constructor(root: JsonObject, input: BundleInput) {
    this.#root = root;
    this.#path = input.source.path;
    this.#input = input;
    this.#isSwagger = own(root, "openapi") === undefined;
  }

  get issues(): readonly Issue[] {
    return [...this.#issues.values()];
  }

  run(): void {
    this.#claimOwn();
    this.#tasks.push({ value: this.#root, kind: "root", file: this.#path, pointer: "", inlined: [] });
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) this.#look(task);
  }

  /** A component that is a `$ref` alone gives its name to what it refers to. */
  #claimOwn(): void {
    for (const kind of COMPONENT_KINDS) {
      const holder = holderOf(kind, this.#isSwagger);
      const held = holder === undefined ? undefined : valueAt(this.#root, holder);
      for (const [name, value] of Object.entries(isPlainObject(held) ? held : {})) {
        const isAlone = isPlainObject(value) && Object.keys(value).length === 1;
        const target = isAlone ? targetOf(own(value, "$ref"), this.#path) : undefined;
        if (target === undefined || holder === undefined || target.file === this.#path) continue;
        const key = keyOf(kind, target);
        if (!this.#made.has(key)) this.#made.set(key, `#${toPointer(...holder, name)}`);
      }
    }
  }

  #look(task: Task): void {
    const { value, kind } = task;
    if (typeof value !== "object" || value === null || this.#seen.has(value)) return;
    this.#seen.add(value);
    if (isPlainObject(value)) {
      if (kind === "mapping") return this.#followMapping(value, task);
      const reference = own(value, "$ref");
      if (typeof reference === "string") this.#follow(value, reference, task);
      // Something else stands there now, and is looked at later.
      if (!this.#seen.has(value)) return;
      if (task.file !== this.#path && removeUnknown(kind, value)) this.#noteUnknown(task);
    }
    for (const [key, child] of Object.entries(value).reverse()) this.#enter(key, child, task);
  }

  #enter(key: string, value: JsonValue, { kind, file, pointer, inlined, value: parent }: Task): void {
    const inner = Array.isArray(parent) && kind === "schema" ? "schema" : kindUnder(kind, key);
    if (inner === undefined || typeof value !== "object") return;
    this.#tasks.push({ value, kind: inner, file, pointer: `${pointer}${toPointer(key)}`, inlined });
  }

  /** Replaces a `$ref` to another file by one to a component, or by what it refers to. */
  #follow(holder: Mutable, reference: string, task: Task): void {
    const target = targetOf(reference, task.file);
    if (target?.file === this.#path && task.file === this.#path && reference.startsWith("#")) return;
    const found =
      target === undefined
        ? { reason: "leads to another place, from which nothing is fetched" }
        : this.#componentFor(task.kind, target);
    if ("reason" in found) return this.#note(task, reference, found.reason);
    if ("reference" in found && found.reference !== `#${task.pointer}`) this.#set(holder, found.reference);
    else if (target !== undefined) this.#inline(holder, target, task);
  }

  #componentFor(kind: Kind, target: Target): Component {
    if (target.file === this.#path) return { reference: `#${encodeURI(target.pointer)}` };
    const made = this.#made.get(keyOf(kind, target));
    if (made !== undefined) return { reference: made };
    const part = this.#partAt(target, kind);
    if ("reason" in part) return part;
    const path = holderOf(kind, this.#isSwagger);
    return path === undefined ? { isInlined: true } : { reference: this.#newComponent(kind, target, part.value, path) };
  }

  #set(holder: Mutable, reference: string): void {
    if (holder["$ref"] === reference) return;
    holder["$ref"] = reference;
    this.isChanged = true;
  }

  /** What stands beside a `$ref` wins. */
  #inline(holder: Mutable, target: Target, task: Task): void {
    const key = keyOf(task.kind, target);
    const part = this.#partAt(target, task.kind);
    const problem = "reason" in part ? part.reason : undefined;
    const reason = task.inlined.includes(key) ? "leads back to itself" : problem;
    if (reason !== undefined || !("value" in part)) return this.#note(task, target.pointer, reason ?? "");
    const { $ref: _, ...beside } = holder;
    for (const name of Object.keys(holder)) delete holder[name];
    Object.assign(holder, this.#copies.of(part.value), beside);
    this.isChanged = true;
    this.#seen.delete(holder);
    this.#tasks.push({ ...task, file: target.file, inlined: [...task.inlined, key] });
  }

  #newComponent(kind: Kind, target: Target, part: JsonValue, path: readonly string[]): string {
    const holder = recordAt(this.#root, path);
    const name = freeName(nameOf(target), holder);
    const pointer = toPointer(...path, name);
    const value = this.#copies.of(part);
    holder[name] = value;
    this.#made.set(keyOf(kind, target), `#${pointer}`);
    this.#tasks.push({ value, kind, file: target.file, pointer, inlined: [] });
    return `#${pointer}`;
  }

  #partAt({ file, pointer }: Target, kind: Kind): { readonly value: JsonValue } | { readonly reason: string } {
    const { neighbours, refused } = this.#input;
    const neighbour = neighbours.get(file);
    if (neighbour?.json === undefined)
      return { reason: refused.get(file) ?? "leads to another file, and only the document itself was read" };
    if (this.#copies.isFull) return { reason: "makes the document too large" };
    const value = valueAt(neighbour.json as JsonValue, pointerSegments(pointer));
    const reason = value === undefined ? "leads to nothing in its file" : noPart(kind, value);
    if (value === undefined || reason !== undefined) return { reason: reason ?? "" };
    this.files.add(neighbour.file);
    return { value };
  }

  /** Of a discriminator: names of schemas, or what leads to one. */
  #followMapping(mapping: Mutable, { file }: Task): void {
    for (const [name, value] of Object.entries(mapping)) {
      const isPath = typeof value === "string" && /[#/]|\.(?:json|ya?ml)$/i.test(value);
      const target = isPath ? targetOf(value, file) : undefined;
      const found: Component = target === undefined ? { isInlined: true } : this.#componentFor("schema", target);
      if (!("reference" in found) || found.reference === value) continue;
      mapping[name] = found.reference;
      this.isChanged = true;
    }
  }

  #note({ pointer }: Task, reference: string, reason: string): void {
    const message = `$ref ${cited(reference)} ${reason}`;
    this.#issues.set(`${reference} ${reason}`, remark("SW0707", `${pointer}/$ref`, message));
  }

  #noteUnknown({ pointer, file }: Task): void {
    const name = this.#input.neighbours.get(file)?.file ?? "";
    const message = `what OpenAPI does not know is left out of what ${cited(name)} brings`;
    this.#issues.set(message, remark("SW0706", pointer, message));
  }
}
