import { ConfigurationError, type SdkError } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import { networkError } from "./network-error.js";

/** Deno's own words; nothing in them is a server's, and of the URL they have the host. */
const REFUSED = /^Requires net access to "[^"\s/?#@]{1,300}"(?:, run again with the --allow-net flag)?$/;

/** What became of a request where `fetch` threw: a broken connection, or one that Deno does not allow to make. */
export function failureOf(error: unknown, label: RequestLabel, answered?: boolean): SdkError {
  const { name, message } = (error ?? {}) as Partial<Record<string, unknown>>;
  if (name !== "NotCapable" || typeof message !== "string") return networkError(error, label, answered);
  const words = REFUSED.test(message) ? message : "The permission is missing, run again with the --allow-net flag";
  const text = `${describeRequest(label)}: nothing was sent, because Deno did not allow it. ${words}`;
  return new ConfigurationError(text, { code: "missing-permission", provider: label.provider });
}
