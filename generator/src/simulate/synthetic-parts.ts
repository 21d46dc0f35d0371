import {
  fieldsFromCode,
  mapValues,
  own,
  type ClientConfig,
  type ProviderDefinition,
  type SecurityScheme,
} from "@sdkwright/runtime/config";
import type { ClientOptions, ClientParts } from "@sdkwright/runtime/generated/client";
import type { ProfileModel } from "../model/profile-model.js";
import type { UseCaseModel } from "../model/use-case-model.js";
import type { LoadedProvider } from "../project/project.js";
import type { Subject } from "./subject.js";

/** The host of a simulated provider, by its place among the candidates. */
export const hostOf = (index: number): string => `p${index}.invalid`;
export const tokenHostOf = (index: number): string => `t${index}.invalid`;

/**
 * What an emitted `client.ts` would bind, for one use-case: its order, policies and limits are the project's; hosts, names of
 * services and schemes, and credentials are made up, and maps send one request. Nothing refers to the environment.
 */
export function syntheticParts({ profile, useCase, providers, client }: Subject, isUnrepeatable: boolean): ClientParts {
  const byProvider = <T>(of: (loaded: LoadedProvider, index: number) => T): { readonly [provider: string]: T } =>
    Object.fromEntries(providers.map((loaded, index) => [loaded.definition.name, of(loaded, index)]));
  const map = { [useCase.name]: isUnrepeatable ? sendOnce : sendAgain };
  return {
    providers: byProvider(({ definition }, index) => ({
      definition: syntheticDefinition(definition, client, index),
      configured: { limits: own(client.providers, definition.name)?.limits },
    })),
    profiles: { [profile.name]: profilePart(profile, useCase) },
    maps: { [profile.name]: byProvider(() => map) },
  };
}

/** What decides how calls of a subject go, as a text: those with the same one differ in what they are called, and no more. */
export function conductOf(subject: Subject): string {
  const profile = { ...subject.profile, name: "profile" };
  const useCase = { ...subject.useCase, name: "useCase" };
  const { providers, profiles } = syntheticParts({ ...subject, profile, useCase }, false);
  return JSON.stringify([providers, profiles, subject.candidates]);
}

interface MapContext {
  readonly http: { readonly [method in "get" | "post"]: (path: string, options?: object) => Promise<unknown> };
}

const sendAgain = async ({ http }: MapContext): Promise<unknown> => http.get("/");
const sendOnce = async ({ http }: MapContext): Promise<unknown> => http.post("/", { idempotent: false });

function profilePart(
  { name, priority, mappedOnly }: ProfileModel,
  { name: useCase, providerFailover, providers }: UseCaseModel,
): NonNullable<ClientParts["profiles"]>[string] {
  const settings = providers.map(({ name, retryPolicy }) => [name, { input: {}, retryPolicy }] as const);
  const definition = { providerFailover, input: {}, providers: Object.fromEntries(settings) };
  return { name, priority, mappedOnly: mappedOnly ? true : undefined, useCases: { [useCase]: definition } };
}

/** Requests are sent with credentials, as a real map does: a server that denies access is then taken to deny it to all. */
function syntheticDefinition(definition: ProviderDefinition, client: ClientConfig, index: number): ProviderDefinition {
  const schemes = usedSchemes(definition, client).map(
    (scheme, place) => [`scheme-${place}`, syntheticScheme(scheme, place, index)] as const,
  );
  return {
    name: definition.name,
    defaultService: "default",
    services: { default: { baseUrl: `https://${hostOf(index)}` } },
    securitySchemes: Object.fromEntries(schemes),
    security: schemes.length === 0 ? undefined : schemes.map(([id]) => id),
  };
}

/** The definition's default; else the one that a map would name: one that client.json has credentials for. */
function usedSchemes({ name, security, securitySchemes }: ProviderDefinition, client: ClientConfig): SecurityScheme[] {
  const configured = Object.keys(own(client.providers, name)?.security ?? {});
  const first = [...configured, ...Object.keys(securitySchemes)].find((id) => Object.hasOwn(securitySchemes, id));
  const ids = security ?? (first === undefined ? [] : [first]);
  return ids.flatMap((id) => own(securitySchemes, id) ?? []);
}

/** Where a key is sent decides nothing here, and a path or a body would have to have a place for it. */
function syntheticScheme(scheme: SecurityScheme, place: number, index: number): SecurityScheme {
  if (scheme.type === "apiKey") return { type: "apiKey", in: "query", name: `key-${place}` };
  if (scheme.type === "oauth2") return { ...scheme, tokenUrl: `https://${tokenHostOf(index)}/` };
  return scheme;
}

/** Credentials for all that ask for some. */
export function syntheticCredentials({ providers }: ClientParts): NonNullable<ClientOptions["credentials"]> {
  return mapValues(providers, ({ definition }) => mapValues(definition.securitySchemes, credentialsOf));
}

function credentialsOf(scheme: SecurityScheme): object {
  const values = fieldsFromCode(scheme).map((field) => [field, field === "sign" ? signNothing : "simulated"] as const);
  return Object.fromEntries(values);
}

const signNothing = (): object => ({});
