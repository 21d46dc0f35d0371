import { type BaseUrl, hasDotSegment } from "../config/base-url.js";
import { parseUrl } from "../config/parse-url.js";
import type { Invalid } from "./invalid.js";
import { isAbsolute } from "./url.js";

/** A path as the caller wrote it, taken apart. */
export interface PathTemplate {
  /** Text and names of placeholders in turn, starting with text. */
  readonly parts: readonly string[];
  /** With its `?`, or empty; stays as it is. */
  readonly query: string;
}

/** Value of a placeholder, not yet encoded; throws where there is none. */
export type PlaceholderValue = (name: string) => string;

const MAX_PATH = 65_536;

/** Takes a path apart, and refuses what `URL` would silently read as something else (rules §2.2). */
export function parsePath(path: unknown, invalid: Invalid): PathTemplate {
  if (typeof path !== "string") throw invalid("bad-path", "the path is not a string");
  if (path.length > MAX_PATH) throw invalid("bad-path", `the path is longer than ${MAX_PATH} characters`);
  if (/[\p{Cc}\p{Cs}\\]/u.test(path))
    throw invalid("bad-path", "the path contains a control character, half a surrogate pair or a backslash");
  if (path.trim() !== path) throw invalid("bad-path", "the path starts or ends with white space");
  const hash = path.indexOf("#");
  const whole = hash < 0 ? path : path.slice(0, hash);
  const mark = whole.indexOf("?");
  const [text, query] = mark < 0 ? [whole, ""] : [whole.slice(0, mark), whole.slice(mark)];
  const parts = text.split(/\{([^{}]*)\}/);
  if (parts.some((part, index) => index % 2 === 0 && /[{}]/.test(part))) {
    throw invalid("bad-path", "the path has a brace without its pair; write %7B or %7D for a literal one");
  }
  return { parts, query };
}

/** Names of the placeholders in a path. */
export function placeholders({ parts }: PathTemplate): string[] {
  return parts.filter((_, index) => index % 2 === 1);
}

/** The URL of a path below a base URL: joined as text, parsed once, and refused when it is not below (rules §2.2). */
export function joinUrl(base: BaseUrl, template: PathTemplate, value: PlaceholderValue, invalid: Invalid): string {
  const path = fillPath(template, value, invalid);
  if (path.startsWith("//")) throw invalid("other-origin", "the path starts with `//`, which names another host");
  // A URL is written as such: values do not make one of a path.
  const text = isAbsolute(template.parts[0] ?? "") ? path : base.origin + joinPaths(base.path, path);
  const whole = text + template.query;
  const url = parseUrl(whole);
  if (url?.origin !== base.origin || url.username !== "" || url.password !== "") {
    throw invalid("other-origin", "the path is a URL of another origin; start a path that contains `:` with `/`");
  }
  if (!isBelow(url.pathname, base.path)) throw invalid("outside-base-path", "the path leaves the base URL's path");
  if (hasDotSegment(url.pathname)) throw invalid("dot-segment", "once decoded, a path segment is `.` or `..`");
  return url.href;
}

function fillPath({ parts }: PathTemplate, value: PlaceholderValue, invalid: Invalid): string {
  if (parts.length === 1) return parts[0] ?? "";
  const filled = parts.map((part, index) => (index % 2 === 0 ? part : encodeValue(part, value(part), invalid)));
  // A lone U+0000 marks a segment that has a placeholder in it; a path has no control characters.
  requireNoDotSegment(filled.map((part, index) => (index % 2 === 0 ? part : `\0${part}`)).join(""), invalid);
  return filled.join("");
}

function encodeValue(name: string, value: string, invalid: Invalid): string {
  if (value === "") throw invalid("bad-parameter", `the value for {${name}} is empty`);
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalid("bad-parameter", `the value for {${name}} is not well-formed Unicode`);
  }
}

/**
 * A value must not change which path is meant, alone or together with its neighbours in a segment. U+0000 stands where a
 * segment has a value in it.
 */
export function requireNoDotSegment(marked: string, invalid: Invalid): void {
  for (const segment of marked.split("/")) {
    if (!segment.includes("\0")) continue;
    if (/^(?:\.|%2e){1,2}$/i.test(segment.replaceAll("\0", ""))) {
      throw invalid("bad-parameter", "a filled path segment is `.` or `..`");
    }
  }
}

function joinPaths(base: string, path: string): string {
  if (path === "") return base;
  return withoutSlash(base) + (path.startsWith("/") ? path : `/${path}`);
}

function isBelow(pathname: string, base: string): boolean {
  const prefix = withoutSlash(base);
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

function withoutSlash(base: string): string {
  return base.endsWith("/") ? base.slice(0, -1) : base;
}
