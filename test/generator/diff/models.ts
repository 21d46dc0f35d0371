import type { PublicModel } from "#generator/surface/public-model.js";
import type { Change } from "#generator/diff/change.js";
import type { Output } from "#generator/write/plan.js";
import { withFolder } from "../folder.js";
import { changesBetween, modelIn, outputFor } from "../lock/run.js";

/** The documents of a project with something of everything. */
export interface Documents {
  acme: DefinitionFile;
  beta: DefinitionFile;
  charge: { name: string; version: string; usecases: { [name: string]: UseCaseFile } };
  client: ClientFile;
  /** Others, by path below the project. */
  others: { [path: string]: unknown };
}

export interface DefinitionFile {
  name: string;
  defaultService: string;
  services: { id: string; baseUrl: string }[];
  securitySchemes: { [field: string]: unknown }[];
  parameters: { name: string; default?: string; description?: string }[];
  security?: string | string[];
}

export interface UseCaseFile {
  title?: string;
  input: { [keyword: string]: unknown };
  result: { [keyword: string]: unknown };
  error?: { [keyword: string]: unknown };
}

export interface ClientFile {
  profiles: { [name: string]: ProfileFile };
  providers: {
    [name: string]: {
      file?: string;
      security?: { id: string; [field: string]: unknown }[];
      parameters?: { [name: string]: string };
    };
  };
}

export interface ProfileFile {
  version?: string;
  file?: string;
  priority?: string[];
  providers: {
    [name: string]: {
      file?: string;
      mapVariant?: string;
      mapRevision?: string;
      defaults?: { [useCase: string]: { input?: object; retryPolicy?: unknown } };
    };
  };
  defaults: { [useCase: string]: { input?: object; providerFailover?: boolean } };
}

export type Edit = (documents: Documents) => void;

/** The documents, changed. */
export function documents(...edits: readonly Edit[]): Documents {
  const made = structuredClone({ acme, beta, charge, client, others: {} });
  for (const edit of edits) edit(made);
  return made;
}

/** What is emitted for documents. A map stands wherever client.json names one. */
export async function emitted({ acme, beta, charge, client, others }: Documents): Promise<Output> {
  const files = {
    "package.json": {},
    "client/client.json": client,
    [`client/providers/${acme.name}.json`]: acme,
    [`client/providers/${beta.name}.json`]: beta,
    [`client/profiles/${charge.name}.json`]: charge,
    ...others,
  };
  const output = await withFolder(files, async (folder) => outputFor(folder));
  if (output === undefined) throw new Error("the documents are not valid");
  return output;
}

/** What is said when documents change. */
export async function changes(edit: Edit, before: Edit = () => {}): Promise<readonly Change[]> {
  return changesBetween(await emitted(documents(before)), await emitted(documents(before, edit)));
}

const acme: DefinitionFile = {
  name: "acme",
  defaultService: "default",
  services: [
    { id: "default", baseUrl: "https://{REGION}.acme.example/v1" },
    { id: "files", baseUrl: "https://files.acme.example" },
  ],
  securitySchemes: [
    { id: "key", type: "apiKey", in: "header", name: "X-Key" },
    { id: "login", type: "http", scheme: "basic" },
    { id: "staff", type: "http", scheme: "digest" },
    { id: "token", type: "http", scheme: "bearer", bearerFormat: "JWT" },
  ],
  parameters: [{ name: "REGION", default: "eu", description: "Where the data is." }, { name: "account" }],
};

const beta: DefinitionFile = {
  name: "beta",
  defaultService: "main",
  services: [{ id: "main", baseUrl: "https://beta.example" }],
  securitySchemes: [],
  parameters: [],
};

const charge: Documents["charge"] = {
  name: "pay/charge",
  version: "1.0.0",
  usecases: {
    Charge: {
      title: "Charge",
      input: {
        type: "object",
        additionalProperties: false,
        required: ["amount", "currency"],
        properties: {
          amount: { type: "integer" },
          currency: { enum: ["EUR", "USD"] },
          note: { type: "string", description: "For people." },
        },
      },
      result: { type: "object", required: ["id"], properties: { id: { type: "string" }, paid: { type: "boolean" } } },
    },
  },
};

const client: ClientFile = {
  profiles: {
    "pay/charge": {
      version: "1.0.0",
      priority: ["acme", "beta"],
      defaults: { Charge: { providerFailover: true, input: { currency: "EUR" } } },
      providers: {
        acme: {
          file: "../maps/charge.acme.ts",
          defaults: { Charge: { input: { note: "$ACME_NOTE" }, retryPolicy: "circuit-breaker" } },
        },
        beta: { file: "../maps/charge.beta.ts" },
      },
    },
  },
  providers: {
    acme: {
      security: [
        { id: "key", apikey: "$ACME_KEY" },
        { id: "login", username: "$ACME_USER", password: "$ACME_PASSWORD" },
      ],
      parameters: { account: "$ACME_ACCOUNT" },
    },
    beta: {},
  },
};

const base = modelIn(await emitted(documents()));

/** The model in the lock of the documents, to change. Demands and types stay as they are. */
export function model(change: (model: Mutable<PublicModel>) => void = () => {}): PublicModel {
  const made = structuredClone(base) as Mutable<PublicModel>;
  change(made);
  return made;
}

/** The same without `readonly`, and with every name there. */
export type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;
