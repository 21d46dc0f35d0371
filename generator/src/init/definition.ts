import {
  baseUrlParameters,
  fillBaseUrl,
  isShownText,
  parseProvider,
  proposedVariable,
  standInsFor,
  type ProviderJson,
  type VariableNames,
} from "@sdkwright/runtime/config";
import type { SchemeJson } from "../add/read-scheme.js";
import { shellWord } from "../add/request.js";

/** A definition of what the questions ask for. */
export function definitionOf(
  name: string,
  services: { readonly [id: string]: string },
  schemes: readonly SchemeJson[],
): ProviderJson {
  const names = [...new Set(Object.values(services).flatMap((url) => baseUrlParameters(url)))];
  const [scheme] = schemes;
  return {
    name,
    services: Object.entries(services).map(([id, baseUrl]) => ({ id, baseUrl })),
    defaultService: Object.keys(services)[0] ?? "default",
    ...(scheme !== undefined && { securitySchemes: [...schemes], security: scheme.id }),
    ...(names.length > 0 && { parameters: names.map((parameter) => ({ name: parameter })) }),
  };
}

/** What the format has against a definition; the first that counts. No request could go to a base URL without scheme. */
export function problemIn(definition: ProviderJson): string | undefined {
  const { issues } = parseProvider(definition);
  return issues.find(({ severity, code }) => severity === "error" || code === "SW1206")?.message;
}

/** What is wrong with a base URL. */
export function urlProblem(url: string): string | undefined {
  if (url === "") return "this is needed";
  const problem = problemIn(definitionOf("acme", { default: url }, []));
  return problem !== undefined && isBare(url) ? `${problem}; ${schemeHint(url)}` : problem;
}

/** The formats only warn of a base URL that code may complete; who begins has no such code, and requests would fail. */
export function isBare(url: string): boolean {
  const checked = fillBaseUrl(url, standInsFor(url));
  return "problem" in checked && checked.problem.kind === "bare";
}

/** What was most likely meant: clear text leads to this machine only (rules C20). */
export function schemeHint(url: string): string {
  const scheme = /^(?:localhost|127\.|\[::1\])/.test(url) ? "http" : "https";
  return `write ${isShownText(url) ? shellWord(`${scheme}://${url}`) : `${scheme}:// before it`}`;
}

export function schemeProblem(schemes: readonly SchemeJson[]): string | undefined {
  return problemIn(definitionOf("acme", { default: "https://api.example.com" }, schemes));
}

/** Values of parameters of base URLs: those that were given, else variables that nobody in `names` has. */
export function parameterValues(
  { name, parameters = [] }: ProviderJson,
  given: { readonly [name: string]: string },
  names: VariableNames,
): { readonly [name: string]: string } {
  return Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      Object.hasOwn(given, parameter.name)
        ? (given[parameter.name] ?? "")
        : `$${proposedVariable([name, parameter.name], names)}`,
    ]),
  );
}
