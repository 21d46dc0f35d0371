import { nearest } from "../config/text.js";
import { quoted } from "./shown.js";

/** "did you mean …?" where a candidate is near, else all of them. */
export function suggestion(name: string, candidates: readonly string[], what: string): string | undefined {
  const near = nearest(name, candidates);
  if (near !== undefined) return `did you mean ${quoted(near)}?`;
  return candidates.length === 0 ? undefined : `${what}: ${listed(candidates)}`;
}

/** Names for people, each quoted; a long list is cut. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 30).map(quoted);
  return names.length > shown.length ? `${shown.join(", ")} and ${names.length - shown.length} more` : shown.join(", ");
}
