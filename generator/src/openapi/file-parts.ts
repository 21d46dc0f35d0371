import { CREDENTIAL_FIELDS, isPlainObject, own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { extname, relative, sep } from "node:path";

const ENDINGS: ReadonlySet<string> = new Set([".json", ".yaml", ".yml"]);

/** Whether a file by its path below a folder can be part of a document: what is hidden there is kept for oneself. */
export function isPartPath(path: string, folder: string): boolean {
  const steps = relative(folder, path).split(sep);
  return ENDINGS.has(extname(path).toLowerCase()) && !steps.some((step) => step.startsWith("."));
}

const TYPES: ReadonlySet<unknown> = new Set(
  "string number integer boolean object array null file apiKey http basic oauth2 openIdConnect mutualTLS".split(" "),
);
const PLACES: ReadonlySet<unknown> = new Set(["path", "query", "querystring", "header", "cookie", "body", "formData"]);
const OBJECTS = ["properties", "items", "additionalProperties", "not", "schema", "content", "headers", "responses"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems", "enum"];
const TEXTS = ["$ref", "$schema", "operationId", "operationRef", "openapi", "swagger"];
/** Of an answer that says nothing else, and of an example. */
const SMALL: ReadonlySet<string> = new Set(["summary", "description", "value", "externalValue", "title", "format"]);

/**
 * Whether a file has parts of an OpenAPI document, wherever in it: anything below a document's folder can be named, and
 * a key file or a configuration is nothing of ours to read.
 */
export function hasParts(json: JsonValue): boolean {
  if (isPlainObject(json) && Object.keys(json).length === 0) return true;
  if (isClientJson(json)) return false;
  const seen = new Set<JsonValue>();
  const waiting: JsonValue[] = [json];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isPlainObject(value) && isPart(value)) return true;
    for (const child of Object.values(value)) waiting.push(child);
  }
  return false;
}

function isPart(value: JsonObject): boolean {
  const type = own(value, "type");
  return (
    [type].flat().some((each) => TYPES.has(each)) ||
    PLACES.has(own(value, "in")) ||
    OBJECTS.some((key) => isPlainObject(own(value, key))) ||
    LISTS.some((key) => Array.isArray(own(value, key))) ||
    TEXTS.some((key) => typeof own(value, key) === "string") ||
    (Object.keys(value).some((key) => SMALL.has(key)) &&
      Object.keys(value).every((key) => SMALL.has(key) || key.startsWith("x-")))
  );
}

/** A client configuration, of whatever name: in a default input of one may stand what OpenAPI has too. */
function isClientJson(json: JsonValue): boolean {
  if (!isPlainObject(json)) return false;
  const [providers, profiles] = [own(json, "providers"), own(json, "profiles")];
  const isWhole = Object.keys(json).every((key) => ["$schema", "providers", "profiles"].includes(key));
  if (isWhole && (isPlainObject(providers) || isPlainObject(profiles))) return true;
  // One with a mistake may hold credentials as well.
  return isPlainObject(providers) && Object.values(providers).some(hasCredentials);
}

function hasCredentials(provider: JsonValue): boolean {
  const entries = isPlainObject(provider) ? [own(provider, "security") ?? []].flat() : [];
  return entries.some(
    (entry) => isPlainObject(entry) && CREDENTIAL_FIELDS.some((field) => typeof own(entry, field) === "string"),
  );
}
