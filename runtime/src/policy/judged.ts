import type { AttemptOutcome, RetryWhen } from "../config/retries.js";
import { HttpError, NetworkError, TimeoutError, type SdkError } from "../errors.js";
import type { AttemptLimits } from "../http/attempt-scope.js";
import type { ReceivedAnswer } from "../http/response.js";
import { describeRequest } from "../redaction.js";
import { judge } from "./classify.js";

type Send = (limits: AttemptLimits) => Promise<ReceivedAnswer>;

/** Sends, and asks `when` of a caller what the outcome is: of answers whose body was read whole, and of failures on the way. */
export function judgedBy(when: RetryWhen, send: Send): Send {
  let attempt = 0;
  return async (limits) => {
    attempt += 1;
    try {
      const answer = await send(limits);
      if (!(answer.content instanceof Uint8Array)) return answer;
      const said = when(outcomeOf(answer, attempt));
      if (said === undefined || said === false) return answer;
      throw note(await refusedByWhen(answer), said);
    } catch (error) {
      if (error instanceof HttpError && error.code === "refused-by-when") throw error;
      if (!(error instanceof HttpError || error instanceof NetworkError || error instanceof TimeoutError)) throw error;
      // What a token endpoint says is none of the vendor's words for its answers.
      if (Object.hasOwn(error, "tokenEndpoint")) throw error;
      const said = when(failedOutcome(error, attempt));
      throw said === undefined ? error : note(error, said);
    }
  };
}

function note<Failure extends SdkError>(error: Failure, said: boolean | { readonly after: number }): Failure {
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
