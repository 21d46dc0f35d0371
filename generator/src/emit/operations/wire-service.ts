import { baseUrlParameters, own, type ProviderDefinition } from "@sdkwright/runtime/config";
import type { Operation, Server, ServerVariable } from "../../openapi/api.js";
import { shown } from "../../openapi/notes.js";
import { originIn, plainUrl, secureTwin } from "../../openapi/servers.js";
import type { WireNotes } from "./wire-values.js";

/** The service of a definition that a server of a document is. */
export type ServiceIds = (server: Pick<Server, "url" | "variables">) => string | undefined;

/**
 * Services whose base URL is written alike are told apart by their variables, as `add` makes them: by name and default.
 * Names may differ where defaults are equal. The default service comes first.
 */
export function serviceIds({ services, defaultService, parameters = {} }: ProviderDefinition): ServiceIds {
  const origin = originIn(services[defaultService]?.baseUrl ?? "");
  const byShape = new Map<string, Service[]>();
  for (const id of new Set([defaultService, ...Object.keys(services)])) {
    const { shape, slots } = shapeOf(services[id]?.baseUrl ?? "");
    const service = {
      id,
      slots: slots.map((name) => ({ name: plainName(name), default: own(parameters, name)?.default })),
    };
    const alike = byShape.get(shape);
    if (alike === undefined) byShape.set(shape, [service]);
    else alike.push(service);
  }
  const find: ServiceIds = ({ url, variables }) => {
    const { shape, slots } = shapeOf(url);
    const wanted = slots.map((name) => ({ name: plainName(name), ...own(variables, name) }));
    let best: { readonly id?: string; readonly rank: number } = { rank: 0 };
    for (const service of byShape.get(shape) ?? []) {
      const rank = wanted.reduce((least, variable, at) => Math.min(least, likeness(variable, service.slots[at])), SAME);
      if (rank > best.rank) best = { id: service.id, rank };
    }
    return best.id;
  };
  const known = new Map<object, string | undefined>();
  return (server) => {
    if (known.has(server)) return known.get(server);
    const located = absolute(server, origin, parameters);
    const id = find(located) ?? find(secureTwin(located));
    known.set(server, id);
    return id;
  };
}

interface Service {
  readonly id: string;
  /** Parameters in the base URL, as often as they stand there. */
  readonly slots: readonly { readonly name: string; readonly default: string | undefined }[];
}

type Parameters = NonNullable<ProviderDefinition["parameters"]>;

/** A relative URL names a path at the origin of the default service, whose variables are the definition's. */
function absolute(
  { url, variables }: Pick<Server, "url" | "variables">,
  origin: string | undefined,
  parameters: Parameters,
): Pick<Server, "url" | "variables"> {
  if (!/^\/(?!\/)/.test(url) || origin === undefined) return { url, variables };
  const known = baseUrlParameters(origin).map((name) => [name, { ...own(parameters, name), values: [] }] as const);
  return { url: `${origin}${url}`, variables: { ...variables, ...Object.fromEntries(known) } };
}

function shapeOf(url: string): { readonly shape: string; readonly slots: readonly string[] } {
  const slots: string[] = [];
  const shape = plainUrl(url).replaceAll(/\{([^{}]*)\}/g, (_, name: string) => `{${slots.push(name)}}`);
  return { shape, slots };
}

const SAME = 3;

/** How far a variable is a parameter: of its name and default, of its default, of its name with a value that it may have. */
function likeness(
  variable: Partial<ServerVariable> & { readonly name: string },
  slot?: Service["slots"][number],
): number {
  const { name, default: wanted, values = [] } = variable;
  const value = slot?.default;
  const isNamed = name === (slot?.name ?? plainName(""));
  if (wanted === value && isNamed) return SAME;
  if (wanted === value && value !== undefined) return 2;
  return isNamed && (wanted === undefined || value === undefined || values.includes(value)) ? 1 : 0;
}

/** As `add` writes names of parameters, without the number of one that met another. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "_")
    .replace(/^(?![a-z_])/, "_")
    .replace(/_\d+$/, "");
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
  const server = servers.find((each) => idOf(each) !== undefined);
  const found = server && idOf(server);
  if (found !== undefined) return found === defaultService ? undefined : found;
  const message = `the server ${shown(first.url)} is not a service of the definition: requests go to the default service`;
  notes.note("SW1642", pointer, message, { target: "key", hint: 'add it to "services" of the definition' });
  return undefined;
}
