import type { PartWire } from "../config/operation-wire.js";
import { isPlainObject, own, withoutPrototype } from "../config/records.js";
import { encodeJson } from "../http/body.js";
import type { InvalidRequest } from "../http/invalid.js";
import { isScalar } from "../wire/query.js";
import { AS_IT_IS } from "./encoding.js";
import { type BadValue, isJson, isLeftOut, itemsOf, leafText } from "./value.js";
import { writePairs } from "./write-pairs.js";

type Wires = { readonly [name: string]: PartWire } | undefined;

/** One part, before it is written. */
interface Part {
  readonly name: string;
  readonly content: string | Blob;
  readonly contentType: string | undefined;
  readonly headers: { readonly [name: string]: string };
}

/**
 * A multipart body (RFC 7578) with content types and headers per part, which the platform's encoder has for files only.
 * A Blob of its octets, which says its own type. `undefined` where every multipart body is written so.
 */
export function writeMultipart(given: unknown, wires: Wires, invalid: InvalidRequest): Blob | undefined {
  if (!isPlainObject(given) || !Object.keys(given).some((name) => own(wires, name) !== undefined)) return undefined;
  const parts = Object.entries(given).flatMap(([name, value]) => partsOf(name, value, own(wires, name), invalid));
  const boundary = `sdkwright-${randomText()}`;
  const pieces = parts.flatMap((part) => [`--${boundary}\r\n${headOf(part)}\r\n\r\n`, part.content, "\r\n"]);
  const type = `multipart/form-data; boundary=${boundary}`;
  // All that a Blob can be told: the platform reads what is left out on `Object.prototype`.
  return new Blob([...pieces, `--${boundary}--\r\n`], { type, endings: "transparent" });
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
  if (item instanceof Blob)
    return { content: item, contentType: item.type || contentType || "application/octet-stream" };
  const isText = typeof item === "string" || (isScalar(item) && !isJson(asked ?? ""));
  if (isText) return { content: leafText(item, bad), contentType };
  if (ArrayBuffer.isView(item) || item instanceof ArrayBuffer) throw bad("is bytes: give a Blob or a File");
  if (asked !== undefined) {
    return { content: encodeJson(item, bad), contentType: isJson(asked) ? asked : "application/json" };
  }
  throw bad("is neither a Blob nor well-formed text, a finite number or a boolean");
}

function headOf({ name, content, contentType, headers }: Part): string {
  const file = content instanceof Blob ? `; filename="${escaped(fileName(content))}"` : "";
  const lines = [
    `Content-Disposition: form-data; name="${escaped(name)}"${file}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
  ];
  return lines.join("\r\n");
}

/** A `File` has a name; what has none is called as `FormData` calls it. */
function fileName(blob: Blob): string {
  return "name" in blob && typeof blob.name === "string" ? blob.name : "blob";
}

/** As browsers write names (HTML, multipart/form-data encoding algorithm). */
function escaped(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}

/** Of 128 random bits, in small letters: a Blob's type has no others. */
function randomText(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}
