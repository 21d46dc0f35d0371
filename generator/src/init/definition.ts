import { baseUrlParameters, parseProvider, proposedVariable, type ProviderJson } from "@sdkwright/runtime/config";
import type { SchemeJson } from "../add/read-scheme.js";

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

/** What the format has against a definition; the first that counts. */
export function problemIn(definition: ProviderJson): string | undefined {
  return parseProvider(definition).issues.find(({ severity }) => severity === "error")?.message;
}

/** What is wrong with a base URL. */
export function urlProblem(url: string): string | undefined {
  return url === "" ? "this is needed" : problemIn(definitionOf("acme", { default: url }, []));
}

export function schemeProblem(schemes: readonly SchemeJson[]): string | undefined {
  return problemIn(definitionOf("acme", { default: "https://api.example.com" }, schemes));
}

/** Values of parameters of base URLs: those that were given, else variables. */
export function parameterValues(
  { name, parameters = [] }: ProviderJson,
  given: { readonly [name: string]: string },
): { readonly [name: string]: string } {
  const names = new Set<string>();
  return Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      Object.hasOwn(given, parameter.name)
        ? (given[parameter.name] ?? "")
        : `$${proposedVariable(name, parameter.name, "", names)}`,
    ]),
  );
}
