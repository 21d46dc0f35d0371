import {
  isPlainObject,
  type JsonObject,
  type JsonValue,
  type OperationWire,
  own,
  type PartWire,
} from "@sdkwright/runtime/config";
import type { ApiDocument, Content, Operation, ParameterStyle, Part } from "../../openapi/api.js";
import { delimitersIn } from "../../openapi/read-parameters.js";
import { scalarText } from "../../openapi/servers.js";
import type { SchemaType } from "../../schema/schema-type.js";
import { type ApiSchemas, resolved } from "./api-schemas.js";
import { byKind, sentType } from "../../openapi/media-types.js";
import { alternativesOf, valuesOf, type WireNotes, type WireValues } from "./wire-values.js";

type Bodies = Pick<OperationWire, "contentTypes" | "form" | "multipart">;
type PartWires = { readonly [name: string]: PartWire };
type Encoding = Part<JsonObject> | undefined;
const BYTES = "application/octet-stream";

/** What bodies are read with. */
export interface BodyReading {
  readonly document: ApiDocument;
  readonly schemas: ApiSchemas;
  readonly notes: WireNotes;
  /** What was read of parts, by the pointer of their content. */
  readonly parts: Map<string, { readonly wires: PartWires | undefined }>;
}

/** Content types other than those of the kinds of bodies, and fields and parts that are written otherwise. */
export function bodyWires({ bodies }: Operation, reading: BodyReading): Bodies {
  const kinds = byKind(bodies);
  const json = jsonType(kinds.get("json") ?? [], reading);
  const raw = rawTypes(kinds.get("body") ?? [], reading);
  const contentTypes = { ...(json !== undefined && { json }), ...raw };
  return {
    contentTypes: Object.keys(contentTypes).length === 0 ? undefined : contentTypes,
    form: partWires(kinds.get("form"), "form", reading),
    multipart: partWires(kinds.get("multipart"), "multipart", reading),
  };
}

/** `application/json` where the document has it, or anything; else the first one. */
function jsonType(contents: readonly Content[], { notes }: BodyReading): string | undefined {
  const types = contents.map(sentType);
  const named = types.filter((type) => !type.includes("*"));
  const isOwn = named.length < types.length || named.includes("application/json");
  const [first] = named;
  const chosen = isOwn ? "application/json" : first;
  for (const content of contents) {
    const [type, { pointer }] = [sentType(content), content];
    if (type === chosen || type.includes("*") || chosen === undefined) continue;
    const message = `\`json\` is sent as ${chosen}; for ${type} a call sets the header content-type`;
    notes.note("SW1641", pointer, message, { target: "key" });
  }
  return isOwn ? undefined : first;
}

/** The only one; a text says by itself that it is plain. Of several, a call says which it sends, unless any bytes may be. */
function rawTypes(contents: readonly Content[], { notes }: BodyReading): Bodies["contentTypes"] {
  const types = contents.map(sentType);
  const [only, ...others] = types;
  if (only === undefined) return {};
  if (types.every((type) => type.startsWith("multipart/"))) {
    const message = `\`body\` has no boundary of its own: for ${only} a call sets the header content-type with one`;
    notes.note("SW1641", contents[0]?.pointer ?? "", message, { target: "key" });
  }
  if (others.length === 0) return /\*|^text\/plain$|^multipart\//.test(only) ? {} : { body: only };
  if (types.includes(BYTES)) {
    const text = types.find((type) => type.startsWith("text/") && !type.includes("*"));
    return { body: BYTES, ...(text !== undefined && { text }) };
  }
  if (!types.some((type) => /\*|^text\/plain$/.test(type))) {
    const message = `\`body\` is sent as ${types.join(" or ")}: a call sets the header content-type, or passes a Blob with a type`;
    notes.note("SW1641", contents[0]?.pointer ?? "", message, { target: "key" });
  }
  return {};
}

/** Fields and parts of the first body of a kind that differ; their names are those of its properties. */
function partWires(
  [content]: readonly Content[] = [],
  kind: "form" | "multipart",
  reading: BodyReading,
): PartWires | undefined {
  if (content === undefined) return undefined;
  const { schemas, parts } = reading;
  // Paths that refer to one path share its bodies.
  const known = parts.get(content.pointer);
  if (known !== undefined) return known.wires;
  const properties = propertiesOf(schemas.typeOf(content.schema), schemas.parts);
  const entries = [...properties].flatMap(([name, type]) => {
    const wire = partWire(kind, valuesOf(type, schemas.parts), own(content.encoding, name), reading);
    return wire === undefined ? [] : [[name, wire] as const];
  });
  const wires = entries.length === 0 ? undefined : Object.fromEntries(entries);
  parts.set(content.pointer, { wires });
  return wires;
}

/** Properties of all members of a type; of two with one name, either may be there. */
function propertiesOf(type: SchemaType, parts: ReadonlyMap<string, SchemaType>): ReadonlyMap<string, SchemaType> {
  const found = new Map<string, SchemaType>();
  for (const each of alternativesOf(type, parts)) {
    if (each.kind !== "object") continue;
    for (const { name, type: own, only } of each.properties) {
      const known = found.get(name);
      if (only === "answers") continue;
      found.set(name, known === undefined ? own : { kind: "union", members: [known, own] });
    }
  }
  return found;
}

