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
import { decoded, fileIn, mayNameFiles } from "../openapi/neighbours.js";
import { cited, remark } from "./request.js";

/** A document, and the files beside it that were read for it; of a URL's document there are none. */
export type DocumentParts = Pick<DocumentSource, "source" | "neighbours" | "refused">;

/** What a part of a document is: it decides where references may stand in it, and which component one becomes. */
type Kind = string;

/** Any key, of a record or list. */
const EACH = "*";
const METHODS = "get put post delete options head patch trace query";
const SCHEMA_RECORDS = "properties patternProperties definitions $defs dependentSchemas allOf anyOf oneOf prefixItems";
const SCHEMAS =
  "items not if then else additionalProperties contains propertyNames unevaluatedItems unevaluatedProperties contentSchema";
const all = (keys: string, kind: Kind): string => keys.replaceAll(/\S+/g, `$&:${kind}`);

/** `key:kind`, or `kind` where they are called alike. Under other keys is data, in which nothing is a reference. */
const CHILDREN: ReadonlyMap<Kind, ReadonlyMap<string, Kind>> = new Map(
  Object.entries({
    root: "paths webhooks:paths components definitions:schemas parameters responses securityDefinitions:securitySchemes",
    components:
      "parameters responses requestBodies headers examples links callbacks securitySchemes schemas pathItems:paths",
    paths: "*:pathItem",
    pathItem: `parameters ${all(METHODS, "operation")}`,
    operation: "parameters requestBody responses callbacks",
    parameters: "*:parameter",
    parameter: "schema content:contents examples items:schema",
    requestBodies: "*:requestBody",
    requestBody: "content:contents",
    responses: "*:response",
    response: "headers content:contents links schema",
    contents: "*:mediaType",
    mediaType: "schema itemSchema:schema examples encoding:encodings",
    encodings: "*:encoding",
    encoding: "headers",
    headers: "*:header",
    header: "schema content:contents examples items:schema",
    examples: "*:example",
    links: "*:link",
    callbacks: "*:callback",
    callback: "*:pathItem",
    securitySchemes: "*:securityScheme",
    schemas: "*:schema",
    schema: `${all(SCHEMA_RECORDS, "schemas")} ${all(SCHEMAS, "schema")} discriminator`,
    discriminator: "mapping",
  }).map(([kind, text]) => {
    const children = text.split(" ").map((each) => each.split(":"));
    return [kind, new Map(children.map(([key = "", child = key]) => [key, child]))];
  }),
);

/** What stands under a key; `undefined` for data. A list under a key for one schema is a list of them. */
function kindUnder(kind: Kind, key: string): Kind | undefined {
  const children = CHILDREN.get(kind);
  const each = children?.get(EACH);
  if (each !== undefined) return key.startsWith("x-") && kind !== "schemas" ? undefined : each;
  return children?.get(key);
}

/** Where components of each kind stand; other kinds are put in place of what refers to them. */
const HOLDERS: { readonly [kind: Kind]: string } = {
  schema: "schemas",
  parameter: "parameters",
  response: "responses",
  requestBody: "requestBodies",
  header: "headers",
  example: "examples",
  link: "links",
  callback: "callbacks",
  securityScheme: "securitySchemes",
};
const SWAGGER_HOLDERS: { readonly [kind: Kind]: string } = {
  schema: "definitions",
  parameter: "parameters",
  response: "responses",
};

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

/** The last key of the pointer, else the name of the file, with the letters that a component may have; numbered where it is taken. */
function freeName({ file, pointer }: Target, taken: object): string {
  const [last = "", before = ""] = pointerSegments(pointer).reverse();
  const name = /^\d*$/.test(last) ? [before, last].filter((part) => part !== "").join("_") : last;
  const plain = (name === "" ? basename(file, extname(file)) : name).replaceAll(/[^A-Za-z0-9._-]+/g, "_") || "part";
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? plain : `${plain}${number}`;
    if (!Object.hasOwn(taken, candidate)) return candidate;
  }
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

