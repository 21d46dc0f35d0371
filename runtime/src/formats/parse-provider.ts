import { checkProvider } from "./check-provider.js";
import { type Format, parseFormat } from "./format.js";
import { foreignDocument } from "./foreign-document.js";
import { error, type Parsed } from "./issue.js";
import type { ProviderJson } from "./provider-json.generated.js";
import { validateProvider } from "./provider-validator.generated.js";

const providerFormat: Format<ProviderJson> = {
  title: "the provider definition",
  explain: undefined,
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
