import type { JsonValue } from "@sdkwright/runtime/config";
import type { ImportedName } from "../model/import-model.js";
import { isPlainIdentifier } from "../names/identifiers.js";
import { fit } from "./layout.js";
import { commentText, docComment, objectKey, stringLiteral, typeKey } from "../names/quoting.js";
import { fittedProperty, jsonLiteral } from "./json-literal.js";

/** Called with what the template gives it, and then with the model of the module. */
type Helper = (...values: never[]) => string | boolean;

/**
 * Everything that a template can say: each value goes through one of these, which quotes it for its place. The first
 * argument must be there: a misspelt name would pass as nothing.
 */
export const templateHelpers: { readonly [name: string]: Helper } = {
  string: (value: unknown) => stringLiteral(text(value, "string")),
  scalar: (value: unknown) => (typeof value === "number" ? String(value) : stringLiteral(text(value, "scalar"))),
  json: (value: JsonValue, indent: number) => jsonLiteral(value, " ".repeat(indent)),
  /** A whole property of an object literal. */
  fittedProperty: (key: unknown, value: JsonValue, indent: number) =>
    fittedProperty(text(key, "fittedProperty"), value, " ".repeat(indent)).trimEnd(),
  key: (value: unknown) => typeKey(text(value, "key")),
  property: (value: unknown) => objectKey(text(value, "property")),
  id: (value: unknown) => identifier(value),
  /** A property of an object literal whose value is an identifier. */
  entry: (key: unknown, value: unknown) => {
    const [property, name] = [objectKey(text(key, "entry")), identifier(value)];
    return property === name ? name : `${property}: ${name}`;
  },
  text: (value: unknown) => commentText(text(value, "text")),
  doc: (value: unknown, indent: unknown) =>
    docComment(text(value, "doc"), typeof indent === "number" ? " ".repeat(indent) : ""),
  union: (values: unknown) => union(list(values)),
  /** The local name of something imported from the runtime. */
  runtime: (name: unknown, root: ModuleRoot) => runtimeName(text(name, "runtime"), root),
  /** Likewise, as the property of that name of an object literal. */
  runtimeEntry: (name: unknown, root: ModuleRoot) => {
    const key = text(name, "runtimeEntry");
    const local = runtimeName(key, root);
    return key === local ? key : `${key}: ${local}`;
  },
  /** Code that is finished: types that json-schema-to-typescript made. */
  code: (value: unknown) => text(value, "code"),
  /** What `if` and `unless` ask. */
  isTrue,
  each: (values: unknown, print: (value: unknown) => string) => {
    let printed = "";
    for (const value of list(values)) printed += print(value);
    return printed;
  },
  /** A template that stands indented within another: every line of it. */
  indented: (indent: string, printed: string) => printed.replaceAll(/^(?=[^])/gm, indent),
  /** A name within `import { … }`. */
  imported: (value: unknown) => {
    const { name, local, isMarkedType } = value as ImportedName;
    const alias = local === name ? "" : ` as ${identifier(local)}`;
    return `${isMarkedType ? "type " : ""}${identifier(name)}${alias}`;
  },
  /** Puts the block on one line where it fits. */
  fit,
};

/** What every module's model has for its template. */
interface ModuleRoot {
  readonly runtimeNames: ReadonlyMap<string, string>;
}

function runtimeName(name: string, { runtimeNames }: ModuleRoot): string {
  return identifier(runtimeNames.get(name));
}

function union(values: readonly unknown[]): string {
  return values.length === 0 ? "never" : values.map((value) => stringLiteral(text(value, "union"))).join(" | ");
}

function identifier(value: unknown): string {
  const name = text(value, "id");
  if (!isPlainIdentifier(name)) throw new TypeError(`a template gave id something else: ${name}`);
  return name;
}

function text(value: unknown, helper: string): string {
  if (typeof value !== "string") throw new TypeError(`a template gave ${helper} something else: ${typeof value}`);
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`a template gave each something else: ${typeof value}`);
  return value;
}

/** A misspelt name is `undefined`, which would be taken for false. */
function isTrue(value: unknown): boolean {
  if (value === undefined) throw new TypeError("a template gave if something else: undefined");
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
