import type { hasDotSegment } from "../config/base-path.js";
import {
  CLEAR_TEXT,
  fillWith,
  isClearText,
  isHttp,
  isProblem,
  type ParameterValues,
  type ServiceUrl,
} from "../config/fill-base-url.js";

/** Shorter ones are versions and words. */
const SHORTEST_SECRET = 6;

/** A base URL with its parameters filled in, or what is wrong with it. */
export function serviceUrl(
  hasDots: typeof hasDotSegment,
  text: string,
  defined: string,
  values: ParameterValues,
): ServiceUrl | string {
  const filled = fillWith(hasDots, text, values);
  if (isProblem(filled)) return filled.problem.message;
  const written = new Set(defined.split("/"));
  const isFilled = (segment: string): boolean => segment.length >= SHORTEST_SECRET && !written.has(segment);
  const { url } = filled;
  if (text !== defined && isClearText(url) && !isHttp(defined)) return CLEAR_TEXT;
  return { ...url, segments: url.path.split("/").filter(isFilled) };
}
