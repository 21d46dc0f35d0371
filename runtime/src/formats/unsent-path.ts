import type { BaseUrl } from "../config/base-url.js";
import { RequestError } from "../errors/errors.js";
import type { InvalidRequest } from "../http/invalid.js";
import { joinUrl, parsePath, placeholders } from "../http/join-url.js";

const BASE: BaseUrl = { origin: "https://api.example", path: "/base" };

/**
 * Why no request can have a path whose placeholders were filled, as a sentence without what stands in it; `undefined`
 * where one can. A placeholder that is left has nothing to be filled by.
 */
export function whyUnsent(path: string): string | undefined {
  // Only the message is looked at: nobody is told of a request that was not made.
  const invalid: InvalidRequest = (code, problem) => new RequestError(problem, { code });
  try {
    const template = parsePath(path, invalid);
    if (placeholders(template).length > 0) throw invalid("bad-path", "the path has a placeholder without a name");
    joinUrl(BASE, template, () => "", invalid);
    return undefined;
  } catch (refused) {
    return refused instanceof RequestError ? refused.message : "the path cannot be part of a URL";
  }
}
