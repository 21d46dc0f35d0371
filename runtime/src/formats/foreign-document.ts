import { isPlainObject } from "../config/options.js";

/** Documents that are given by mistake, by keys that no provider definition has. */
const KINDS: readonly (readonly [keys: readonly string[], what: string, hint: string])[] = [
  [
    ["openapi", "swagger"],
    "an OpenAPI document",
    "`sdkwright add` with this file makes a provider of it: a definition, and an entry in client.json",
  ],
  [["profiles", "providers"], "a client configuration", "name it with --config"],
  [["usecases"], "a profile document", "client.json names it, under profiles"],
  [["fingerprint", "formatVersion"], "the lock of an output folder", "definitions are what you wrote by hand"],
  [
    ["dependencies", "devDependencies", "scripts", "workspaces", "private", "exports", "main", "engines", "license"],
    "a package.json",
    "options can stand there under sdkwright; provider definitions are files of their own",
  ],
  [["compilerOptions", "extends"], "a tsconfig", "it is found by itself, above the output folder"],
];

const OWN = ["services", "defaultService", "securitySchemes"];

/** What another kind of document is, and what to do with it; `undefined` where it may be a provider definition. */
export function foreignDocument(value: unknown): { readonly what: string; readonly hint: string } | undefined {
  if (!isPlainObject(value) || OWN.some((key) => Object.hasOwn(value, key))) return undefined;
  const found = KINDS.find(([keys]) => keys.some((key) => Object.hasOwn(value, key)));
  return found && { what: found[1], hint: found[2] };
}
