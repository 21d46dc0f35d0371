import type { JsonObject } from "../../config/client-config.js";
import { isArray, isPlainObject, own } from "../../config/records.js";
import { pathPattern, type PathPattern } from "../patterns.js";
import { resolved, textAt } from "./readable.js";

/** A method of a path. */
export interface Operation {
  readonly method: string;
  readonly pattern: PathPattern;
  readonly parameters: readonly JsonObject[];
  readonly body: JsonObject | undefined;
  readonly responses: JsonObject;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** All operations; a path that says more comes before one with names in its place. */
export function operationsOf(root: JsonObject): readonly Operation[] {
  const paths = own(root, "paths");
  const operations = Object.entries(isPlainObject(paths) ? paths : {}).flatMap(([path, given]) => {
    const item = resolved(given, root) ?? {};
    return METHODS.flatMap((method) => operationOf(method, path, item, root) ?? []);
  });
  return operations.sort((one, other) => one.pattern.places - other.pattern.places);
}

function operationOf(method: string, path: string, item: JsonObject, root: JsonObject): Operation | undefined {
  const operation = own(item, method);
  if (!isPlainObject(operation)) return undefined;
  const responses = own(operation, "responses");
  return {
    method: method.toUpperCase(),
    pattern: pathPattern(path),
    // Late, because many operations may share what many parameters stand in.
    get parameters() {
      return parametersOf([...partsOf(item, root), ...partsOf(operation, root)]);
    },
    body: resolved(own(operation, "requestBody"), root),
    responses: isPlainObject(responses) ? responses : {},
  };
}

/** Those of the operation instead of the path's. */
function parametersOf(all: readonly JsonObject[]): readonly JsonObject[] {
  return [
    ...new Map(all.map((parameter) => [`${textAt(parameter, "in")} ${textAt(parameter, "name")}`, parameter])).values(),
  ];
}

function partsOf(owner: JsonObject, root: JsonObject): readonly JsonObject[] {
  const parameters = own(owner, "parameters");
  if (!isArray(parameters)) return [];
  return parameters.map((parameter) => resolved(parameter, root)).filter((parameter) => parameter !== undefined);
}
