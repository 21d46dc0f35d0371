import { Budget } from "#generator/diagnostics/budget.js";
import type { SourceIssue } from "#generator/diagnostics/source.js";
import { apiOf } from "#generator/openapi/api-of.js";
import type { Choice } from "#generator/openapi/choice.js";
import { operationsFiles, operationsOf, type ProviderOperations } from "#generator/emit/operations/operations-of.js";

/** What a document comes to, with the text of its module. */
export interface Emitted extends ProviderOperations {
  readonly module: string;
  readonly calls: string;
  readonly model: string;
  /** All that is said of the document: what was not read, and what no type says. */
  readonly notes: readonly SourceIssue[];
}

const definition = {
  name: "acme-pay",
  defaultService: "default",
  services: { default: { baseUrl: "https://api.acme.example" } },
  securitySchemes: {},
};

/** Emits a document, or its text, as `acme-pay`, whose definition has `fields` too; `undefined` where it is none, or has no operation. */
export function emit(document: object | string, choice: Choice = {}, fields: object = {}): Emitted | undefined {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  const json: unknown = JSON.parse(text);
  const source = {
    path: "/acme-pay.json",
    file: "acme-pay.json",
    text,
    json,
    kind: "openapi",
    inProject: true,
  } as const;
  const { api, issues } = apiOf(
    { definition: source, source, neighbours: new Map(), refused: new Map(), ...choice },
    new Budget(),
  );
  if (api === undefined || api.operations.length === 0) return undefined;
  const written = { name: "acme-pay", services: [], defaultService: "default", ...fields };
  const parts = operationsOf({ file: "acme-pay.json", json: written, definition, api });
  const [module, calls, model] = operationsFiles({ ...parts, wires: {} }).map((file) => file.text);
  return {
    ...parts,
    module: module ?? "",
    calls: calls ?? "",
    model: model ?? "",
    notes: [...issues, ...parts.issues],
  };
}

/** A document whose one answer has the schemas that are given by name. */
export function documentOf(schemas: object, version = "3.1.0"): object {
  const references = Object.keys(schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]);
  const schema = { type: "object", properties: Object.fromEntries(references) };
  const responses = { 200: { description: "All.", content: { "application/json": { schema } } } };
  return { openapi: version, info: {}, paths: { "/all": { get: { responses } } }, components: { schemas } };
}

/** The declaration of one name in a module, on one line without comments; empty where there is none. */
export function declarationOf(module: string, name: string): string {
  const start = new RegExp(`^export (?:interface|type) ${name} `, "m");
  const text = module.split("\n\n").find((declaration) => start.test(declaration)) ?? "";
  return text
    .replaceAll(/\/\*\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll("; }", " }")
    .replace(/^ ?export (?:interface|type) \w+ (?:= )?/, "")
    .replace(/;?\s*$/, "");
}
