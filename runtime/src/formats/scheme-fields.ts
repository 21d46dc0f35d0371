import type { SecurityScheme } from "../config/definition.js";
import { type CredentialField, fieldsOfScheme, isOptionalField } from "../config/schemes.js";

/** Whether an entry with these fields, its id apart, is what a scheme takes in client.json (rules C18). */
export function takesFields(scheme: SecurityScheme, given: readonly string[]): boolean {
  const fields: readonly CredentialField[] = fieldsOfScheme(scheme);
  if (fields.length === 0) return false;
  const isComplete = fields.every((field) => given.includes(field) || isOptionalField(scheme, field));
  return isComplete && given.every((field) => fields.some((known) => known === field));
}

/** What a scheme takes, for messages; several where a profile has a definition of its own. */
export function takenFields(schemes: readonly SecurityScheme[]): string {
  const fields = distinct(schemes.flatMap(fieldsOfScheme));
  if (fields.length === 0) return "takes nothing here: it is a signature, and code gives its function `sign`";
  const isOptional = (field: CredentialField) => schemes.some((scheme) => isOptionalField(scheme, field));
  const needed = fields.filter((field) => !isOptional(field)).map((field) => `"${field}"`);
  const optional = fields.filter(isOptional).map((field) => `, and may have "${field}"`);
  return `takes ${needed.join(" and ")}${optional.join("")}`;
}

function distinct(fields: readonly CredentialField[]): readonly CredentialField[] {
  return [...new Set(fields)];
}
