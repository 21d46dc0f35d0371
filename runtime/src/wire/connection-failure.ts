import { ConfigurationError, HttpError, TimeoutError, type ErrorCause, type SdkError } from "../errors.js";
import { describeRequest, MAX_NAME, printable, type RequestLabel } from "../redaction.js";
import { foreignError, foreignLimit, networkError, saidBy } from "./network-error.js";

/** Deno's own words; nothing in them is a server's, and of the URL they have the host. */
const REFUSED = /^Requires net access to "[^"\s/?#@]{1,300}"(?:, run again with the --allow-net flag)?$/;

/**
 * What became of a request where `fetch` or a body threw: a broken connection, one that Deno does not allow to make, a limit
 * of time that is not ours, a 407, no body. `mask` is given where `fetch` itself threw; it makes texts of others showable.
 */
export function failureOf(
  error: unknown,
  label: RequestLabel,
  answered?: boolean,
  mask?: (text: string) => string,
): SdkError {
  const said = saidBy(Object(error) as object);
  const { name, message, cause, forbiddenHeader } = said;
  if ("misfit" in said) return noResponse(said["misfit"], label);
  if (typeof forbiddenHeader === "string") return notForPages(forbiddenHeader, label);
  if (isHidden407(cause)) return proxyAuthentication(label);
  if (name !== "NotCapable" || typeof message !== "string") {
    const limit = foreignLimit(error);
    if (limit !== undefined) return timeoutError(limit, label);
    const thrown = mask && foreignError(error);
    return thrown ? notOfConnection(thrown.name, mask(thrown.message), label) : networkError(error, label, answered);
  }
  const words = REFUSED.test(message) ? message : "The permission is missing, run again with the --allow-net flag";
  const text = `${describeRequest(label)}: nothing was sent, because Deno did not allow it. ${words}`;
  return new ConfigurationError(text, { code: "missing-permission", provider: label.provider });
}

function timeoutError(cause: ErrorCause, label: RequestLabel): TimeoutError {
  const message = `${describeRequest(label)}: ${cause.message}`;
  return new TimeoutError(message, { code: "fetch-timeout", provider: label.provider, cause });
}

/** Sending it again would end in the same. */
function notOfConnection(name: string, said: string, label: RequestLabel): ConfigurationError {
  const text = `${printable(name, MAX_NAME)}: ${printable(said.replaceAll(/\s+/g, " ").trim(), MAX_NAME)}`;
  const message = `${describeRequest(label)}: \`fetch\` threw what is no failure of a connection: ${text}`;
  return new ConfigurationError(message, { code: "fetch-failed", provider: label.provider });
}

/**
 * Node's `fetch` gives out no 407 (fetch standard, "HTTP-network-or-cache fetch"): it throws an error that says nothing. For
 * a request of ours it makes none like it for anything else; a stream of the caller's may fail with one, from another place.
 */
function isHidden407(cause: unknown): boolean {
  return cause instanceof Error && /^Error\s+at makeNetworkError /.test(cause.stack ?? "");
}

/** What a `fetch` of the caller's own gave, or a part of its body. */
function noResponse(given: unknown, label: RequestLabel): ConfigurationError {
  const { bodyUsed, body } = Object(given) as Partial<Response>;
  const isRead = bodyUsed === true || body?.locked === true;
  const what = isRead
    ? "a Response whose body was read before: it has to be a new one each time"
    : "something other than a Response with a body of bytes";
  const message = `${describeRequest(label)}: the \`fetch\` that was given resolves to ${what}`;
  return new ConfigurationError(message, { code: "bad-option", provider: label.provider });
}

/** What would go out without it is another request, without a credential for instance. */
function notForPages(header: string, label: RequestLabel): ConfigurationError {
  const message = `${describeRequest(label)}: nothing was sent, because this platform does not let a page set the header "${printable(header, MAX_NAME)}"`;
  return new ConfigurationError(message, { code: "forbidden-header", provider: label.provider });
}

function proxyAuthentication(label: RequestLabel): HttpError {
  const message = `${describeRequest(label)} answered 407, of which the platform shows nothing else`;
  return new HttpError(message, {
    code: "http-407",
    provider: label.provider,
    status: 407,
    method: label.method,
    path: label.path,
  });
}
