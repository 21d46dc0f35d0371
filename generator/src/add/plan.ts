import { dirname } from "node:path";
import { isPlainObject, type JsonObject, namesIn, own, type ProviderJson } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../diagnostics/source.js";
import { filledUrl } from "../emit/public-model.js";
import { type ImportExtension, relativePath } from "../io/paths.js";
import type { Api } from "../openapi/api.js";
import type { Choice } from "../openapi/choice.js";
import { hasWebhooks, signatureLine } from "../openapi/read-webhooks.js";
import type { ApiPages } from "../openapi/pages.js";
import { openapiReference } from "../project/load-documents.js";
import type { Caller } from "./caller.js";
import { type Composed, composeDefinition, serversIn, type Services, servicesOf } from "./definition.js";
import { type Existing, printJson, withValue } from "./existing.js";
import { firstCall } from "./first-call.js";
import type { AddRequest } from "./request.js";
import {
  credentialEntries,
  type CredentialEntry,
  type NewVariable,
  type Schemes,
  schemesOf,
  variablesOf,
} from "./schemes.js";

/** A file that is to be written. */
export interface PlannedFile {
  /** Absolute. */
  readonly path: string;
  /** What stands there; absent where nothing does. */
  readonly before?: string | undefined;
  readonly after: string;
  /** What it is, for people. */
  readonly what: string;
  /** Which of our formats it has, where it is new. */
  readonly format?: "client" | "provider" | undefined;
}

/** Later versions do not come by themselves, so people are told that it is a copy. */
export const DOCUMENT = "a copy of the document";

/** What a document comes to in a project: files, and what there is to tell. */
export interface AddPlan {
  readonly name: string;
  readonly title: string | undefined;
  /** How many the document has; absent without one. */
  readonly operations?: number | undefined;
  /** The line of the definition that takes its webhooks; absent where it has none. */
  readonly webhooksLine?: string | undefined;
  readonly files: readonly PlannedFile[];
  readonly issues: readonly SourceIssue[];
  /** Whether client.json names the provider. */
  readonly isNamed: boolean;
  /** Absent where the provider has a definition already. */
  readonly added?: Added | undefined;
}

/** What people have to know of a new provider. */
export interface Added {
  readonly services: Pick<Services, "services" | "origins" | "fromDocument">;
  readonly security: readonly string[];
  /** Sent with every request. */
  readonly headers: { readonly [name: string]: string };
  readonly tokenUrls: Schemes["tokenUrls"];
  /** Where the client gets tokens by itself, by scheme: its secret goes there. */
  readonly tokenEndpoints: { readonly [scheme: string]: string };
  /** What URLs of these come to where parameters decide the host or more of them, as far as it is known. */
  readonly filled: { readonly [url: string]: string };
  /** Variables whose values client.json refers to. */
  readonly variables: readonly NewVariable[];
  /** Entries that stand in client.json for no scheme: they would count as configured. */
  readonly others: readonly CredentialEntry[];
  /** Parameters of base URLs without a value. */
  readonly missing: readonly string[];
  readonly call: string | undefined;
}

/** All that a plan is made of. */
export interface PlanInput {
  readonly name: string;
  readonly request: AddRequest;
  readonly api: Api;
  readonly pages: Pick<ApiPages, "found"> | undefined;
  /** Where the definition's document is, what stands there, and its text where it is to be written. */
  readonly document: {
    readonly path: string;
    readonly text?: string | undefined;
    readonly before?: string | undefined;
  };
  readonly existing: Existing;
  /** Where client.json is. */
  readonly config: string;
  readonly caller: Caller;
  readonly importExtension: ImportExtension;
}

/** What a definition would say of a document. */
export interface Draft {
  readonly services: Services;
  readonly schemes: Schemes;
  readonly composed: Composed;
}

/** `local` is the URL of a document on this machine. */
export function draftOf(name: string, api: Api, request: AddRequest, local: URL | undefined): Draft {
  const paths = api.operations.map(({ path }) => path);
  const services = servicesOf(serversIn(api), request.services, paths, local);
  const schemes = schemesOf(api, services.services[0]?.baseUrl, services.parameters);
  return { services, schemes, composed: composeDefinition(name, api, services, schemes) };
}

