// Values of a schema as a caller would give them: the least that it asks for, or all that it has.

const MAX_DEPTH = 6;
const FORMATS = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  time: "03:04:05Z",
  email: "a@acme.example",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  uri: "https://acme.example/a",
  url: "https://acme.example/a",
  hostname: "acme.example",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "YQ==",
};

/** Thrown where no value can be made up, as for a pattern. */
export class NoSample extends Error {}

/** `all`: with the properties that may be left out, as deep as is sensible. */
export function sampleOf(document, schema, { all = false } = {}) {
  return valueOf(schema, { document, all }, 0);
}

function valueOf(given, context, depth) {
  const schema = merged(given, context.document, 0);
  if (depth > 40) throw new NoSample("a schema that needs itself");
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.find((each) => each !== null) ?? null;
  const example = exampleIn(schema);
  if (example !== undefined) return example;
  const [alternative] = schema.oneOf ?? schema.anyOf ?? [];
  if (alternative !== undefined) return alternativeOf(schema, context, depth);
  switch (typeOf(schema)) {
    case "object":
      return objectOf(schema, context, depth);
    case "array":
      return listOf(schema, context, depth);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return textOf(schema);
    default:
      return "anything";
  }
}

/** Of scalars alone, where the schema restricts them further than a value could be made up. */
function exampleIn({ pattern, example, examples, default: standard }) {
  if (pattern === undefined) return undefined;
  return [example, ...(Array.isArray(examples) ? examples : []), standard].find(
    (each) => typeof each === "string" && new RegExp(pattern, "u").test(each),
  );
}

/** The first that a value can be made of, with what stands beside the alternatives. */
function alternativeOf(schema, context, depth) {
  const { oneOf, anyOf, discriminator, ...rest } = schema;
  let problem;
  for (const each of oneOf ?? anyOf) {
    try {
      const value = valueOf({ allOf: [rest, each] }, context, depth + 1);
      return isRecord(value) ? { ...value, ...discriminated(discriminator, each, value) } : value;
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

function discriminated(discriminator, each, value) {
  if (discriminator === undefined || typeof each.$ref !== "string") return {};
  const { propertyName, mapping = {} } = discriminator;
  const name = Object.keys(mapping).find((key) => mapping[key] === each.$ref) ?? each.$ref.split("/").at(-1);
  return value[propertyName] === undefined || value[propertyName] === "anything" ? { [propertyName]: name } : {};
}

function objectOf({ properties = {}, required = [], minProperties = 0 }, context, depth) {
  const found = {};
  const isAsked = (name) => required.includes(name) || (context.all && depth < MAX_DEPTH);
  for (const [name, property] of Object.entries(properties)) {
    if (!isAsked(name) || merged(property, context.document, 0).readOnly === true) continue;
    if (required.includes(name)) found[name] = valueOf(property, context, depth + 1);
    else addOptional(found, name, property, context, depth);
  }
  for (const name of required) if (!(name in properties) && !(name in found)) found[name] = "anything";
  for (let more = Object.keys(found).length; more < minProperties; more++) found[`more${more}`] = "anything";
  return found;
}

function addOptional(found, name, property, context, depth) {
  try {
    found[name] = valueOf(property, context, depth + 1);
  } catch (error) {
    if (!(error instanceof NoSample)) throw error;
  }
}

function listOf({ items = {}, prefixItems, minItems = 0, uniqueItems }, context, depth) {
  if (prefixItems !== undefined) return prefixItems.map((each) => valueOf(each, context, depth + 1));
  const length = Math.max(minItems, context.all && depth < MAX_DEPTH ? 1 : 0);
  if (length > 1 && uniqueItems) throw new NoSample("several that differ");
  return Array.from({ length }, () => valueOf(items, context, depth + 1));
}

function numberOf({ minimum, maximum, exclusiveMinimum, multipleOf }) {
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  if (minimum !== undefined) return exclusiveMinimum === true ? minimum + 1 : minimum;
  return maximum !== undefined && maximum < 1 ? maximum : (multipleOf ?? 1);
}

function textOf({ format, pattern, minLength = 0, maxLength = Infinity }) {
  const text = FORMATS[format] ?? "text".padEnd(minLength, "x").slice(0, maxLength);
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) throw new NoSample(`a pattern: ${pattern}`);
  return text;
}

function typeOf({ type, properties, additionalProperties, items, required }) {
  if (Array.isArray(type)) return type.find((each) => each !== "null") ?? "null";
  if (type !== undefined) return type;
  if (properties !== undefined || additionalProperties !== undefined || required !== undefined) return "object";
  return items === undefined ? undefined : "array";
}

/** With what it refers to and what `allOf` adds. */
export function merged(schema, document, depth) {
  if (!isRecord(schema) || depth > 40) return {};
  const { $ref, allOf, ...rest } = schema;
  const parts = [...($ref === undefined ? [] : [resolved(document, $ref)]), ...(Array.isArray(allOf) ? allOf : [])];
  return parts.map((part) => merged(part, document, depth + 1)).reduce(together, rest);
}

function together(one, other) {
  const properties = { ...one.properties, ...other.properties };
  const required = [...(one.required ?? []), ...(other.required ?? [])];
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

/** Where a reference within the document leads to. */
export function resolved(document, reference) {
  const names = reference.replace(/^#\//, "").split("/");
  const plain = (name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
  return names.reduce((value, name) => value?.[plain(name)], document);
}

export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
