import { defineMap, type ClientEvent, type MapContext, type ProviderClient, type UseCase } from "@sdkwright/runtime";
import { DEFAULT_CIRCUIT_BREAKER, normalizeRetryPolicy, type ProviderDefinition } from "@sdkwright/runtime/config";
import { bindClient, type CircuitControls } from "@sdkwright/runtime/generated/client";
import { fleet, type Heir } from "./fleet.js";
import type { Step, Strategy, World } from "./load.js";

const names = ["a", "b"];

type ExportedCircuits = ReturnType<CircuitControls["exportCircuits"]>;

interface Bound extends CircuitControls {
  readonly profiles: { readonly test: { readonly Send: UseCase<{ readonly call: number }, unknown> } };
}

/** Clients as applications have them. */
export const product: Strategy = (world) =>
  fleet<ExportedCircuits>(world.load.clients ?? {}, (circuits) => oneClient(world, circuits));

/** Clock, chance and fetch are the simulation's, nothing else is. */
function oneClient(
  { time, jitter, send, load }: World,
  circuits: ExportedCircuits | undefined,
): Heir<ExportedCircuits> {
  let trips = 0;
  const on = (event: ClientEvent): void => {
    if (event.type !== "circuit" || event.provider !== "a" || event.to !== "open") return;
    if (event.from === "closed" || event.from === "limited") trips += 1;
  };
  const { kind, openTime: _, patience: __, ...given } = { ...DEFAULT_CIRCUIT_BREAKER, ...load.policy };
  const { openTime, patience } = load.policy ?? {};
  const retryPolicy = normalizeRetryPolicy({ kind, ...given, openTime, patience });
  const used = load.b !== undefined ? names : names.slice(0, 1);
  const map = defineMap({ Send: performSteps(load.map ?? [{ path: "/x" }]) }, {});
  const parts = {
    providers: Object.fromEntries(used.map((name) => [name, { definition: definitionOf(name), configured: {} }])),
    profiles: {
      test: {
        name: "test",
        priority: used,
        useCases: {
          Send: {
            providerFailover: true,
            failoverAfter: load.failoverAfter,
            input: {},
            providers: Object.fromEntries(used.map((name) => [name, { input: {}, retryPolicy }])),
          },
        },
      },
    },
    maps: { test: Object.fromEntries(used.map((name) => [name, map])) },
  };
  const fetch = fetchOf({ send });
  const client = bindClient<Bound>(parts, { clock: time, random: jitter, on, fetch, circuits });
  return {
    call: async (call, deadline) => {
      const provider = load.isNamed?.(call) === true ? "a" : undefined;
      const outcome = await client.profiles.test.Send.safe({ call }, { deadline, provider });
      return { ok: outcome.ok, by: outcome.ok ? names.indexOf(outcome.provider) : undefined };
    },
    trips: () => trips,
    left: () => client.circuits().reduce((sum, { waiting }) => sum + waiting, 0),
    knowledge: () => client.exportCircuits(),
  };
}

/** What servers of a world answer. */
export function fetchOf({ send }: Pick<World, "send">): (input: unknown, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const { hostname, pathname } = new URL(input as string);
    const { status, retryAfter, isError } = await send(
      names.indexOf(hostname.charAt(0)),
      pathname,
      init?.signal as AbortSignal,
    );
    const headers = {
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
      ...(isError && { "x-error": "1" }),
    };
    return new Response(null, { status, headers });
  };
}

type Context = MapContext<{ readonly call: number }, unknown, ProviderClient, unknown>;

function performSteps(map: readonly Step[] | ((call: number) => readonly Step[])) {
  return async ({ http, input }: Context): Promise<unknown> => {
    for (const { path, isOptional, isAct, isPost } of typeof map === "function" ? map(input.call) : map) {
      const sent =
        isAct === true ? http.post(path, { idempotent: false }) : isPost === true ? http.post(path) : http.get(path);
      const answer = await (isOptional === true ? sent.catch(() => undefined) : sent);
      if (answer?.headers.has("x-error") === true) throw new Error("the body tells of an error");
    }
    return "done";
  };
}

export function definitionOf(name: string): ProviderDefinition {
  return {
    name,
    defaultService: "default",
    services: { default: { baseUrl: `https://${name}.example` } },
    securitySchemes: {},
  };
}
