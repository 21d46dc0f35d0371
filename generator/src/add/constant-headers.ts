import { isPlainObject, own, type JsonValue } from "@sdkwright/runtime/config";
import type { Api, ApiDocument, Operation, Parameter } from "../openapi/api.js";
import { scalarText } from "../openapi/scalar-text.js";

/** A header that every operation requires with one and the same value: an API version. */
export interface ConstantHeader {
  readonly name: string;
  readonly value: string;
  readonly pointer: string;
}

/** The headers that a definition can set once for all. */
export function constantHeaders({ document, operations }: Api): readonly ConstantHeader[] {
  const [first = [], ...others] = operations.map((operation) => constantsOf(operation, document));
  const known = others.map((headers) => new Set(headers.map(keyOf)));
  return first.filter((header) => known.every((keys) => keys.has(keyOf(header))));
}

/** Headers that make another request of one: of another method, to another host or path, from another client. */
const STEERING =
  /^(?:x-http-method(?:-override)?|x-method-override|x-original-(?:url|host)|x-rewrite-url|x-host|host|forwarded|x-forwarded-.*)$/i;

/** Whether no definition should send a header with every request because a document says so. */
export function isSteering({ name }: ConstantHeader): boolean {
  return STEERING.test(name);
}

function constantsOf(operation: Operation, document: ApiDocument): readonly ConstantHeader[] {
  return requiredHeaders(operation).flatMap((parameter) => {
    const value = constantOf(parameter, document);
    return value === undefined ? [] : [{ name: parameter.name, value, pointer: parameter.pointer }];
  });
}

function keyOf({ name, value }: ConstantHeader): string {
  return JSON.stringify([name.toLowerCase(), value]);
}

function requiredHeaders({ parameters }: Operation): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === "header" && parameter.isRequired);
}

/** Its default, or the only value that it can have. */
function constantOf({ schema }: Parameter, document: ApiDocument): string | undefined {
  const reference = isPlainObject(schema?.value) ? own(schema.value, "$ref") : undefined;
  const value = typeof reference === "string" ? document.resolve(reference)?.value : schema?.value;
  if (!isPlainObject(value)) return undefined;
  const written = own(value, "enum");
  const only: readonly JsonValue[] = Array.isArray(written) && written.length === 1 ? written : [];
  return scalarText([own(value, "default"), own(value, "const"), ...only].find((each) => each !== undefined));
}
