import type { JsonObject } from "../config/definition.js";
import { isArray } from "../config/options.js";
import { checkRequestDefaults } from "./check-request-defaults.js";
import { checkScheme } from "./check-schemes.js";
import { checkServiceUrl } from "./check-urls.js";
import { error, type Issue, warning } from "./issue.js";
import { suggestion } from "./nearest.js";
import type { ProviderJson } from "./provider-json.generated.js";
import { quoted } from "./shown.js";

type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];

const SECRET = /secret|token|passw|credential|api[-_]?key|private[-_]?key/i;

/** Rules of a provider definition that its schema does not hold. Lists may have holes, so they are never looped over by `for`. */
export function checkProvider(provider: Partial<ProviderJson>, document: JsonObject): Issue[] {
  const { services = [], securitySchemes = [], parameters = [] } = provider;
  const checked = { provider, document };
  return [
    ...duplicates("SW1201", "/services", "id", services),
    ...duplicates("SW1202", "/securitySchemes", "id", securitySchemes),
    ...duplicates("SW1204", "/parameters", "name", parameters),
    ...checkDefaultService(provider, isArray(document["services"]) ? document["services"].length : -1),
    ...services.flatMap(({ baseUrl }, index) => checkServiceUrl(baseUrl, `/services/${index}/baseUrl`, checked)),
    ...securitySchemes.flatMap((scheme, index) => checkScheme(scheme, index, checked)),
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
  const of = name === undefined ? "" : ` of provider ${quoted(name)}`;
  const message = `defaultService ${quoted(defaultService)} is not a service${of}`;
  return [error("SW1203", "/defaultService", message, { hint: suggestion(defaultService, ids, "services") })];
}

function checkParameter({ name }: ParameterJson, index: number): Issue[] {
  if (!SECRET.test(name)) return [];
  const message = `parameters are public, and the name ${quoted(name)} sounds like a secret`;
  return [warning("SW1210", `/parameters/${index}/name`, message, { hint: "credentials belong to a security scheme" })];
}
