import { namesIn, referencedVariable, type ProviderJson, type VariableNames } from "@sdkwright/runtime/config";
import { usage } from "../add/check-request.js";
import { callerOf, type Caller } from "../add/caller.js";
import { credentialEntries, variablesOf, type CredentialEntry } from "../add/credentials.js";
import { printJson } from "../add/edit-json.js";
import { findExisting, type Existing } from "../add/existing.js";
import { filledUrls } from "../add/filled-urls.js";
import { callText } from "../add/first-call.js";
import { definitionRefusal } from "../add/locate-document.js";
import { clientFile, type AddPlan } from "../add/plan.js";
import { clashing } from "../add/questions.js";
import type { SchemeJson } from "../add/read-scheme.js";
import type { Refusal } from "../add/request.js";
import type { SourceIssue } from "../diagnostics/source.js";
import type { InputPlaces } from "../files/find-project.js";
import { camelCase } from "../names/identifiers.js";
import { objectKey } from "../names/quoting.js";
import { loadTsconfig } from "../project/load-tsconfig.js";
import type { Reader } from "../project/reader.js";
import { readAuthentication } from "./authentication.js";
import { definitionOf, isBare, parameterValues, problemIn, schemeHint } from "./definition.js";
import type { InitRequest } from "./request.js";
import { untakenOptions } from "./untaken.js";

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
