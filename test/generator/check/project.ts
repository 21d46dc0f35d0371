import type { Files } from "../folder.js";

/** A provider definition to change. */
export const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example/v1" }],
  defaultService: "default",
  securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Key" }],
};
export const beta = { ...acme, name: "beta" };
export const client = {
  providers: { acme: { security: [{ id: "key", apikey: "$ACME_KEY" }] }, beta: {} },
};
/** A project with two providers. */
export const project: Files = {
  "package.json": "{}",
  "client/client.json": client,
  "client/providers/acme.json": acme,
  "client/providers/beta.json": beta,
};
/** The definition of acme with another path in its base URL. */
export const moved = { ...acme, services: [{ id: "default", baseUrl: "https://api.acme.example/v2" }] };
