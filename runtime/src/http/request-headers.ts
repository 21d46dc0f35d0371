import { writesHeader } from "../config/scheme-slot.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import type { Draft } from "./draft.js";
import { addIdempotencyKey, prepareHeaders } from "./headers.js";
import type { InvalidRequest } from "./invalid.js";

/** Headers of the client for one attempt (rules §2.12), but for those that the request has itself; they go into `secrets`. */
export type ClientHeaders = (secrets: Set<string>) => Promise<Headers>;

/** What the caller gives, and the key that it asks for. */
export function headersOf(draft: Draft): Headers {
  const { options, invalid } = draft;
  const headers = prepareHeaders(options.headers, invalid);
  if (options.idempotencyKey !== undefined) addIdempotencyKey(headers, options.idempotencyKey, invalid);
  else if (draft.bound.idempotencyKey && draft.isAct && !headers.has("idempotency-key"))
    addIdempotencyKey(headers, true, invalid);
  requireFree(draft, headers, "caller");
  if (options.multipart !== undefined && headers.has("content-type")) {
    throw invalid("bad-header", "`multipart` sets the content type itself, because of its boundary");
  }
  return headers;
}

/** They are resolved per attempt, and masked like credentials. */
export function clientHeadersOf(draft: Draft, own: readonly string[], resolve: () => Promise<Headers>): ClientHeaders {
  return async (secrets) => {
    const headers = await resolve();
    requireFree(draft, headers, "client");
    headers.forEach((value) => secrets.add(value).add(value.replace(/^[\w-]+ +/, "")));
    for (const name of own) headers.delete(name);
    return headers;
  };
}

/** No scheme asked for may write to one of the headers. */
function requireFree({ schemes, clash }: Draft, headers: Headers, who: string): void {
  for (const name of headers.keys()) {
    if (schemes.some(({ scheme }) => writesHeader(scheme, name)))
      throw clash("header-clash", `the ${who} sets the header \`${name}\`, and so does the scheme asked for`);
  }
}

/** Those of the definition (rules P11). */
export function addConstants(headers: Headers, { definition }: BoundProvider): void {
  for (const [name, value] of Object.entries(definition.headers ?? {})) {
    if (!headers.has(name)) headers.set(name, value);
  }
}

/** What the content is, and what is to come back, where nobody says so; a document or a Blob of any class says what it likes. */
export function describeContent(headers: Headers, added: ContentHeaders, invalid: InvalidRequest): void {
  const missing = Object.entries(added).filter(([name]) => !headers.has(name));
  prepareHeaders(Object.fromEntries(missing), invalid).forEach((value, name) => headers.set(name, value));
}

interface ContentHeaders {
  readonly "content-type": string | undefined;
  readonly accept: string | undefined;
}
