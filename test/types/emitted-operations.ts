// What the emitted modules of the snapshots let callers write, and what not: rows of the tables, through real clients.
import type { AcmePayClient as Bodies } from "../../generated-snapshots/operations-bodies/generated/providers/acme-pay.js";
import type { AcmePayClient as Directions } from "../../generated-snapshots/operations-directions/generated/providers/acme-pay.js";
import type { AcmePayClient as Parameters } from "../../generated-snapshots/operations-parameters/generated/providers/acme-pay.js";
import type { AcmePayClient as Schemas } from "../../generated-snapshots/operations-schemas/generated/providers/acme-pay.js";

declare const bodies: Bodies;
declare const directions: Directions;
declare const parameters: Parameters;
declare const schemas: Schemas;
declare const file: Blob;

export async function use(): Promise<void> {
  await bodies.post("/several", { json: { text: "a" } });
  await bodies.post("/several", { form: { text: "a" } });
  // @ts-expect-error two bodies
  await bodies.post("/several", { json: { text: "a" }, form: { text: "a" } });
  // @ts-expect-error none of two
  await bodies.post("/several");
  // @ts-expect-error a body that the operation does not take
  await bodies.post("/several", { body: "a" });
  await bodies.put("/several");
  await bodies.put("/several", { multipart: { text: "a" } });
  // @ts-expect-error two bodies, none of which has to be there
  await bodies.put("/several", { multipart: { text: "a" }, body: "a" });
  await bodies.put("/json");
  // K7: what callers have made themselves.
  await bodies.put("/several", { multipart: new FormData() });
  await bodies.post("/several", { form: new URLSearchParams({ text: "a" }) });
  await bodies.post("/raw", { body: file });
  await bodies.post("/parts", { multipart: { file, files: [file], note: { text: "a" } } });
  // @ts-expect-error text is no file
  await bodies.post("/parts", { multipart: { file: "text" } });

  await parameters.get("/accounts/{account}/items/{id}", { params: { id: 1 } });
  await parameters.get("/accounts/{account}");
  // @ts-expect-error a name that nobody fills
  await parameters.get("/accounts/{account}/items/{id}", { params: { account: "a" } });
  await parameters.get("/search", { query: { q: "a", tags: ["b"], filter: { from: "2026-01-01" } } });
  // @ts-expect-error the scheme's own parameter
  await parameters.get("/search", { query: { q: "a", api_key: "k" } });
  await parameters.get("/headers", { headers: { "X-Acme-Version": "1", "X-Key": "k", traceparent: "00" } });
  // @ts-expect-error a documented header that is required, and that a scheme sets which does not apply here
  await parameters.get("/headers", { headers: { "X-Acme-Version": "1" } });
  // @ts-expect-error a documented header that is required
  await parameters.get("/headers", { headers: { "X-Key": "k", traceparent: "00" } });
  // @ts-expect-error a header of another type
  await parameters.get("/headers", { headers: { "X-Acme-Version": 1, "X-Key": "k" } });
  await parameters.get("/numbers", { headers: { "X-Limit": 1, "X-Ids": ["a"] } });
  // @ts-expect-error text is no number
  await parameters.get("/numbers", { headers: { "X-Limit": "1" } });
  await parameters.post("/once", { json: {}, idempotencyKey: true });
  await parameters.post("/once", { json: {}, headers: { "Idempotency-Key": "k" } });
  // key-header: made, so nobody has to give it
  await parameters.post("/once", { json: {} });
  await parameters.post("/once", { json: {}, idempotencyKey: false });
  // @ts-expect-error the header with a number
  await parameters.post("/once", { json: {}, headers: { "Idempotency-Key": 1 } });
  await parameters.post("/maybe-once");
  // key-body: made, so nobody has to give it
  await parameters.post("/payments", { json: { amount: 5 } });
  await parameters.post("/payments", { json: { amount: 5, idempotency_key: "order-17" } });
  // @ts-expect-error what else is required
  await parameters.post("/payments", { json: { idempotency_key: "order-17" } });
  // @ts-expect-error no property of the body
  await parameters.post("/payments", { json: { amount: 5, idempotency: "order-17" } });
  await parameters.post("/short", { idempotencyKey: "order-17" });
  await parameters.post("/short", { headers: { "Idempotency-Key": "order-17" } });
  // @ts-expect-error key-max: a random one is too long
  await parameters.post("/short", { idempotencyKey: true });
  // @ts-expect-error key-max: neither the header nor the option
  await parameters.post("/short");
  await parameters.get("/tokens");
  await parameters.get("/tokens", { security: ["token", "header"] });
  await parameters.get("/tokens", { security: [] });
  // @ts-expect-error half of an alternative
  await parameters.get("/tokens", { security: ["token"] });
  await parameters.get("/admin", { security: "token" });
  // @ts-expect-error one of several has to be named
  await parameters.get("/admin");
  await parameters.get("/only-token");

  await directions.post("/charges", { json: { amount: 1, secret: "s" } });
  // @ts-expect-error what only the server sets
  await directions.post("/charges", { json: { id: "c1", amount: 1, secret: "s" } });
  const charge = await directions.post("/charges", { json: { amount: 1, secret: "s" } }).json();
  const currency: string = charge.currency;
  // @ts-expect-error what is only sent
  void charge.secret;
  await directions.post("/uploads", { multipart: { file } });
  const uploaded: string = (await directions.post("/uploads", { multipart: { file } }).json()).file;

  const { Pet: pet, Tuple: tuple, Fitting: fitting } = await schemas.get("/all").json();
  if (pet?.kind === "cat") void pet.lives;
  if (pet?.kind === "puppy") void pet.barks;
  // @ts-expect-error fish have no lives
  if (pet?.kind === "Fish") void pet.lives;
  const pair: [string, number] | undefined = tuple;
  const number: number | undefined = fitting?.["other"];
  void [currency, uploaded, pair, number];
}
