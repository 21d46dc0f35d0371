import { baseUrlParameters, checkBaseUrl, type ProviderJson } from "@sdkwright/runtime/config";
import type { Server, ServerVariable } from "../openapi/api.js";
import { namesInPath } from "../openapi/path-names.js";

export type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];

/** Names of parameters, and the reasons for defaults that cannot stay, while servers become services. */
export class Parameters {
  readonly #parameters = new Map<string, ParameterJson>();
  /** The last number that a name was given. */
  readonly #numbers = new Map<string, number>();
  /** What was declared, by name and default. */
  readonly #declared = new Map<string, string>();
  /** A parameter fills paths too: a region of a server shall not be the region that is deleted. */
  readonly #inPaths: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.#inPaths = new Set(paths.flatMap(namesInPath));
  }

  get list(): readonly ParameterJson[] {
    return [...this.#parameters.values()];
  }

  /** Declares the variables of a server; its base URL, with the names that they have now. */
  declare({ url, variables }: Pick<Server, "url" | "variables">): string {
    return baseUrlParameters(url).reduce((text, name) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      const legal = this.#nameFor(name, variable ?? { values: [] });
      return text.replaceAll(`{${name}}`, `{${legal}}`);
    }, url);
  }

  /** Why a base URL cannot be used; a default that cannot stand in it is taken away, and named. */
  check(baseUrl: string): { readonly problem?: string; readonly withoutDefault: readonly string[] } {
    const withoutDefault: string[] = [];
    for (;;) {
      const checked = checkBaseUrl(baseUrl, this.#of(baseUrl));
      if (!("problem" in checked)) return { withoutDefault };
      const { kind, parameter = "", message } = checked.problem;
      const declared = this.#parameters.get(parameter);
      if (kind !== "value" || declared?.default === undefined) return { problem: message, withoutDefault };
      const { default: _, ...rest } = declared;
      this.#parameters.set(parameter, rest);
      withoutDefault.push(parameter);
    }
  }

  #of(baseUrl: string): { readonly [name: string]: ParameterJson } {
    const declared = baseUrlParameters(baseUrl).flatMap((name) => this.#parameters.get(name) ?? []);
    return Object.fromEntries(declared.map((parameter) => [parameter.name, parameter]));
  }

  /** Forgets what only a server used that is left out. */
  keepOnly(baseUrls: readonly string[]): void {
    const used = new Set(baseUrls.flatMap(baseUrlParameters));
    for (const name of this.#parameters.keys()) if (!used.has(name)) this.#parameters.delete(name);
  }

  /** The same variable of two servers is one parameter; another one of the same name gets a number. */
  #nameFor(name: string, variable: ServerVariable): string {
    const legal = name.replaceAll(/[^A-Za-z0-9_-]+/g, "_").replace(/^(?![A-Za-z_])/, "_");
    const wanted = parameterOf(legal, variable);
    const key = JSON.stringify([legal, wanted.default]);
    const known = this.#parameters.get(this.#declared.get(key) ?? "");
    if (known !== undefined && known.default === wanted.default) return known.name;
    const candidate = this.#freeName(legal);
    this.#parameters.set(candidate, { ...wanted, name: candidate });
    this.#declared.set(key, candidate);
    return candidate;
  }

  #freeName(legal: string): string {
    for (let number = (this.#numbers.get(legal) ?? 0) + 1; ; number += 1) {
      const candidate = number === 1 ? legal : `${legal}_${number}`;
      if (this.#parameters.has(candidate) || this.#inPaths.has(candidate)) continue;
      this.#numbers.set(legal, number);
      return candidate;
    }
  }
}

function parameterOf(name: string, { default: value, description, values }: ServerVariable): ParameterJson {
  const oneOf = values.length === 0 ? undefined : `One of ${values.join(", ")}.`;
  const text = [description, oneOf].filter((each) => each !== undefined).join(" ");
  return { name, ...(text !== "" && { description: text }), ...(value !== undefined && { default: value }) };
}
