import { type Issue, warning } from "./issue.js";

/** Signs that stand for themselves in a host; `%` stands for others. */
const FOREIGN = /[^!-$&-~]/;

/**
 * Letters of other alphabets look like ours, and `⁄` like the end of a host: where requests go is said in ASCII. What a
 * parameter stands for is not shown.
 */
export function hostLetters(url: string, pointer: string, origin: string): Issue[] {
  const [, authority = ""] = /^[^/]*\/\/([^/?#]*)/.exec(url) ?? [];
  const isTurned = origin.includes("xn--") && !url.toLowerCase().includes("xn--");
  if (!FOREIGN.test(authority) && !isTurned) return [];
  const place = authority === "" || authority.includes("{") ? "" : `: requests go to ${origin}`;
  const message = `the host has other signs than ASCII${place}`;
  return [warning("SW1221", pointer, message, { hint: "write it in ASCII, if it is the one that you mean" })];
}
