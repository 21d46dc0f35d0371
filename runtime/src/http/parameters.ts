import type { CredentialSources } from "../auth/credentials.js";
import { lookUpVariable } from "../config/variables.js";
import { readEnvText } from "../config/env.js";
import { toPointer } from "../config/pointers.js";
import { own } from "../config/options.js";
import { ConfigurationError, MAX_NAME, printable } from "../errors/errors.js";
import type { BoundProvider } from "./bound-provider.js";
import { isScalar } from "./url.js";

/** Values of all declared parameters, by name; each is resolved when it is read. */
export function parametersOf(bound: BoundProvider): object {
  const parameters = {};
  for (const name of Object.keys(bound.definition.parameters ?? {})) {
    Object.defineProperty(parameters, name, { enumerable: true, get: () => parameterValue(bound, name) });
  }
  return parameters;
}

/** Throws for a parameter that the definition does not declare, or that is of a kind that cannot stand in a URL. */
export function requireDeclared(bound: BoundProvider, values: object): void {
  const { name, parameters = {} } = bound.definition;
  const unknown = Object.keys(values).find((parameter) => own(parameters, parameter) === undefined);
  if (unknown === undefined) {
    for (const [parameter, value] of Object.entries(values)) requireScalar(bound, parameter, value);
    return;
  }
  const known = Object.keys(parameters).join(", ") || "none";
  throw new ConfigurationError(`${name} has no parameter "${printable(unknown, MAX_NAME)}"; it has ${known}`, {
    code: "unknown-parameter",
    provider: name,
  });
}

/**
 * Value of a parameter: from code, else from client.json, else the definition's default. One that is not declared has
 * the value of client.json alone (rules P9).
 */
export function parameterValue(bound: CredentialSources, name: string): string | undefined {
  const declared = own(bound.definition.parameters, name) as { readonly default?: string } | undefined;
  const given = declared && own(bound.given.parameters, name);
  if (given !== undefined) return requireScalar(bound, name, given);
  return configuredText(bound, "parameter", name) ?? declared?.default;
}

/** Not a default in place of what is wrong: that may be another tenant. */
function requireScalar(bound: CredentialSources, name: string, given: unknown): string {
  if (isScalar(given)) return String(given);
  throw valueError(bound, "parameter", name, " is not well-formed text, a number or a boolean", "bad-parameter");
}

/** The kinds of values that client.json has, beside credentials. */
type Kind = "parameter" | "service";

/** An error about a value, which it does not show; the pointer is the value's in client.json. */
export function valueError(
  { definition: { name: provider } }: CredentialSources,
  kind: Kind,
  name: string,
  problem: string,
  code: string,
  pointer?: string,
): ConfigurationError {
  const message = `${kind} "${name}" of ${provider}${problem}`;
  return new ConfigurationError(message, { code, provider, issues: [{ message, pointer }] });
}

/** Names the variable that a text of client.json refers to; empty where it refers to none. */
export function fromVariable(configured: unknown): string {
  const text = typeof configured === "string" ? readEnvText(configured) : undefined;
  return text?.kind === "reference" ? ` (from $${text.name})` : "";
}

/** Returns the value of client.json, its variable looked up; one that is unset is no reason to go on without (rules C16). */
export function configuredText(bound: CredentialSources, kind: Kind, name: string): string | undefined {
  const configured = own(bound.configured[`${kind}s`], name);
  if (typeof configured !== "string") return undefined;
  const text = readEnvText(configured);
  if (text.kind === "literal") return text.text;
  const value = text.kind === "reference" ? lookUpVariable(text.name, bound.env) : undefined;
  if (value !== undefined) return value;
  const problem =
    text.kind === "reference"
      ? `${fromVariable(configured)} is missing: the variable is unset or empty`
      : " starts with `$` but is not $NAME: write $NAME, or $$ for a `$`";
  const pointer = toPointer("providers", bound.definition.name, `${kind}s`, name);
  throw valueError(bound, kind, name, problem, `missing-${kind}`, pointer);
}
