import {
  type ClientConfig,
  type ConfiguredValues,
  fieldsFromCode,
  mapValues,
  nearest,
  own,
  type ProviderConfig,
  type ProviderDefinition,
  type SecurityScheme,
  suggestion,
} from "@sdkwright/runtime/config";
import type { ClientOptions, ClientParts } from "@sdkwright/runtime/generated/client";
import type { Refusal } from "../add/request.js";
import { callSettings } from "../emit/call-settings.js";
import { type ProfileModel, profileModel } from "../emit/profile-model.js";
import { providerModel } from "../emit/provider-model.js";
import type { UseCaseModel } from "../emit/use-case-model.js";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "../project/project.js";
import type { MapRequest } from "./timeline.js";

/** A use-case as it is simulated. */
export interface Subject {
  readonly client: ClientConfig;
  readonly profile: ProfileModel;
  readonly useCase: UseCaseModel;
  /** Who may perform it, by priority, then those that only a call can name. */
  readonly providers: readonly LoadedProvider[];
  /** Whom a call asks that names no provider, first choice first. */
  readonly candidates: readonly string[];
}

const known = new WeakMap<LoadedProject, ReadonlyMap<string, Subject>>();

/** Every use-case of a project, in the order of client.json. */
function subjectsOf(project: LoadedProject): readonly Subject[] {
  return [...byName(project).values()];
}

/** The use-case of that name. */
export function subjectOf(
  project: LoadedProject,
  { profile, useCase }: { readonly profile: string; readonly useCase: string },
): Subject | undefined {
  return byName(project).get(keyOf(profile, useCase));
}

/** A page asks for each use-case several times: they are made together, and once. */
function byName(project: LoadedProject): ReadonlyMap<string, Subject> {
  const subjects =
    known.get(project) ??
    new Map(made(project).map((subject) => [keyOf(subject.profile.name, subject.useCase.name), subject]));
  known.set(project, subjects);
  return subjects;
}

function keyOf(profile: string, useCase: string): string {
  return JSON.stringify([profile, useCase]);
}

function made(project: LoadedProject): readonly Subject[] {
  const { client } = project;
  if (client === undefined) return [];
  const models = new Map(
    project.providers.map((loaded) => [loaded.definition.name, providerModel(loaded, client.config)] as const),
  );
  return project.profiles.flatMap((loaded) => {
    const profile = profileModel(loaded, client.config, models);
    const providers = providersOf(profile, loaded, project);
    return profile.useCases.map((useCase) => ({
      client: client.config,
      profile,
      useCase,
      providers,
      candidates: candidatesOf(profile, useCase, providers),
    }));
  });
}

/** Where client.json names none, all may take part: which ones code gives a map for is not known here (rules C9). */
function providersOf(profile: ProfileModel, loaded: LoadedProfile, project: LoadedProject): readonly LoadedProvider[] {
  const names = profile.providers.map(({ provider }) => provider.name);
  const order = [...new Set([...profile.priority, ...names])].filter((name) => names.includes(name));
  const topLevel = new Map(project.providers.map((provider) => [provider.definition.name, provider]));
  return order.flatMap((name) => own(loaded.definitions, name) ?? topLevel.get(name) ?? []);
}

function candidatesOf(
  { priority }: ProfileModel,
  { providerFailover }: UseCaseModel,
  providers: readonly LoadedProvider[],
): readonly string[] {
  const known = providers.map(({ definition }) => definition.name).filter((name) => priority.includes(name));
  return providerFailover ? known : known.slice(0, 1);
}

/**
 * The use-case that the words of the command line name: a profile and a use-case, both in one, or less where that is the
 * only one.
 */
export function chooseSubject(words: readonly string[], project: LoadedProject): Subject | Refusal {
  const all = subjectsOf(project);
  if (all.length === 0) return nothingToSimulate(project);
  const chosen = inOneWord(words, all) ?? inTwoWords(words, all);
  if ("code" in chosen) return chosen;
  return chosen.candidates.length === 0 ? nobodyPerforms(chosen) : chosen;
}

function inOneWord([word, second]: readonly string[], all: readonly Subject[]): Subject | undefined {
  return second === undefined ? all.find((subject) => nameOf(subject, "/") === word) : undefined;
}

function inTwoWords([profile, useCase]: readonly string[], all: readonly Subject[]): Subject | Refusal {
  const ofProfile = profile === undefined ? all : all.filter((subject) => subject.profile.name === profile);
  if (profile !== undefined && ofProfile.length === 0) return unknownProfile(profile, useCase, all);
  const [only, another] = ofProfile;
  if (useCase === undefined && only !== undefined && another === undefined) return only;
  if (useCase === undefined)
    return wrongUsage(
      "simulate needs a use-case",
      `one of: ${listOf(ofProfile.map((subject) => nameOf(subject, " ")))}`,
    );
  const names = ofProfile.map((subject) => subject.useCase.name);
  return (
    ofProfile.find((subject) => subject.useCase.name === useCase) ??
    wrongUsage(`${profile} has no use-case ${JSON.stringify(useCase)}`, suggestion(useCase, names, "it has"))
  );
}

