import { entriesOf } from "../config/options.js";
import { isFraming, isToken } from "../config/header-name.js";
import { badOption, type Invalid, type InvalidRequest } from "./invalid.js";

/** The caller's headers, checked here because what `Headers` throws quotes the value. */
export function prepareHeaders(given: unknown, invalid: Invalid): Headers {
  const headers = new Headers();
  if (given === undefined) return headers;
  for (const [name, value] of entriesOf(given, "headers", badOption(invalid))) {
    if (value === undefined) continue;
    if (!isToken(name)) throw invalid("bad-header", "a header's name is not a token (RFC 9110 §5.1)");
    if (isFraming(name)) throw invalid("bad-header", `the header \`${name}\` belongs to the platform`);
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw invalid("bad-header", `the value of the header \`${name}\` is not text that a header can carry`);
    }
    headers.append(name, value);
  }
  return headers;
}

/** Written once per request, so that every attempt carries the same key; `true` asks for a random one. */
export function addIdempotencyKey(headers: Headers, key: string | true, invalid: InvalidRequest): void {
  const name = "idempotency-key";
  if (headers.has(name))
    throw invalid("header-clash", `the caller sets the header \`${name}\` beside \`idempotencyKey\``);
  if (key === "") throw invalid("bad-option", "`idempotencyKey` is empty");
  for (const [, value] of prepareHeaders({ [name]: key === true ? randomKey() : key }, invalid))
    headers.set(name, value);
}

/** 128 random bits; `crypto.randomUUID` is missing outside secure contexts. */
function randomKey(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}
