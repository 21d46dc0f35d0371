// @generated from profile.schema.json by runtime/scripts/generate-formats.mjs. Do not edit.
import type { JsonObject } from "../config/definition.js";

/**
 * A JSON Schema (draft-07 or 2020-12). A `$ref` has to start with `#`.
 *
 */
export type JsonSchema = JsonObject | boolean;

/**
 * Profile document: the use-cases of a profile, with JSON Schemas of their inputs, results and errors. (Extension: rules C4.)
 */
export interface ProfileJson {
  /**
   * Where an editor finds the JSON Schema of this file. No effect otherwise.
   */
  $schema?: string;
  /**
   * Name of the profile, the same as in client.json, for instance `communication/send-sms`.
   */
  name: string;
  /**
   * Semantic version of the profile, for instance `1.0.0`.
   */
  version: string;
  /**
   * The use-cases, by name: a letter, then letters, digits and `_`.
   */
  usecases: {
    [k: string]: UseCaseJson;
  };
}
/**
 * What is to be done, whichever provider does it.
 *
 */
export interface UseCaseJson {
  /**
   * A short text; becomes documentation.
   */
  title?: string;
  /**
   * Becomes documentation.
   */
  description?: string;
  /**
   * JSON Schema of the input. Where it lists properties and says nothing of others, the type is closed.
   */
  input: JsonObject | boolean;
  /**
   * JSON Schema of the result.
   */
  result: JsonObject | boolean;
  /**
   * JSON Schema of the use-case's own error, which a map reports with `fail()`. Without it the error is `unknown`.
   */
  error?: JsonObject | boolean;
}
