import type { BadOption } from "../config/options.js";
import type { AttemptOutcome, RetryWhen } from "../config/retries.js";
import { describeRequest, HttpError, NetworkError, type SdkError, TimeoutError } from "../errors/errors.js";
import type { ReceivedAnswer } from "../http/answer.js";
import type { AttemptLimits } from "../http/attempt.js";
import { explain, judge } from "./classify.js";

type Send = (limits: AttemptLimits) => Promise<ReceivedAnswer>;

/** Sends, and asks `when` of a caller what the outcome is: of answers whose body was read whole, and of failures on the way. */
export function judgedBy(when: RetryWhen, send: Send, bad: BadOption): Send {
  let attempt = 0;
  return async (limits) => {
    attempt += 1;
    let answer: ReceivedAnswer;
    try {
      answer = await send(limits);
    } catch (error) {
      if (!(error instanceof HttpError || error instanceof NetworkError || error instanceof TimeoutError)) throw error;
      // What a token endpoint says is none of the vendor's words for its answers.
      if (Object.hasOwn(error, "tokenEndpoint")) throw error;
      const said = saidBy(when, failedOutcome(error, attempt));
      if (typeof said === "string") throw note(explain(error, `\`retries.when\` ${said}`), false);
      throw said === undefined ? error : note(error, said);
    }
    if (!(answer.content instanceof Uint8Array)) return answer;
    const said = saidBy(when, outcomeOf(answer, attempt));
    if (typeof said === "string") throw bad("`retries.when`", `${said}; the server answered ${answer.status}`);
    if (said === undefined || said === false) return answer;
    throw note(await refusedByWhen(answer), said);
  };
}

/** The function is a caller's, and perhaps one of JavaScript: what is wrong with it, as a text. */
function saidBy(when: RetryWhen, outcome: AttemptOutcome): Said | undefined | string {
  let said: unknown;
  try {
    said = when(outcome);
  } catch {
    return "threw";
  }
  if (said === undefined || typeof said === "boolean" || isWait(said)) return said;
  // Nobody else waits for it.
  if (said instanceof Promise) said.catch(() => {});
  return "gave something other than true, false, undefined and { after } in ms";
}

function isWait(said: unknown): said is { readonly after: number } {
  const { after } = Object(said) as { readonly after?: unknown };
  return typeof after === "number" && after >= 0 && Number.isFinite(after);
}

type Said = boolean | { readonly after: number };

function note<Failure extends SdkError>(error: Failure, said: Said): Failure {
  judge(error, said);
  if (typeof said === "object" && error instanceof HttpError) Object.assign(error, { retryAfter: said.after });
  return error;
}

function outcomeOf({ status, source, content }: ReceivedAnswer, attempt: number): AttemptOutcome {
  const text = new TextDecoder().decode(content as Uint8Array);
  return { status, headers: source.headers, body: parsed(text), error: undefined, attempt };
}

function failedOutcome(error: SdkError, attempt: number): AttemptOutcome {
  if (!(error instanceof HttpError)) return { status: undefined, headers: new Headers(), body: "", error, attempt };
  const { status, headers, body } = error;
  return { status, headers, body, error, attempt };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An answer that was accepted, but for the caller. */
async function refusedByWhen({ status, label, shown }: ReceivedAnswer): Promise<HttpError> {
  const message = `${describeRequest(label)} answered ${status}, which \`when\` takes for a failure`;
  const { provider, method, path } = label;
  return new HttpError(message, { ...(await shown?.()), code: "refused-by-when", provider, status, method, path });
}
