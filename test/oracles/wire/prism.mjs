// Prism's validator, in process: what it has to say about a request that was recorded.
import { createRequire } from "node:module";
import { resolved } from "./sample.mjs";

const require = createRequire(import.meta.url);
const { DiagnosticSeverity } = require("@stoplight/types");
const { validateInput } = require("@stoplight/prism-http/dist/validator");
const { transformOas3Operations } = require("@stoplight/http-spec/oas3/operation");

/** Judges of a document's operations, by method and path. A fragment of a path is not sent, so it is not judged. */
export function judgesOf(document) {
  const { document: prepared, schemas } = withOwnReferences(document);
  const operations = transformOas3Operations(prepared);
  const converted = convertedSchemas(prepared, schemas);
  return new Map(
    operations.map((operation) => {
      const names = reachable(operation.request, schemas);
      const path = operation.path.replace(/#.*/, "");
      const resource = {
        ...operation,
        path,
        __bundled__: Object.fromEntries(names.map((name) => [name, converted[name]])),
      };
      return [`${operation.method} ${operation.path}`, (sent) => violations(resource, sent)];
    }),
  );
}

/** Schemas as Prism reads them: each is converted as the body of an operation. */
function convertedSchemas({ openapi, jsonSchemaDialect }, schemas) {
  const paths = Object.entries(schemas).map(([name, schema]) => [
    `/${name}`,
    { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } },
  ]);
  const dialect = jsonSchemaDialect === undefined ? {} : { jsonSchemaDialect };
  const operations = transformOas3Operations({
    openapi,
    ...dialect,
    paths: Object.fromEntries(paths),
    __bundled__: schemas,
  });
  return Object.fromEntries(operations.map(({ path, request }) => [path.slice(1), request.body.contents[0].schema]));
}

/**
 * Prism reads schemas at `__bundled__`, and takes a reference that it cannot follow for a schema that everything fits.
 * Whole bodies stand in their places, because only there it looks at `readOnly`.
 */
function withOwnReferences(document) {
  const schemas = {};
  const nameOf = (reference) => {
    const name = reference.replaceAll(/[^a-zA-Z0-9]/g, "_");
    if (!(name in schemas)) {
      schemas[name] = {};
      schemas[name] = rewritten(resolved(document, reference) ?? {});
    }
    return name;
  };
  const rewritten = (value) => {
    if (Array.isArray(value)) return value.map(rewritten);
    if (typeof value !== "object" || value === null) return value;
    if (typeof value.$ref === "string" && value.$ref.startsWith("#/")) return referring(value);
    const kept = Object.entries(value).filter((entry) => !isRefused(document, value, entry));
    return Object.fromEntries(kept.map(([key, each]) => [key, rewritten(each)]));
  };
  const referring = ({ $ref, ...rest }) =>
    isSchema($ref)
      ? { ...rewritten(rest), $ref: `#/__bundled__/${nameOf($ref)}` }
      : rewritten(resolved(document, $ref) ?? {});
  const rest = { ...document, components: {} };
  const prepared = withWholeBodies(rewritten(rest), schemas);
  const dialect = document.openapi.startsWith("3.1") && {
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  };
  return { document: { ...prepared, ...dialect, __bundled__: schemas }, schemas };
}

/** Mistakes of vendors that Ajv refuses a whole schema for, which Prism then takes for one that everything fits. */
function isRefused({ openapi }, { type }, [key, value]) {
  if (key === "nullable") return type === undefined && typeof value === "boolean";
  return openapi.startsWith("3.1") && /^exclusiveM(?:in|ax)imum$/.test(key) && typeof value === "boolean";
}

function isSchema(reference) {
  return !/^#\/components\/(?:parameters|requestBodies|responses|headers|examples|links|pathItems)\/[^/]+$/.test(
    reference,
  );
}

function withWholeBodies(document, schemas) {
  for (const item of Object.values(document.paths)) {
    for (const { requestBody } of Object.values(item)) {
      for (const content of Object.values(requestBody?.content ?? {})) {
        const name = content.schema?.$ref?.split("/").at(-1);
        if (name !== undefined) content.schema = { ...schemas[name] };
      }
    }
  }
  return document;
}

function reachable(request, schemas) {
  const found = new Set();
  const visit = (value) => {
    for (const [, name] of JSON.stringify(value ?? null).matchAll(/"#\/__bundled__\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(request);
  return [...found];
}

/** As Prism's own server reads a request: a query that repeats a name is a list, a JSON body is its value. */
function violations(resource, { method, url, headers, body }) {
  const { pathname, searchParams } = new URL(url);
  const query = {};
  for (const name of searchParams.keys()) {
    const values = searchParams.getAll(name);
    query[name] = values.length === 1 ? values[0] : values;
  }
  const element = {
    method: method.toLowerCase(),
    url: { path: pathname, query },
    headers: Object.fromEntries(headers),
    body,
  };
  const verdict = validateInput({ resource, element });
  if (verdict._tag === "Right") return [];
  return verdict.left
    .filter(({ severity }) => severity === DiagnosticSeverity.Error)
    .map(({ path = [], message }) => `${path.join(".")}: ${message}`);
}
