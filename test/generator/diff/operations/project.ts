import { execute } from "#generator/cli/execute.js";
import { print } from "#generator/cli/report.js";
import type { GivenOptions } from "#generator/project/options.js";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import * as assert from "uvu/assert";
import { root } from "../../../tree.js";
import { withFolder, writeFiles, type Files } from "../../folder.js";
import type { Finished } from "../../sdkwright.js";

export type Document = { [key: string]: unknown };

const charge = { $ref: "#/components/schemas/Charge" };
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

/** A document of a few operations. */
export function document(): Document {
  return {
    openapi: "3.1.0",
    info: { title: "Acme", version: "1" },
    servers: [{ url: "https://api.acme.example" }],
    paths: {
      "/charges": {
        get: {
          summary: "List charges",
          parameters: [{ $ref: "#/components/parameters/Limit" }],
          responses: { 200: answer({ type: "array", items: charge }) },
        },
        post: { requestBody: { required: true, ...body(charge) }, responses: { 201: answer(charge) } },
      },
      "/charges/{id}": {
        parameters: [id],
        get: { responses: { 200: answer(charge), 404: answer({ $ref: "#/components/schemas/Problem" }) } },
        delete: { responses: { 204: { description: "Gone." } } },
      },
      "/refunds": { get: { responses: { 200: answer({ $ref: "#/components/schemas/Refund" }) } } },
    },
    components: {
      parameters: { Limit: { name: "limit", in: "query", schema: { type: "integer" } } },
      schemas: {
        Charge: {
          type: "object",
          required: ["id", "amount"],
          properties: {
            id: { type: "string", readOnly: true },
            amount: { type: "integer" },
            status: { type: "string", enum: ["pending", "paid"] },
          },
        },
        Problem: { type: "object", required: ["title"], properties: { title: { type: "string" } } },
        Refund: { type: "object", properties: { amount: { type: "integer" } } },
      },
    },
  };
}

function answer(schema: unknown): Document {
  return { description: "An answer.", ...body(schema) };
}

function body(schema: unknown): Document {
  return { content: { "application/json": { schema } } };
}

const definition = {
  name: "acme",
  defaultService: "default",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  securitySchemes: [],
};

/** A project with a document, and code that calls it. */
export function projectWith(code: string): Files {
  return {
    "package.json": { type: "module" },
    "tsconfig.json": {
      compilerOptions: {
        strict: true,
        module: "nodenext",
        target: "es2022",
        noEmit: true,
        skipLibCheck: true,
        types: [],
      },
      include: ["src"],
    },
    "client/providers/acme.json": { ...definition, openapi: "../openapi/acme.json" },
    "client/openapi/acme.json": document(),
    "client/client.json": { providers: { acme: {} } },
    "src/pay.ts": code,
  };
}

/** What `diff` says of an edit of a project's files, which was generated before; the runtime is installed. */
export async function diffAfter(files: Files, edit: Files, options: GivenOptions = {}): Promise<Finished> {
  return withFolder(files, async (folder) => {
    mkdirSync(join(folder, "node_modules/@sdkwright"), { recursive: true });
    symlinkSync(join(root, "runtime"), join(folder, "node_modules/@sdkwright/runtime"));
    const generated = await execute({ command: "generate", files: [], options: {} }, folder);
    assert.is(generated.result.exitCode, 0, JSON.stringify(generated.result.issues));
    cpSync(join(folder, "src/generated"), join(folder, "before"), { recursive: true });
    writeFiles(folder, edit);
    const { result, reporting } = await execute({ command: "diff", files: [join(folder, "before")], options }, folder);
    return { status: result.exitCode, ...(await print(result, reporting)) };
  });
}

/** The document after an edit, at its place. */
export function edited(edit: (document: Document) => void): Files {
  const next = document();
  edit(next);
  return { "client/openapi/acme.json": next };
}

/** What stands at a way into a document. */
export function at(document: Document, ...way: readonly string[]): Document {
  return way.reduce<Document>((value, key) => value[key] as Document, document);
}