/** The `$ref` to a component, why there is none, or the part, to be put in place of its `$ref`. */
type Found = { readonly reference: string } | { readonly reason: string } | { readonly value: JsonValue };

/**
 * Brings what a document refers to in files beside it into the document, which is changed: each part as a component with
 * a name, so that nothing that is shared is written twice. What is not brought is a note.
 */
export function bundleInto(root: JsonObject, input: DocumentParts): Pick<Bundler, "isChanged" | "files" | "issues"> {
  const bundler = new Bundler(root, input);
  if (mayNameFiles(input.source.text)) bundler.run();
  return bundler;
}

class Bundler {
  readonly #root: Mutable;
  readonly #path: string;
  readonly #input: DocumentParts;
  readonly #holders: typeof HOLDERS;
  readonly #isSwagger: boolean;
  readonly #tasks: Task[] = [];
  readonly #seen = new Set<JsonValue>();
  /** References to components that were made, by what they stand for. */
  readonly #made = new Map<string, string>();
  readonly #issues = new Map<string, Issue>();
  /** What was copied, in characters of a document: files that refer to each other could multiply. */
  #size = 0;
  /** Files that something was taken from. */
  readonly files: Set<string> = new Set();
  isChanged: boolean = false;

  constructor(root: JsonObject, input: DocumentParts) {
    this.#root = root;
    this.#path = input.source.path;
    this.#input = input;
    this.#isSwagger = own(root, "openapi") === undefined;
    this.#holders = this.#isSwagger ? SWAGGER_HOLDERS : HOLDERS;
  }

  get issues(): readonly Issue[] {
    return [...this.#issues.values()];
  }

  run(): void {
    this.#claimOwn();
    this.#tasks.push({ value: this.#root, kind: "root", file: this.#path, pointer: "", inlined: [] });
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) this.#look(task);
  }

  /** Where components of a kind stand in the document. */
  #placeOf(kind: Kind): readonly string[] | undefined {
    const holder = own(this.#holders, kind);
    return holder === undefined ? undefined : this.#isSwagger ? [holder] : ["components", holder];
  }

