import type { Files } from "../folder.js";

/** A use-case over some providers: what client.json says of it and of each. */
export interface Shape {
  readonly providerFailover?: boolean;
  readonly failoverAfter?: "failure" | "retries";
  /** By provider. */
  readonly failoverOn?: { readonly [provider: string]: readonly number[] };
  /** Of `pigeon`, `raven` …, by name, in this order. */
  readonly policies: { readonly [provider: string]: unknown };
  /** Of the provider definitions. */
  readonly schemes?: readonly object[];
  /** Under `providers` in client.json. */
  readonly settings?: { readonly [provider: string]: object };
  readonly useCase?: string;
}

/** A project of which only client.json and definitions are there: no map, nothing generated. */
export function projectOf({ policies, providerFailover = true, useCase = "Send", ...shape }: Shape): Files {
  const names = Object.keys(policies);
  const client = {
    profiles: {
      sms: {
        version: "1.0.0",
        priority: names,
        defaults: { [useCase]: { providerFailover, failoverAfter: shape.failoverAfter } },
        providers: Object.fromEntries(
          names.map((name) => [
            name,
            { defaults: { [useCase]: { retryPolicy: policies[name], failoverOn: shape.failoverOn?.[name] } } },
          ]),
        ),
      },
    },
    providers: Object.fromEntries(names.map((name) => [name, shape.settings?.[name] ?? {}])),
  };
  return {
    "package.json": "{}",
    "client/client.json": client,
    ...Object.fromEntries(names.map((name) => [`client/providers/${name}.json`, definitionOf(name, shape.schemes)])),
  };
}

function definitionOf(name: string, schemes: readonly object[] | undefined): object {
  return {
    name,
    services: [{ id: "default", baseUrl: `https://${name}.example` }],
    defaultService: "default",
    ...(schemes === undefined ? {} : { securitySchemes: schemes }),
  };
}

/** What `--format json` says. */
export interface SimulationJson {
  readonly simulation: {
    readonly calls: readonly CallJson[];
    readonly crowd?: CrowdJson;
    readonly worstCase: CallJson;
    readonly [assumption: string]: unknown;
  };
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly pointer?: string }[];
}

export interface CallJson {
  readonly failing: { readonly [provider: string]: object };
  readonly candidates: readonly string[];
  readonly spans: readonly SpanJson[];
  readonly circuits: readonly {
    readonly at: number;
    readonly provider: string;
    readonly from: string;
    readonly to: string;
  }[];
  readonly failovers: readonly {
    readonly at: number;
    readonly from: string;
    readonly to: string;
    readonly code: string;
  }[];
  readonly end: {
    readonly at: number;
    readonly outcome: string;
    readonly provider: string;
    readonly attempts: number;
    readonly error?: { readonly name: string; readonly code: string; readonly message: string };
  };
}

export interface SpanJson {
  readonly kind: "attempt" | "wait" | "queue";
  readonly provider: string;
  readonly begin: number;
  readonly end: number;
  readonly attempt?: number;
  readonly status?: number;
  readonly code?: string;
}

export interface CrowdJson {
  readonly circuits: readonly object[];
  readonly calls: number;
  readonly succeeded: number;
  readonly ends: number;
  readonly median: number;
  readonly slowest: number;
  readonly slices: readonly {
    readonly begin: number;
    readonly end: number;
    readonly begun: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly requests: { readonly [provider: string]: number };
    readonly states: { readonly [provider: string]: string };
  }[];
}
