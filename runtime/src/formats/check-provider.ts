import { quoted } from "./shown.js";
import { checkBaseUrl, isClearText } from "../config/base-url.js";
import type { JsonObject } from "../config/client-config.js";
import { isFraming, isToken } from "../config/header-name.js";
import { checkRequestDefaults } from "./check-request-defaults.js";
import { error, type Issue, warning } from "./issue.js";
import { isArray } from "../config/records.js";
import { suggestion } from "./nearest.js";
import type { ProviderJson } from "./provider-json.generated.js";

type ServiceJson = ProviderJson["services"][number];
type SchemeJson = NonNullable<ProviderJson["securitySchemes"]>[number];
type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];

const SECRET = /secret|token|passw|credential|api[-_]?key|private[-_]?key/i;

/** Rules of a provider definition that its schema does not hold. Lists may have holes, so they are never looped over by `for`. */
export function checkProvider(provider: Partial<ProviderJson>, document: JsonObject): Issue[] {
  const { services = [], securitySchemes = [], parameters = [] } = provider;
  return [
    ...duplicates("SW1201", "/services", "id", services),
    ...duplicates("SW1202", "/securitySchemes", "id", securitySchemes),
    ...duplicates("SW1204", "/parameters", "name", parameters),
    ...checkDefaultService(provider, isArray(document["services"]) ? document["services"].length : -1),
    ...services.flatMap((service, index) => checkService(service, index, provider, document)),
    ...securitySchemes.flatMap(checkScheme),
    ...parameters.flatMap(checkParameter),
    ...checkRequestDefaults(provider),
  ];
}

/** Two entries of one name: the issue is at the second, and names the first. */
function duplicates<Key extends "id" | "name">(
  code: "SW1201" | "SW1202" | "SW1204",
  pointer: string,
  key: Key,
  entries: readonly { readonly [K in Key]: string }[],
): Issue[] {
  const first = new Map<string, number>();
  return entries.flatMap((entry, index) => {
    const name = entry[key];
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    if (earlier === undefined) return [];
    const related = { pointer: `${pointer}/${earlier}/${key}`, message: `the first ${quoted(name)}` };
    return error(code, `${pointer}/${index}/${key}`, `the ${key} ${quoted(name)} is taken`, { related });
  });
}

/** Where a service is wrong in itself, its id may be the one that is meant. */
function checkDefaultService({ name, defaultService, services }: Partial<ProviderJson>, count: number): Issue[] {
  if (services === undefined) return [];
  const ids = services.flatMap(({ id }) => [id]);
  if (defaultService === undefined || ids.includes(defaultService) || ids.length !== count) return [];
  const of = name === undefined ? "" : ` of provider "${name}"`;
  const message = `defaultService ${quoted(defaultService)} is not a service${of}`;
  return [error("SW1203", "/defaultService", message, { hint: suggestion(defaultService, ids, "services") })];
}

function checkService(
  { baseUrl }: ServiceJson,
  index: number,
  provider: Partial<ProviderJson>,
  document: JsonObject,
): Issue[] {
  const { parameters = [], securitySchemes = [] } = provider;
  const declared = Object.fromEntries(parameters.flatMap((parameter) => [[parameter.name, parameter] as const]));
  const pointer = `/services/${index}/baseUrl`;
  const checked = checkBaseUrl(baseUrl, declared);
  if ("problem" in checked) {
    const isKnown = checked.problem.kind !== "undeclared" || areParametersSound(provider, document);
    return isKnown ? [baseUrlIssue(pointer, checked.problem, provider)] : [];
  }
  if (securitySchemes.length === 0 || !isClearText(checked.url)) return [];
  return [warning("SW1208", pointer, "credentials go over the network in clear text", { hint: "use https://" })];
}

/** Where a parameter, or a key beside `parameters`, is wrong, it may be what a base URL means. */
function areParametersSound(provider: Partial<ProviderJson>, document: JsonObject): boolean {
  const written = document["parameters"];
  if (provider.parameters === undefined) return Object.keys(provider).length === Object.keys(document).length;
  return isArray(written) && written.length === provider.parameters.flatMap((parameter) => [parameter]).length;
}

function baseUrlIssue(
  pointer: string,
  problem: { readonly kind: string; readonly parameter?: string | undefined; readonly message: string },
  { parameters = [] }: Partial<ProviderJson>,
): Issue {
  const names = parameters.flatMap(({ name }) => [name]);
  if (problem.kind === "bare") return warning("SW1206", pointer, problem.message, { hint: "requests to it will fail" });
  if (problem.kind === "undeclared") {
    const hint = suggestion(problem.parameter ?? "", names, "parameters") ?? 'declare it in "parameters"';
    return error("SW1207", pointer, problem.message, { hint });
  }
  const index = parameters.findIndex((parameter) => parameter?.name === problem.parameter);
  const place = problem.kind === "value" ? `/parameters/${index}/default` : pointer;
  return error("SW1205", place, problem.message);
}

function checkScheme(scheme: SchemeJson, index: number): Issue[] {
  const pointer = `/securitySchemes/${index}`;
  if (scheme.type === "apiKey") {
    const problem = keyNameProblem(scheme.in, scheme.name);
    return problem === undefined ? [] : [error("SW1209", `${pointer}/name`, problem)];
  }
  if (scheme.scheme !== "digest" || !isFraming(scheme.authorizationHeader ?? "")) return [];
  return [error("SW1209", `${pointer}/authorizationHeader`, framing(scheme.authorizationHeader ?? ""))];
}

function keyNameProblem(place: string, name: string): string | undefined {
  const shown = quoted(name);
  if (place === "header" && !isToken(name)) return `${shown} is not the name of an HTTP header`;
  if (place === "header" && isFraming(name)) return framing(name);
  if (place === "cookie" && !isToken(name)) return `${shown} is not the name of a cookie`;
  if (place === "body" && /^\/(?:.*\/)?$|\/\//.test(name)) return `${shown} has an empty key in its path`;
  if (place === "path" && /[{}/]/.test(name)) return `${shown} cannot be a {name} in a path`;
  return undefined;
}

function framing(name: string): string {
  return `the header ${quoted(name)} frames or routes the request and cannot carry a credential`;
}

function checkParameter({ name }: ParameterJson, index: number): Issue[] {
  if (!SECRET.test(name)) return [];
  const message = `parameters are public, and the name "${name}" sounds like a secret`;
  return [warning("SW1210", `/parameters/${index}/name`, message, { hint: "credentials belong to a security scheme" })];
}
