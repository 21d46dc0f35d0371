import { hasDotSegment } from "./base-path.js";
import { fillWith, type FilledBaseUrl, type ParameterValues } from "./fill-base-url.js";

export * from "./fill-base-url.js";

/** {@link fillWith}, for all but what is loaded late. */
export function fillBaseUrl(text: string, values: ParameterValues): FilledBaseUrl {
  return fillWith(hasDotSegment, text, values);
}
