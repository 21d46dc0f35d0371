import { isPlainObject, type Issue, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import type { Budget } from "../../diagnostics/budget.js";
import type { ApiDocument } from "../../openapi/api.js";
import { referenceIn } from "../../openapi/reading.js";
import type { GivenOptions } from "../../project/options.js";
import { freeName } from "./enums.js";
import { indented, member, NEVER, object, other, quoted, STRING, UNKNOWN, type Written } from "./notation.js";
import { below, isEnum, KINDS, listIn, SchemaTexts } from "./schemas.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
const PLACES = ["query", "header", "path", "cookie"] as const;

/** The module of a document: `paths`, `webhooks`, `components`, `$defs` and `operations`, as openapi-typescript 7 has them. */
export function printDocument(
  document: ApiDocument,
  options: GivenOptions,
  budget: Budget,
): { readonly text: string; readonly issues: readonly Issue[] } {
  const printer = new DocumentPrinter(new SchemaTexts(document, options, budget));
  return { text: indented(printer.print()), issues: printer.types.notes.issues };
}

/** Writes the type of a part that is no reference. */
type Write = (value: JsonObject, path: string) => Written;

class DocumentPrinter {
  readonly types: SchemaTexts;
  /** Members of `operations`, by id. */
  readonly #operations = new Map<string, string>();

  constructor(types: SchemaTexts) {
    this.types = types;
  }

  print(): string {
    const { root } = this.types.document;
    const components = isPlainObject(root["components"]) ? root["components"] : {};
    const parts = [
      ...(this.types.options["read-write-markers"] === true ? MARKERS : []),
      declaration("paths", this.#paths(root["paths"], "#/paths")),
      declaration("webhooks", this.#paths(root["webhooks"], "#/webhooks")),
      declaration("components", this.#components(components)),
      ...(this.types.options["root-types"] === true ? this.#rootTypes(components) : []),
      declaration("$defs", this.types.definitions(root["$defs"], "#/$defs")),
      declaration("operations", [...this.#operations.values()]),
      ...this.types.enums.declarations,
      ...(this.types.needsRequired ? [WITH_REQUIRED] : []),
    ];
    return `${parts.join("\n")}\n`;
  }

  /** A member with what `part` says of it. */
  #member(name: string, type: Written, isOptional: boolean, part?: JsonValue, path = ""): string {
    const readonly = this.types.options.immutable === true ? "readonly " : "";
    const comment = part === undefined ? [] : this.types.commentOf(part, path);
    return member(name, type, `${readonly}${isOptional ? "?" : ""}`, comment);
  }

  #paths(value: JsonValue | undefined, path: string): readonly string[] {
    return this.types.entriesOf(value).flatMap(([url, item]) => {
      if (!isPlainObject(item)) return [];
      const told = referenceIn(item) === undefined ? undefined : item;
      return [this.#member(url, this.#part(item, below(path, url), this.#pathItem), false, told, path)];
    });
  }

  /** Members for the parts of a record. */
  #each(
    record: JsonValue | undefined,
    path: string,
    write: Write,
    isOptional?: (part: JsonValue) => boolean,
  ): string[] {
    return this.types.entriesOf(record).map(([name, part]) => {
      const at = below(path, name);
      return this.#member(name, this.#part(part, at, write), isOptional?.(part) === true, part, at);
    });
  }

  /** A part, or the component that it refers to. */
  #part(value: JsonValue, path: string, write: Write): Written {
    const reference = referenceIn(value);
    if (reference !== undefined)
      return this.types.reference(reference, path, (target) => this.#part(target, path, write));
    return isPlainObject(value) ? write(value, path) : UNKNOWN;
  }

  readonly #pathItem: Write = (item, path) => {
    const shared = listIn(item["parameters"]);
    const members = METHODS.map((method) => {
      const operation = item[method];
      if (!isPlainObject(operation)) return this.#member(method, NEVER, true);
      const place = below(path, method);
      const type = this.#part(operation, place, (target) => this.#operation(target, shared, place));
      return this.#member(method, type, false, operation, place);
    });
    return object([this.#parameters(shared, below(path, "parameters")), ...members]);
  };

  /** One with an id stands among `operations`; the second of an id stands where it is. */
  #operation(operation: JsonObject, shared: readonly JsonValue[], path: string): Written {
    const { operationId } = operation;
    const id = typeof operationId === "string" && operationId !== "" ? operationId.replaceAll("#", "/") : undefined;
    if (id === undefined || this.#operations.has(id)) return this.#inline(operation, shared, path);
    this.#operations.set(id, "");
    this.#operations.set(id, this.#member(id, this.#inline(operation, shared, path), false));
    return other(`operations[${quoted(id)}]`);
  }

  #inline(operation: JsonObject, shared: readonly JsonValue[], path: string): Written {
    const { requestBody: body, responses, parameters } = operation;
    const place = below(path, "requestBody");
    const isDemanded = body !== undefined && this.#target(body)?.["required"] === true;
    const answers = this.#each(responses, below(path, "responses"), this.#response);
    return object([
      this.#parameters([...shared, ...listIn(parameters)], path),
      isPlainObject(body)
        ? this.#member("requestBody", this.#part(body, place, this.#requestBody), !isDemanded, body, place)
        : this.#member("requestBody", NEVER, true),
      this.#member("responses", objectOrNever(answers), false),
    ]);
  }

  /** Later ones of the same place and name count. */
  #parameters(list: readonly JsonValue[], path: string): string {
    const found = new Map<string, { written: JsonValue; target: JsonObject; name: string }>();
    for (const written of list) {
      const target = this.#target(written);
      const { name, in: place } = target ?? {};
      if (target === undefined || typeof name !== "string" || typeof place !== "string") continue;
      found.set(`${place}-${name}`, { written, target, name });
    }
    const all = [...found.values()];
    if (this.types.options.alphabetize === true) all.sort((a, b) => a.name.localeCompare(b.name));
    const groups = PLACES.map((place) => {
      const own = all.filter(({ target }) => target["in"] === place);
      const isOptional = (target: JsonObject) => place !== "path" && target["required"] !== true;
      const members = own.map(({ written, target, name }) => {
        const at = below(path, "parameters", place, name);
        return this.#member(name, this.#part(written, at, this.#parameter), isOptional(target), target, at);
      });
      const areOptional = own.every(({ target }) => isOptional(target));
      return this.#member(place, objectOrNever(members), areOptional);
    });
    return this.#member("parameters", object(groups), false);
  }

  /** The value of a part behind its references. */
  #target(value: JsonValue): JsonObject | undefined {
    const reference = referenceIn(value);
    const target = reference === undefined ? value : this.types.resolve(reference);
    return isPlainObject(target) ? target : undefined;
  }

  readonly #parameter: Write = ({ schema }, path) => (schema ? this.types.schema(schema, path) : STRING);

  readonly #requestBody: Write = ({ content }, path) => {
    const medias = this.#each(content, below(path, "content"), this.#media);
    const all = medias.length === 0 ? [member("*/*", NEVER, "?")] : medias;
    return object([this.#member("content", object(all), false)]);
  };

  readonly #response: Write = ({ headers, content }, path) => {
    const isOptional = (header: JsonValue) =>
      isPlainObject(header) && header["$ref"] === undefined && !header["required"];
    const named = this.#each(headers, below(path, "headers"), this.#header, isOptional);
    const medias = this.#each(content, below(path, "content"), this.#media);
    return object([
      member("headers", object([...named, this.types.index("name", UNKNOWN)])),
      medias.length === 0 ? member("content", NEVER, "?") : member("content", object(medias)),
    ]);
  };

  readonly #header: Write = ({ schema, content }, path) => {
    if (schema) return this.types.schema(schema, path);
    return isPlainObject(content) ? object(this.#each(content, path, this.#media)) : UNKNOWN;
  };

  readonly #media: Write = ({ schema }, path) => (schema ? this.types.schema(schema, path) : UNKNOWN);

  #components(components: JsonObject): readonly string[] {
    const writers: { readonly [kind: string]: Write } = {
      schemas: (schema, path) => this.types.schema(schema, path),
      responses: this.#response,
      parameters: this.#parameter,
      requestBodies: this.#requestBody,
      headers: this.#header,
      pathItems: this.#pathItem,
    };
    return Object.entries(writers).map(([kind, write]) => {
      const members = this.types.entriesOf(components[kind]).map(([name, part]) => {
        const at = below("#/components", kind, name);
        const type = this.types.inside(() => this.#part(part, at, write), `${kind}/${name}`);
        return this.#member(name, type, false, part, at);
      });
      return member(kind, objectOrNever(members));
    });
  }

  /** A name at the root of the module for each component: `SchemaPet`, `ResponseNotFound`. */
  #rootTypes(components: JsonObject): readonly string[] {
    const { "root-types-no-schema-prefix": isBare = false, enum: hasEnums = false } = this.types.options;
    return KINDS.flatMap((kind) =>
      this.types.entriesOf(components[kind]).flatMap(([name, part]) => {
        if (hasEnums && kind === "schemas" && isEnum(part)) return [];
        const word = pascalCase(kind.replace(/ies$/, "y").replace(/s$/, ""));
        const pascal = pascalCase(name);
        const hasPrefix = !isBare || kind !== "schemas" || !/^[A-Za-z_$]/.test(pascal);
        const alias = freeName(hasPrefix ? `${word}${pascal}` : pascal, this.types.enums.names);
        return [`export type ${alias} = components[${quoted(kind)}][${quoted(name)}];`];
      }),
    );
  }
}

/** `Readable` and `Writable` of openapi-typescript-helpers, which openapi-fetch uses, leave them out again. */
const MARKERS = ["export type $Read<T> = { readonly $read: T };", "export type $Write<T> = { readonly $write: T };"];

/** Required keys of a type, as far as it has them. */
const WITH_REQUIRED = "type WithRequired<T, K extends PropertyKey> = T & Required<Pick<T, Extract<keyof T, K>>>;";

function objectOrNever(members: readonly string[]): Written {
  return members.length === 0 ? NEVER : object(members);
}

function declaration(name: string, members: readonly string[]): string {
  if (members.length === 0) return `export type ${name} = Record<string, never>;`;
  return `export interface ${name} ${object(members).text}`;
}

/** Words begin at a sign and at a capital, as the package `change-case` has it. */
function pascalCase(name: string): string {
  const words = name.replaceAll(/([\p{Ll}\d])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ").match(/[\p{L}\d]+/gu) ?? [];
  const pascal = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`);
  return pascal.map((word, at) => (at > 0 && /^\d/.test(word) ? `_${word}` : word)).join("");
}