/** A profile and a use-case may have been meant by one word. */
function unknownProfile(profile: string, useCase: string | undefined, all: readonly Subject[]): Refusal {
  const names = [...new Set(all.map((subject) => subject.profile.name))];
  const both = all.map((subject) => nameOf(subject, "/"));
  const near = useCase === undefined && nearest(profile, names) === undefined ? nearest(profile, both) : undefined;
  const hint =
    near === undefined ? suggestion(profile, names, "client.json has the profiles") : `did you mean ${near}?`;
  return wrongUsage(`client.json has no profile ${JSON.stringify(profile)} with a use-case`, hint);
}

function nameOf({ profile, useCase }: Subject, between: string): string {
  return `${profile.name}${between}${useCase.name}`;
}

const MOST_NAMES = 10;

/** Names for people; a long list is cut. */
export function listOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(", ")} and ${more} more` : names.join(", ");
}

function nothingToSimulate({ client }: LoadedProject): Refusal {
  if (client === undefined) {
    const hint = "use-cases are in client/client.json; --config names another file";
    return { code: "SW0821", message: "there is no client configuration to simulate", hint, exitCode: 2 };
  }
  return {
    code: "SW0821",
    message: `${client.file} has no use-case to simulate`,
    hint: "add a profile with a use-case; `retries` of a provider's own client are not simulated",
    exitCode: 2,
  };
}

function nobodyPerforms({ profile, useCase }: Subject): Refusal {
  return {
    code: "SW0821",
    message: `no provider performs ${useCase.name} of ${profile.name}`,
    hint: `name one in "priority" or "providers" of ${profile.name}`,
    exitCode: 2,
  };
}

export function wrongUsage(message: string, hint: string | undefined): Refusal {
  return { code: "SW0302", message, hint, exitCode: 3 };
}

/** The host of a simulated provider, by its place among the candidates. */
export const hostOf = (index: number): string => `p${index}.invalid`;
export const tokenHostOf = (index: number): string => `t${index}.invalid`;

/**
 * What an emitted `client.ts` would bind, for one use-case: its order, policies and limits are the project's; hosts, names of
 * services and schemes, and credentials are made up, and maps send one request. Nothing refers to the environment.
 */
export function syntheticParts({ profile, useCase, providers, client }: Subject, request: MapRequest): ClientParts {
  const byProvider = <T>(of: (loaded: LoadedProvider, index: number) => T): { readonly [provider: string]: T } =>
    Object.fromEntries(providers.map((loaded, index) => [loaded.definition.name, of(loaded, index)]));
  const map = { [useCase.name]: MAPS[request] };
  return {
    providers: byProvider(({ definition }, index) => ({
      definition: syntheticDefinition(definition, client, index),
      configured: configuredOf(own(client.providers, definition.name)),
    })),
    profiles: { [profile.name]: profilePart(profile, useCase) },
    maps: { [profile.name]: byProvider(() => map) },
  };
}

/** Keys are random: what they are changes nothing here. */
function configuredOf(config: ProviderConfig | undefined): ConfiguredValues {
  return { limits: config?.limits, ...(config && callSettings(config)) };
}

/** What decides how calls of a subject go, as a text: those with the same one differ in what they are called, and no more. */
export function conductOf(subject: Subject): string {
  const profile = { ...subject.profile, name: "profile" };
  const useCase = { ...subject.useCase, name: "useCase" };
  const { providers, profiles } = syntheticParts({ ...subject, profile, useCase }, "GET");
  return JSON.stringify([providers, profiles, subject.candidates]);
}

interface MapContext {
  readonly http: { readonly [method in "get" | "post"]: (path: string, options?: object) => Promise<unknown> };
}

const MAPS: { readonly [request in MapRequest]: (context: MapContext) => Promise<unknown> } = {
  GET: async ({ http }) => http.get("/"),
  POST: async ({ http }) => http.post("/"),
  "POST once": async ({ http }) => http.post("/", { idempotent: false }),
};

function profilePart(
  { name, priority, mappedOnly }: ProfileModel,
  { name: useCase, providerFailover, failoverAfter, providers }: UseCaseModel,
): NonNullable<ClientParts["profiles"]>[string] {
  const settings = providers.map(
    ({ name, retryPolicy, failoverOn }) =>
      [name, { input: {}, retryPolicy: retryPolicy || undefined, failoverOn }] as const,
  );
  const definition = {
    providerFailover,
    failoverAfter: failoverAfter || undefined,
    input: {},
    providers: Object.fromEntries(settings),
  };
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
