import type { Files } from "../../generator/folder.js";
import type { Random } from "./random.js";
import { randomRoot, type Json, type Schema } from "./schemas.js";

/** A project as its documents; edits change a copy of it. */
export interface Project {
  /** Definitions by provider. */
  readonly providers: { [name: string]: Definition };
  /** Definitions for one profile only, by file name. */
  readonly own: { [file: string]: Definition };
  /** Documents by profile. */
  readonly documents: { [profile: string]: Document };
  readonly client: ClientFile;
}

export interface Definition {
  name: string;
  services: { id: string; baseUrl: string }[];
  defaultService: string;
  securitySchemes: Schema[];
  parameters: { name: string; description?: string; default?: string }[];
}

export interface Document {
  name: string;
  version: string;
  usecases: { [name: string]: UseCase };
}

export interface UseCase {
  title?: string;
  input: Schema;
  result: Schema;
  error?: Schema;
}

export interface ClientFile {
  profiles: { [name: string]: ProfileSettings };
  providers: { [name: string]: { security: Schema[]; parameters: { [name: string]: string } } };
}

export interface ProfileSettings {
  file: string;
  priority?: string[];
  providers: { [name: string]: ProviderSettings };
  defaults: { [useCase: string]: { input?: Schema; providerFailover?: boolean } };
}

export interface ProviderSettings {
  file?: string;
  defaults: { [useCase: string]: { input?: Schema; retryPolicy?: Json } };
}

export const PROVIDERS = ["acme", "beta", "gamma-pay", "delta"];
export const PROFILES = ["pay/charge", "geo"];
export const USE_CASES = ["Charge", "Refund", "Look"];
export const SERVICES = ["default", "files", "reports"];
export const SCHEMES = ["key", "login", "staff", "token"];
export const PARAMETERS = ["REGION", "account"];

export function randomProject(random: Random): Project {
  // Without any, nobody has a map.
  const providers = random.some(PROVIDERS, random.chance(0.25) ? 0 : 1 + random.below(3));
  const project: Project = {
    providers: Object.fromEntries(providers.map((name) => [name, randomDefinition(random, name)])),
    own: {},
    documents: {},
    client: { profiles: {}, providers: {} },
  };
  for (const name of providers)
    project.client.providers[name] = supplied(random, project.providers[name] as Definition);
  for (const name of random.some(PROFILES, 1 + random.below(2))) addProfile(random, project, name);
  return project;
}

export function randomDefinition(random: Random, name: string): Definition {
  const parameters = random.some(PARAMETERS, random.below(3)).map((parameter) => ({
    name: parameter,
    ...(random.chance(0.4) ? { default: "eu" } : {}),
  }));
  const ids = random.some(SERVICES, 1 + random.below(2));
  const services = ids.map((id) => ({ id, baseUrl: randomBaseUrl(random, name, id, parameters) }));
  const securitySchemes = random.some(SCHEMES, random.below(4)).map((id) => randomScheme(random, id));
  return { name, services, defaultService: ids[0] ?? "", securitySchemes, parameters };
}

function randomBaseUrl(random: Random, name: string, id: string, parameters: Definition["parameters"]): string {
  const parameter = random.chance(0.5) ? parameters[0]?.name : undefined;
  const host = parameter === undefined ? `${id}.${name}.example` : `{${parameter}}.${name}.example`;
  return `https://${host}${random.chance(0.5) ? "/v1" : ""}`;
}

export function randomScheme(random: Random, id: string): Schema {
  return random.pick<Schema>([
    { id, type: "apiKey", in: "header", name: "X-Key" },
    { id, type: "apiKey", in: "header", name: "X-Key", prefix: "Bot " },
    { id, type: "apiKey", in: "query", name: "key" },
    { id, type: "oauth2", flow: "clientCredentials", tokenUrl: "https://auth.example/token" },
    { id, type: "oauth2", flow: "refreshToken", tokenUrl: "https://auth.example/token", scopes: ["read"] },
    { id, type: "signature", headers: ["x-signature"] },
    { id, type: "http", scheme: "basic" },
    { id, type: "http", scheme: "digest" },
    { id, type: "http", scheme: "bearer" },
  ]);
}

/** What client.json supplies for a scheme; nothing of a signature. */
export function fieldsOf({ type, scheme, flow }: Schema): string[] {
  if (type === "apiKey") return ["apikey"];
  if (type === "oauth2") return ["clientId", "clientSecret", ...(flow === "refreshToken" ? ["refreshToken"] : [])];
  if (type === "signature") return [];
  return scheme === "bearer" ? ["token"] : ["username", "password"];
}

