import { StreamError } from "../errors/call-errors.js";
import { BodyError, describeRequest, MAX_NAME, printable, type RequestLabel, type SdkError } from "../errors/errors.js";
import type { StreamRule } from "../config/definition.js";
import type { ReceivedAnswer } from "./answer.js";
import type { ParsedEvent } from "./event-parser.js";

export type FailureCode =
  "not-events" | "not-lines" | "body-not-json" | "event-too-large" | "stream-cut" | "stream-error";

/** The place of a failure in a stream. */
export interface FailurePlace {
  readonly label: RequestLabel;
  readonly isEvents: boolean;
  /** How many events, or lines, came before. */
  readonly number: number;
  /** In bytes. */
  readonly limit: number;
  readonly rule: StreamRule | undefined;
  readonly answer: ReceivedAnswer | undefined;
  /** The event or the line itself, if it is about one. */
  readonly item: ParsedEvent | string | undefined;
}

/** Makes the error for a stream that is not what it was read as, or that failed on its way. */
export async function streamFailure(code: FailureCode, place: FailurePlace): Promise<SdkError> {
  const { label, isEvents, limit, rule, answer, item } = place;
  const number = place.number + 1;
  const status = answer?.status;
  const { provider } = label;
  const request = describeRequest(label);
  const bodyError = (problem: string): BodyError =>
    new BodyError(`${request} answered ${status}, but ${problem}`, { code, provider, status });
  switch (code) {
    case "body-not-json":
      return bodyError(`${isEvents ? "the data of event" : "line"} ${number} is not JSON`);
    case "event-too-large":
      return bodyError(`${isEvents ? "an event" : "a line"} is longer than ${limit} bytes (maxEventBytes)`);
    case "stream-cut":
      return new StreamError(
        `${request}: the stream ended without ${printable(rule?.done ?? "", MAX_NAME)}, so it was cut`,
        {
          code,
          provider,
        },
      );
    case "stream-error": {
      const said = typeof item === "object" ? await answer?.said?.(item.data) : undefined;
      const message = `${request}: event ${number} says that the server has failed`;
      const sentence = said?.sentence ? `: ${said.sentence}` : "";
      return new StreamError(message + sentence, { code, provider, data: said?.body });
    }
    case "not-events":
    case "not-lines": {
      const type = printable((answer?.source.headers.get("content-type") ?? "").replace(/;.*/s, "").trim(), MAX_NAME);
      const remedy = label.method === "GET" ? "; read json()" : ': does the body need `"stream": true`?';
      const hint = /\bjson$/i.test(type) ? remedy : "";
      const what = `a stream of ${isEvents ? "events" : "lines"}`;
      const error = bodyError(`the body is not ${what}: its content type is ${type || "missing"}${hint}`);
      return Object.assign(error, type && { contentType: type });
    }
  }
}
