import type { ParameterWire } from "../config/definition.js";
import { isPlainObject } from "../config/options.js";
import type { InvalidRequest } from "../http/invalid.js";
import { AS_IT_IS } from "./encoding.js";
import { isJson } from "./value.js";
import { writeText } from "./write-text.js";

type Wires = { readonly [name: string]: ParameterWire } | undefined;

/** Writes the headers that the operation has a style for, and the content type where the caller gives none. */
export function writeHeaders(
  given: unknown,
  wires: Wires,
  contentType: string | undefined,
  invalid: InvalidRequest,
): unknown {
  if (given !== undefined && !isPlainObject(given)) return given;
  const entries = Object.entries(given ?? {}).map(([name, value]): readonly [string, unknown] => [
    name,
    writeHeader(name, value, wires, invalid),
  ]);
  const added = contentType === undefined || hasHeader(given, "content-type") ? {} : { "content-type": contentType };
  return { ...Object.fromEntries(entries), ...added };
}

/** Whether the caller sets a header, in whatever case. */
export function hasHeader(given: unknown, name: string): boolean {
  return (
    isPlainObject(given) &&
    Object.entries(given as object).some(([key, value]) => value !== undefined && key.toLowerCase() === name)
  );
}

/** Nothing is percent-encoded in a header (OpenAPI 3.1.1, appendix D); JSON can say everything in ASCII. */
function writeHeader(name: string, value: unknown, wires: Wires, invalid: InvalidRequest): unknown {
  const wire = Object.entries(wires ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  if (wire === undefined) return value;
  const bad = (problem: string): Error => invalid("bad-header", `the value of the header \`${name}\` ${problem}`);
  const text = writeText(name, wire, value, AS_IT_IS, bad);
  return isJson(wire.content ?? "") ? text?.replaceAll(/[^\x20-\x7e]/g, escapedUnit) : text;
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
