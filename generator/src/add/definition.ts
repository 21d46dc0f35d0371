import { parseProvider, type Issue, type ProviderJson } from "@sdkwright/runtime/config";
import type { Api } from "../openapi/api.js";
import { constantHeaders, type ConstantHeader } from "./constant-headers.js";
import { cited, remark } from "./remark.js";
import { defaultRequirements, type Requirement } from "./requirements.js";
import type { SchemeJson } from "./read-scheme.js";
import type { Schemes } from "./schemes.js";
import type { Services } from "./services.js";

/** A definition, and what of the document it does not say. */
export interface Composed {
  readonly definition: ProviderJson;
  /** The schemes that apply by default. */
  readonly security: Requirement;
  readonly issues: readonly Issue[];
}

/** Puts a definition together. What the format itself refuses is left out, for the reason that the format gives. */
export function composeDefinition(
  name: string,
  api: Api,
  { services, parameters }: Pick<Services, "services" | "parameters">,
  { schemes: wanted }: Pick<Schemes, "schemes">,
): Composed {
  const bare = { name, services: [...services], defaultService: services[0]?.id ?? "default" };
  const sound = soundSchemes({ ...bare, parameters: [...parameters] }, wanted);
  const secured = { ...bare, ...(sound.schemes.length > 0 && { securitySchemes: [...sound.schemes] }) };
  const chosen = defaultSecurity(secured, defaultRequirements(api));
  const headers = soundHeaders(secured, constantHeaders(api));
  const definition: ProviderJson = {
    ...secured,
    ...(chosen.security.length > 0 && { security: oneOrMany(chosen.security) }),
    ...(headers.headers.length > 0 && { headers: recordOf(headers.headers) }),
    ...(parameters.length > 0 && { parameters: [...parameters] }),
  };
  const issues = [...sound.issues, ...chosen.issues, ...headers.issues];
  return { definition, security: chosen.security, issues };
}

function oneOrMany(ids: Requirement): string | string[] {
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? only : [...ids];
}

function soundSchemes(
  bare: ProviderJson,
  wanted: readonly SchemeJson[],
): { readonly schemes: readonly SchemeJson[]; readonly issues: readonly Issue[] } {
  // As a rule all are; one after the other each would be held against all before it.
  if (problemOf({ ...bare, securitySchemes: [...wanted] }, "/securitySchemes") === undefined)
    return { schemes: wanted, issues: [] };
  const schemes: SchemeJson[] = [];
  const issues: Issue[] = [];
  for (const scheme of wanted) {
    const problem = problemOf({ ...bare, securitySchemes: [...schemes, scheme] }, "/securitySchemes");
    if (problem === undefined) schemes.push(scheme);
    else
      issues.push(
        remark("SW0705", placeOfScheme(scheme.id), `the security scheme ${cited(scheme.id)} is left out: ${problem}`),
      );
  }
  return { schemes, issues };
}

function placeOfScheme(id: string): string {
  return `/components/securitySchemes/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The first alternative of schemes that there are, and that can be used together. */
function defaultSecurity(
  secured: ProviderJson,
  requirements: readonly Requirement[],
): { readonly security: Requirement; readonly issues: readonly Issue[] } {
  const ids = new Set(secured.securitySchemes?.map(({ id }) => id));
  const security = requirements.find(
    (requirement) =>
      requirement.every((id) => ids.has(id)) &&
      problemOf({ ...secured, security: [...requirement] }, "/security") === undefined,
  );
  if (security !== undefined || requirements.length === 0) return { security: security ?? [], issues: [] };
  const message = "none of the alternatives of `security` can be carried over: no scheme applies by default";
  return { security: [], issues: [remark("SW0705", "/security", message)] };
}

function soundHeaders(
  secured: ProviderJson,
  wanted: readonly ConstantHeader[],
): { readonly headers: readonly ConstantHeader[]; readonly issues: readonly Issue[] } {
  const headers: ConstantHeader[] = [];
  const issues: Issue[] = [];
  for (const header of wanted) {
    const problem = problemOf({ ...secured, headers: recordOf([...headers, header]) }, "/headers", "warning");
    if (problem === undefined) headers.push(header);
    else
      issues.push(
        remark("SW0705", header.pointer, `the constant header ${cited(header.name)} is left out: ${problem}`),
      );
  }
  return { headers, issues };
}

function recordOf(headers: readonly ConstantHeader[]): { [name: string]: string } {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** What the format has against a part of a definition: errors, and warnings where these count too. */
function problemOf(definition: ProviderJson, part: string, from: "error" | "warning" = "error"): string | undefined {
  const { issues } = parseProvider(definition);
  return issues.find(
    ({ pointer, severity }) =>
      (pointer === part || pointer.startsWith(`${part}/`)) && (severity === "error" || severity === from),
  )?.message;
}
