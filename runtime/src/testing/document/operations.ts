import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isArray, isPlainObject, own } from "../../config/options.js";
import { type PathPattern, pathPattern } from "../patterns.js";
import type { References } from "./references.js";

/** A method of a path. */
export interface Operation {
  readonly method: string;
  readonly pattern: PathPattern;
  /** As they stand there: references are followed where they are read. */
  readonly parameters: readonly JsonValue[];
  readonly body: JsonValue | undefined;
  readonly responses: JsonObject;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** All operations; a path that says more comes before one with names in its place. */
export function operationsOf(references: References): readonly Operation[] {
  const paths = own(references.root, "paths");
  const operations = Object.entries(isPlainObject(paths) ? paths : {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => operationOf(method, path, item, references) ?? []),
  );
  return operations.sort((one, other) => one.pattern.places - other.pattern.places);
}

function operationOf(method: string, path: string, item: JsonValue, references: References): Operation | undefined {
  const operation = references.read(item, method);
  if (!isPlainObject(operation)) return undefined;
  const [responses, body] = [own(operation, "responses"), own(operation, "requestBody")];
  return {
    method: method.toUpperCase(),
    pattern: pathPattern(path),
    parameters: parametersOf([references.read(item, "parameters"), own(operation, "parameters")], references),
    body: references.partsOf(body).length === 0 ? undefined : body,
    responses: isPlainObject(responses) ? responses : {},
  };
}

/** Those of the operation instead of the path's. */
function parametersOf(lists: readonly (JsonValue | undefined)[], references: References): readonly JsonValue[] {
  const all = lists.flatMap((list) => (isArray(list) ? list : []));
  const titled = all.map((one) => [`${references.textAt(one, "in")} ${references.textAt(one, "name")}`, one] as const);
  return [...new Map(titled).values()];
}
