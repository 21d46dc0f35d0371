/** Path and query of an absolute URL as fetch sends them. */
export function requestTarget(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
