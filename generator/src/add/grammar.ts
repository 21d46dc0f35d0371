/** What a part of a document is: it decides where references may stand in it, and which component one becomes. */
export type Kind =
  | "root"
  | "components"
  | "paths"
  | "pathItem"
  | "operation"
  | "parameters"
  | "parameter"
  | "requestBodies"
  | "requestBody"
  | "responses"
  | "response"
  | "contents"
  | "mediaType"
  | "encodings"
  | "encoding"
  | "headers"
  | "header"
  | "examples"
  | "example"
  | "links"
  | "link"
  | "callbacks"
  | "callback"
  | "securitySchemes"
  | "securityScheme"
  | "schemas"
  | "schema"
  | "discriminator"
  | "mapping";

type Children = { readonly [key: string]: Kind };

/** Any key, of a record or list. */
const EACH = "*";

const HOLDERS = {
  parameters: "parameters",
  responses: "responses",
  requestBodies: "requestBodies",
  headers: "headers",
  examples: "examples",
  links: "links",
  callbacks: "callbacks",
  securitySchemes: "securitySchemes",
  schemas: "schemas",
  pathItems: "paths",
} as const;

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

const SCHEMA_RECORDS = ["properties", "patternProperties", "definitions", "$defs", "dependentSchemas"];
const SCHEMA_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SCHEMAS =
  "items not if then else additionalProperties contains propertyNames unevaluatedItems unevaluatedProperties contentSchema";

/** What stands under which key, in OpenAPI 3 and Swagger 2.0; under other keys is data, in which nothing is a reference. */
const CHILDREN: { readonly [kind in Kind]: Children } = {
  root: {
    paths: "paths",
    webhooks: "paths",
    components: "components",
    definitions: "schemas",
    parameters: "parameters",
    responses: "responses",
    securityDefinitions: "securitySchemes",
  },
  components: HOLDERS,
  paths: { [EACH]: "pathItem" },
  pathItem: { parameters: "parameters", ...Object.fromEntries(METHODS.map((method) => [method, "operation"])) },
  operation: { parameters: "parameters", requestBody: "requestBody", responses: "responses", callbacks: "callbacks" },
  parameters: { [EACH]: "parameter" },
  parameter: { schema: "schema", content: "contents", examples: "examples", items: "schema" },
  requestBodies: { [EACH]: "requestBody" },
  requestBody: { content: "contents" },
  responses: { [EACH]: "response" },
  response: { headers: "headers", content: "contents", links: "links", schema: "schema" },
  contents: { [EACH]: "mediaType" },
  mediaType: { schema: "schema", itemSchema: "schema", examples: "examples", encoding: "encodings" },
  encodings: { [EACH]: "encoding" },
  encoding: { headers: "headers" },
  headers: { [EACH]: "header" },
  header: { schema: "schema", content: "contents", examples: "examples", items: "schema" },
  examples: { [EACH]: "example" },
  example: {},
  links: { [EACH]: "link" },
  link: {},
  callbacks: { [EACH]: "callback" },
  callback: { [EACH]: "pathItem" },
  securitySchemes: { [EACH]: "securityScheme" },
  securityScheme: {},
  schemas: { [EACH]: "schema" },
  schema: {
    ...Object.fromEntries([...SCHEMA_RECORDS, ...SCHEMA_LISTS].map((key) => [key, "schemas"])),
    ...Object.fromEntries(SCHEMAS.split(" ").map((key) => [key, "schema"])),
    discriminator: "discriminator",
  },
  discriminator: { mapping: "mapping" },
  mapping: {},
};

/** What stands under a key; `undefined` for data. A list under a key for one schema is a list of them. */
export function kindUnder(kind: Kind, key: string): Kind | undefined {
  const children = CHILDREN[kind];
  if (Object.hasOwn(children, EACH)) return key.startsWith("x-") && kind !== "schemas" ? undefined : children[EACH];
  return Object.hasOwn(children, key) ? children[key] : undefined;
}

/** Whether names stand for keys in a part of that kind. */
export function hasNames(kind: Kind): boolean {
  return kind === "mapping" || Object.hasOwn(CHILDREN[kind], EACH);
}

/** What a document has components of. */
export const COMPONENT_KINDS = [
  "schema",
  "parameter",
  "response",
  "requestBody",
  "header",
  "example",
  "link",
  "callback",
] as const;

/** Where components of a kind stand in a document; `undefined` where it has no place for them, and they are inlined. */
export function holderOf(kind: Kind, isSwagger: boolean): readonly string[] | undefined {
  if (isSwagger) return SWAGGER_HOLDERS[kind];
  const [holder] =
    Object.entries(HOLDERS).find(([, each]) => kind !== "pathItem" && CHILDREN[each][EACH] === kind) ?? [];
  return holder === undefined ? undefined : ["components", holder];
}

const SWAGGER_HOLDERS: { readonly [kind in Kind]?: readonly string[] } = {
  schema: ["definitions"],
  parameter: ["parameters"],
  response: ["responses"],
};
