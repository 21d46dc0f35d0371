import { isPlainObject, type Issue, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import type { Budget } from "../../diagnostics/budget.js";
import type { ApiDocument } from "../../openapi/api.js";
import { referenceIn } from "../../openapi/reading.js";
import {
  deeper,
  indexMember,
  member,
  type Member,
  NEVER,
  object,
  other,
  quoted,
  STRING,
  UNKNOWN,
  type Written,
} from "./notation.js";
import { type At, below, KINDS, SchemaTexts, type TypesOptions } from "./schema-texts.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
const PLACES = ["query", "header", "path", "cookie"] as const;

/** The module of a document: `paths`, `webhooks`, `components`, `$defs` and `operations`, as openapi-typescript 7 has them. */
export function printDocument(
  document: ApiDocument,
  options: TypesOptions,
  budget: Budget,
): { readonly text: string; readonly issues: readonly Issue[] } {
  const printer = new DocumentPrinter(new SchemaTexts(document, options, budget));
  const text = printer.print();
  return { text, issues: printer.types.notes.issues };
}

class DocumentPrinter {
  readonly types: SchemaTexts;
  /** Members of `operations`, by id. */
  readonly #operations = new Map<string, string>();
  readonly #how: Member;

  constructor(types: SchemaTexts) {
    this.types = types;
    this.#how = { isReadonly: types.options.immutable };
  }

  print(): string {
    const { root } = this.types.document;
    const { components, $defs } = root;
    const parts = [
      ...(this.types.options.readWriteMarkers ? MARKERS : []),
      declaration("paths", this.#paths(root["paths"], "#/paths")),
      declaration("webhooks", this.#paths(root["webhooks"], "#/webhooks")),
      declaration("components", this.#components(isPlainObject(components) ? components : {})),
      ...(this.types.options.rootTypes && isPlainObject(components) ? this.#rootTypes(components) : []),
      declaration(
        "$defs",
        isPlainObject($defs) ? this.types.definitions($defs, { path: "#/$defs", indent: STEP }) : [],
      ),
      declaration("operations", [...this.#operations.values()]),
      ...this.types.enums.declarations,
    ];
    if (this.types.needsRequired) parts.push(WITH_REQUIRED);
    return `${parts.join("\n")}\n`;
  }

  #paths(value: JsonValue | undefined, path: string): readonly string[] {
    return this.types.entriesOf(value).flatMap(([url, item]) => {
      if (!isPlainObject(item)) return [];
      const at = below({ path, indent: STEP }, url);
      const comment = referenceIn(item) === undefined ? [] : this.types.commentOf(item, at);
      return [member(url, this.#pathItem(item, at), STEP, { ...this.#how, comment })];
    });
  }

  /** A part, or the component that it refers to. */
  #part(value: JsonValue, at: At, write: (value: JsonObject, at: At) => Written): Written {
    const reference = referenceIn(value);
    if (reference !== undefined) return this.types.reference(reference, at, (target) => this.#part(target, at, write));
    return isPlainObject(value) ? write(value, at) : UNKNOWN;
  }

  #pathItem(value: JsonValue, place: At): Written {
    return this.#part(value, place, (item, { path, indent }) => {
      const at = { path, indent: deeper(indent) };
      const shared = listIn(item["parameters"]);
      const members = [this.#parameters(shared, below(at, "parameters"))];
      for (const method of METHODS) {
        const operation = item[method];
        if (!isPlainObject(operation)) {
          members.push(member(method, NEVER, at.indent, { ...this.#how, isOptional: true }));
          continue;
        }
        const type = this.#operation(operation, shared, below(at, method));
        const comment = this.types.commentOf(operation, at);
        members.push(member(method, type, at.indent, { ...this.#how, comment }));
      }
      return object(members, indent);
    });
  }

  /** One with an id stands among `operations`; the second of an id stands where it is. */
  #operation(value: JsonObject, shared: readonly JsonValue[], at: At): Written {
    return this.#part(value, at, (operation) => {
      const { operationId } = operation;
      const id = typeof operationId === "string" && operationId !== "" ? operationId.replaceAll("#", "/") : undefined;
      if (id === undefined || this.#operations.has(id)) return this.#inline(operation, shared, at);
      this.#operations.set(id, "");
      const type = this.#inline(operation, shared, { path: at.path, indent: STEP });
      this.#operations.set(id, member(id, type, STEP, this.#how));
      return other(`operations[${quoted(id)}]`);
    });
  }

  #inline(operation: JsonObject, shared: readonly JsonValue[], { path, indent }: At): Written {
    const at = { path, indent: deeper(indent) };
    const { requestBody: body, responses } = operation;
    const members = [this.#parameters([...shared, ...listIn(operation["parameters"])], at)];
    if (isPlainObject(body)) {
      const place = below(at, "requestBody");
      const isOptional = this.#target(body)?.["required"] !== true;
      const how = { ...this.#how, isOptional, comment: this.types.commentOf(body, place) };
      members.push(member("requestBody", this.#part(body, place, this.#requestBody), at.indent, how));
    } else members.push(member("requestBody", NEVER, at.indent, { ...this.#how, isOptional: true }));
    const answers = this.types.entriesOf(responses).map(([status, response]) => {
      const place = below({ path, indent: deeper(at.indent) }, "responses", status);
      const how = { ...this.#how, comment: this.types.commentOf(response, place) };
      return member(status, this.#part(response, place, this.#response), place.indent, how);
    });
    const type = answers.length === 0 ? NEVER : object(answers, at.indent);
    members.push(member("responses", type, at.indent, this.#how));
    return object(members, indent);
  }

  /** Later ones of the same place and name count. */
  #parameters(list: readonly JsonValue[], { path, indent }: At): string {
    const found = new Map<
      string,
      { readonly written: JsonValue; readonly target: JsonObject; readonly name: string }
    >();
    for (const written of list) {
      const target = this.#target(written);
      const { name, in: place } = target ?? {};
      if (target === undefined || typeof name !== "string" || typeof place !== "string") continue;
      found.set(`${place}-${name}`, { written, target, name });
    }
    const all = [...found.values()];
    if (this.types.options.alphabetize) all.sort((a, b) => a.name.localeCompare(b.name));
    const groupIndent = deeper(indent);
    const groups = PLACES.map((place) => {
      const own = all.filter(({ target }) => target["in"] === place);
      const isOptional = (target: JsonObject) => place !== "path" && target["required"] !== true;
      const members = own.map(({ written, target, name }) => {
        const at = below({ path, indent: deeper(groupIndent) }, "parameters", place, name);
        const how = { ...this.#how, isOptional: isOptional(target), comment: this.types.commentOf(target, at) };
        return member(name, this.#part(written, at, this.#parameter), at.indent, how);
      });
      const type = members.length === 0 ? NEVER : object(members, groupIndent);
      const how = { ...this.#how, isOptional: own.every(({ target }) => isOptional(target)) };
      return member(place, type, groupIndent, how);
    });
    return member("parameters", object(groups, indent), indent, this.#how);
  }

  /** What a part says in the end. */
  #target(value: JsonValue): JsonObject | undefined {
    const reference = referenceIn(value);
    const target = reference === undefined ? value : this.types.resolve(reference);
    return isPlainObject(target) ? target : undefined;
  }

  readonly #parameter = ({ schema }: JsonObject, at: At): Written => (schema ? this.types.schema(schema, at) : STRING);

  readonly #requestBody = (body: JsonObject, { path, indent }: At): Written => {
    const inner = deeper(indent);
    const medias = this.#contents(body["content"], { path: `${path}/content`, indent: deeper(inner) });
    if (medias.length === 0) medias.push(member("*/*", NEVER, deeper(inner), { isOptional: true }));
    return object([member("content", object(medias, inner), inner, this.#how)], indent);
  };

  readonly #response = (response: JsonObject, { path, indent }: At): Written => {
    const at = { path, indent: deeper(indent) };
    const headers = this.types.entriesOf(response["headers"]).map(([name, header]) => {
      const place = below({ path, indent: deeper(at.indent) }, "headers", name);
      const isOptional = referenceIn(header) === undefined && (!isPlainObject(header) || header["required"] !== true);
      const how = { ...this.#how, isOptional, comment: this.types.commentOf(header, place) };
      return member(name, this.#part(header, place, this.#header), place.indent, how);
    });
    headers.push(indexMember("name", UNKNOWN, deeper(at.indent), this.types.options.immutable));
    const medias = this.#contents(response["content"], { path: `${path}/content`, indent: deeper(at.indent) });
    const content =
      medias.length === 0
        ? member("content", NEVER, at.indent, { isOptional: true })
        : member("content", object(medias, at.indent), at.indent);
    return object([member("headers", object(headers, at.indent), at.indent), content], indent);
  };

  readonly #header = ({ schema, content }: JsonObject, at: At): Written => {
    if (schema) return this.types.schema(schema, at);
    if (!isPlainObject(content)) return UNKNOWN;
    return object(this.#contents(content, { path: at.path, indent: deeper(at.indent) }), at.indent);
  };

  /** Members by media type. */
  #contents(value: JsonValue | undefined, at: At): string[] {
    return this.types.entriesOf(value).map(([type, media]) => {
      const place = below(at, type);
      const written = this.#part(media, place, ({ schema }) => (schema ? this.types.schema(schema, place) : UNKNOWN));
      return member(type, written, at.indent, { ...this.#how, comment: this.types.commentOf(media, place) });
    });
  }

  #components(components: JsonObject): readonly string[] {
    const write: { readonly [kind in (typeof KINDS)[number]]: (value: JsonValue, at: At) => Written } = {
      schemas: (value, at) => this.types.schema(value, at),
      responses: (value, at) => this.#part(value, at, this.#response),
      parameters: (value, at) => this.#part(value, at, this.#parameter),
      requestBodies: (value, at) => this.#part(value, at, this.#requestBody),
      headers: (value, at) => this.#part(value, at, this.#header),
      pathItems: (value, at) => this.#pathItem(value, at),
    };
    return KINDS.map((kind) => {
      const members = this.types.entriesOf(components[kind]).map(([name, part]) => {
        const at = below({ path: `#/components/${kind}`, indent: deeper(STEP), within: `${kind}/${name}` }, name);
        const how = { ...this.#how, comment: this.types.commentOf(part, at) };
        return member(name, write[kind](part, at), at.indent, how);
      });
      return member(kind, members.length === 0 ? NEVER : object(members, STEP), STEP);
    });
  }

  /** A name at the root of the module for each component: `SchemaPet`, `ResponseNotFound`. */
  #rootTypes(components: JsonObject): readonly string[] {
    const { rootTypesNoSchemaPrefix, enum: hasEnums } = this.types.options;
    return KINDS.flatMap((kind) =>
      this.types.entriesOf(components[kind]).flatMap(([name, part]) => {
        if (hasEnums && kind === "schemas" && isEnum(part)) return [];
        const word = kind === "requestBodies" ? "RequestBody" : pascalCase(kind.slice(0, -1));
        const pascal = pascalCase(name);
        const isBare = rootTypesNoSchemaPrefix && kind === "schemas" && /^[A-Za-z_$]/.test(pascal);
        const alias = this.types.enums.freeName(isBare ? pascal : `${word}${pascal}`);
        return [`export type ${alias} = components[${quoted(kind)}][${quoted(name)}];`];
      }),
    );
  }
}

const STEP = "    ";

/** `Readable` and `Writable` of openapi-typescript-helpers, which openapi-fetch uses, leave them out again. */
const MARKERS = ["export type $Read<T> = { readonly $read: T };", "export type $Write<T> = { readonly $write: T };"];

/** Required keys of a type, as far as it has them. */
const WITH_REQUIRED = "type WithRequired<T, K extends PropertyKey> = T & Required<Pick<T, Extract<keyof T, K>>>;";

function declaration(name: string, members: readonly string[]): string {
  if (members.length === 0) return `export type ${name} = Record<string, never>;`;
  return `export interface ${name} ${object(members, "").text}`;
}

function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function isEnum(schema: JsonValue): boolean {
  if (!isPlainObject(schema) || !Array.isArray(schema["enum"]) || schema["type"] === "object") return false;
  return !Object.hasOwn(schema, "properties") && !Object.hasOwn(schema, "additionalProperties");
}

/** Words begin at a sign and at a capital, as the package `change-case` has it. */
function pascalCase(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .match(/[\p{L}\d]+/gu);
  return (words ?? [])
    .map((word, at) => {
      const [first = ""] = word;
      const isDigit = at > 0 && /\d/.test(first);
      return `${isDigit ? "_" : ""}${first.toUpperCase()}${word.slice(first.length).toLowerCase()}`;
    })
    .join("");
}
