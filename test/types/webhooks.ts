// Uses of webhooks that must compile, and misuses that must not; test/generator/compile checks this folder with every
// version of TypeScript.
import { WebhookError, type WebhookErrorCode } from "@sdkwright/runtime";
import type { WebhookEvent, WebhookMessage } from "@sdkwright/runtime/generated/webhooks";
import { signedWebhook } from "@sdkwright/runtime/testing";
import {
  acmePayWebhooks,
  createAcmePayWebhooks,
} from "../../generated-snapshots/webhooks/generated/webhooks/acme-pay.js";
import { chatWebhooks, createChatWebhooks } from "../../generated-snapshots/webhooks/generated/webhooks/chat.js";
import {
  codeHostWebhooks,
  createCodeHostWebhooks,
} from "../../generated-snapshots/webhooks/generated/webhooks/code-host.js";
import { createParcelPostWebhooks } from "../../generated-snapshots/webhooks/generated/webhooks/parcel-post.js";

declare const request: Request;
declare const node: { headers: { [name: string]: string | string[] | undefined }; rawBody: Uint8Array; url: string };

export async function received(): Promise<string | number> {
  const webhooks = createAcmePayWebhooks({ seen: async (id) => id === "", secrets: async () => ["a"] });
  const event = await webhooks.verify(request);
  switch (event.name) {
    case "invoice.paid":
      return event.payload.data.amount;
    case "invoice.failed":
      return event.payload.reason ?? event.payload.type;
    case undefined: {
      const payload: unknown = event.payload;
      // @ts-expect-error: nobody knows what it is
      void event.payload.data;
      return event.received ?? String(payload);
    }
  }
}

export async function narrowed(): Promise<void> {
  const { name, payload } = await createCodeHostWebhooks().verify({ ...node, body: node.rawBody }, { url: node.url });
  if (name === "issues") payload.action satisfies "opened" | "closed";
  // @ts-expect-error: the document has no such webhook
  if (name === "pull_request") return;
  const parcel = await createParcelPostWebhooks({ secrets: ["a", "b"] }).verify(request);
  parcel.payload.parcel satisfies string | undefined;
  const any: WebhookEvent = await createChatWebhooks({ secrets: () => ["a"] }).verify(request);
  any.received satisfies string | undefined;
}

export function misuse(): void {
  // @ts-expect-error: client.json has no secret for it
  createChatWebhooks();
  // @ts-expect-error: no option of this name
  createAcmePayWebhooks({ secret: "a" });
  // @ts-expect-error: a list
  createAcmePayWebhooks({ secrets: "a" });
  const webhooks = createAcmePayWebhooks();
  // @ts-expect-error: a body that was parsed
  void webhooks.verify({ headers: node.headers, body: { type: "invoice.paid" } });
  // @ts-expect-error: no body
  void webhooks.verify({ headers: node.headers });
  // @ts-expect-error: a write-only property is not there
  void webhooks.verify(request).then((event) => event.name === "invoice.paid" && event.payload.data.token);
}

export async function tested(message: WebhookMessage): Promise<WebhookErrorCode | undefined> {
  const secret = "a";
  await signedWebhook(codeHostWebhooks, { name: "star", payload: { action: "created" }, secret });
  await signedWebhook(codeHostWebhooks, { name: "star", secret });
  await signedWebhook(codeHostWebhooks, { body: "{}", headers: { "x-github-event": "fork" }, secret });
  await signedWebhook(codeHostWebhooks, { payload: { any: 1 }, secret });
  await signedWebhook(chatWebhooks, { name: "any", payload: { any: 1 }, secret });
  await signedWebhook({ name: "acme", webhooks: { signature: "github" } }, { name: "any", payload: 1, secret });
  await createChatWebhooks({ secrets: ["a"] }).sign({ name: "any" });
  // @ts-expect-error: the document has no such webhook
  await signedWebhook(codeHostWebhooks, { name: "stra", payload: {}, secret });
  // @ts-expect-error: the payload of another one
  await signedWebhook(codeHostWebhooks, { name: "star", payload: { action: "opened" }, secret });
  // @ts-expect-error: no property of this name
  await signedWebhook(codeHostWebhooks, { name: "star", payload: { acton: "created" }, secret });
  // @ts-expect-error: a secret is needed
  await signedWebhook(codeHostWebhooks, { name: "star" });
  // @ts-expect-error: the document has no such webhook
  await createCodeHostWebhooks().sign({ name: "stra" });
  const signed: Request = await createAcmePayWebhooks().sign({ name: "invoice.paid", payload: { data: {} } });
  const { tampered } = await signedWebhook(acmePayWebhooks, { payload: {}, secret: "a", timestamp: 0 });
  for (const each of [signed, tampered.body, tampered.time, tampered.version, message]) {
    try {
      if (each !== undefined) await createAcmePayWebhooks().verify(each);
    } catch (error) {
      if (error instanceof WebhookError) return error.status === 401 ? error.code : undefined;
      throw error;
    }
  }
  return undefined;
}
