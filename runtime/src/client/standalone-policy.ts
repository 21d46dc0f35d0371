import { SdkError } from "../errors/errors.js";
import type { ReceivedAnswer } from "../http/answer.js";
import type { BoundProvider } from "../http/bound-provider.js";
import type { Dispatch } from "../http/client.js";
import { Circuits } from "../policy/circuits.js";
import { judgedBy } from "../policy/classify.js";
import { aroundCall } from "../policy/hooks.js";
import { markFailureOf, markUnrepeatable, ProviderRun } from "../policy/provider-run.js";
import { withDeadline, withPolicy } from "../policy/request-policy.js";
import { type FirstFailure, performRequest } from "../policy/retry.js";
import { emit } from "../telemetry/events.js";

/** A dispatch that goes on from an attempt that has failed before it was loaded. */
export interface PolicyDispatch {
  (...request: [...Parameters<Dispatch>, first?: FirstFailure]): ReturnType<Dispatch>;
  /** Called after a request that went well without it: that gives something back to the budget of retries. */
  readonly succeeded?: (() => void) | undefined;
}

/** Makes each request outside a use-case a provider run of its own; those to one endpoint share a circuit. */
export function dispatchWithPolicy(
  bound: BoundProvider,
  circuits: Circuits = new Circuits(bound.context),
): PolicyDispatch {
  const { context, definition, configured, requestTimeout } = bound;
  const origin = { provider: definition.name };
  const group = circuits.group(origin, configured.limits);
  const budget = circuits.budget(definition.name);
  const dispatch = async (...[prepared, attempt, first]: Parameters<PolicyDispatch>): ReturnType<Dispatch> => {
    const request = withPolicy(prepared);
    const { own: asked, ofClient, deadline = Infinity } = request.policy;
    const policy = asked ?? ofClient;
    const send =
      policy.kind === "retries" && policy.when !== undefined ? judgedBy(policy.when, attempt, prepared.bad) : attempt;
    const call = context.nextCall();
    const own = {
      policy: undefined,
      budget,
      requestTimeout,
      circuits: group,
      hasNext: false,
      endsAt: Infinity,
      signal: undefined,
      streamSignal: undefined,
      ended: undefined,
      outer: undefined,
    };
    const run = new ProviderRun({ context, origin, call, ...own });
    const summary = () => ({ call, ...origin, attempts: run.attempts, duration: run.duration });
    const { provider, service, method, path } = prepared.label;
    const beginning = {
      context,
      what: { call, provider, service, method, path },
      signal: request.signal,
      timeLeft: deadline,
      requestTimeout: request.policy.requestTimeout ?? requestTimeout,
      deadlineError: () => run.deadlineError(),
      summary: (answer?: ReceivedAnswer) => ({ ...origin, attempts: run.attempts, status: answer?.status }),
    };
    try {
      const response = await aroundCall(beginning, async (taken) =>
        performRequest(run, withDeadline(request, deadline - taken), send, first),
      );
      if (context.on !== undefined) emit(context.on, { type: "success", ...summary() });
      const { content } = response;
      if (!run.mustNotRepeat || !(content instanceof ReadableStream)) return response;
      return { ...response, content: markFailureOf(content) };
    } catch (error) {
      // A map may have sent the request, and pass the error on.
      if (run.mustNotRepeat && error instanceof SdkError) markUnrepeatable(error);
      if (context.on !== undefined) emit(context.on, { type: "failure", ...summary(), error });
      throw error;
    }
  };
  return Object.assign(dispatch, { succeeded: () => budget.giveBack(0) });
}
