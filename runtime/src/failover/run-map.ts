import { onAbortWhileHeld } from "../abort-while-held.js";
import { onAbort, reasonOf, throwIfAborted } from "../abort.js";
import { startTimer } from "../clock.js";
import { fillBaseUrl } from "../config/base-url.js";
import type { SecurityScheme, Validate } from "../config/definition.js";
import { mergeInput } from "../config/merge-defaults.js";
import { copyData, has, own, withoutPrototype } from "../config/options.js";
import { tokenUrlsOf } from "../config/token-url.js";
import { ResultError, type SchemaProblem, UseCaseError } from "../errors/call-errors.js";
import { ConfigurationError, RequestError } from "../errors/errors.js";
import type { AttemptLimits } from "../http/attempt.js";
import { baseUrlText, valuesFor } from "../http/base-urls.js";
import { parametersOf } from "../http/parameters.js";
import type { BoundProvider } from "../http/bound-provider.js";
import { createProviderClient, type Dispatch } from "../http/client.js";
import { type RecordSideEffect, recorderOf, SIDE_EFFECTS } from "../http/side-effects.js";
import { judgedBy } from "../policy/classify.js";
import { ProviderRun } from "../policy/provider-run.js";
import { withPolicy } from "../policy/request-policy.js";
import { performRequest } from "../policy/retry.js";
import { emit } from "../telemetry/events.js";
import type { CallOptions, MapContext } from "./call.js";
import { badCallOption, type BoundUseCase, type Candidate, type Performer } from "./candidates.js";

/** Validates an input or a result against the profile's schema; throws, or emits an event, if it has problems. */
type Checks = (part: "input" | "result", value: unknown) => void;

/** The part of a map's start that its checks need. */
interface CheckedRun {
  readonly useCase: BoundUseCase;
  readonly candidate: Candidate;
  readonly call: number;
  readonly options: CallOptions;
}

/** Refuses wrong values of the option `validate` of a call. */
export function requireValidate({ profile, schemas }: BoundUseCase, { validate = false }: CallOptions): void {
  if (validate === false) return;
  if (validate !== "throw" && validate !== "report")
    throw badCallOption("`validate`", 'is not "throw", "report" or false');
  if (schemas === undefined) throw badCallOption("`validate`", `has nothing to go by: ${profile} has no document`);
}

/** The checks of a provider run; `undefined` if there are none, or nobody listens to them (rules C21). */
function checksOf(start: CheckedRun): Promise<Checks> | undefined {
  const { schemas, context, ...useCase } = start.useCase;
  const { validate = useCase.validate } = start.options;
  if (!validate || schemas === undefined || (validate === "report" && context.on === undefined)) return undefined;
  return loadChecks(start, validate, schemas);
}

/** Validator and schemas are loaded with the first call that asks for them; one that only reports goes on without. */
async function loadChecks(
  start: CheckedRun,
  validate: Validate,
  load: NonNullable<BoundUseCase["schemas"]>,
): Promise<Checks> {
  const { profile, useCase } = start.useCase;
  const { provider } = start.candidate;
  try {
    const [{ checkAgainst }, { schemas }] = await Promise.all([import("./checks-against.js"), load()]);
    return (part, value) => {
      const { problems, text } = checkAgainst(schemas, useCase, part, value);
      if (problems.length === 0) return;
      if (validate === "report") return report(start, part, problems);
      const message = `the ${part} of ${useCase} of ${profile} with ${provider} is not what the profile says: ${text}`;
      throw part === "input"
        ? new RequestError(message, { code: "invalid-input", provider })
        : new ResultError(message, { code: "invalid-result", provider, problems });
    };
  } catch {
    const message = `the schemas of ${profile} could not be loaded: is a file of the bundle missing where it is served?`;
    if (validate === "throw") throw new ConfigurationError(message, { code: "schemas-not-loaded", provider });
    return (part) => report(start, part, [{ pointer: "", keyword: "import", message }]);
  }
}

function report(start: CheckedRun, part: "input" | "result", problems: readonly SchemaProblem[]): void {
  const { profile, useCase, context } = start.useCase;
  const { provider } = start.candidate;
  if (context.on === undefined) return;
  emit(context.on, { type: "validation", call: start.call, provider, profile, useCase, part, problems });
}

