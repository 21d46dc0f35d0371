import { isFieldValue, isFraming, isToken } from "./header-name.js";
import { entriesOf, type BadOption } from "./options.js";

/** Headers as code gives them, in a plain object; checked here because what `Headers` throws quotes the value. */
export function readHeaders(given: unknown, bad: BadOption): Headers {
  const headers = new Headers();
  for (const [name, value] of entriesOf(given, "headers", bad)) {
    if (!isToken(name)) throw bad("`headers`", "has a name that is not a token (RFC 9110 §5.1)");
    const header = `\`headers.${name}\``;
    if (isFraming(name)) throw bad(header, "belongs to the platform");
    if (!isFieldValue(value)) throw bad(header, "is not text that a header can carry");
    headers.append(name, value);
  }
  return headers;
}
