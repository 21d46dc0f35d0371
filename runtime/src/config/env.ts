import { ConfigurationError } from "../errors/errors.js";
import { own } from "./options.js";

/** A key as a segment of a JSON pointer (RFC 6901 §3). */
export function escapeSegment(key: string | number): string {
  const text = String(key);
  return /[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text;
}

/** The keys of a JSON pointer. */
export function pointerSegments(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A JSON pointer from keys. */
export function toPointer(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${escapeSegment(key)}`).join("");
}

/** Whether a pointer names the same place as another, or one below it. */
export function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** Where `$NAME` is looked up. */
export interface Environment {
  readonly [name: string]: string | undefined;
}

/** A string of client.json as the `$NAME` syntax reads it (rules C16). */
export type EnvText =
  | { readonly kind: "reference"; readonly name: string }
  /** With one leading `$` taken off, where it was escaped as `$$`. */
  | { readonly kind: "literal"; readonly text: string }
  /** Starts with `$` and is neither: an error in credentials and parameters, literal text in inputs. */
  | { readonly kind: "malformed" };

/** A string after its variable was looked up, or the name of the variable that is unset or empty. */
export type ResolvedText = { readonly value: string } | { readonly missing: string };

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Tells a reference (`$NAME`, the whole string) from literal text; never looks anything up. */
export function readEnvText(text: string): EnvText {
  if (!text.startsWith("$")) return { kind: "literal", text };
  if (text.startsWith("$$")) return { kind: "literal", text: text.slice(1) };
  const name = text.slice(1);
  return NAME.test(name) ? { kind: "reference", name } : { kind: "malformed" };
}

/** `NAME` when the text is `$NAME`. */
export function referencedVariable(text: string): string | undefined {
  const read = readEnvText(text);
  return read.kind === "reference" ? read.name : undefined;
}

/** Whether a credential in client.json is no secret: `$NAME`, or empty. Only such are emitted (rules C17). */
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
