import type { ProviderDefinition } from "@sdkwright/runtime/config";
import type { Operation } from "../openapi/api.js";
import { shown } from "../openapi/notes.js";
import type { WireNotes } from "./wire-notes.js";

/** The service of a definition that a server of a document is. */
export type ServiceIds = (server: string) => string | undefined;

/** A relative URL names a path below whatever origin; names of parameters may differ. The default service comes first. */
export function serviceIds({ services, defaultService }: ProviderDefinition): ServiceIds {
  const byUrl = new Map<string, string>();
  const byPath = new Map<string, string>();
  for (const id of [defaultService, ...Object.keys(services)].reverse()) {
    const url = plainUrl(services[id]?.baseUrl ?? "");
    byUrl.set(lowerOrigin(url), id);
    byPath.set(url.replace(ORIGIN, ""), id);
  }
  return (server) => {
    const url = plainUrl(server);
    return url.startsWith("/") && !url.startsWith("//") ? byPath.get(url) : byUrl.get(lowerOrigin(url));
  };
}

const ORIGIN = /^[^/]*\/\/[^/]*/;

function plainUrl(url: string): string {
  return url.replaceAll(/\{[^{}]*\}/g, "{}").replace(/(?<!\/)\/+$/, "");
}

/** URL scheme and host are alike in any case. */
function lowerOrigin(url: string): string {
  return url.replace(ORIGIN, (origin) => origin.toLowerCase());
}

/**
 * The service of an operation that names servers of its own: the first that is one. An origin is never taken from a
 * document, because credentials go there.
 */
export function serviceOf(
  { servers = [], pointer }: Operation,
  { defaultService }: ProviderDefinition,
  idOf: ServiceIds,
  notes: WireNotes,
): string | undefined {
  const [first] = servers;
  if (first === undefined) return undefined;
  const found = servers.map(idOf).find((id) => id !== undefined);
  if (found !== undefined) return found === defaultService ? undefined : found;
  const message = `the server ${shown(first)} is no service of the definition: requests go to the default service`;
  notes.note("SW1642", pointer, message, { target: "key", hint: 'add it to "services" of the definition' });
  return undefined;
}
