import { isDeepStrictEqual } from "node:util";
import {
  isPlainObject,
  namesIn,
  own,
  type ProviderJson,
  referencedVariable,
  valueAt,
  type VariableNames,
} from "@sdkwright/runtime/config";
import { type Caller, callerOf } from "../add/caller.js";
import { type Existing, findExisting, printJson } from "../add/existing.js";
import { filledUrls } from "../add/filled-urls.js";
import { callText } from "../add/first-call.js";
import { definitionRefusal } from "../add/locate-document.js";
import { type AddPlan, clientFile } from "../add/plan.js";
import { clashing, usage } from "../add/questions.js";
import type { Refusal, SchemeJson } from "../add/request.js";
import { credentialEntries, type CredentialEntry, variablesOf } from "../add/schemes.js";
import type { SourceIssue } from "../diagnostics/source.js";
import { camelCase } from "../emit/names.js";
import { objectKey } from "../emit/quoting.js";
import type { InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { loadTsconfig } from "../project/load-tsconfig.js";
import type { Reader } from "../project/reader.js";
import { definitionOf, isBare, parameterValues, problemIn, readAuthentication, schemeHint } from "./authentication.js";
import type { InitRequest } from "./request.js";

/** Options that say something else than the definition and the entry which are there: these stay as they are. */
function untakenOptions(
  request: InitRequest & { readonly name: string },
  asked: readonly SchemeJson[],
  existing: Existing,
  { root, config }: InputPlaces,
): readonly string[] {
  const json = existing.definition?.json;
  const inDefinition =
    json === undefined ? [] : [...otherServices(request, json), ...otherSchemes(request, asked, json)];
  const inClient = existing.isNamed ? otherValues(request, existing) : [];
  return [
    ...untaken(inDefinition, relativePath(root, existing.definitionPath)),
    ...untaken(inClient, relativePath(root, config)),
  ];
}

function untaken(options: readonly string[], file: string): readonly string[] {
  if (options.length === 0) return [];
  return [`${file} is there already and says otherwise than ${options.join(" and ")}: edit that file`];
}

function otherServices({ baseUrl, services }: InitRequest, definition: ProviderJson): readonly string[] {
  const given = Object.entries({ ...(baseUrl !== undefined && { [definition.defaultService]: baseUrl }), ...services });
  const differs = given.filter(
    ([id, url]) => definition.services.find((service) => service.id === id)?.baseUrl !== url,
  );
  return [...new Set(differs.map(([id]) => (Object.hasOwn(services, id) ? "--service" : "--base-url")))];
}

/** A definition may name a scheme otherwise than we would. */
function otherSchemes(
  { auth }: InitRequest,
  asked: readonly SchemeJson[],
  { securitySchemes = [] }: ProviderJson,
): readonly string[] {
  if (auth === undefined) return [];
  const isThere = asked.every((scheme) =>
    securitySchemes.some((each) => isDeepStrictEqual({ ...each, id: "" }, { ...scheme, id: "" })),
  );
  return isThere && (asked.length > 0 || securitySchemes.length === 0) ? [] : ["--auth"];
}

function otherValues({ name, serverVariables }: InitRequest, { client }: Existing): readonly string[] {
  const parameters = isPlainObject(client?.json)
    ? valueAt(client.json, ["providers", name ?? "", "parameters"])
    : undefined;
  const values = isPlainObject(parameters) ? parameters : {};
  const isOther = Object.entries(serverVariables).some(([key, value]) => own(values, key) !== value);
  return isOther ? ["--server-variable"] : [];
}

/** What becomes of a provider that is described by options: a plan as `add` has it, or why there is none. */
export type ProviderOutcome =
  | { readonly kind: "plan"; readonly plan: AddPlan; readonly untaken: readonly string[] }
  | { readonly kind: "refusal"; readonly refusal: Refusal }
  | { readonly kind: "mistakes"; readonly issues: readonly SourceIssue[] };

/** A definition and an entry in client.json. What is there already stays as it is. */
export async function planProvider(
  request: InitRequest & { readonly name: string },
  places: InputPlaces,
  reader: Reader,
): Promise<ProviderOutcome> {
  const existing = await findExisting(request.name, places, reader);
  if (existing.issues.length > 0) return { kind: "mistakes", issues: existing.issues };
  const { question } = clashing({ name: request.name }, existing.names);
  if (question !== undefined) return refused(usage(question, "choose another name"));
  const outside = definitionRefusal(existing.definitionPath, places);
  if (outside !== undefined) return refused(outside);
  const read = readAuthentication(request.auth ?? "none", request.keyPrefix);
  if ("mistake" in read) return refused(usage(read.mistake, read.hint));
  const asked = newDefinition(existing.definition === undefined ? request : completedBy(request), read.schemes);
  if ("exitCode" in asked) return refused(asked);
  const definition = existing.definition?.json ?? asked;
  const { importExtension } = await loadTsconfig(places, reader);
  const caller = callerOf(places);
  const input = { request, definition, existing, config: places.config, caller, importExtension };
  return { kind: "plan", plan: planOf(input), untaken: untakenOptions(request, read.schemes, existing, places) };
}

interface Input {
  readonly request: InitRequest & { readonly name: string };
  readonly definition: ProviderJson;
  readonly existing: Existing;
  readonly config: string;
  readonly caller: Caller;
  readonly importExtension: Parameters<typeof callText>[0]["importExtension"];
}

/** Of a provider that is there, options are judged without those that a new one needs. */
function completedBy(request: Input["request"]): Input["request"] {
  return { ...request, baseUrl: request.baseUrl ?? "https://api.example.com" };
}

function newDefinition(
  { name, baseUrl, services }: Input["request"],
  schemes: readonly SchemeJson[],
): ProviderJson | Refusal {
  const bases = { ...(baseUrl !== undefined && { default: baseUrl }), ...services };
  const definition = definitionOf(name, bases, schemes);
  const problem = problemIn(definition);
  if (problem === undefined) return definition;
  const bare = Object.values(bases).find((url) => isBare(url));
  return usage(problem, bare === undefined ? "correct --base-url, --service or --auth" : schemeHint(bare));
}

function planOf(input: Input): AddPlan {
  const { request, definition, existing, config } = input;
  const { name } = request;
  const names = new Map([...existing.variables, ...namesIn(request.serverVariables)]);
  const chosen = existing.isNamed ? [] : defaultEntries(definition, names);
  const parameters = existing.isNamed ? {} : parameterValues(definition, request.serverVariables, names);
  return {
    name,
    title: undefined,
    issues: [],
    isNamed: true,
    files: [
      ...(existing.definition === undefined ? [definitionFile(existing.definitionPath, definition)] : []),
      ...clientFile({ name, config, existing }, parameters, chosen),
    ],
    added: {
      services: { services: definition.services, origins: new Map(), parameters: [], issues: [], refused: {} },
      security: defaultSchemes(definition),
      headers: {},
      tokenUrls: {},
      tokenEndpoints: tokenEndpoints(definition),
      filled: filledUrls(definition, parameters),
      variables: [...variablesOf(chosen), ...parameterVariables(parameters)],
      others: [],
      missing: [],
      call: callText(input, codeOptions(definition), {
        comment: '"/" is a stand-in: put a path of the API here, below its base URL.',
        expression: `${camelCase(name)}.get("/")`,
        answer: "text",
      }),
    },
  };
}

function definitionFile(path: string, definition: ProviderJson): AddPlan["files"][number] {
  return { path, after: printJson(definition), what: "its definition", format: "provider" };
}

function defaultSchemes({ security = [] }: ProviderJson): readonly string[] {
  return typeof security === "string" ? [security] : security;
}

function defaultEntries(definition: ProviderJson, names: VariableNames): readonly CredentialEntry[] {
  const schemes = defaultSchemes(definition);
  return credentialEntries(definition, names).filter(({ id }) => schemes.includes(id));
}

function tokenEndpoints({ securitySchemes = [] }: ProviderJson): { readonly [scheme: string]: string } {
  return Object.fromEntries(
    securitySchemes.flatMap((scheme) => (scheme.type === "oauth2" ? [[scheme.id, scheme.tokenUrl] as const] : [])),
  );
}

function parameterVariables(parameters: { readonly [name: string]: string }): ReturnType<typeof variablesOf> {
  return Object.entries(parameters).flatMap(([name, text]) => {
    const variable = referencedVariable(text);
    return variable === undefined ? [] : [{ name: variable, holds: `${name} of the base URL` }];
  });
}

/** A signature comes from code alone: a function to fill in. */
function codeOptions({ security, securitySchemes = [] }: ProviderJson): string {
  const scheme = securitySchemes.find(({ id }) => id === security);
  if (scheme?.type !== "signature") return "";
  const headers = scheme.headers.map((header) => `${objectKey(header)}: "computed from the request"`).join(", ");
  return `{ credentials: { ${objectKey(scheme.id)}: { sign: () => ({ ${headers} }) } } }`;
}

function refused(refusal: Refusal): ProviderOutcome {
  return { kind: "refusal", refusal };
}
