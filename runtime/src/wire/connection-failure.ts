import { ConfigurationError, HttpError, type SdkError } from "../errors.js";
import { describeRequest, MAX_NAME, printable, type RequestLabel } from "../redaction.js";
import { networkError, saidBy } from "./network-error.js";

/** Deno's own words; nothing in them is a server's, and of the URL they have the host. */
const REFUSED = /^Requires net access to "[^"\s/?#@]{1,300}"(?:, run again with the --allow-net flag)?$/;

/** What became of a request where `fetch` or a body threw: a broken connection, one that Deno does not allow to make, a 407, no body. */
export function failureOf(error: unknown, label: RequestLabel, answered?: boolean): SdkError {
  const said = saidBy(Object(error) as object);
  const { name, message, cause, forbiddenHeader } = said;
  if ("misfit" in said) return noResponse(said["misfit"], label);
  if (typeof forbiddenHeader === "string") return notForPages(forbiddenHeader, label);
  if (isHidden407(cause)) return proxyAuthentication(label);
  if (name !== "NotCapable" || typeof message !== "string") return networkError(error, label, answered);
  const words = REFUSED.test(message) ? message : "The permission is missing, run again with the --allow-net flag";
  const text = `${describeRequest(label)}: nothing was sent, because Deno did not allow it. ${words}`;
  return new ConfigurationError(text, { code: "missing-permission", provider: label.provider });
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
