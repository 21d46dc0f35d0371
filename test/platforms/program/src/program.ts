import { HttpError, NetworkError, SdkError, WebhookError } from "@sdkwright/runtime";
import { createClient, type Client } from "./generated/client.ENDING";
import { createHarborWebhooks } from "./generated/webhooks/harbor.ENDING";

/** Does everything that is different from platform to platform; what comes back is the same on all. */
export async function program(env?: Record<string, string>): Promise<object> {
  const events: string[] = [];
  const client = createClient({ env, on: ({ type }) => void events.push(type) });
  const sent = await client.profiles["messaging/send"].Send.safe({ text: "ahoj světe" });
  const failover = {
    ok: sent.ok,
    value: sent.ok ? sent.value : null,
    provider: sent.provider,
    attempts: sent.attempts,
  };
  const told = events.filter((type) => type === "retry" || type === "failover");
  return {
    failover,
    events: told,
    digest: [await asStaff(client), await asStaff(client)],
    oauth2: [await asApp(client), await asApp(client)],
    multipart: await upload(client),
    stream: await stream(client),
    error: await missing(client),
    webhooks: await webhooks(),
    broken: [await broken(client, "closed"), await broken(client, "unknown"), await broken(client, "plain")],
  };
}

function asStaff({ providers: { harbor } }: Client): Promise<unknown> {
  return harbor.put("/staff", { security: "staff", json: { hello: "staff" } }).json();
}

function asApp({ providers: { harbor } }: Client): Promise<unknown> {
  return harbor.get("/app", { security: "app", query: { q: "ž & 1" } }).json();
}

function upload({ providers: { harbor } }: Client): Promise<unknown> {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
  const file = new File([bytes], "Žluťoučký.bin", { type: "application/x-platform" });
  return harbor.post("/upload", { multipart: { title: "Ahoj", file } }).json();
}

/** The second chunk is sent only when we have the first and say so: a body that is collected first never ends. */
async function stream({ providers: { harbor } }: Client): Promise<string[]> {
  const { body } = await harbor.get("/stream", { stream: true });
  if (body === null) return [];
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader.read();
  await harbor.post("/stream/continue");
  const second = await reader.read();
  const end = await reader.read();
  return [first.value ?? "", second.value ?? "", String(end.done)];
}

async function missing({ providers: { harbor } }: Client): Promise<object> {
  const error: unknown = await harbor.get("/missing").catch((reason: unknown) => reason);
  if (!(error instanceof HttpError)) return { error: String(error) };
  return { name: error.name, status: error.status, body: error.text };
}

/** Signed and checked by the platform's own cryptography; what refuses is loaded late. */
async function webhooks(): Promise<unknown[]> {
  const { sign, verify } = createHarborWebhooks({ secrets: ["whsec_AAECAwQFBgcICQ=="] });
  const request = await sign({ payload: { type: "ship.sailed", name: "Žofie" }, id: "msg_1" });
  const { headers } = request;
  const { received, payload, id } = await verify(request);
  const refused = await verify({ headers, body: "{}" }).catch((error: unknown) => error);
  return [received, payload, id, refused instanceof WebhookError ? refused.code : String(refused)];
}

/** A port where nobody listens, a host that nobody has, TLS where nobody speaks it. */
async function broken({ providers: { wreck } }: Client, service: "closed" | "unknown" | "plain"): Promise<string> {
  const error: unknown = await wreck.post("/", { service, json: {} }).catch((reason: unknown) => reason);
  if (error instanceof NetworkError) return `${error.code} ${String(error.sent)}`;
  return error instanceof SdkError ? `${error.name} ${error.code}` : String(error);
}
