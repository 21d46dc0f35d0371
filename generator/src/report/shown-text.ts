import { isShownName, isShownText, looksSecret } from "@sdkwright/runtime/config";
import { throughHost } from "../files/through-host.js";

const HIDDEN = "***";

/** A name as diagnostics show it (rules F2). */
export function shownName(name: string): string {
  return isShownName(name) ? name : HIDDEN;
}

/** A base URL or token URL without user info and query; what looks issued is hidden, but no host. */
export function shownUrl(text: string): string {
  const bare = text.replace(/[?#].*$/s, "").replace(/^([a-z]+:\/\/)[^/]*@/i, "$1");
  const [head, rest] = throughHost(bare);
  const parts = rest.split("/").map((part) => (part === "" || isShownText(part) ? part : HIDDEN));
  return head + parts.join("/");
}

/** A base URL that client.json has: where it leads, without its path, which may hold a token. */
export function shownOverride(text: string): string {
  if (text.startsWith("$")) return shownReference(text);
  const [place = "", ...path] = text.split(/(?<![:/])\//);
  return `${shownUrl(place)}${path.join("") === "" ? "" : "/…"}`;
}

/** `$NAME`; what is none may be a secret. */
export function shownReference(text: string): string {
  return /^\$[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? text : HIDDEN;
}

/** Words of a vendor: what looks issued in them is hidden. */
export function shownProse(text: string): string {
  return text.replaceAll(/\S{12}\S*/g, (word) => (looksSecret(word) ? HIDDEN : word));
}

/** A path of a document. */
export function shownPath(path: string): string {
  return path
    .split("/")
    .map((part) => (looksSecret(part) ? HIDDEN : part))
    .join("/");
}
