import { type JsonObject, pointerSegments } from "@sdkwright/runtime/config";
import { commentText } from "../quoting.js";
import { quoted } from "./notation.js";

type Value = string | number;

/** Declarations of enums, each named by the place of its schema. */
export class Enums {
  /** In the order in which they were met. */
  readonly declarations: string[] = [];
  /** Names of declarations; they hide none of the types that the module uses. */
  readonly names: Set<string> = new Set(["Record", "Omit", "WithRequired", "Required", "Pick", "Extract"]);
  readonly #known = new Map<string, string>();

  /** A name for the schema at a path. */
  nameOf(path: string, values: readonly Value[], schema: JsonObject): string {
    const wanted = enumName(path);
    const members = membersOf(values, schema);
    const known = this.#known.get(`${wanted} ${members}`);
    if (known !== undefined) return known;
    const name = freeName(wanted, this.names);
    this.#known.set(`${wanted} ${members}`, name);
    this.declarations.push(`export enum ${name} {\n${members}\n}`);
    return name;
  }
}

/** The name, numbered where it is taken; then it is. */
export function freeName(wanted: string, names: Set<string>): string {
  let name = wanted;
  for (let number = 2; names.has(name); number += 1) name = `${wanted}_${number}`;
  names.add(name);
  return name;
}

/** `#/components/schemas/pet/kind` → `PetKind`. */
function enumName(path: string): string {
  const place = pointerSegments(path.slice(1)).join("/").replace("components/schemas", "");
  const name = place.replaceAll(/[^A-Za-z_$0-9]+([A-Za-z_$0-9]?)/g, (_, next: string) => next.toUpperCase());
  return /^[A-Za-z_$]/.test(name) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : `Value${name}`;
}

/** Vendors name and describe values beside them, in two spellings. */
function membersOf(values: readonly Value[], schema: JsonObject): string {
  const names = new Set<string>();
  const textAt = (index: number, ...keys: readonly string[]): string | undefined =>
    keys.map((key) => [schema[key]].flat()[index]).find((text) => typeof text === "string");
  const members = Array.from(new Map(values.map((value, index) => [value, index])), ([value, index]) => {
    const described = textAt(index, "x-enum-descriptions", "x-enumDescriptions")?.trim() ?? "";
    const name = freeName(memberName(textAt(index, "x-enum-varnames", "x-enumNames") ?? String(value)), names);
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
    const comment = described === "" ? "" : `// ${commentText(described)}\n`;
    return `${comment}${key} = ${typeof value === "string" ? quoted(value) : String(value)}`;
  });
  return members.join(",\n");
}

/** A value as the name of a member; one without any letter is quoted as it is. */
function memberName(value: string): string {
  const name = value.replace(/^(?=\d)/, "Value").replace(/^-/, "ValueMinus");
  return /[\w$]/.test(name) ? name.replaceAll(/[^\w$]+/g, (signs) => (signs === "+" ? "Plus" : "_")) : name;
}