/** The files of a new provider: its document, its definition, and an entry in client.json. */
export function planNew(input: PlanInput, { services, schemes, composed }: Draft): AddPlan {
  const { name, api, existing, request } = input;
  const { security } = composed;
  const definition: ProviderJson = { ...composed.definition, openapi: openapiOf(input) };
  const names = new Map([...existing.variables, ...namesIn(request.serverVariables)]);
  const credentials = credentialEntries(definition, names);
  const chosen = existing.isNamed ? [] : credentials.filter(({ id }) => security.includes(id));
  const refused = new Set(composed.issues.map(({ pointer }) => pointer));
  const notes = schemes.issues.filter(({ pointer }) => !refused.has(pointer));
  const issues = [...services.issues, ...notes, ...composed.issues];
  const missing = (definition.parameters ?? [])
    .filter((each) => each.default === undefined && !Object.hasOwn(request.serverVariables, each.name))
    .map((each) => each.name);
  const { operations } = api;
  return {
    name,
    title: titleIn(api.document.root),
    operations: operations.length,
    webhooksLine: hasWebhooks(api.document, operations) ? signatureLine(api.document) : undefined,
    isNamed: true,
    files: [
      ...documentFile(input.document),
      definitionFile(existing.definitionPath, definition),
      ...clientFile(input, request.serverVariables, chosen),
    ],
    issues: issues.map((issue) => ({ ...issue, ...api.document.placeOf(issue.pointer) })),
    added: {
      services,
      security,
      headers: definition.headers ?? {},
      tokenUrls: Object.fromEntries(
        credentials
          .flatMap(({ id }) => [[id, own(schemes.tokenUrls, id) ?? []] as const])
          .filter(([, urls]) => urls[0]),
      ),
      ...destinationsOf(definition, request.serverVariables),
      variables: variablesOf(chosen),
      others: credentials.filter(({ id }) => chosen.every((entry) => entry.id !== id)),
      missing,
      call: firstCall({ ...input, definition, security, credentials, missing }),
    },
  };
}

/** Token endpoints, and what URLs come to with these values of parameters, by what is written. */
export function destinationsOf(
  { services, securitySchemes = [], parameters = [] }: ProviderJson,
  given: { readonly [parameter: string]: string },
): Pick<Added, "tokenEndpoints" | "filled"> {
  const endpoints = securitySchemes.flatMap((scheme) =>
    scheme.type === "oauth2" ? [[scheme.id, scheme.tokenUrl] as const] : [],
  );
  const defaults = new Map(parameters.map((parameter) => [parameter.name, parameter.default]));
  const urls = [...services.map(({ baseUrl }) => baseUrl), ...endpoints.map(([, url]) => url)];
  const filled = urls.flatMap((url) => {
    const place = filledUrl(url, (name) => own(given, name) ?? defaults.get(name));
    return place === undefined ? [] : [[url, place.url] as const];
  });
  return { tokenEndpoints: Object.fromEntries(endpoints), filled: Object.fromEntries(filled) };
}

export function documentFile({ path, text, before }: PlanInput["document"]): readonly PlannedFile[] {
  return text === undefined || text === before ? [] : [{ path, before, after: text, what: DOCUMENT }];
}

export function definitionFile(path: string, definition: ProviderJson): PlannedFile {
  return { path, after: printJson(definition), what: "its definition", format: "provider" };
}

/** An entry that is there stays as it is. */
export function clientFile(
  { name, config, existing: { client, isNamed } }: Pick<PlanInput, "name" | "config" | "existing">,
  parameters: { readonly [name: string]: string },
  security: readonly CredentialEntry[],
): readonly PlannedFile[] {
  const hasValues = Object.keys(parameters).length > 0;
  const entry = { ...(security.length > 0 && { security }), ...(hasValues && { parameters }) };
  const what = security.length > 0 ? "an entry with variables for its credentials" : "an entry for it";
  if (client === undefined)
    return [{ path: config, after: printJson({ providers: { [name]: entry } }), what, format: "client" }];
  const after = withValue(client.text, ["providers", name], entry);
  return isNamed ? [] : [{ path: config, before: client.text, after, what }];
}

/** The operations that the definition wants, or is to want: patterns of the command line take the place of its own. */
export function choiceOf({ request, existing }: Pick<PlanInput, "request" | "existing">): Choice {
  const reference = openapiReference(existing.definition?.json);
  const include = request.include.length > 0 ? [...request.include] : reference?.include;
  return { ...(include && { include }), ...(reference?.exclude && { exclude: reference.exclude }) };
}

/** `openapi` of a definition: a path from it, with the patterns that choose operations. */
export function openapiOf(input: PlanInput): NonNullable<ProviderJson["openapi"]> {
  const file = relativePath(dirname(input.existing.definitionPath), input.document.path);
  const { include, exclude } = choiceOf(input);
  if (include === undefined && exclude === undefined) return file;
  return { file, ...(include && { include: [...include] }), ...(exclude && { exclude: [...exclude] }) };
}

export function titleIn(root: JsonObject): string | undefined {
  const info = own(root, "info");
  const title = isPlainObject(info) ? own(info, "title") : undefined;
  return typeof title === "string" ? title : undefined;
}
