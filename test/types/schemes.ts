// Uses of OAuth 2 schemes, signatures and prefixes that must compile, and misuses that must not; test/generator/compile
// checks this folder with every version of TypeScript.
import { clientJson } from "@sdkwright/runtime/client-json";
import type { SignedRequest } from "@sdkwright/runtime";
import { createClient, type Client } from "../../generated-snapshots/oauth2-and-signatures/generated/client.js";
import { createBucket } from "../../generated-snapshots/oauth2-and-signatures/generated/providers/bucket.js";
import { createChat } from "../../generated-snapshots/oauth2-and-signatures/generated/providers/chat.js";
import {
  createInvoices,
  type InvoicesClient,
} from "../../generated-snapshots/oauth2-and-signatures/generated/providers/invoices.js";

declare const vault: { read: (name: string) => Promise<string> };
declare const scopes: readonly string[];
const sign = async ({ method, url, headers, body }: SignedRequest) => ({
  authorization: `${method} ${url} ${headers["x-amz-date"]} ${body.length}`,
});

export async function oauth2(): Promise<void> {
  const invoices = createInvoices();
  await invoices.untyped.get("/x", { security: "app" });
  await invoices.untyped.get("/x", { security: { id: "app", scopes: ["invoices:read"] } });
  await invoices.untyped.get("/x", { security: [{ id: "user", scopes }] });
  await invoices.request("/x", { method: "REPORT", security: { id: "user", scopes } });
  await invoices.get("/invoices", { security: { id: "user", scopes: ["invoices:read"] } });
  await invoices.get("/invoices", { security: "user" });
  await invoices.post("/invoices", { json: {}, security: { id: "app", scopes } });
  await invoices.delete("/invoices");
  const keyed = createInvoices({ credentials: { key: { apikey: "k" } } });
  await keyed.delete("/invoices", { security: [{ id: "user", scopes }, "key"] });
  await keyed.get("/invoices", { security: "key" });
  createInvoices({ credentials: { app: { clientSecret: () => vault.read("s") }, user: { refreshToken: "r" } } });
  createInvoices({ credentials: { user: { clientSecret: "s" } } });
  createInvoices({ credentials: { user: () => ({ clientId: "i", refreshToken: "r" }) } });
  createInvoices({ credentials: { user: () => ({ clientId: "i", clientSecret: "s", refreshToken: "r" }) } });
  // @ts-expect-error C0: a function leaves nothing to client.json
  createInvoices({ credentials: { user: () => ({ clientId: "i", clientSecret: "s" }) } });
  createInvoices({ credentials: { app: async () => ({ clientId: "i", clientSecret: await vault.read("s") }) } });
  createBucket({
    credentials: { console: { clientId: "i", refreshToken: () => vault.read("r") } },
    security: "console",
  });
  const map = (http: InvoicesClient) => http.get("/invoices", { security: { id: "user", scopes } });
  await map(keyed);
  // @ts-expect-error C1: an API key has no scopes
  void keyed.untyped.get("/x", { security: { id: "key", scopes } });
  // @ts-expect-error C2: nobody supplies the credentials
  void invoices.untyped.get("/x", { security: "key" });
  // @ts-expect-error C3: scopes are a list
  void invoices.untyped.get("/x", { security: { id: "app", scopes: "invoices:read" } });
  // @ts-expect-error C4: a misspelt scheme
  void invoices.untyped.get("/x", { security: { id: "apq", scopes } });
  // @ts-expect-error C5: the operation is not done with this scheme
  void invoices.get("/invoices", { security: { id: "app", scopes } });
  // @ts-expect-error C6: a client has a secret under this flow
  createBucket({ credentials: { console: { clientId: "i" } }, security: [] });
  // @ts-expect-error C7: a refresh token belongs to the other flow
  createInvoices({ credentials: { app: { refreshToken: "r" } } });
  // @ts-expect-error C8: a default is an id
  createInvoices({ security: { id: "app", scopes } });
}

export async function signatures(): Promise<void> {
  const bucket = createBucket({ credentials: { sigv4: { sign } } });
  await bucket.get("/x");
  await bucket.put("/x", { security: "sigv4", body: new Uint8Array() });
  createBucket({ credentials: { sigv4: () => ({ sign: () => ({ "x-amz-date": "d" }) }) } });
  createBucket({ security: [] });
  const chat = createChat({ credentials: { webhook: { sign: ({ body }) => ({ "x-signature": String(body) }) } } });
  await chat.post("/x", { security: ["webhook", "bot"], json: {} });
  // @ts-expect-error C9: requests use the signature by default
  createBucket();
  // @ts-expect-error C10: a signature is no text
  createBucket({ credentials: { sigv4: { sign: "s" } } });
  // @ts-expect-error C11: a signature has no scopes
  void bucket.get("/x", { security: { id: "sigv4", scopes } });
  // @ts-expect-error C12: nobody signs
  void createChat().get("/x", { security: "webhook" });
}

export async function clients(): Promise<void> {
  const client = createClient({ credentials: { bucket: { sigv4: { sign } } } });
  await client.providers.bucket.get("/x", { security: "sigv4" });
  await client.providers.invoices.get("/invoices", { security: { id: "user", scopes } });
  const plain: Client = createClient();
  await plain.providers.chat.get("/x", { security: "bot" });
  // @ts-expect-error C13: nobody signs
  void plain.providers.bucket.get("/x", { security: "sigv4" });
  const any = createClient({ clientJson: clientJson({}) });
  await any.providers.bucket.get("/x", { security: { id: "console", scopes } });
}
