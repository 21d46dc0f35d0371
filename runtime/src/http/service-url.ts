import {
  CLEAR_TEXT,
  fillBaseUrl,
  isClearText,
  isHttp,
  isProblem,
  type ParameterValues,
  type ServiceUrl,
} from "../config/base-url.js";

/** What URLs need that few requests have, in one file of a bundle. */
export { hasDotSegment } from "../config/base-url.js";

/** Shorter ones are versions and words. */
const SHORTEST_SECRET = 6;

/** A base URL with its parameters filled in, or what is wrong with it. */
export function serviceUrl(text: string, defined: string, values: ParameterValues): ServiceUrl | string {
  const filled = fillBaseUrl(text, values);
  if (isProblem(filled)) return filled.problem.message;
  const written = new Set(defined.split("/"));
  const isFilled = (segment: string): boolean => segment.length >= SHORTEST_SECRET && !written.has(segment);
  const { url } = filled;
  if (text !== defined && isClearText(url) && !isHttp(defined)) return CLEAR_TEXT;
  return { ...url, segments: url.path.split("/").filter(isFilled) };
}
