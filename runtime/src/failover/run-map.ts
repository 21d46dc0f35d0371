import { throwIfAborted } from "../abort.js";
import { mergeInput } from "../config/merge-defaults.js";
import { copyData } from "../config/options.js";
import { ConfigurationError } from "../errors/errors.js";
import type { BoundProvider } from "../http/bound-provider.js";
import { createProviderClient, type Dispatch } from "../http/client.js";
import { needed } from "../late.js";
import { dispatchRequests } from "../policy/first-attempt.js";
import type { ProviderRun } from "../policy/provider-run.js";
import { type CallOptions, type MapContext, UseCaseError } from "./call.js";
import type { BindCandidate, BoundUseCase, Candidate, Performer } from "./candidates.js";
import type { Running, RunPlace } from "./rounds.js";
import { goOnFrom, isFlow, startRun } from "./start-run.js";

/** Validates an input or a result against the profile's schema; throws, or emits an event, if it has problems. */
export type Checks = (part: "input" | "result", value: unknown) => void;

/** Everything that a map starts from. */
export interface MapStart extends RunPlace<Performer> {
  readonly useCase: BoundUseCase;
  readonly candidate: Performer;
  readonly call: number;
  readonly input: unknown;
  readonly options: CallOptions;
  /** Absent if the call has no parameters of its own. */
  readonly bind: BindCandidate | undefined;
  /** Absent if nothing is checked. */
  readonly checks: (() => Promise<Checks>) | undefined;
}

/** Starts a candidate's map. */
export function startMap(start: MapStart): Running {
  const { useCase, candidate, call, candidates, round, waitsUntil, endsAt } = start;
  const { provider, policy, circuits, bound } = candidate;
  const { context, profile, retriesFirst } = useCase;
  return startRun(
    {
      context,
      profile,
      useCase: useCase.useCase,
      provider,
      policy,
      circuits,
      requestTimeout: policy?.requestTimeout ?? bound.requestTimeout,
      retriesFirst,
      call,
      candidates,
      round,
      waitsUntil,
      endsAt,
      caller: start.options.signal,
      records: true,
    },
    (run, signal) => runMap(start, run, signal),
  );
}

/** Asynchronous, so that what a map throws at once is a rejection too. */
async function runMap(start: MapStart, run: ProviderRun, signal: AbortSignal): Promise<unknown> {
  const { useCase, candidate, options } = start;
  const bound = start.bind?.(candidate) ?? candidate.bound;
  const input = inputFor(start, bound);
  const checks = start.checks && (await start.checks());
  if (checks !== undefined) checkInput(checks, input, signal);
  let dispatch = dispatchRequests(bound, { run, circuits: undefined, caller: options.signal });
  const context: MapContext<unknown, unknown, unknown, unknown> = {
    input,
    http: createProviderClient(bound, ((...request) => dispatch(...request)) satisfies Dispatch, start),
    parameters: hasParameters(bound) ? (await loadParameters(bound)).parametersOf(bound) : {},
    signal,
    fail: (error) => {
      throw failed(useCase, candidate, error);
    },
    next: goOnFrom(candidate.provider),
  };
  const value = await candidate.perform(context);
  if (isFlow(value)) {
    const what = "the reader of pages and streams";
    const { begin } = await needed(() => import("../http/flows.js"), "flows", what, candidate.provider);
    await begin(value);
    // It outlives the map: what it asks for from now on are requests by themselves.
    dispatch = dispatchRequests(bound, {
      run: undefined,
      circuits: candidate.circuits.circuits,
      caller: options.signal,
    });
  }
  if (checks === undefined) return value;
  // No event comes after the end of the call.
  if (!signal.aborted) checks("result", value);
  return value;
}

/** The call may have ended while the schemas were loaded. */
function checkInput(checks: Checks, input: unknown, signal: AbortSignal): void {
  throwIfAborted(signal);
  checks("input", input);
}

function hasParameters({ definition: { parameters = {} } }: BoundProvider): boolean {
  return Object.keys(parameters).length > 0;
}

/** Few providers have parameters; the base URLs of those that do are read late, too. */
async function loadParameters({ definition: { name } }: BoundProvider) {
  return needed(() => import("../http/parameters.js"), "parameters", `the reader of the parameters of ${name}`, name);
}

/** The map's own copy of the input; what is not an object takes no defaults. */
function inputFor({ useCase, candidate, input }: MapStart, { env }: BoundProvider): unknown {
  const { defaults, provider } = candidate;
  const copy = copyData(input);
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) return copy;
  const own = { ...copy };
  if (defaults.length === 0) return own;
  const merged = mergeInput(defaults, own, env);
  if (merged.missing.length === 0) return merged.input;
  const issues = merged.missing.map(({ name, pointer }) => ({
    message: `the environment variable ${name} is unset or empty, but a default of the input needs it`,
    pointer,
  }));
  const names = [...new Set(merged.missing.map(({ name }) => name))].join(", ");
  const message = `${useCase.useCase} of ${useCase.profile} with ${provider}: defaults of the input need ${names}, unset or empty in the environment`;
  throw new ConfigurationError(message, { code: "missing-variable", provider, issues });
}

function failed({ profile, useCase }: BoundUseCase, { provider }: Candidate, error: unknown): UseCaseError {
  return new UseCaseError(`${useCase} of ${profile} failed with ${provider}`, { code: "use-case", provider, error });
}
