import type { ProviderDefinition } from "@sdkwright/runtime/config";
import type { Operation } from "../openapi/api.js";
import { shown } from "../openapi/notes.js";
import type { WireNotes } from "./wire-notes.js";

/**
 * The service of an operation that names servers of its own: the first that is one. An origin is never taken from a
 * document, because credentials go there.
 */
export function serviceOf(
  { servers = [], pointer }: Operation,
  { services, defaultService }: ProviderDefinition,
  notes: WireNotes,
): string | undefined {
  const [first] = servers;
  if (first === undefined) return undefined;
  const ids = [defaultService, ...Object.keys(services)];
  for (const server of servers) {
    const found = ids.find((id) => isSame(server, services[id]?.baseUrl ?? ""));
    if (found !== undefined) return found === defaultService ? undefined : found;
  }
  const message = `the server ${shown(first)} is no service of the definition: requests go to the default service`;
  notes.note("SW1642", pointer, message, { target: "key", hint: 'add it to "services" of the definition' });
  return undefined;
}

/** A relative URL names a path below whatever origin; names of parameters may differ. */
function isSame(server: string, baseUrl: string): boolean {
  const [one, other] = [server, baseUrl].map((url) => url.replaceAll(/\{[^{}]*\}/g, "{}").replace(/\/+$/, ""));
  if (one === undefined || other === undefined) return false;
  if (!one.startsWith("/") || one.startsWith("//")) return lowerOrigin(one) === lowerOrigin(other);
  return other.replace(/^[^/]*\/\/[^/]*/, "") === one;
}

/** URL scheme and host are alike in any case. */
function lowerOrigin(url: string): string {
  return url.replace(/^[^/]*\/\/[^/]*/, (origin) => origin.toLowerCase());
}
