import { own, readOptions, type TableOf } from "../config/options.js";
import { DEFAULT_CIRCUIT_BREAKER } from "../config/circuit-defaults.js";
import { MAX_NAME, printable, RequestError } from "../errors/errors.js";
import { badOption } from "../http/bound-provider.js";
import type { ExportedCircuit, ExportedCircuits } from "../policy/circuit-table.js";
import { type CircuitOwner, type Circuits, type CircuitSnapshot, type CircuitTarget } from "../policy/circuits.js";
import { type ClientParts, definitionsOf } from "./parts.js";

/** Names of the providers, or profiles, of an emitted client. */
type NamesOf<Client, Part extends "providers" | "profiles"> = Client extends { readonly [Key in Part]: infer Names }
  ? keyof Names & string
  : string;

/** Which circuits of an emitted client: of a provider, or of what it does for one profile or one use-case. */
type TargetIn<Client> = CircuitTarget<NamesOf<Client, "providers">, NamesOf<Client, "profiles">>;

/** Seeing and steering the circuits of a client (docs/circuits.md). */
export interface CircuitControls<Client = unknown> {
  /** The state of each circuit that has seen a request, as plain data, and isolated targets. */
  readonly circuits: () => CircuitSnapshot[];
  /** Sends nothing there any more, last candidates included, until `reset`. What is in flight ends by itself. */
  readonly isolate: (target: TargetIn<Client>) => void;
  /** Ends an isolation and forgets what the circuits know; without a target, all of them. */
  readonly reset: (target?: TargetIn<Client>) => void;
  /** For another process to go on from, with `createClient({ circuits })`; isolation is not part of it. */
  readonly exportCircuits: () => ExportedCircuits;
}

/** The controls of a client, whose circuits go on from the export `given`. */
export function circuitControls(circuits: Circuits, parts: ClientParts, given: unknown): CircuitControls {
  const isKnown = knownTo(parts);
  if (given !== undefined) circuits.give(given, (circuit) => ownerIn(parts, circuit));
  return {
    circuits: () => circuits.snapshots(),
    isolate: (target) => circuits.isolate(isKnown(target)),
    reset: (target) => circuits.reset(target && isKnown(target)),
    exportCircuits: () => circuits.export(),
  };
}

const CIRCUIT_TARGET: TableOf<CircuitTarget> = { provider: "a string", profile: "a string", useCase: "a string" };

/** The owner of a circuit; `undefined` if the client has no such thing, or its provider no such service. */
function ownerIn({ providers, profiles }: ClientParts, circuit: ExportedCircuit): CircuitOwner | undefined {
  const { provider, profile, useCase, service } = circuit;
  const owner = own(profiles, profile ?? "");
  const part = own(owner && definitionsOf(owner), provider) ?? own(providers, provider);
  if (own(part?.definition.services, service) === undefined) return undefined;
  const limits = part?.configured?.limits;
  if (profile === undefined && useCase === undefined) return { limits, rules: DEFAULT_CIRCUIT_BREAKER };
  const policy = own(own(owner?.useCases, useCase ?? "")?.providers, provider)?.retryPolicy;
  return policy?.kind === "circuit-breaker" ? { limits, rules: policy } : undefined;
}

/** Takes a copy of a target that fits something; a mistyped one would isolate nothing, in silence. */
function knownTo({ providers, profiles = {} }: ClientParts): (target: CircuitTarget) => CircuitTarget {
  return (target) => {
    const { provider, profile, useCase } = readOptions(target, "target", CIRCUIT_TARGET, badOption());
    const definitions = Object.values(profiles).map((one) => own(definitionsOf(one), provider));
    const found = own(providers, provider) ?? definitions.find((definition) => definition !== undefined);
    if (found === undefined) throw unknown("provider", provider, [providers]);
    if (profile !== undefined && own(profiles, profile) === undefined) throw unknown("profile", profile, [profiles]);
    const inside = profile === undefined ? Object.values(profiles) : [own(profiles, profile)];
    const useCases = inside.map((one) => one?.useCases ?? {});
    if (useCase === undefined || useCases.some((one) => own(one, useCase) !== undefined))
      return { provider, profile, useCase };
    throw unknown("use-case", useCase, useCases);
  };
}

function unknown(what: string, name: unknown, known: readonly object[]): RequestError {
  const names = [...new Set(known.flatMap((record) => Object.keys(record)))].join(", ") || "none";
  return new RequestError(`the client has no ${what} "${printable(String(name), MAX_NAME)}"; it has ${names}`, {
    code: `unknown-${what}`,
  });
}
