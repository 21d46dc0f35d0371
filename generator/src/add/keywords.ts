import { isPlainObject, type JsonValue } from "@sdkwright/runtime/config";
import { hasNames, kindUnder, type Kind } from "./grammar.js";

const VALUES =
  "type format items collectionFormat default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf";
const DESCRIBED = "description required deprecated example";
const PARAMETER = `${DESCRIBED} ${VALUES} name in allowEmptyValue style explode allowReserved`;
const SCHEMA = `${DESCRIBED} ${VALUES} $schema $id id $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor
  $vocabulary $comment title const examples readOnly writeOnly nullable xml externalDocs minProperties maxProperties
  dependencies dependentRequired additionalItems minContains maxContains contentEncoding contentMediaType`;

/** Keywords beside those that lead to further parts. */
const KEYWORDS: { readonly [kind in Kind]?: string } = {
  root: "openapi swagger info servers security tags externalDocs jsonSchemaDialect $self host basePath schemes consumes produces",
  pathItem: "summary description servers additionalOperations",
  operation: "tags summary description externalDocs operationId deprecated security servers consumes produces schemes",
  parameter: PARAMETER,
  header: PARAMETER,
  requestBody: "description required",
  response: "summary description examples",
  mediaType: "example prefixEncoding itemEncoding",
  encoding: "contentType style explode allowReserved",
  example: "summary description value externalValue dataValue serializedValue",
  link: "operationRef operationId parameters requestBody description server",
  securityScheme:
    "type description name in scheme bearerFormat flows openIdConnectUrl flow authorizationUrl tokenUrl scopes deprecated oauth2MetadataUrl",
  schema: SCHEMA,
  discriminator: "propertyName defaultMapping",
};

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(KEYWORDS).map(([kind, words]) => [kind, new Set(words.split(/\s+/))]),
);

/** Whether OpenAPI or JSON Schema has it in a part of that kind; under names stand parts, and no bare texts. */
function isKnown(kind: Kind, key: string, value: JsonValue | undefined): boolean {
  if (hasNames(kind)) return typeof value === "object" || (kind === "schemas" && typeof value === "boolean");
  if (key === "security" && !isRequirements(value)) return false;
  return key === "$ref" || kindUnder(kind, key) !== undefined || SETS.get(kind)?.has(key) === true;
}

/** Names of schemes with their scopes: what has credentials there is none. */
function isRequirements(value: JsonValue | undefined): boolean {
  const isScopes = (scopes: JsonValue) => Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string");
  return Array.isArray(value) && value.every((each) => isPlainObject(each) && Object.values(each).every(isScopes));
}

/** Takes out of a part what OpenAPI does not know in it, extensions apart; says whether there was something. */
export function removeUnknown(kind: Kind, part: { [key: string]: JsonValue }): boolean {
  const isExtension = (key: string): boolean => key.startsWith("x-") && kind !== "schemas";
  const unknown = Object.keys(part).filter((key) => !isExtension(key) && !isKnown(kind, key, part[key]));
  for (const key of unknown) delete part[key];
  return unknown.length > 0;
}

/**
 * Takes out of a document what OpenAPI does not know at its root, extensions apart; says what. Where the file is called as
 * another program's, that would obey it: `scripts`, `exec`, `compilerOptions`.
 */
export function removeForeign(root: { [key: string]: JsonValue }): readonly string[] {
  const isForeign = (key: string): boolean =>
    !key.startsWith("x-") && kindUnder("root", key) === undefined && SETS.get("root")?.has(key) !== true;
  const foreign = Object.keys(root).filter(isForeign);
  for (const key of foreign) delete root[key];
  return foreign;
}

/** Why something in another file is no part of that kind, as the end of a sentence. */
export function noPart(kind: Kind, value: JsonValue): string | undefined {
  if (kind === "schema" && typeof value === "boolean") return undefined;
  if (!isPlainObject(value)) return "leads to no object";
  const entries = Object.entries(value);
  const isPart = entries.length === 0 || entries.some(([key, child]) => isKnown(kind, key, child));
  return isPart ? undefined : "leads to nothing that OpenAPI knows in this place";
}
