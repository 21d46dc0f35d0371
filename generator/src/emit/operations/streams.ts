import { operationPattern, own, type ProviderDefinition } from "@sdkwright/runtime/config";
import type { ApiDocument, Content, Operation, Part } from "../../openapi/api.js";
import { childOf } from "../../openapi/reading.js";
import { isJsonArray, isJsonObject } from "../../schema/schema-part.js";
import { type SchemaType, unionOf } from "../../schema/schema-type.js";
import { resolved } from "./api-schemas.js";
import { isJson, isJsonLines } from "../../openapi/media-types.js";

// Reads answers that come piece by piece: events, and a JSON value to a line (rules P24).

/** One kind of event that a stream has. */
interface EventShape {
  /** Its name; absent for any. */
  readonly event?: Part | undefined;
  /** False if the server may leave the name out. */
  readonly isNamed: boolean;
  /** The schema of its data; absent for text. */
  readonly data?: Part | undefined;
  readonly isJson: boolean;
}

/** The streams that an operation may answer. */
export interface OperationStreams {
  readonly events?: readonly EventShape[] | undefined;
  /** The schemas of a line. */
  readonly lines?: readonly (Part | undefined)[] | undefined;
}

/** Reads which streams an operation may answer. */
export function streamsOf(
  { method, path, answers }: Operation,
  document: ApiDocument,
  { streams = {} }: Pick<ProviderDefinition, "streams">,
): OperationStreams {
  const contents = answers.flatMap((answer) => (/^[2d]/.test(answer.status) ? answer.contents : []));
  const rule = Object.entries(streams).find(([pattern]) => operationPattern(pattern)(method, path))?.[1];
  const isLines = ({ mediaType }: Content): boolean =>
    isJsonLines(mediaType) || (rule?.format === "jsonl" && isJson(mediaType));
  const events = contents.filter(({ mediaType }) => mediaType === "text/event-stream");
  const lines = contents.filter(isLines);
  return {
    events: events.length === 0 ? undefined : events.flatMap((content) => eventsIn(content, document)),
    lines: lines.length === 0 ? undefined : lines.map((content) => itemOf(content, document)),
  };
}

/** The schema of one item: of OpenAPI 3.2, or the content's own; a list is a list of them. */
function itemOf({ itemSchema, schema }: Content, document: ApiDocument): Part | undefined {
  if (itemSchema !== undefined || schema === undefined) return itemSchema;
  const target = targetOf(schema, document);
  return (own(resolved(target.value, document), "type") === "array" ? childOf(target, "items") : undefined) ?? schema;
}

/** A schema is the event itself if each of its alternatives is an object that has data, and nothing else but what events have. */
function eventsIn(content: Content, document: ApiDocument): readonly EventShape[] {
  const item = itemOf(content, document);
  if (item === undefined) return [{ isNamed: false, isJson: false }];
  const shapes = shapesOf(item, document, []);
  const isEvent = (shape: Fields): boolean => {
    const names = Object.keys(shape.properties);
    const hasData = names.includes("data") || (content.itemSchema !== undefined && names.length > 0);
    return hasData && names.every((name) => FIELDS.has(name));
  };
  if (shapes.length === 0 || !shapes.every(isEvent)) return [{ isNamed: false, ...dataOf(item, document) }];
  // The one that says that there are no more ends the stream.
  const given = shapes.filter(({ properties: { data } }) => !isDone(data, document));
  return given.map(({ properties: { event, data }, required }) => ({
    event,
    isNamed: required.includes("event"),
    ...(data === undefined ? { isJson: false } : dataOf(data, document)),
  }));
}

const FIELDS: ReadonlySet<string> = new Set(["event", "data", "id", "retry"]);

/** The properties of one alternative of a schema. */
interface Fields {
  readonly properties: { readonly [name: string]: Part };
  readonly required: readonly string[];
}

/** More alternatives are no events that somebody has written down. */
const MOST_SHAPES = 1000;

/** The alternatives of a schema, with what `allOf` and properties beside them add; none if one is not an object. */
function shapesOf(part: Part, document: ApiDocument, outer: readonly string[]): readonly Fields[] {
  const target = targetOf(part, document);
  const { value } = target;
  if (!isJsonObject(value) || outer.includes(target.pointer) || outer.length > 20) return [];
  const within = [...outer, target.pointer];
  const properties = childOf(target, "properties");
  const names = isJsonObject(properties?.value) ? Object.keys(properties.value) : [];
  const required = own(value, "required");
  const base: Fields = {
    properties: Object.fromEntries(names.map((name) => [name, childOf(properties as Part, name) as Part])),
    required: isJsonArray(required) ? required.filter((name) => typeof name === "string") : [],
  };
  let shapes: readonly Fields[] = [base];
  const combine = (others: readonly Fields[]): void => {
    const all = shapes.length * others.length > MOST_SHAPES ? [] : shapes;
    shapes = all.flatMap((one) =>
      others.map((other) => ({
        properties: { ...one.properties, ...other.properties },
        required: [...one.required, ...other.required],
      })),
    );
  };
  for (const member of membersOf(target, "allOf")) combine(shapesOf(member, document, within));
  for (const keyword of ["oneOf", "anyOf"]) {
    const members = membersOf(target, keyword);
    const found = members.map((member) => shapesOf(member, document, within));
    if (members.length > 0) combine(found.every(({ length }) => length > 0) ? found.flat() : []);
  }
  return shapes.every((shape) => Object.keys(shape.properties).length === 0) && outer.length === 0 ? [] : shapes;
}

