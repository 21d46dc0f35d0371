import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Files } from "../../folder.js";
import { withFolder } from "../../folder.js";
import { sdkwright, type Finished } from "../../sdkwright.js";

export const pigeon = {
  name: "pigeon",
  services: [
    { id: "default", baseUrl: "https://{REGION}.pigeon.example/v1" },
    { id: "media", baseUrl: "https://media.pigeon.example" },
  ],
  defaultService: "default",
  parameters: [{ name: "REGION" }],
  securitySchemes: [
    { id: "login", type: "http", scheme: "basic" },
    { id: "key", type: "apiKey", in: "header", name: "X-Key" },
  ],
};

export const raven = {
  name: "raven",
  services: [{ id: "default", baseUrl: "https://raven.example" }],
  defaultService: "default",
  idempotent: { "POST /search": true, "GET /send": false },
};

const retryPolicy = {
  kind: "circuit-breaker",
  maxContiguousRetries: 2,
  requestTimeout: 1000,
  openTime: 400,
  backoff: { kind: "exponential", start: 50 },
};

export const client = {
  profiles: {
    "send-sms": {
      version: "1.0.0",
      priority: ["pigeon", "raven"],
      defaults: { Send: { providerFailover: true, input: { from: "canary-default-input" } } },
      providers: { pigeon: { defaults: { Send: { retryPolicy } } }, raven: {} },
    },
  },
  providers: {
    pigeon: {
      security: [
        { id: "login", username: "$PIGEON_USER", password: "$PIGEON_PASSWORD" },
        { id: "key", apikey: "$PIGEON_KEY" },
      ],
      parameters: { REGION: "$PIGEON_REGION" },
    },
    raven: { limits: { perSecond: 2000 }, retries: 1, deadline: 60_000, idempotencyKey: true },
  },
};

/** Two providers, of which the first is tried three times. */
export const project: Files = {
  "package.json": "{}",
  "client/client.json": client,
  "client/providers/pigeon.json": pigeon,
  "client/providers/raven.json": raven,
};

/** The same without use-cases: nothing is simulated. */
export const unfailing: Files = { ...project, "client/client.json": { providers: client.providers } };

/** What a run wrote, with what it said. */
export interface Reported extends Finished {
  readonly page: string;
}

export async function report(
  files: Files,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Reported> {
  return withFolder(files, async (folder) => reportIn(folder, { args, env }));
}

export async function reportIn(
  folder: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Reported> {
  const run = await sdkwright(folder, ["report", ...args], env);
  return { ...run, page: readFileSync(join(folder, "sdkwright-report.html"), "utf8") };
}

/** The words of a page, as a reader meets them. */
export function wordsOf(page: string): string {
  return page
    .slice(page.indexOf("<body"))
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(lt|gt|amp|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replaceAll(/\s+/g, " ");
}

const ENTITIES: { readonly [name: string]: string } = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: " ", "#39": "'" };
