import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../tree.js";

export const cli: string = join(root, "generator/dist/bundle/bin.cjs");

/** Twenty providers; names of definitions have letters only. */
export const providerNames: readonly string[] = Array.from("abcdefghijklmnopqrst", (letter) => `provider-${letter}`);

/** A project without inputs, made anew. */
export function makeEmptyProject(name: string): string {
  const folder = join(root, ".build/budgets", name);
  rmSync(folder, { recursive: true, force: true });
  write(folder, "package.json", { type: "module", private: true });
  return folder;
}

/** A project with a client.json and twenty providers, each with one service and an API key; made anew. */
export function makeProject(name: string): string {
  const folder = makeEmptyProject(name);
  const providers = Object.fromEntries(providerNames.map((provider) => [provider, { security: [secret(provider)] }]));
  write(folder, "client/client.json", { providers });
  for (const provider of providerNames) write(folder, `client/providers/${provider}.json`, definition(provider));
  return folder;
}

/** The same, generated. */
export function makeGeneratedProject(name: string): string {
  const folder = makeProject(name);
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "generate"], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`generate ended with ${String(status)}\n${stdout}${stderr}`);
  return folder;
}

function secret(provider: string): object {
  return { id: "api-key", apikey: `$${provider.replace("-", "_").toUpperCase()}_KEY` };
}

function definition(name: string): object {
  return {
    name,
    services: [{ id: "default", baseUrl: `https://${name}.example/v1` }],
    defaultService: "default",
    securitySchemes: [{ id: "api-key", type: "apiKey", in: "header", name: "X-Api-Key" }],
  };
}

export function write(folder: string, path: string, value: object | string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value, null, 2));
}
