import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { withoutMarks } from "./library-keys.js";
import { portableSchema } from "./portable-schema.js";
import { docComment, escapeUnsafe } from "../names/quoting.js";

/** A JSON Schema that becomes a type, and the type's name. */
export interface NamedSchema {
  readonly typeName: string;
  readonly schema: JsonObject;
  /** What the type is, for its comment; a description of the schema goes before. */
  readonly description: string;
}

/** Declarations of the types that schemas describe, not yet laid out. The library is loaded at the first call. */
export async function schemaTypes({ typeName, schema, description }: NamedSchema): Promise<string> {
  const { compile } = await import("json-schema-to-typescript");
  const portable = portableSchema(schema, typeName, description);
  if (portable["tsType"] === "unknown") return unknownType(typeName, portable["description"]);
  const code = await compile(portable, typeName, OPTIONS);
  return spaced(joined(withoutMarks(code).trim().split("\n").map(escapeUnsafe).join("\n")));
}

/** Short comments on one line, a blank line between declarations. A run of newlines is looked at once, from its first. */
function spaced(code: string): string {
  return code
    .replaceAll(/^\/\*\*\n \* (.*)\n \*\/$/gm, "/** $1 */")
    .replaceAll(/(?<!\*\/|\n)\n+(?=(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export (?:interface|type) )/g, "\n\n");
}

/** Small objects within a type may stand on one line; an object that starts a line of its own keeps it. */
function joined(code: string): string {
  return code.replaceAll(/(?<!^export interface \w+ )\{\n((?:(?!\/\*\*)[^{}])*)\}/gm, "{ $1}");
}

const OPTIONS = {
  additionalProperties: false,
  bannerComment: "",
  cwd: "/",
  enableConstEnums: false,
  format: false,
  ignoreMinAndMaxItems: true,
  $refOptions: { resolve: { external: false } },
};

function unknownType(typeName: string, description: JsonValue | undefined): string {
  const comment = typeof description === "string" ? `${docComment(description)}\n` : "";
  return `${comment}export type ${typeName} = unknown;`;
}
