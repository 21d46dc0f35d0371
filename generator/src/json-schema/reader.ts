import type { JsonValue } from "@sdkwright/runtime/config";
import type { Dialect } from "./dialect.js";
import type { SchemaType } from "./schema-type.js";

/** What the readers of single keywords need. */
export interface Reader {
  readonly dialect: Dialect;
  /** The type of a schema of which nothing else is known. */
  readonly typeAt: (schema: JsonValue, pointer: string) => SchemaType;
  /** The schema at a pointer. */
  readonly schemaAt: (pointer: string) => JsonValue;
  /** The same by the schema's pointer, and short. */
  readonly typeOf: (pointer: string) => SchemaType;
  /** Tells what no type can say, or a sentence of its own in place of that. */
  readonly note: (pointer: string, what: string, message?: string) => void;
}
