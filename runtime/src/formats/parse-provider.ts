import { isPlainObject } from "../config/options.js";
import { checkProvider } from "./check-provider.js";
import { type Format, parseFormat } from "./format.js";
import { error, type Parsed } from "./issue.js";
import type { ProviderJson } from "./provider-json.generated.js";
import { validateProvider } from "./provider-validator.generated.js";

const providerFormat: Format<ProviderJson> = {
  title: "the provider definition",
  validate: validateProvider,
  isShown: (pointer) =>
    !/^\/(?:parameters|headers|openapi)\/|^\/(?:name|security|openapi)$|^\/security\/|^\/defaultService$|\/(?:id|baseUrl|tokenUrl|prefix|audience)$/.test(
      pointer,
    ),
  check: checkProvider,
};

/** Parses a provider definition (rules P1–P12, P15–P17). */
export function parseProvider(value: unknown): Parsed<ProviderJson> {
  const foreign = foreignDocument(value);
  if (foreign === undefined) return parseFormat(providerFormat, value);
  return { issues: [error("SW1211", "", `not a provider definition, but ${foreign.what}`, { hint: foreign.hint })] };
}

/** Documents that are given by mistake, by keys that no provider definition has. */
const KINDS: readonly (readonly [keys: readonly string[], what: string, hint: string])[] = [
  [
    ["openapi", "swagger"],
    "an OpenAPI document",
    "`sdkwright add` with this file makes a provider from it: a definition, and an entry in client.json",
  ],
  [["profiles", "providers"], "a client configuration", "name it with --config"],
  [["usecases"], "a profile document", "name it in client.json, under profiles"],
  [["fingerprint", "formatVersion"], "the lock of an output folder", "a definition is a file that you write by hand"],
  [
    ["dependencies", "devDependencies", "scripts", "workspaces", "private", "exports", "main", "engines", "license"],
    "a package.json",
    "options go there under sdkwright; a provider definition is a file of its own",
  ],
  [["compilerOptions", "extends"], "a tsconfig", "it is found automatically, above the output folder"],
];

const OWN = ["services", "defaultService", "securitySchemes"];

/** Names another kind of document, and what to do with it; `undefined` if it may be a provider definition. */
export function foreignDocument(value: unknown): { readonly what: string; readonly hint: string } | undefined {
  if (!isPlainObject(value) || OWN.some((key) => Object.hasOwn(value, key))) return undefined;
  const found = KINDS.find(([keys]) => keys.some((key) => Object.hasOwn(value, key)));
  return found && { what: found[1], hint: found[2] };
}