/** Public clients have no secret. */
function fieldsGiven(random: Random, scheme: Schema): string[] {
  const isPublic = scheme["flow"] === "refreshToken" && random.chance(0.5);
  return fieldsOf(scheme).filter((field) => !isPublic || field !== "clientSecret");
}

/** What client.json supplies of a provider. */
function supplied(random: Random, { securitySchemes, parameters }: Definition): ClientFile["providers"][string] {
  const security = securitySchemes
    .filter((scheme) => fieldsOf(scheme).length > 0 && random.chance(0.5))
    .map((scheme) => {
      const values = fieldsGiven(random, scheme).map((field) => [
        field,
        random.chance(0.8) ? `$${field.toUpperCase()}` : "literal",
      ]);
      return { id: scheme["id"] ?? "", ...(Object.fromEntries(values) as Schema) };
    });
  const values = parameters.filter(() => random.chance(0.4)).map(({ name }) => [name, "us"] as const);
  return { security, parameters: Object.fromEntries(values) };
}

function addProfile(random: Random, project: Project, name: string): void {
  const useCases = random.some(USE_CASES, random.chance(0.1) ? 0 : 1 + random.below(2));
  const document: Document = { name, version: "1.0.0", usecases: {} };
  for (const useCase of useCases) document.usecases[useCase] = randomUseCase(random);
  if (random.chance(0.85)) project.documents[name] = document;
  const all = Object.keys(project.providers);
  const settings: ProfileSettings = { file: `${name}.json`, providers: {}, defaults: {} };
  if (all.length > 0 && random.chance(0.6)) settings.priority = random.some(all, 1 + random.below(all.length));
  for (const provider of random.some(all, random.below(all.length + 1))) {
    settings.providers[provider] = providerSettings(random, project, name, provider, useCases);
  }
  for (const useCase of useCases) {
    if (random.chance(0.6)) settings.defaults[useCase] = useCaseDefaults(random, document.usecases[useCase]);
  }
  project.client.profiles[name] = settings;
}

export function randomUseCase(random: Random): UseCase {
  return {
    ...(random.chance(0.3) ? { title: "Does it" } : {}),
    input: randomRoot(random),
    result: randomRoot(random),
    ...(random.chance(0.4) ? { error: randomRoot(random) } : {}),
  };
}

function providerSettings(
  random: Random,
  project: Project,
  profile: string,
  provider: string,
  useCases: readonly string[],
): ProviderSettings {
  const settings: ProviderSettings = { defaults: {} };
  if (random.chance(0.4)) settings.file = mapFile(profile, provider);
  else if (random.chance(0.25)) settings.file = addOwn(random, project, profile, provider);
  for (const useCase of useCases) {
    if (random.chance(0.3)) settings.defaults[useCase] = { retryPolicy: random.pick(["none", "circuit-breaker"]) };
  }
  return settings;
}

export function mapFile(profile: string, provider: string): string {
  return `../maps/${profile.replace("/", "-")}.${provider}.ts`;
}

export function addOwn(random: Random, project: Project, profile: string, provider: string): string {
  const file = `own/${profile.replace("/", "-")}.${provider}.json`;
  project.own[file] = randomDefinition(random, provider);
  return file;
}

/** Defaults for some properties of the input that have a simple type. */
export function useCaseDefaults(random: Random, useCase: UseCase | undefined): ProfileSettings["defaults"][string] {
  const properties = Object.entries((useCase?.input["properties"] ?? {}) as { [name: string]: Schema });
  const chosen = properties.filter(([, { type }]) => type === "string" || type === "object").slice(0, 2);
  const input = chosen.map(([name, schema]) => [name, schema["type"] === "string" ? "default" : {}] as const);
  return { ...(input.length > 0 ? { input: Object.fromEntries(input) } : {}), providerFailover: random.chance(0.4) };
}

/** The documents as files, without the maps: those are made from what is emitted. */
export function filesOf({ providers, own, documents, client }: Project): Files {
  const under = (folder: string, entries: object) =>
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [`client/${folder}${name}`, value as unknown]));
  return {
    "package.json": "{}",
    "client/client.json": profilesWithDocuments(client, documents),
    ...under("providers/", withEnding(providers)),
    ...under("", own),
    ...under("", withEnding(documents)),
  };
}

function withEnding(entries: { [name: string]: object }): { [file: string]: object } {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${name}.json`, value]));
}

/** A profile without a document is named by a version. */
function profilesWithDocuments(client: ClientFile, documents: Project["documents"]): object {
  const profiles = Object.entries(client.profiles).map(([name, { file, ...settings }]) => [
    name,
    { ...(Object.hasOwn(documents, name) ? { file } : { version: "1.0.0" }), ...settings },
  ]);
  return { ...client, profiles: Object.fromEntries(profiles) as object };
}
