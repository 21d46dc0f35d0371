import { readHeaders } from "../config/given-headers.js";
import type { BadOption } from "../config/options.js";

/** Headers of a client as it keeps them: read, or a function that returns them, called once per attempt. */
export type GivenHeaders = Headers | (() => unknown) | undefined;

/** Names that say something of one request only. */
const OF_A_REQUEST = ["content-type", "idempotency-key"];

/** Headers that code gives to a client; what a function returns is read when it has. */
export function givenHeaders(given: unknown, bad: BadOption): GivenHeaders {
  return given === undefined || typeof given === "function" ? (given as GivenHeaders) : readGivenHeaders(given, bad);
}

export function readGivenHeaders(given: unknown, bad: BadOption): Headers {
  const headers = readHeaders(given, "headers", bad);
  const name = OF_A_REQUEST.find((own) => headers.has(own));
  if (name !== undefined) throw bad(`\`headers.${name}\``, "belongs to each request by itself");
  return headers;
}
