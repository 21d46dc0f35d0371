import { readHeaders } from "../config/headers.js";
import { readOptions } from "../config/options.js";
import { writesHeader } from "../config/schemes.js";
import { ConfigurationError, printable } from "../errors/errors.js";
import type { PreparedRequest } from "../http/prepare.js";
import type { AttemptExtra } from "../telemetry/around.js";

/** Where credentials stand, whatever the provider declares. */
const CREDENTIALS = /^(?:authorization|cookie|proxy-authorization)$/;

/** What a hook adds to a request, but for headers that the request has itself. Throws a ConfigurationError. */
export function addedHeaders(prepared: PreparedRequest, extra: AttemptExtra | undefined): Headers | undefined {
  const { bound } = prepared;
  const { name: provider, securitySchemes } = bound.definition;
  const bad = (code: string, problem: string): ConfigurationError => {
    const message = `what the hook \`around.attempt\` adds to a request to ${provider}: ${printable(problem, 1000)}`;
    return new ConfigurationError(message, { code, provider });
  };
  const given = readOptions<AttemptExtra>(extra, "run", { headers: "" }, (option, problem) =>
    bad("bad-option", `${option} ${problem}`),
  );
  if (given.headers === undefined) return undefined;
  const schemes = Object.values(securitySchemes);
  const added = new Headers();
  for (const [name, value] of readHeaders(given.headers, (option, problem) =>
    bad("bad-header", `${option} ${problem}`),
  )) {
    if (CREDENTIALS.test(name) || schemes.some((scheme) => writesHeader(scheme, name)))
      throw bad("header-clash", `the header \`${name}\` holds a credential, and hooks add none`);
    if (!prepared.headers.has(name)) added.set(name, value);
  }
  return added;
}
