import type { Random } from "../random.js";
import { object, randomSchema, schemasIn, tagged, type Json, type Schema } from "../schemas.js";

/** A document as far as edits look at it. */
export interface Document {
  paths: { [path: string]: { [method: string]: Operation } };
  components: { schemas: { [name: string]: Schema } };
}

export interface Operation {
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { [mediaType: string]: { schema: Schema } } };
  responses: { [status: string]: Answer };
}

export interface Parameter {
  name: string;
  in: "query" | "header" | "path";
  required: boolean;
  schema: Schema;
}

export interface Answer {
  description: string;
  content?: { "application/json": { schema: Schema } };
}

export const NAMES = ["Charge", "Payer", "Card", "Status", "Problem", "Line"];
const PATHS = ["/charges", "/charges/{id}", "/cards", "/cards/{id}/lines"];
const METHODS = ["get", "post", "put", "delete"];
export const STATUSES = ["200", "201", "204"];
export const ERRORS = ["404", "409", "4XX", "default"];
export const PARAMETERS = ["limit", "status", "page", "X-Mode"];

export function randomDocument(random: Random): Document {
  const schemas: { [name: string]: Schema } = {};
  for (const name of NAMES) schemas[name] = component(random);
  const document: Document = { paths: {}, components: { schemas } };
  for (const schema of Object.values(schemas)) referTo(random, schema);
  for (let count = 2 + random.below(3); count > 0; count -= 1) addOperation(random, document);
  return document;
}

function component(random: Random): Schema {
  const make = random.pick([object, object, object, tagged, leaf]);
  return plain(make(random, 1)) as Schema;
}

function leaf(random: Random): Schema {
  return randomSchema(random, 0);
}

/** A schema in its place, named or written there. */
export function anySchema(random: Random): Schema {
  if (random.chance(0.6)) return { $ref: `#/components/schemas/${random.pick(NAMES)}` };
  if (random.chance(0.3)) return { type: "array", items: { $ref: `#/components/schemas/${random.pick(NAMES)}` } };
  return plain(randomSchema(random, 1)) as Schema;
}

/** Some properties are of a schema that has a name; never so that a value has no end. */
function referTo(random: Random, schema: Schema): void {
  for (const each of schemasIn(schema)) {
    const properties = each["properties"] as Schema | undefined;
    const required = (each["required"] ?? []) as string[];
    for (const name of Object.keys(properties ?? {})) {
      if (properties === undefined || required.includes(name)) continue;
      if (random.chance(0.3)) properties[name] = { $ref: `#/components/schemas/${random.pick(NAMES)}` };
      else if (random.chance(0.1))
        Object.assign(properties[name] as Schema, { [random.pick(["readOnly", "writeOnly"])]: true });
    }
  }
}

/** Lists of items are tuples by another keyword here, and places are no definitions. */
export function plain(json: Json): Json {
  if (Array.isArray(json)) return json.map(plain);
  if (typeof json !== "object" || json === null) return json;
  const { items, additionalItems, definitions: _, ...rest } = json;
  const others = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]));
  if (!Array.isArray(items)) return items === undefined ? others : { ...others, items: plain(items) };
  return {
    ...others,
    prefixItems: items.map(plain),
    ...(additionalItems === false && { items: false }),
    minItems: items.length,
  };
}

export function addOperation(random: Random, { paths }: Document): boolean {
  const [path, method] = [random.pick(PATHS), random.pick(METHODS)];
  const item = (paths[path] ??= {});
  if (item[method] !== undefined) return false;
  item[method] = operation(random, method, path);
  return true;
}

function operation(random: Random, method: string, path: string): Operation {
  const names = random.some(PARAMETERS, random.below(3));
  const responses = Object.fromEntries([
    ...random.some(STATUSES, 1 + random.below(2)).map((status) => [status, answer(random, status)] as const),
    ...random.some(ERRORS, random.below(3)).map((status) => [status, answer(random, status)] as const),
  ]);
  return {
    parameters: [
      ...(path.includes("{id}")
        ? [{ name: "id", in: "path", required: true, schema: { type: "string" } } as const]
        : []),
      ...names.map((name) => parameter(random, name)),
    ],
    ...(method === "get" || method === "delete" ? {} : { requestBody: body(random) }),
    responses,
  };
}

export function parameter(random: Random, name: string): Parameter {
  const schema = plain(randomSchema(random, 0)) as Schema;
  return {
    name,
    in: name.startsWith("X-") ? "header" : "query",
    required: random.chance(0.3),
    schema: name.startsWith("X-") ? { type: "string" } : schema,
  };
}

export function body(random: Random): NonNullable<Operation["requestBody"]> {
  const types = random.pick([
    ["application/json"],
    ["application/json"],
    ["application/json", "application/x-www-form-urlencoded"],
  ]);
  const content = Object.fromEntries(types.map((type) => [type, { schema: anySchema(random) }]));
  return { required: random.chance(0.7), content };
}

export function answer(random: Random, status: string): Answer {
  if (status === "204" || random.chance(0.1)) return { description: "Nothing." };
  return { description: "Something.", content: { "application/json": { schema: anySchema(random) } } };
}

/** Every schema that stands by itself: those with a name, and those in parameters, bodies and answers. */
export function rootsOf({ paths, components }: Document): Schema[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return [
    ...Object.values(components.schemas),
    ...Object.values(components.schemas),
    ...operations.flatMap(({ requestBody, responses, parameters }) => [
      ...parameters.filter(({ in: place }) => place === "query").map(({ schema }) => schema),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(responses).flatMap(({ content }) =>
        content === undefined ? [] : [content["application/json"].schema],
      ),
    ]),
  ];
}
