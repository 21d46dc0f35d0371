import type { OperationsModel } from "#generator/operations/operations-model.js";
import type { PublicProvider } from "#generator/surface/public-model.js";
import { Effort } from "#generator/diff/effort.js";
import { compareOperations } from "#generator/diff/operations/compare-operations.js";
import { line } from "../told.js";
import type { Mutable } from "../models.js";

export type Model = Mutable<OperationsModel>;

/** Operations of every kind, small. */
const model: OperationsModel = {
  operations: {
    "GET /charges": {
      options: "{ query?: { limit?: number; status?: ChargeStatus } }",
      answers: { "200": "Charge[]" },
      errors: { "404": "Problem", default: "Problem" },
      defaults: { "query.limit": "00000001" },
      text: "0000000a",
    },
    "GET /charges/{id}": { options: "{ params: { id: string } }", answers: { "200": "Charge" }, errors: {} },
    "POST /charges": {
      options: '{ headers: { "Acme-Version": string; [name: string]: string | undefined } }',
      bodies: { json: "ChargeRequest" },
      answers: { "201": "Charge" },
      errors: { "402": "CardProblem", "4XX": "Problem" },
    },
    "POST /charges/{id}/refund": {
      options: "{ params: { id: string } }",
      bodies: { json: "{ reason?: string }", form: "{ reason?: string }" },
      optionalBody: true,
      answers: { "204": "undefined" },
      errors: {},
    },
    "GET /report": {
      options: "{ query?: { fields?: string[] } }",
      answers: { "200": "Report" },
      errors: {},
      media: { "200": ["text/csv"] },
      wire: { query: { fields: { explode: false } } },
    },
    "POST /hooks": { options: "{}", bodies: { body: "RawBody" }, answers: {}, errors: {} },
  },
  schemas: {
    Charge: {
      interface: "{ id: string; amount: number; status: ChargeStatus; parent?: Charge | null; payer: Payer }",
      at: "/components/schemas/Charge",
    },
    ChargeStatus: { type: '"pending" | "paid"', at: "/components/schemas/ChargeStatus" },
    ChargeRequest: { interface: "{ amount: number; payer?: Payer }", at: "/components/schemas/Charge" },
    Payer: { interface: "{ name: string; email?: string }", at: "/components/schemas/Payer" },
    Problem: { interface: "{ title: string }", at: "/components/schemas/Problem" },
    CardProblem: { interface: "{ title: string; decline: string }", at: "/components/schemas/CardProblem" },
    Report: { type: "{ rows: (string | number)[] } | { url: string }", at: "/components/schemas/Report" },
  },
};

export const provider: Mutable<PublicProvider> = {
  file: "client/providers/acme.json",
  defaultService: "default",
  services: { default: "https://api.acme.example", files: "https://files.acme.example" },
  securitySchemes: {},
  parameters: {},
  credentials: {},
  values: {},
  certain: [],
  security: ["key"],
  openapi: { file: "client/openapi/acme.json" },
};

export type Edit = (model: Model, provider: Mutable<PublicProvider>) => void;

/** The model after an edit. */
export function edited(edit: Edit = () => {}): { readonly model: Model; readonly provider: Mutable<PublicProvider> } {
  const made = { model: structuredClone(model) as Model, provider: structuredClone(provider) };
  edit(made.model, made.provider);
  return made;
}

/** What is said of an edit, in short. */
export function told(edit: Edit, before?: Edit): string[] {
  const [base, next] = [edited(before), edited(edit)];
  return compareOperations(
    "acme",
    base.model,
    next.model,
    { base: base.provider, next: next.provider },
    new Effort(),
  ).map((change) => line(change).replaceAll(' of provider "acme"', ""));
}

/** One operation of a model. */
export function operation(key: string, edit: (operation: Model["operations"][string]) => void): Edit {
  return ({ operations }) => {
    const found = operations[key];
    if (found === undefined) throw new Error(key);
    edit(found);
  };
}

/** Another declaration of a schema. */
export function schema(name: string, text: string): Edit {
  return ({ schemas }) => {
    const found = schemas[name];
    if (found === undefined) throw new Error(name);
    if (found.interface === undefined) found.type = text;
    else found.interface = text;
  };
}