/**
 * The provider with parameters of one call. They win over all others, but they may not change the destination of credentials:
 * another origin is a ConfigurationError, before anything is sent (rules P9).
 */
function withParameters(bound: BoundProvider, given: object | null | undefined): BoundProvider {
  const values = given ?? {};
  if (Object.keys(values).length === 0) return bound;
  const changed: BoundProvider = withoutPrototype({
    ...bound,
    given: { ...bound.given, parameters: { ...bound.given.parameters, ...values } },
    baseUrls: new Map(),
    // Variables may change while the call runs.
    requireOrigins: () => {
      requireSameOrigins(bound, changed);
    },
  });
  requireSameOrigins(bound, changed);
  return changed;
}

function requireSameOrigins(bound: BoundProvider, changed: BoundProvider): void {
  const { name, services, securitySchemes } = bound.definition;
  const baseUrls = Object.entries(services).map(
    ([service, { baseUrl }]) => [service, textOrNone(bound, service, baseUrl)] as const,
  );
  const tokenUrls = tokenUrlsOf(Object.values<SecurityScheme>(securitySchemes)).map((url) => ["", url] as const);
  for (const [service, text] of [...baseUrls, ...tokenUrls]) {
    if (!text.includes("{") || originOf(changed, service, text) === originOf(bound, service, text)) continue;
    throw new ConfigurationError(`parameters of one call may not change the origin of a base or token URL of ${name}`, {
      code: "origin-changed",
      provider: name,
    });
  }
}

/** `undefined` if the parameters do not make a base URL: a request that needs it says what is wrong. */
function originOf(bound: BoundProvider, service: string, text: string): string | undefined {
  // A token URL may have a query, with slashes in it, and no path before it.
  const origin = /^[^/?]*\/\/[^/?]*|^\{[^{}]*\}/.exec(text)?.[0] ?? text;
  const filled = fillBaseUrl(origin, valuesFor(bound, service));
  return has(filled, "url") ? filled.url.origin : undefined;
}

/** Empty if its variable is unset: a request that needs it says so. */
function textOrNone(bound: BoundProvider, service: string, defined: string): string {
  try {
    return baseUrlText(bound, service, defined);
  } catch {
    return "";
  }
}

/** Everything that a map starts from. */
export interface MapStart {
  readonly useCase: BoundUseCase;
  readonly candidate: Performer;
  readonly call: number;
  /** The call has a further candidate. */
  readonly hasNext: boolean;
  /** When its share of the deadline ends; `Infinity` without one. */
  readonly endsAt: number;
  readonly input: unknown;
  readonly options: CallOptions;
}

/** A map under way. */
export interface RunningMap {
  readonly run: ProviderRun;
  /** Settles like the map, or rejects as soon as its provider run ends before it. */
  readonly result: Promise<unknown>;
}

/** Starts a candidate's map. */
export function startMap(start: MapStart): RunningMap {
  const { useCase, candidate, call, hasNext, endsAt } = start;
  const { provider, policy, circuits, budget } = candidate;
  const controller = new AbortController();
  const streams = new AbortController();
  let endEarly: (reason: unknown) => void = () => {};
  const run = new ProviderRun({
    context: useCase.context,
    origin: { profile: useCase.profile, useCase: useCase.useCase, provider },
    policy,
    budget,
    requestTimeout: policy?.requestTimeout ?? candidate.bound.requestTimeout,
    call,
    circuits,
    hasNext,
    endsAt,
    signal: controller.signal,
    streamSignal: streams.signal,
    outer: recorderOf(start.options.signal),
    ended: (reason, hasMapEnded) => {
      endEarly(reason);
      // The value of a map may be a stream, or made of one.
      if (!hasMapEnded) streams.abort(reason);
    },
  });
  recordSideEffects(controller, (sideEffect) => run.record(sideEffect), start.options.signal);
  const result = new Promise((resolve, reject) => {
    endEarly = (reason) => {
      controller.abort(reason);
      reject(reason);
    };
    runMap(start, run, controller.signal).then(resolve, reject);
  });
  return { run, result: bounded(run, start, result) };
}

