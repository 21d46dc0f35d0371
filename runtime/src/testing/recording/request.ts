import type { Secrets } from "../../wire/scrub.js";
import { fieldsOf, readContent, type Received } from "../received.js";
import { cleanFields, cleanUrl, cleanValue } from "./clean.js";
import type { RecordedRequest } from "./tape.js";

/** A request without credentials: of its headers only the type of the body is kept. */
export async function cleanRequest(
  { method, url, headers, bytes }: Received,
  secrets: Secrets,
): Promise<RecordedRequest> {
  const content = await readContent(bytes, headers);
  const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
  const body = cleanValue(content, secrets);
  return {
    method,
    url: cleanUrl(url, secrets),
    query: cleanFields(fieldsOf(url.searchParams), secrets),
    ...(content === undefined ? {} : { type, body }),
  };
}
