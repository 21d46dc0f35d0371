import { ConfigurationError, HttpError, type SdkError } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import { networkError } from "./network-error.js";

/** Deno's own words; nothing in them is a server's, and of the URL they have the host. */
const REFUSED = /^Requires net access to "[^"\s/?#@]{1,300}"(?:, run again with the --allow-net flag)?$/;

/** What became of a request where `fetch` threw: a broken connection, one that Deno does not allow to make, or a 407. */
export function failureOf(error: unknown, label: RequestLabel, answered?: boolean): SdkError {
  const { name, message, cause } = (error ?? {}) as Partial<Record<string, unknown>>;
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

function proxyAuthentication(label: RequestLabel): HttpError {
  const response = { status: 407, headers: {}, body: "" };
  const message = `${describeRequest(label)} answered 407, of which the platform shows nothing else`;
  return new HttpError(message, { code: "http-407", provider: label.provider, response });
}
