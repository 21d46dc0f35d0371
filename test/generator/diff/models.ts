import type { PublicModel, PublicProfile, PublicProvider } from "#generator/surface/public-model.js";

/** A model to change, with something of everything. */
export function model(change: (model: Mutable<PublicModel>) => void = () => {}): PublicModel {
  const whole: PublicModel = { providers: { acme, beta }, profiles: { "pay/charge": charge } };
  const made = structuredClone(whole) as Mutable<PublicModel>;
  change(made);
  return made;
}

/** The same without `readonly`, and with every name there. */
export type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;

const acme: PublicProvider = {
  file: "client/providers/acme.json",
  defaultService: "default",
  services: { default: "https://{REGION}.acme.example/v1", files: "https://files.acme.example" },
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    login: { type: "http", scheme: "basic" },
    staff: {
      type: "http",
      scheme: "digest",
      statusCode: 401,
      challengeHeader: "www-authenticate",
      authorizationHeader: "authorization",
    },
    token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  },
  parameters: { REGION: { default: "eu", description: "Where the data is." }, account: {} },
  credentials: { key: { apikey: "$ACME_KEY" }, login: { username: "$ACME_USER", password: "$ACME_PASSWORD" } },
  values: { account: "$ACME_ACCOUNT" },
};

const beta: PublicProvider = {
  file: "client/providers/beta.json",
  defaultService: "main",
  services: { main: "https://beta.example" },
  securitySchemes: {},
  parameters: {},
  credentials: {},
  values: {},
};

const charge: PublicProfile = {
  source: { version: "1.0.0" },
  document: "client/profiles/pay/charge.json",
  priority: ["acme", "beta"],
  prioritySource: "written",
  useCases: {
    Charge: {
      providerFailover: true,
      input: { currency: "EUR" },
      document: {
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
  },
  providers: {
    acme: {
      file: "maps/charge.acme.ts",
      useCases: {
        Charge: {
          input: { account: "$ACME_ACCOUNT" },
          retryPolicy: {
            kind: "circuit-breaker",
            maxContiguousRetries: 5,
            requestTimeout: 30_000,
            openTime: 30_000,
            backoff: { kind: "exponential", start: 2000, factor: 2 },
          },
        },
      },
    },
    beta: { file: "maps/charge.beta.ts", useCases: {} },
  },
};
