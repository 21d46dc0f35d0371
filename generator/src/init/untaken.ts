import { isDeepStrictEqual } from "node:util";
import { isPlainObject, own, valueAt, type ProviderJson } from "@sdkwright/runtime/config";
import type { Existing } from "../add/existing.js";
import type { SchemeJson } from "../add/read-scheme.js";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";
import type { InitRequest } from "./request.js";

/** Options that say something else than the definition and the entry which are there: these stay as they are. */
export function untakenOptions(
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
