import { type JsonObject, type JsonValue, pointerSegments } from "@sdkwright/runtime/config";
import { commentText } from "../quoting.js";
import { quoted } from "./notation.js";

/** Names that declarations cannot have: the types that are written use them. */
const TAKEN = ["Record", "Omit", "WithRequired"];

/** Declarations of enums, each named by the place of its schema. */
export class Enums {
  /** In the order in which they were met. */
  readonly declarations: string[] = [];
  readonly #names = new Set<string>(TAKEN);
  readonly #known = new Map<string, string>();

  /** A name for the schema at a path, whose values are texts and numbers. */
  nameOf(path: string, values: readonly (string | number)[], schema: JsonObject): string {
    const wanted = enumName(path);
    const members = membersOf(values, schema);
    const text = `${wanted} ${members}`;
    let name = this.#known.get(text);
    if (name === undefined) {
      name = this.freeName(wanted);
      this.#known.set(text, name);
      this.declarations.push(`export enum ${name} {\n${members}\n}`);
    }
    return name;
  }

  /** A name that no declaration has yet: numbered where it is taken. */
  freeName(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#names.has(name); number += 1) name = `${wanted}_${number}`;
    this.#names.add(name);
    return name;
  }
}

/** `#/components/schemas/pet/kind` → `PetKind`. */
function enumName(path: string): string {
  const place = pointerSegments(path.slice(1)).join("/").replace("components/schemas", "");
  const name = place.replace(/[^A-Za-z_$0-9]+(.)?/g, (_, next: string = "") => next.toUpperCase());
  const letters = name.replaceAll(/[^A-Za-z_$0-9]/g, "");
  if (!/^[A-Za-z_$]/.test(letters)) return `Value${letters}`;
  return `${letters.charAt(0).toUpperCase()}${letters.slice(1)}`;
}

/** Vendors name and describe values beside them, in two spellings. */
function membersOf(values: readonly (string | number)[], schema: JsonObject): string {
  const names = new Set<string>();
  const lines: string[] = [];
  const seen = new Set<string | number>();
  for (const [index, value] of values.entries()) {
    if (seen.has(value)) continue;
    seen.add(value);
    const given = itemOf(schema, index, "x-enum-varnames", "x-enumNames");
    const described = itemOf(schema, index, "x-enum-descriptions", "x-enumDescriptions")?.trim() ?? "";
    const wanted = memberName(given ?? String(value));
    let name = wanted;
    for (let number = 2; names.has(name); number += 1) name = `${wanted}_${number}`;
    names.add(name);
    const comment = described === "" ? "" : `    // ${commentText(described)}\n`;
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
    lines.push(`${comment}    ${key} = ${typeof value === "string" ? quoted(value) : String(value)}`);
  }
  return lines.join(",\n");
}

function itemOf(schema: JsonObject, index: number, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const list = schema[key];
    const item = Array.isArray(list) ? (list as readonly JsonValue[])[index] : undefined;
    if (typeof item === "string") return item;
  }
  return undefined;
}

/** A value as the name of a member; one without any letter is quoted as it is. */
function memberName(value: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(value)) return value;
  const name = /^\d/.test(value)
    ? `Value${value}`.replace(".", "_")
    : value.startsWith("-")
      ? `ValueMinus${value.slice(1)}`
      : value;
  if (!/[A-Za-z_$0-9]/.test(name)) return name;
  return name.replaceAll(/[^A-Za-z_$0-9]+/g, (signs) => (signs === "+" ? "Plus" : "_"));
}
