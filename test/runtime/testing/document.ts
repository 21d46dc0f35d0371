import { acme } from "../acme.js";
import { acmeClient } from "../acme.js";
import { fakeProviders, type FakeProviders } from "@sdkwright/runtime/testing";

export const BASE = "https://api.acme.example/v1";

const amount = { type: "integer", minimum: 0, exclusiveMinimum: true };

/** A document of OpenAPI 3.0 with what a test asks for. */
export const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Acme", version: "1" },
  paths: {
    "/charges/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        parameters: [
          { name: "expand", in: "query", schema: { type: "array", items: { type: "string", enum: ["customer"] } } },
        ],
        responses: { "200": { $ref: "#/components/responses/Charge" } },
      },
      delete: { responses: { "204": { description: "gone" } } },
    },
    "/charges/newest": {
      get: { responses: { "200": json({ type: "string" }, { example: "the newest" }) } },
    },
    "/charges": {
      get: {
        parameters: [
          { name: "limit", in: "query", required: true, schema: { type: "integer", maximum: 100 } },
          { name: "Acme-Desk", in: "header", required: true, schema: { type: "string" } },
          { name: "Authorization", in: "header", required: true, schema: { type: "string" } },
          { name: "sid", in: "cookie", schema: { type: "boolean" } },
        ],
        responses: { "2XX": json({ type: "array", items: { $ref: "#/components/schemas/Charge" } }) },
      },
      post: {
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Charge" } } },
        },
        responses: { "201": json({ $ref: "#/components/schemas/Charge" }), "400": { description: "no" } },
      },
    },
    "/login": {
      post: {
        requestBody: { content: { "application/x-www-form-urlencoded": { schema: { type: "object", required: ["user", "age"], properties: { age: { type: "integer" } } } } } }, // prettier-ignore
        responses: {
          default: { description: "any", content: { "text/plain": { schema: { type: "string", format: "date" } } } },
        },
      },
    },
  },
  components: {
    responses: {
      Charge: {
        description: "ok",
        content: { "application/json": { examples: { one: { $ref: "#/components/examples/One" } } } },
      },
    },
    examples: { One: { value: { id: "ch_1", amount: 5 } } },
    schemas: {
      Charge: {
        type: "object",
        required: ["id", "amount", "note"],
        properties: {
          id: { type: "string", readOnly: true },
          amount,
          note: { type: "string", nullable: true },
          secret: { type: "string", writeOnly: true },
          parent: { $ref: "#/components/schemas/Charge" },
          at: { type: "string", format: "date-time" },
        },
      },
    },
  },
};

function json(schema: object, more: object = {}): object {
  return { description: "ok", content: { "application/json": { schema, ...more } } };
}

/** A fake that answers from {@link DOCUMENT}, and its client. */
export function documented(settings: object = {}): {
  readonly fake: FakeProviders<"acme">;
  readonly client: ReturnType<typeof acmeClient>;
} {
  const fake = fakeProviders({ acme: acme(BASE) }, settings);
  fake.providers.acme.document(DOCUMENT);
  return { fake, client: acmeClient(BASE, fake.options) };
}
