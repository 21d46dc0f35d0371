import type { PartWire } from "../config/definition.js";
import { isPlainObject, own, withoutPrototype } from "../config/options.js";
import { encodeJson } from "../http/body.js";
import { fileType, type Part, writeParts } from "../http/other-bodies.js";
import type { InvalidRequest } from "../http/invalid.js";
import { isScalar } from "../http/url.js";
import { AS_IT_IS } from "./encoding.js";
import { type BadValue, isJson, isLeftOut, itemsOf, leafText } from "./value.js";
import { writePairs } from "./write-pairs.js";

type Wires = { readonly [name: string]: PartWire } | undefined;

/** A multipart body with content types and headers per part. `undefined` where every multipart body is written so. */
export function writeMultipart(given: unknown, wires: Wires, invalid: InvalidRequest): Blob | undefined {
  if (!isPlainObject(given) || !Object.keys(given).some((name) => own(wires, name) !== undefined)) return undefined;
  return writeParts(Object.entries(given).flatMap(([name, value]) => partsOf(name, value, own(wires, name), invalid)));
}

/** Without a style, lists repeat the part, and objects are JSON (OpenAPI 3.1.1, Encoding Object). */
function partsOf(name: string, value: unknown, wire: PartWire | undefined, invalid: InvalidRequest): readonly Part[] {
  const bad: BadValue = (problem) => invalid("bad-field", `"${name}" of \`multipart\` ${problem}`);
  if (isLeftOut(value)) return [];
  const { style, explode, contentType, headers = {} } = wire ?? withoutPrototype<PartWire>({});
  if (style !== undefined || explode !== undefined) {
    const pairs = writePairs(name, { style, explode, content: undefined }, value, AS_IT_IS, bad);
    return pairs.map(([at, text]) => ({ name: at, content: text, contentType: undefined, headers }));
  }
  const items = Array.isArray(value) ? itemsOf(value) : [value];
  return items.map((item) => ({
    name: AS_IT_IS.name(name, bad),
    headers,
    ...contentOf(item, wire === undefined ? undefined : (contentType ?? ""), bad),
  }));
}

/** `asked` is the content type of the operation, empty for the kind's own; without an operation, objects are refused. */
function contentOf(item: unknown, asked: string | undefined, bad: BadValue): Pick<Part, "content" | "contentType"> {
  const contentType = asked || undefined;
  if (item instanceof Blob) return { content: item, contentType: fileType(item, contentType) };
  const isText = typeof item === "string" || (isScalar(item) && !isJson(asked ?? ""));
  if (isText) return { content: leafText(item, bad), contentType };
  if (ArrayBuffer.isView(item) || item instanceof ArrayBuffer) throw bad("is bytes: give a Blob or a File");
  if (asked !== undefined) {
    return { content: encodeJson(item, bad), contentType: isJson(asked) ? asked : "application/json" };
  }
  throw bad("is neither a Blob nor well-formed text, a finite number or a boolean");
}
