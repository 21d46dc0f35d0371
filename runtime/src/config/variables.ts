import { ConfigurationError } from "../errors/errors.js";
import { type Environment, readEnvText } from "./env.js";
import { own } from "./options.js";

/** A string after its variable was looked up, or the name of the variable that is unset or empty. */
export type ResolvedText = { readonly value: string } | { readonly missing: string };

/** `NAME` when the text is `$NAME`. */
export function referencedVariable(text: string): string | undefined {
  const read = readEnvText(text);
  return read.kind === "reference" ? read.name : undefined;
}

/** Tells whether a credential in client.json is no secret: `$NAME`, or empty. Only such are emitted (rules C17). */
export function isPublicCredential(text: string): boolean {
  return text === "" || readEnvText(text).kind === "reference";
}

/** Resolves one string, in one pass: what a variable holds is never read as a reference again. */
export function resolveText(text: string, env: Environment): ResolvedText {
  const read = readEnvText(text);
  if (read.kind === "literal") return { value: read.text };
  if (read.kind === "malformed") return { value: text };
  const value = lookUpVariable(read.name, env);
  return value === undefined ? { missing: read.name } : { value };
}

/** A variable's value by own-property look-up; `undefined` when it is unset or empty. */
export function lookUpVariable(name: string, env: Environment): string | undefined {
  const value: unknown = own(env, name);
  if (value === undefined || typeof value === "string") return value || undefined;
  throw new ConfigurationError(`\`env.${name}\` is not a string`, { code: "bad-option" });
}