/** Styles of parts came with 3.1; before, they are for forms alone. */
function partWire(
  kind: "form" | "multipart",
  values: WireValues,
  encoding: Encoding,
  reading: BodyReading,
): PartWire | undefined {
  const delimiters = values.isList && encoding ? delimitersIn(encoding.value) : undefined;
  if (delimiters !== undefined) return { explode: own(encoding?.value, "explode") === true, delimiters };
  const style = encoding && (kind === "form" || reading.document.version !== "3.0") ? styleOf(encoding) : undefined;
  if (style !== undefined) return styledWire(style, values);
  noteOtherType(kind, values, encoding, reading);
  const contentType = kind === "form" ? undefined : partType(values, encoding);
  const headers = kind === "form" || encoding === undefined ? undefined : partHeaders(encoding, reading);
  const isOther = contentType !== undefined || headers !== undefined;
  if (!isOther && !values.isRecord && !values.hasNested) return undefined;
  return { ...(contentType !== undefined && { contentType }), ...(headers && { headers }) };
}

/** Headers of a part whose value the document says; for others a call has no place. */
function partHeaders({ value, pointer }: Part<JsonObject>, { document, notes }: BodyReading): PartWire["headers"] {
  const headers = own(value, "headers");
  if (!isPlainObject(headers)) return undefined;
  const constants = Object.entries(headers).flatMap(([name, header]) => {
    if (/^content-(?:type|disposition)$/i.test(name) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [];
    const constant = constantOf(header, document);
    if (constant !== undefined) return [[name, constant] as const];
    const message = `the header ${JSON.stringify(name)} of a part is left out, because calls have no place for it`;
    notes.note("SW1641", `${pointer}/headers`, message);
    return [];
  });
  return constants.length === 0 ? undefined : Object.fromEntries(constants);
}

function constantOf(header: JsonValue, document: ApiDocument): string | undefined {
  const schema = resolved(own(resolved(header, document), "schema"), document);
  const [only, ...others] = [own(schema, "const") ?? own(schema, "enum") ?? []].flat();
  const text = scalarText(others.length > 0 || only === undefined ? own(schema, "default") : only);
  return text !== undefined && /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

interface PartStyle {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

const STYLES: ReadonlySet<unknown> = new Set(["form", "spaceDelimited", "pipeDelimited", "deepObject"]);

/** Of the three fields, one is enough for the others' defaults to hold (OpenAPI 3.1.1, Encoding Object). */
function styleOf({ value }: Part<JsonObject>): PartStyle | undefined {
  const [style, explode, allowReserved] = [own(value, "style"), own(value, "explode"), own(value, "allowReserved")];
  if (style === undefined && explode === undefined && allowReserved === undefined) return undefined;
  const known = (STYLES.has(style) ? style : "form") as ParameterStyle;
  const isExploded = typeof explode === "boolean" ? explode : known === "form";
  return { style: known, explode: isExploded, allowReserved: allowReserved === true };
}

/** Scalars are alike in every style, and a list that is exploded repeats its name anyway. */
function styledWire({ style, explode, allowReserved }: PartStyle, values: WireValues): PartWire | undefined {
  const reserved = allowReserved && (values.isText || values.isList || values.isRecord) ? { allowReserved } : {};
  const differs = values.isRecord || values.hasNested || (values.isList && (!explode || style === "deepObject"));
  if (!differs) return allowReserved && values.isText ? reserved : undefined;
  if (style === "deepObject" || explode === (style === "form")) return { style, ...reserved };
  return { style, explode, ...reserved };
}

/** A content type of a part that is not its kind's own. Of a list of types the value itself says which it is. */
function partType(values: WireValues, encoding: Encoding): string | undefined {
  const type = contentTypeOf(encoding);
  if (type === undefined) return undefined;
  const isOwn =
    (isObjectAlone(values) && !/[/+]json\b/.test(type)) ||
    (type === "application/json" && !values.isText && !values.isNumber && !values.isFile) ||
    (type === "text/plain" && !values.isFile && !values.isRecord) ||
    (type === BYTES && values.isFile && !values.isText);
  return isOwn ? undefined : type;
}

/** What is written as JSON, whatever the document says. */
function isObjectAlone({ isRecord, hasNested, isText, isFile }: WireValues): boolean {
  return (isRecord || hasNested) && !isText && !isFile;
}

function contentTypeOf(encoding: Encoding): string | undefined {
  const type = encoding && own(encoding.value, "contentType");
  return typeof type === "string" && /^[\w.+-]+\/[\w.+-]+(?:; *[\w.+-]+=[\w.+-]+)*$/.test(type) ? type : undefined;
}

/** Of content types that values are not sent with. A list of texts in a form repeats the field, whatever the document says. */
function noteOtherType(
  kind: "form" | "multipart",
  values: WireValues,
  encoding: Encoding,
  { notes }: BodyReading,
): void {
  const type = contentTypeOf(encoding);
  if (encoding === undefined || type === undefined) return;
  const isJson = /[/+]json\b/.test(type);
  const isList = values.isList && !values.isText && !values.isRecord;
  const note = (message: string) => notes.note("SW1641", `${encoding.pointer}/contentType`, message);
  if (!isJson && isObjectAlone(values)) note(`an object cannot be sent as ${type}, so it is sent as JSON`);
  if (isJson && kind === "form" && isList) note("a list in a form is not sent as JSON, but repeats the field");
}
