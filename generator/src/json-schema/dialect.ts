import type { JsonObject, SchemaPart } from "@sdkwright/runtime/config";

/** In which of the dialects of JSON Schema a document is written, and where its parts are found. */
export interface Dialect {
  /** In drafts before 2019-09, and in OpenAPI 3.0, nothing counts beside a `$ref`. */
  readonly isAlone: boolean;
  /** Whether it is OpenAPI's: with discriminators, bytes, and properties of one direction only. */
  readonly isOpenApi: boolean;
  /** What the `$ref` of a schema leads to, in the end; it starts from where the schema stands. */
  readonly find: (schema: JsonObject) => SchemaPart | undefined;
  /** A part that has a name of its own, whatever it refers to in turn. */
  readonly named?: ((reference: string) => SchemaPart | undefined) | undefined;
}
