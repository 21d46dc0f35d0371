import { readHeaders } from "../config/given-headers.js";
import type { Invalid, InvalidRequest } from "./invalid.js";

/** The caller's headers. */
export function prepareHeaders(given: unknown, invalid: Invalid): Headers {
  return readHeaders(given === undefined ? {} : given, (option, problem) =>
    invalid("bad-header", `${option} ${problem}`),
  );
}

/** Written once per request, so that every attempt carries the same key; `true` asks for a random one. */
export function addIdempotencyKey(headers: Headers, key: string | true, invalid: InvalidRequest): void {
  const name = "idempotency-key";
  if (headers.has(name))
    throw invalid("header-clash", `the caller sets the header \`${name}\` beside \`idempotencyKey\``);
  // The platform trims what a header carries.
  if (typeof key === "string" && key.trim() === "") throw invalid("bad-option", "`idempotencyKey` is empty");
  for (const [, value] of prepareHeaders({ [name]: key === true ? randomKey() : key }, invalid))
    headers.set(name, value);
}

/** 128 random bits; `crypto.randomUUID` is missing outside secure contexts. */
function randomKey(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}