  /** A component that is a `$ref` alone gives its name to what it refers to. */
  #claimOwn(): void {
    for (const kind of Object.keys(this.#holders)) {
      const place = this.#placeOf(kind) ?? [];
      const held = valueAt(this.#root, place);
      for (const [name, value] of Object.entries(isPlainObject(held) ? held : {})) {
        const isAlone = isPlainObject(value) && Object.keys(value).length === 1;
        const target = isAlone ? targetOf(own(value, "$ref"), this.#path) : undefined;
        if (target === undefined || target.file === this.#path) continue;
        const key = keyOf(kind, target);
        if (!this.#made.has(key)) this.#made.set(key, `#${toPointer(...place, name)}`);
      }
    }
  }

  #look(task: Task): void {
    const { value, kind, pointer } = task;
    if (typeof value !== "object" || value === null || this.#seen.has(value)) return;
    this.#seen.add(value);
    if (isPlainObject(value)) {
      if (kind === "mapping") return this.#followMapping(value, task);
      const reference = own(value, "$ref");
      if (typeof reference === "string") this.#follow(value, reference, task);
      // Something else stands there now, and is looked at later.
      if (!this.#seen.has(value)) return;
    }
    for (const [key, child] of Object.entries(value).reverse()) {
      const inner = Array.isArray(value) && kind === "schema" ? "schema" : kindUnder(kind, key);
      if (inner === undefined || typeof child !== "object") continue;
      this.#tasks.push({ ...task, value: child, kind: inner, pointer: `${pointer}${toPointer(key)}` });
    }
  }

  /** Replaces a `$ref` to another file by one to a component, or by what it refers to. */
  #follow(holder: Mutable, reference: string, task: Task): void {
    const target = targetOf(reference, task.file);
    if (target?.file === this.#path && task.file === this.#path && reference.startsWith("#")) return;
    if (target === undefined) return this.#note(task, reference, "leads to another place, which is not fetched");
    const found = this.#find(task.kind, target);
    if ("reason" in found) return this.#note(task, reference, found.reason);
    if (!("reference" in found)) return this.#inline(holder, target, found.value, task);
    if (found.reference === `#${task.pointer}`) return this.#inlineAt(holder, target, task);
    if (reference === found.reference) return;
    holder["$ref"] = found.reference;
    this.isChanged = true;
  }

  #find(kind: Kind, target: Target): Found {
    if (target.file === this.#path) return { reference: `#${encodeURI(target.pointer)}` };
    const made = this.#made.get(keyOf(kind, target));
    if (made !== undefined) return { reference: made };
    const part = this.#partAt(target, kind);
    const place = this.#placeOf(kind);
    if ("reason" in part || place === undefined) return part;
    const holder = recordAt(this.#root, place);
    const name = freeName(target, holder);
    const pointer = toPointer(...place, name);
    const value = this.#copy(part.value);
    holder[name] = value;
    this.#made.set(keyOf(kind, target), `#${pointer}`);
    this.#tasks.push({ value, kind, file: target.file, pointer, inlined: [] });
    return { reference: `#${pointer}` };
  }

  #inlineAt(holder: Mutable, target: Target, task: Task): void {
    const part = this.#partAt(target, task.kind);
    if ("value" in part) this.#inline(holder, target, part.value, task);
    else this.#note(task, target.pointer, part.reason);
  }

  /** What stands beside a `$ref` wins. */
  #inline(holder: Mutable, target: Target, value: JsonValue, task: Task): void {
    const key = keyOf(task.kind, target);
    if (task.inlined.includes(key)) return this.#note(task, target.pointer, "leads back to itself");
    const { $ref: _, ...beside } = holder;
    for (const name of Object.keys(holder)) delete holder[name];
    Object.assign(holder, this.#copy(value), beside);
    this.isChanged = true;
    this.#seen.delete(holder);
    this.#tasks.push({ ...task, file: target.file, inlined: [...task.inlined, key] });
  }

  #partAt({ file, pointer }: Target, kind: Kind): { readonly value: JsonValue } | { readonly reason: string } {
    const { neighbours, refused } = this.#input;
    const neighbour = neighbours.get(file);
    if (neighbour?.json === undefined)
      return { reason: refused.get(file) ?? "leads to another file, but only the document itself was read" };
    if (this.#size > MAX_BYTES) return { reason: "makes the document too large" };
    const value = valueAt(neighbour.json as JsonValue, pointerSegments(pointer));
    if (value === undefined) return { reason: "leads to nothing in its file" };
    if (!isPlainObject(value) && !(kind === "schema" && typeof value === "boolean"))
      return { reason: "does not lead to an object" };
    this.files.add(neighbour.file);
    return { value };
  }

  #copy(value: JsonValue): JsonValue {
    // Where it is printed, about: quotes, a line, its indentation.
    this.#size += 10 + (typeof value === "string" ? value.length : 0);
    if (typeof value !== "object" || value === null || this.#size > MAX_BYTES) return value;
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#copy(item));
    return mapValues(value as JsonObject, (child, key) => {
      this.#size += key.length;
      return this.#copy(child);
    });
  }

  /** Of a discriminator: names of schemas, or what leads to one. */
  #followMapping(mapping: Mutable, { file }: Task): void {
    for (const [name, value] of Object.entries(mapping)) {
      const isPath = typeof value === "string" && /[#/]|\.(?:json|ya?ml)$/i.test(value);
      const target = isPath ? targetOf(value, file) : undefined;
      const found = target && this.#find("schema", target);
      if (found === undefined || !("reference" in found) || found.reference === value) continue;
      mapping[name] = found.reference;
      this.isChanged = true;
    }
  }

  #note({ pointer }: Task, reference: string, reason: string): void {
    const message = `$ref ${cited(reference)} ${reason}`;
    this.#issues.set(`${reference} ${reason}`, remark("SW0707", `${pointer}/$ref`, message));
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
