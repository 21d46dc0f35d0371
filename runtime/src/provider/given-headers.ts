import { readHeaders } from "../config/given-headers.js";
import type { BadOption } from "../config/options.js";
import { copied } from "../config/records.js";

/** Gives the headers of a client for one attempt, as an object of its own; absent without any. */
export type HeadersOfClient = (() => Promise<Headers>) | undefined;

/** Reads the headers that code gives to a client: a record at once, what a function returns whenever it has. */
export function givenHeaders(given: unknown, bad: BadOption): HeadersOfClient {
  if (given === undefined) return undefined;
  if (typeof given === "function") return async () => ofClient(await call(given as () => unknown, bad), bad);
  const headers = ofClient(given, bad);
  return async () => new Headers(headers);
}

/** What the function throws, or what it returns while it is read, is not passed on: it may hold what they were to hide. */
async function call(source: () => unknown, bad: BadOption): Promise<unknown> {
  try {
    return copied(await source());
  } catch {
    throw bad("`headers`", "could not be read: the function given for it threw");
  }
}

function ofClient(given: unknown, bad: BadOption): Headers {
  const headers = readHeaders(given, bad);
  for (const name of ["content-type", "idempotency-key"]) {
    if (headers.has(name)) throw bad(`\`headers.${name}\``, "belongs to each request");
  }
  return headers;
}
