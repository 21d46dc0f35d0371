import { nearest } from "../config/nearest.js";

/** Says what is set up, and what of it was probably meant. */
export function unmatched(provider: string, method: string, path: string, titles: readonly string[]): string {
  const asked = `${method} ${path}`;
  const near = nearest(asked, titles);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  const all = titles.length === 0 ? "Nothing is set up" : `Set up: ${titles.join(", ")}`;
  return `fake ${provider}: nothing answers ${asked}.${meant} ${all}. To answer it: on("${method}", "${path}").reply(200, {})`;
}

/** Says where the fakes are. */
export function elsewhere(origin: string, places: readonly string[]): string {
  return `no fake provider is at ${origin}; there are: ${places.join(", ") || "none"}. Give its base URL to fakeProviders`;
}
