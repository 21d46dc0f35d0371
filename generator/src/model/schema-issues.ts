import { toPointer, type JsonValue } from "@sdkwright/runtime/config";
import type { LoadedProfile } from "../load/project.js";
import type { ModelIssue } from "./model-issue.js";
import { atPointer } from "./schema-part.js";

/** References within the schemas of a profile document that lead nowhere. */
export function schemaIssues(document: NonNullable<LoadedProfile["document"]>): readonly ModelIssue[] {
  return Object.entries(document.profile.usecases).flatMap(([useCase, { input, result, error }]) =>
    Object.entries({ input, result, error }).flatMap(([role, schema]) => {
      if (schema === undefined) return [];
      return danglingReferences(schema, ["usecases", useCase, role], (pointer) => atPointer(schema, pointer)).map(
        (issue) => ({ ...issue, file: document.file }),
      );
    }),
  );
}

function danglingReferences(
  value: JsonValue,
  path: readonly string[],
  find: (pointer: string) => JsonValue | undefined,
): readonly Omit<ModelIssue, "file">[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, JsonValue]) => {
    const place = [...path, key];
    if (key !== "$ref" || typeof item !== "string") return danglingReferences(item, place, find);
    if (find(item) !== undefined) return [];
    const message = `the reference ${JSON.stringify(item)} leads nowhere`;
    const hint = 'a reference is a JSON pointer within the same schema, for instance "#/definitions/address"';
    return [{ code: "SW1402", severity: "error" as const, pointer: toPointer(...place), message, hint }];
  });
}
