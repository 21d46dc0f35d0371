import { NothingToPick, type Random } from "../random.js";
import { editSchema } from "../schema-edits.js";
import type { Schema } from "../schemas.js";
import {
  addOperation,
  answer,
  anySchema,
  body,
  ERRORS,
  NAMES,
  parameter,
  PARAMETERS,
  plain,
  rootsOf,
  STATUSES,
  type Document,
  type Operation,
} from "./documents.js";

/** Changes a document in place; `false` where it does not apply. */
type Edit = (random: Random, document: Document) => boolean | string;

/** A document after one random edit, and what it was. */
export function editDocument(random: Random, before: Document): { readonly document: Document; readonly edit: string } {
  for (;;) {
    const document = structuredClone(before);
    const name = random.chance(0.5) ? "schema" : random.pick(Object.keys(EDITS));
    try {
      const done = EDITS[name]?.(random, document);
      if (done !== false) return { document, edit: typeof done === "string" ? `${name}: ${done}` : name };
    } catch (error) {
      if (!(error instanceof NothingToPick)) throw error;
    }
  }
}

const EDITS: { readonly [name: string]: Edit } = {
  schema: (random, document) => {
    const root = random.pick(rootsOf(document));
    const edit = editSchema(random, root);
    Object.assign(root, plain(root));
    if (Array.isArray(root["items"])) delete root["items"];
    return edit ?? false;
  },
  "refer to another schema": (random, document) => {
    const found = rootsOf(document).filter((schema) => typeof schema["$ref"] === "string");
    random.pick(found)["$ref"] = `#/components/schemas/${random.pick(NAMES)}`;
    return true;
  },
  "another schema": (random, document) => {
    const root = random.pick(rootsOf(document).slice(2 * NAMES.length));
    const next = anySchema(random);
    for (const key of Object.keys(root)) delete root[key];
    Object.assign(root, next);
    return true;
  },
  "rename a schema": (random, document) => {
    const name = random.pick(NAMES);
    const text = JSON.stringify(document).replaceAll(`schemas/${name}"`, 'schemas/Other"');
    const { components, paths } = JSON.parse(text) as Document;
    const schemas = Object.entries(components.schemas).map(([key, schema]) => [key === name ? "Other" : key, schema]);
    Object.assign(document, {
      paths,
      components: { schemas: Object.fromEntries(schemas) as { [name: string]: Schema } },
    });
    return true;
  },
  "add an operation": (random, document) => addOperation(random, document),
  "remove an operation": (random, { paths }) => {
    const path = random.pick(Object.keys(paths));
    if (Object.keys(paths).length < 2) return false;
    delete paths[path];
    return true;
  },
  "rename the parameter of a path": (random, { paths }) => {
    const path = random.pick(Object.keys(paths).filter((each) => each.includes("{id}")));
    const item = paths[path] ?? {};
    delete paths[path];
    for (const { parameters } of Object.values(item))
      for (const each of parameters) if (each.in === "path") each.name = "key";
    paths[path.replace("{id}", "{key}")] = item;
    return true;
  },
  "add a parameter": (random, document) => {
    const { parameters } = some(random, document);
    const name = random.pick(PARAMETERS);
    if (parameters.some((each) => each.name === name)) return false;
    parameters.push(parameter(random, name));
    return true;
  },
  "remove a parameter": (random, document) => {
    const { parameters } = some(random, document);
    const gone = random.pick(parameters.filter((each) => each.in !== "path"));
    parameters.splice(parameters.indexOf(gone), 1);
    return true;
  },
  "require a parameter, or no longer": (random, document) => {
    const found = random.pick(some(random, document).parameters.filter((each) => each.in !== "path"));
    found.required = !found.required;
    return true;
  },
  "a body, or none": (random, document) => {
    const operation = some(random, document);
    const [method] = methodsOf(document, operation);
    if (method === "get" || method === "delete") return false;
    if (operation.requestBody === undefined) operation.requestBody = body(random);
    else delete operation.requestBody;
    return true;
  },
  "require a body, or no longer": (random, document) => {
    const { requestBody } = some(random, document);
    if (requestBody === undefined) return false;
    requestBody.required = !requestBody.required;
    return true;
  },
  "another kind of body": (random, document) => {
    const { requestBody } = some(random, document);
    if (requestBody === undefined) return false;
    requestBody.content = body(random).content;
    return true;
  },
  "add an answer": (random, document) => addAnswer(random, document, STATUSES),
  "remove an answer": (random, document) => removeAnswer(random, document, STATUSES),
  "add an error": (random, document) => addAnswer(random, document, ERRORS),
  "remove an error": (random, document) => removeAnswer(random, document, ERRORS),
  "a body of an answer, or none": (random, document) => {
    const { responses } = some(random, document);
    const status = random.pick(Object.keys(responses));
    const before = responses[status];
    responses[status] = before?.content === undefined ? answer(random, "200") : { description: "Nothing." };
    return true;
  },
  "another order": (_, document) => {
    document.paths = Object.fromEntries(Object.entries(document.paths).reverse());
    return true;
  },
};

function some(random: Random, { paths }: Document): Operation {
  return random.pick(Object.values(paths).flatMap((item) => Object.values(item)));
}

function methodsOf({ paths }: Document, operation: Operation): string[] {
  const entries = Object.values(paths).flatMap((item) => Object.entries(item));
  return entries.flatMap(([method, each]) => (each === operation ? [method] : []));
}

function addAnswer(random: Random, document: Document, statuses: readonly string[]): boolean {
  const { responses } = some(random, document);
  const status = random.pick(statuses);
  if (responses[status] !== undefined) return false;
  responses[status] = answer(random, status);
  return true;
}

function removeAnswer(random: Random, document: Document, statuses: readonly string[]): boolean {
  const { responses } = some(random, document);
  const found = random.pick(Object.keys(responses).filter((status) => statuses.includes(status)));
  delete responses[found];
  return true;
}
