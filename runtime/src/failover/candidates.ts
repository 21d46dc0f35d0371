import type { ProfileDefinition, Validate } from "../config/definition.js";
import type { DefaultInput } from "../config/merge-defaults.js";
import { member, own } from "../config/options.js";
import type { RetryPolicy } from "../config/retries.js";
import { ConfigurationError, MAX_NAME, printable, RequestError } from "../errors/errors.js";
import type { BoundProvider, PolicyContext } from "../http/bound-provider.js";
import type { CircuitGroup } from "../policy/circuits.js";

import type { CallOptions } from "./call.js";

/** A use-case as one client instance performs it. */
export interface BoundUseCase {
  readonly profile: string;
  readonly useCase: string;
  readonly context: PolicyContext;
  /** The whole list takes part in a call, not only its first. */
  readonly failover: boolean;
  /** All retries of a provider come before the next one. */
  readonly retriesFirst: boolean;
  /** Provider names, first choice first. */
  readonly priority: readonly string[];
  /** Only providers with a map take part (rules C9). */
  readonly mappedOnly: boolean;
  readonly validate: Validate | undefined;
  readonly schemas: ProfileDefinition["schemas"];
  readonly providers: { readonly [provider: string]: Candidate };
}

/** A provider that performs a call, with the function of its map. */
export interface Performer extends Candidate {
  readonly perform: MapFunction;
}

/** A provider that can perform a use-case. */
export interface Candidate {
  readonly provider: string;
  readonly bound: BoundProvider;
  /** Its map, whatever that holds. */
  readonly map: object | undefined;
  /** As client.json writes it; `undefined` if it does not. */
  readonly policy: RetryPolicy | undefined;
  readonly circuits: CircuitGroup;
  /** Statuses that go on to the next. */
  readonly failoverOn: readonly number[];
  /** Lowest level first. */
  readonly defaults: readonly DefaultInput[];
}

/** The provider with what a call says of it. */
export type BindCandidate = (candidate: Candidate) => BoundProvider;

/** Performs the use-case; it may throw, hang or return anything. */
export type MapFunction = (context: unknown) => unknown;

/** Makes the error for an option of a call. */
export function badCallOption(option: string, problem: string): RequestError {
  return new RequestError(`${option} of the call ${problem}`, { code: "bad-option" });
}

/** Refuses wrong values of the option `validate` of a call. */
export function requireValidate({ profile, schemas }: BoundUseCase, { validate = false }: CallOptions): void {
  if (validate === false) return;
  if (validate !== "throw" && validate !== "report")
    throw badCallOption("`validate`", 'is not "throw", "report" or false');
  if (schemas === undefined) throw badCallOption("`validate`", `has no schema: ${profile} has no document`);
}

/** The providers of one call, in the order in which they are tried. Throws when one of them cannot perform it. */
export function candidatesFor(useCase: BoundUseCase, { provider }: CallOptions): readonly Performer[] {
  const candidates = provider === undefined ? byPriority(useCase) : [askedFor(useCase, provider)];
  const performers: Performer[] = [];
  const unable: string[] = [];
  for (const candidate of candidates) {
    // Read once: the map may have lost it later.
    const perform = mapFunction(candidate, useCase.useCase);
    if (perform === undefined) unable.push(candidate.provider);
    else performers.push({ ...candidate, perform });
  }
  if (candidates.length > 0 && unable.length === 0) return performers;
  const { profile, useCase: name } = useCase;
  const message =
    candidates.length === 0
      ? `no configured provider can perform ${name} of ${profile}`
      : `${name} of ${profile} has no map for ${unable.join(", ")}`;
  throw new ConfigurationError(message, { code: "missing-map", provider: unable[0] });
}

function mapFunction({ map }: Candidate, useCase: string): MapFunction | undefined {
  const found = inMap(map, useCase);
  return typeof found === "function" ? (context) => Reflect.apply(found, map, [context]) : undefined;
}

/** A map may be an instance of a class. */
function inMap(map: object | undefined, useCase: string): unknown {
  return map && member(map, useCase);
}

/** A map with something else than a function takes part, and is refused: else another provider would be used in silence. */
function byPriority({ priority, providers, mappedOnly, failover, useCase }: BoundUseCase): readonly Candidate[] {
  const listed = priority.flatMap((name) => own(providers, name) ?? []);
  const able = mappedOnly ? listed.filter(({ map }) => inMap(map, useCase) !== undefined) : listed;
  return failover ? able : able.slice(0, 1);
}

/** The candidate that a call names. */
export function askedFor({ profile, providers }: BoundUseCase, asked: string): Candidate {
  const found = own(providers, asked);
  if (found !== undefined) return found;
  const known = Object.keys(providers).join(", ") || "none";
  throw new RequestError(`profile ${profile} has no provider "${printable(asked, MAX_NAME)}"; it has ${known}`, {
    code: "unknown-provider",
  });
}
