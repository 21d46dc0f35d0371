import { withoutPrototype } from "../config/options.js";
import type { AttemptPolicy } from "../config/retries.js";
import { SdkError } from "../errors/errors.js";
import type { ReceivedAnswer } from "../http/answer.js";
import type { AttemptLimits } from "../http/attempt.js";
import type { BoundProvider } from "../http/bound-provider.js";
import type { Dispatch } from "../http/client.js";
import type { PreparedRequest } from "../http/prepare.js";
import { emit, requestOf } from "../telemetry/events.js";
import type { AnswerStatus } from "./attempt.js";
import { Circuits } from "./circuits.js";
import { judgedBy, markUnrepeatable } from "./classify.js";
import type { FirstAttempt, RequestOwner } from "./first-attempt.js";
import { aroundCall } from "./hooks.js";
import { ProviderRun } from "./provider-run.js";
import { withDeadline, withPolicy } from "./request-policy.js";
import { deadlineErrorOf, performRequest } from "./retry.js";

/** A dispatch that goes on from an attempt that was made before it was loaded. */
export interface PolicyDispatch {
  (...request: [...Parameters<Dispatch>, first?: FirstAttempt]): ReturnType<Dispatch>;
  /** Called after a request outside a use-case that went well without it: that gives something back to the budget of retries. */
  readonly succeeded?: (() => void) | undefined;
}

/**
 * Sends requests as their policies say. Each request outside a use-case is a provider run of its own; those to one
 * endpoint share a circuit.
 */
export function dispatchWithPolicy(bound: BoundProvider, owner: RequestOwner): PolicyDispatch {
  return owner.run === undefined ? dispatchAlone(bound, owner) : dispatchIn(owner.run, owner.caller);
}

function dispatchIn(run: ProviderRun, caller: AbortSignal | undefined): PolicyDispatch {
  const callers = caller === undefined ? [] : [caller];
  return (prepared, attempt, first) => {
    const request = withPolicy(prepared, run.options.signal);
    const { own, ofClient } = request.policy;
    const policy = own ?? (run.options.policy === undefined ? ofClient : undefined);
    const send = judged(policy, (limits) => attempt(limits, callers), prepared);
    return performRequest(run, request, send, first);
  };
}

type Send = (limits: AttemptLimits) => Promise<ReceivedAnswer & AnswerStatus>;

/** Marks an answer that cannot be read as the JSON that the caller asked for: a page, or nothing. */
function marked(prepared: PreparedRequest, answer: ReceivedAnswer): ReceivedAnswer & AnswerStatus {
  const { status, content, json } = answer;
  if (!(content instanceof Uint8Array) || status === 204 || status === 205) return answer;
  if (status >= 300 || prepared.headers.get("accept")?.includes("json") !== true) return answer;
  const start = content.find((byte) => byte > 0x20);
  const isUnreadable = start === 0x3c || (start === undefined && !json.mayBeEmpty);
  return isUnreadable ? { ...answer, isUnreadable } : answer;
}

function judged(policy: AttemptPolicy | undefined, send: Send, prepared: PreparedRequest): Send {
  const when = policy?.kind === "retries" ? policy.when : undefined;
  const judging = when === undefined ? send : judgedBy(when, send, prepared.bad);
  return async (limits) => marked(prepared, await judging(limits));
}

function dispatchAlone(bound: BoundProvider, { circuits = new Circuits(bound.context) }: RequestOwner): PolicyDispatch {
  const { context, definition, configured, requestTimeout } = bound;
  const origin = { provider: definition.name };
  const group = circuits.group(origin, configured.limits);
  const dispatch = async (...[prepared, attempt, first]: Parameters<PolicyDispatch>): ReturnType<Dispatch> => {
    const request = withPolicy(prepared);
    const { own: asked, ofClient, deadline = Infinity } = request.policy;
    const send = judged(asked ?? ofClient, attempt, prepared);
    const call = context.nextCall();
    const own = {
      policy: undefined,
      requestTimeout,
      circuits: group,
      hasNext: false,
      candidates: [],
      round: 1,
      retriesFirst: false,
      waitsUntil: undefined,
      endsAt: Infinity,
      signal: undefined,
      streamSignal: undefined,
      ended: undefined,
      outer: undefined,
    };
    const run = new ProviderRun({ context, origin, call, ...own });
    if (first?.isSent === true) run.attempts = 1;
    const summary = () => ({ call, ...origin, attempts: run.attempts, duration: run.duration });
    const beginning = {
      context,
      what: { call, ...origin, ...requestOf(prepared.label) },
      signal: request.signal,
      timeLeft: deadline,
      requestTimeout: request.policy.requestTimeout ?? requestTimeout,
      deadlineError: () => deadlineErrorOf(run),
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
  return Object.assign(dispatch, { succeeded: () => circuits.budgets.get(definition.name)?.giveBack(0) });
}

/** Marks the failure of a body, too. */
export function markFailureOf(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (error instanceof SdkError) markUnrepeatable(error);
        throw error;
      }
    },
    // It fails with an error of the platform's, which nobody needs.
    cancel: async (reason) => reader.cancel(reason).catch(() => {}),
  };
  return new ReadableStream(withoutPrototype(source), { highWaterMark: 0 });
}