function membersOf(part: Part, keyword: string): readonly Part[] {
  const list = childOf(part, keyword);
  if (list === undefined || !isJsonArray(list.value)) return [];
  return list.value.map((value, index) => ({ value, pointer: `${list.pointer}/${index}` }));
}

/** The schema of data: what its text holds (`contentSchema`), or else itself, unless that is text. */
function dataOf(part: Part, document: ApiDocument): Pick<EventShape, "data" | "isJson"> {
  const target = targetOf(part, document);
  const content = childOf(target, "contentSchema");
  if (content !== undefined) return { data: content, isJson: true };
  const mediaType = isJsonObject(target.value) ? own(target.value, "contentMediaType") : undefined;
  if (typeof mediaType === "string" && isJson(mediaType)) return { isJson: true };
  return { data: part, isJson: !isText(part, document, 0) };
}

/** Tells whether a schema allows nothing but text, or says nothing. */
function isText(part: Part, document: ApiDocument, depth: number): boolean {
  const { value } = targetOf(part, document);
  if (!isJsonObject(value) || depth > 20) return true;
  const alternatives = [...membersOf({ ...part, value }, "oneOf"), ...membersOf({ ...part, value }, "anyOf")];
  if (alternatives.length > 0) return alternatives.every((each) => isText(each, document, depth + 1));
  const type = own(value, "type");
  if (type !== undefined) return [type].flat().every((each) => each === "string" || each === "null");
  const values = [own(value, "enum") ?? own(value, "const") ?? []].flat();
  if (values.length > 0) return values.every((each) => typeof each === "string");
  const all = membersOf({ ...part, value }, "allOf");
  if (all.length > 0) return all.some((each) => isText(each, document, depth + 1));
  return !["properties", "items", "additionalProperties"].some((keyword) => own(value, keyword) !== undefined);
}

function isDone(data: Part | undefined, document: ApiDocument): boolean {
  const schema = data === undefined ? {} : resolved(data.value, document);
  const values = [own(schema, "const") ?? own(schema, "enum")].flat();
  return values.length === 1 && values[0] === "[DONE]";
}

/** The target of a part's reference, or the part itself. */
function targetOf(part: Part, document: ApiDocument): Part {
  const reference = isJsonObject(part.value) ? own(part.value, "$ref") : undefined;
  return (typeof reference === "string" ? document.resolve(reference) : undefined) ?? part;
}

/** The schemas that the types of streams name. */
export function streamSchemas({ events = [], lines = [] }: OperationStreams): readonly Part[] {
  return [...events.flatMap(({ event, data }) => [event, data]), ...lines].filter((part) => part !== undefined);
}

type TypeOf = (part: Part | undefined) => SchemaType;

const STRING: SchemaType = { kind: "string" };

/** The type of an event as it is given out: `{ event, data, id }`, a union of them. */
export function eventType(events: readonly EventShape[], typeOf: TypeOf): SchemaType {
  return unionOf(
    events.map(({ event, isNamed, data, isJson: isParsed }) => {
      const said = event === undefined ? STRING : typeOf(event);
      const name = said.kind === "unknown" ? STRING : said;
      const property = (key: string, type: SchemaType) => ({ name: key, isRequired: true, type });
      return {
        kind: "object",
        properties: [
          property(
            "event",
            event === undefined || isNamed ? name : unionOf([name, { kind: "literal", value: "message" }]),
          ),
          property("data", data === undefined && !isParsed ? STRING : typeOf(data)),
          property("id", STRING),
        ],
      };
    }),
  );
}

/** The data that is parsed: of all events, or of those that have a name of their own for it. */
export function parsedEvents(
  { events = [] }: OperationStreams,
  document: ApiDocument,
): "json" | readonly string[] | undefined {
  const json = events.filter(({ isJson: isParsed }) => isParsed);
  if (json.length === 0) return undefined;
  const names = json.map(({ event }) => {
    const schema = event === undefined ? {} : resolved(event.value, document);
    return [own(schema, "const") ?? own(schema, "enum") ?? []].flat().filter((name) => typeof name === "string");
  });
  return json.length < events.length && names.every(({ length }) => length > 0) ? names.flat() : "json";
}

/** The accept for lines: the types of JSON Lines that the document has. */
export function lineTypes({ answers }: Operation): string | undefined {
  const types = answers.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType).filter(isJsonLines));
  return types.length === 0 ? undefined : [...new Set(types)].join(", ");
}
