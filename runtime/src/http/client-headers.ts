import { writesHeader } from "../config/scheme-slot.js";
import { ConfigurationError } from "../errors.js";
import { badOption, type BoundProvider } from "../provider/bound-provider.js";
import { readGivenHeaders } from "../provider/given-headers.js";
import type { PreparedRequest } from "./request.js";

/** Headers of the client for one attempt (rules §2.12): those that the request does not set itself. All go into `secrets`. */
export async function clientHeaders(
  { bound, schemes, ownHeaders, clash }: PreparedRequest,
  secrets: Set<string>,
): Promise<Headers> {
  const headers = await resolveHeaders(bound);
  for (const [name, value] of headers) {
    secrets.add(value);
    if (schemes.some(({ scheme }) => writesHeader(scheme, name)))
      throw clash("header-clash", `the client sets the header \`${name}\`, and so does the scheme asked for`);
  }
  for (const name of ownHeaders) headers.delete(name);
  return headers;
}

/** What the function throws is not passed on: it may hold what the function was to hide. */
async function resolveHeaders({ given: { headers }, definition: { name: provider } }: BoundProvider): Promise<Headers> {
  if (typeof headers !== "function") return new Headers(headers);
  let returned: unknown;
  try {
    returned = await headers();
  } catch {
    const message = `\`headers\` of ${provider} could not be read: the function given for them threw`;
    throw new ConfigurationError(message, { code: "header-source-failed", provider });
  }
  return readGivenHeaders(returned, badOption(provider));
}
