import type { Secrets } from "../../wire/scrub.js";
import { fieldsOf, readContent, type Received } from "../received.js";
import { maskValue } from "../masked.js";
import { cleanFields, cleanUrl, cleanValue } from "./clean.js";
import type { RecordedRequest } from "./tape.js";

export async function contentOf({ bytes, headers }: Received): Promise<unknown> {
  return readContent(bytes, headers);
}

/** A request without credentials: of its headers only the type of the body is kept. */
export function cleanRequest({ method, url, headers }: Received, content: unknown, secrets: Secrets): RecordedRequest {
  const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
  const query = cleanFields(fieldsOf(url.searchParams), secrets);
  return {
    method,
    url: cleanUrl(url, secrets),
    query,
    ...(content === undefined ? {} : { type, body: cleanValue(content, secrets) }),
  };
}

/** A recorded one, by what is known to be secret now. */
export function maskedRequest(request: RecordedRequest, secrets: Secrets): RecordedRequest {
  const { query, body } = request;
  return {
    ...request,
    query: maskValue(query, secrets),
    ...(body === undefined ? {} : { body: maskValue(body, secrets) }),
  };
}
