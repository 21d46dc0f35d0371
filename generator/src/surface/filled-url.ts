import { fillBaseUrl, type ParameterValues } from "@sdkwright/runtime/config";

/** Where a URL with parameters leads, as far as values are known. */
export interface FilledUrl {
  readonly origin: string;
  /** Without a query. */
  readonly url: string;
}

/**
 * What a base URL or token URL comes to where parameters decide the host or more of it, so that its own text does not say
 * where credentials go; nothing where it does. What is not known, as what a variable holds, keeps its place.
 */
export function filledUrl(text: string, values: ParameterValues): FilledUrl | undefined {
  const [bare = ""] = text.split("?");
  const head = beforePath(bare);
  const known: ParameterValues = (name) => (values(name)?.startsWith("$") ? undefined : values(name));
  if (!head.includes("{")) return undefined;
  const result = fillBaseUrl(bare, known);
  if ("url" in result) return { origin: result.url.origin, url: `${result.url.origin}${result.url.path}` };
  const fill = (part: string): string => part.replaceAll(/\{([^{}]*)\}/g, (all, name: string) => known(name) ?? all);
  const origin = beforePath(fill(head));
  return origin === head ? undefined : { origin, url: fill(bare) };
}

/** The text of a base URL up to its path. */
export function beforePath(text: string): string {
  return text.split(/(?<![:/])\//)[0] ?? "";
}
