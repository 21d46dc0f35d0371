import type { ClientEvent, MapContext, Outcome, ProviderClient, UseCase, ValidationEvent } from "@sdkwright/runtime";
import {
  bindClient,
  type ClientJson,
  type ClientParts,
  type ProfileDefinition,
} from "@sdkwright/runtime/generated/client";
import type { Answer } from "../../server.js";
import { withServer } from "../../server.js";

export type Context = MapContext<Record<string, unknown>, unknown, ProviderClient, Record<string, string>>;
export type Validate = "throw" | "report" | false;

/** What a use-case's inputs and results are held against in these tests. */
export const SCHEMAS = {
  input: {
    type: "object",
    properties: { to: { type: "string", minLength: 3 }, from: { type: "string" } },
    required: ["to", "from"],
    additionalProperties: false,
  },
  result: {
    type: "object",
    properties: { id: { type: "string" }, labels: { type: "object", additionalProperties: { type: "string" } } },
    required: ["id"],
    additionalProperties: false,
  },
};

export interface Setup {
  readonly map: (context: Context) => unknown;
  readonly validate?: "throw" | "report" | undefined;
  readonly schemas?: ProfileDefinition["schemas"];
  readonly providers?: readonly string[];
  readonly answer?: Answer;
  readonly clientJson?: ClientJson;
  /** `false`: nobody listens. */
  readonly isHeard?: boolean;
  readonly retries?: number;
}

/** A client of a server, with providers `a` and `b` under paths of their own. */
export interface Validating {
  readonly events: ClientEvent[];
  /** Method and path of each request. */
  readonly sent: () => string[];
  readonly call: UseCase<Record<string, unknown>, unknown>;
  readonly run: (input?: object, options?: object) => Promise<Outcome<unknown>>;
  readonly told: () => ValidationEvent[];
}

export const GOOD = { to: "+420601", from: "acme" };

export async function validating<T>(setup: Setup, use: (client: Validating) => Promise<T>): Promise<T> {
  return withServer(setup.answer ?? ((_, response) => response.end("{}")), async ({ origin, received }) => {
    const events: ClientEvent[] = [];
    const client = bindClient<{ profiles: { sms: { Send: UseCase<Record<string, unknown>, unknown> } } }>(
      partsOf(setup, origin),
      {
        random: () => 0,
        clientJson: setup.clientJson,
        ...(setup.isHeard === false ? {} : { on: (event: ClientEvent) => events.push(event) }),
      },
    );
    const call = client.profiles.sms.Send;
    return use({
      events,
      sent: () => received.map(({ method, url }) => `${method} ${url}`),
      call,
      run: (input = GOOD, options = {}) => call.safe(input as Record<string, unknown>, options),
      told: () => events.filter((event) => event.type === "validation"),
    });
  });
}

function partsOf({ map, validate, retries = 0, ...setup }: Setup, origin: string): ClientParts {
  const providers = setup.providers ?? ["a", "b"];
  const schemas = "schemas" in setup ? setup.schemas : async () => ({ schemas: { Send: SCHEMAS } });
  const backoff = { kind: "exponential", start: 1, factor: 1 } as const;
  const retryPolicy =
    retries === 0
      ? ({ kind: "none", requestTimeout: 5000 } as const)
      : ({
          kind: "circuit-breaker",
          maxContiguousRetries: retries,
          requestTimeout: 5000,
          circuit: true,
          openTime: 1,
          maxOpenTime: 1,
          patience: 1,
          authCoolDown: 1,
          backoff,
        } as const);
  return {
    providers: Object.fromEntries(providers.map((name) => [name, { definition: definitionOf(name, origin) }])),
    profiles: {
      sms: {
        name: "sms",
        priority: providers,
        useCases: {
          Send: {
            providerFailover: true,
            validate,
            input: {},
            providers: Object.fromEntries(providers.map((name) => [name, { input: {}, retryPolicy }])),
          },
        },
        schemas,
      },
    },
    maps: { sms: Object.fromEntries(providers.map((name) => [name, { Send: map }])) },
  };
}

function definitionOf(name: string, origin: string): ClientParts["providers"][string]["definition"] {
  return {
    name,
    defaultService: "default",
    services: { default: { baseUrl: `${origin}/${name}` } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  };
}
