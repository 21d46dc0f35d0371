import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CircuitControls, CommonClientOptions, UseCase } from "@sdkwright/runtime/generated/client";
import { root } from "../../tree.js";
import type { Files } from "../folder.js";

interface Client extends CircuitControls {
  readonly profiles: { readonly "communication/send-sms": { readonly SendMessage: UseCase<object, unknown> } };
}

/** The emitted client of examples/failover, with its maps, which send a POST each. */
export const { createClient } = (await import(
  pathToFileURL(join(root, ".build/examples/failover/src/generated/client.js")).href
)) as { readonly createClient: (options: CommonClientOptions & { readonly maps: object }) => Client };

const folder = join(root, "examples/failover/client");
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
export const example = read("client.json") as Config;

export interface Config {
  readonly profiles: { readonly "communication/send-sms": Profile };
  readonly providers: object;
}

interface Profile {
  readonly defaults: object;
  readonly providers: object;
}

/** client.json of the example with other policies. */
export function configured(policy: unknown, providerFailover = true, backup: unknown = "none"): Config {
  const profile = example.profiles["communication/send-sms"];
  const useCase = (retryPolicy: unknown) => ({ defaults: { SendMessage: { retryPolicy } } });
  const providers = { pigeon: useCase(policy), raven: useCase(backup) };
  const defaults = { SendMessage: { providerFailover, input: { from: "sdkwright" } } };
  return { ...example, profiles: { "communication/send-sms": { ...profile, defaults, providers } } };
}

/** The example without maps and emitted code, with that client.json. */
export const projectOf = (config: Config): Files => ({
  "package.json": "{}",
  "client/client.json": config,
  ...Object.fromEntries(
    ["providers/pigeon.json", "providers/raven.json", "profiles/communication/send-sms@1.0.0.json"].map((file) => [
      `client/${file}`,
      read(file),
    ]),
  ),
});

/** In place of its own, which send a POST: a GET each, as simulations have it. */
export const maps = {
  "communication/send-sms": { pigeon: reading("/messages", "token"), raven: reading("/sms", "login") },
};

function reading(path: string, security: string): object {
  return {
    SendMessage: async ({ http }: MapContext) => {
      await http.get(path, { security });
      return { messageId: "m-1" };
    },
  };
}

interface MapContext {
  readonly http: { get(path: string, options: object): Promise<unknown> };
}

/** What client.json of the example refers to. */
export const environment = { PIGEON_TOKEN: "pt", RAVEN_USER: "odin", RAVEN_PASSWORD: "rp", EXAMPLE_PORT: "1" };
