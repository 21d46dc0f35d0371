import {
  baseUrlParameters,
  fillBaseUrl,
  listed,
  own,
  quoted,
  standInsFor,
  type ProviderJson,
} from "@sdkwright/runtime/config";
import type { Existing } from "./existing.js";
import type { Draft } from "./plan.js";
import { nameMistake } from "./meant-name.js";
import type { AddRequest, Refusal } from "./request.js";

/** What is wrong with the options, before anything is read. */
export function usageMistake({ name, isLink, target, services }: AddRequest, isUrl: boolean): Refusal | undefined {
  const misnamed = name === undefined ? undefined : nameMistake(name, "--name");
  if (misnamed !== undefined) return misnamed;
  if (Object.keys(services).some((id) => !/[_A-Za-z]/.test(id)))
    return usage("--service takes <id>=<URL>, the id with a letter");
  if (isLink && isUrl)
    return usage("--link refers to a file in the project, and this is a URL", "without --link it is copied");
  return target === "" ? usage("add takes an OpenAPI document, a file or a URL") : undefined;
}

export function usage(message: string, hint = "`sdkwright --help` lists commands and options"): Refusal {
  return { code: "SW0302", message, hint, exitCode: 3 };
}

/** Options about things that stay as they are: a definition, and an entry of client.json. */
export function existingMistake(
  { services, serverVariables }: AddRequest,
  { definition, isNamed }: Existing,
): Refusal | undefined {
  const hasValues = Object.keys(serverVariables).length > 0;
  if (definition !== undefined && (hasValues || Object.keys(services).length > 0)) {
    const hint = `add services to ${JSON.stringify(definition.source.file)}, and values to "parameters" in client.json`;
    return usage("--service and --server-variable are for a new provider, and this one has a definition", hint);
  }
  if (!isNamed || !hasValues) return undefined;
  const hint = 'give the value there: "parameters" of the provider';
  return usage("--server-variable: client.json has an entry for the provider, which stays as it is", hint);
}

/** What is wrong with base URLs and their values on the command line. */
export function valueMistake({ serverVariables }: AddRequest, { services, composed }: Draft): Refusal | undefined {
  const [refused] = Object.entries(services.refused);
  if (refused !== undefined) return usage(`--service ${refused[0]}: ${refused[1]}`);
  const { parameters = [], services: bases } = composed.definition;
  const names = parameters.map(({ name }) => name);
  const unknown = Object.keys(serverVariables).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? "no base URL has a variable" : `variables: ${listed(names)}`;
    return usage(`--server-variable ${quoted(unknown)}: there is no such variable`, known);
  }
  return bases.flatMap(({ baseUrl }) => unfit(baseUrl, serverVariables, parameters) ?? [])[0];
}

function unfit(
  baseUrl: string,
  values: AddRequest["serverVariables"],
  parameters: NonNullable<ProviderJson["parameters"]>,
): Refusal | undefined {
  if (!baseUrlParameters(baseUrl).some((name) => Object.hasOwn(values, name))) return undefined;
  const standIn = standInsFor(baseUrl);
  const filled = fillBaseUrl(
    baseUrl,
    (name) => own(values, name) ?? parameters.find((each) => each.name === name)?.default ?? standIn(name),
  );
  return "problem" in filled ? usage(`--server-variable: ${filled.problem.message}`) : undefined;
}
