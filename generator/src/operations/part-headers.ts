import { isPlainObject, own, type JsonObject } from "@sdkwright/runtime/config";
import type { ApiDocument, Part } from "../openapi/api.js";
import { scalarText } from "../openapi/scalar-text.js";
import type { WireNotes } from "./wire-notes.js";

interface HeaderReading {
  readonly document: ApiDocument;
  readonly notes: WireNotes;
}

/** Headers of a part whose value the document says; for others a call has no place. */
export function partHeaders(
  { value, pointer }: Part<JsonObject>,
  { document, notes }: HeaderReading,
): { readonly [name: string]: string } | undefined {
  const headers = own(value, "headers");
  if (!isPlainObject(headers)) return undefined;
  const constants = Object.entries(headers).flatMap(([name, header]) => {
    if (/^content-(?:type|disposition)$/i.test(name) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [];
    const constant = constantOf(isPlainObject(header) ? header : {}, document);
    if (constant !== undefined) return [[name, constant] as const];
    const message = `the header ${JSON.stringify(name)} of a part is left out: calls have no place for it`;
    notes.note("SW1641", `${pointer}/headers`, message);
    return [];
  });
  return constants.length === 0 ? undefined : Object.fromEntries(constants);
}

function constantOf(header: JsonObject, document: ApiDocument): string | undefined {
  const schema = resolved(own(resolved(header, document), "schema"), document);
  const [only, ...others] = [own(schema, "const") ?? own(schema, "enum") ?? []].flat();
  const text = scalarText(others.length > 0 || only === undefined ? own(schema, "default") : only);
  return text !== undefined && /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

function resolved(value: unknown, document: ApiDocument): JsonObject {
  const reference = isPlainObject(value) ? own(value, "$ref") : undefined;
  const target = typeof reference === "string" ? document.resolve(reference)?.value : value;
  return isPlainObject(target) ? target : {};
}