/** Ends the provider run with the caller's signal and with its share of the deadline; leaves nothing behind. */
async function bounded(
  run: ProviderRun,
  { useCase, endsAt, options: { signal } }: MapStart,
  result: Promise<unknown>,
): Promise<unknown> {
  const { clock } = useCase.context;
  const stopTimer = endsAt === Infinity ? undefined : startTimer(clock, endsAt - clock.now(), () => run.expire());
  const stopListening = signal && onAbort(signal, (reason) => run.end(reason));
  // The map, or a listener of an event, may have aborted before anybody listened.
  if (signal?.aborted === true) run.end(reasonOf(signal));
  let hasFailed = true;
  try {
    const value = await result;
    hasFailed = false;
    return value;
  } finally {
    stopTimer?.();
    stopListening?.();
    run.close(() => useCaseEnded(useCase), hasFailed);
  }
}

/** Asynchronous, so that what a map throws at once is a rejection too. */
async function runMap(start: MapStart, run: ProviderRun, signal: AbortSignal): Promise<unknown> {
  const { useCase, candidate, options } = start;
  const bound = withParameters(candidate.bound, own(options.parameters, candidate.provider));
  const input = inputFor(start, bound);
  const loading = checksOf(start);
  const checks = loading && (await loading);
  if (checks !== undefined) checkInput(checks, input, signal);
  const context: MapContext<unknown, unknown, unknown, unknown> = {
    input,
    http: createProviderClient(bound, dispatchFor(run, options), true),
    parameters: parametersOf(bound),
    signal,
    fail: (error) => {
      throw failed(useCase, candidate, error);
    },
  };
  const result = candidate.perform(context);
  if (checks === undefined) return result;
  const value = await result;
  // No event comes after the end of the call.
  if (!signal.aborted) checks("result", value);
  return value;
}

/** The call may have ended while the schemas were loaded. */
function checkInput(checks: Checks, input: unknown, signal: AbortSignal): void {
  throwIfAborted(signal);
  checks("input", input);
}

/** A stream may be handed out and outlive the run, so every attempt listens to the caller too. */
function dispatchFor(run: ProviderRun, { signal }: CallOptions): Dispatch {
  const callers = signal === undefined ? [] : [signal];
  return async (prepared, attempt) => {
    const request = withPolicy(prepared, run.options.signal);
    const { own: asked, ofClient } = request.policy;
    const policy = asked ?? (run.options.policy === undefined ? ofClient : undefined);
    const send = (limits: AttemptLimits) => attempt(limits, callers);
    const when = policy?.kind === "retries" ? policy.when : undefined;
    return performRequest(run, request, when === undefined ? send : judgedBy(when, send, prepared.bad));
  };
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
    message: `the environment variable ${name} is unset or empty, and a default of the input needs it`,
    pointer,
  }));
  const names = [...new Set(merged.missing.map(({ name }) => name))].join(", ");
  const message = `${useCase.useCase} of ${useCase.profile} with ${provider}: defaults of the input need ${names}, unset or empty in the environment`;
  throw new ConfigurationError(message, { code: "missing-variable", provider, issues });
}

function failed({ profile, useCase }: BoundUseCase, { provider }: Candidate, error: unknown): UseCaseError {
  return new UseCaseError(`${useCase} of ${profile} failed with ${provider}`, { code: "use-case", provider, error });
}

function useCaseEnded({ profile, useCase }: BoundUseCase): RequestError {
  return new RequestError(`${useCase} of ${profile} has ended; its map can send nothing any more`, {
    code: "use-case-ended",
  });
}

/**
 * From now on, a request with a map's signal is recorded for that map. The signal aborts with that of the map that has made
 * the call, also once the call has ended well: its map may have left something under way.
 */
function recordSideEffects(
  controller: AbortController,
  record: RecordSideEffect,
  caller: AbortSignal | undefined,
): void {
  Object.defineProperty(controller.signal, SIDE_EFFECTS, { value: record });
  if (caller === undefined || recorderOf(caller) === undefined) return;
  const end = (reason: unknown): void => controller.abort(reason);
  // As long as somebody has the signal, and no longer: a map may make any number of calls.
  Object.defineProperty(controller.signal, Symbol("end"), { value: end });
  onAbortWhileHeld(caller, end, { callback: undefined });
}
