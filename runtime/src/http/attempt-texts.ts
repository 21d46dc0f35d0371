import { secretsAnswered, secretsGiven, secretsSent, type Sent } from "./sent-secrets.js";
import { isTooMuch, serverTexts, type Redaction, type ServerTexts } from "./server-text.js";
import type { AnswerHead, BodyBytes } from "../wire/response-body.js";
import type { Secrets } from "../wire/scrub.js";

/** What an attempt was made of, and sent. */
export interface Sendings {
  readonly prepared: {
    /** As the caller gave them. */
    readonly options: object;
    readonly base: { readonly path: string };
    readonly bound: Omit<Redaction, "secrets">;
  };
  readonly state: { readonly secrets: Secrets };
  readonly sent: readonly Sent[];
}

/** Of a body; to read more would take the time of other calls. */
const MAX_READ = 1_048_576;

/** What has texts within texts is read more than once, and what is made for it some hundred times. */
const MAX_TIMES = 8;

/** What is read in any case, headers among it. */
const SOME = 262_144;

/**
 * What is told of the answers to an attempt, and of one that a token endpoint gave, which may hand out secrets: no text where
 * what was sent is too much to be read, or what was given can no longer be, as by a getter that throws. What only describes a
 * failure never takes its place.
 */
export function attemptTexts(sendings: Sendings, handing?: Parameters<typeof secretsAnswered>): ServerTexts {
  const { redact, errorBodies } = sendings.prepared.bound;
  try {
    if (handing === undefined) return serverTexts({ redact, errorBodies, secrets: secretsOf(sendings) });
    // Of a text that is cut off nobody knows what stands in it.
    const isWhole = handing[1].complete;
    return serverTexts({
      redact,
      errorBodies: errorBodies && isWhole,
      secrets: secretsOf(sendings, answeredIn(...handing)),
    });
  } catch {
    return serverTexts({ redact, errorBodies, secrets: undefined });
  }
}

/** One answer is told to all who wait for a token. */
const answered = new WeakMap<BodyBytes, ReadonlySet<string>>();

function answeredIn(answer: AnswerHead, body: BodyBytes): ReadonlySet<string> {
  const found = answered.get(body) ?? secretsAnswered(answer, body);
  answered.set(body, found);
  return found;
}

function secretsOf({ prepared, state, sent }: Sendings, answered: Iterable<string> = []): Secrets {
  const found = new Sought([...state.secrets, ...answered]);
  let left = SOME;
  for (const { url, body } of sent)
    left = Math.max(left, SOME + MAX_TIMES * (url.length + (body instanceof Uint8Array ? body.length : 0)));
  const reading = (length: number): void => {
    left -= length;
    if (left < 0) throw new RangeError();
  };
  secretsSent(sent, { basePath: prepared.base.path, found, most: MAX_READ, reading });
  return secretsGiven(prepared.options, found, reading);
}

/** Ends the search as soon as there are more than are looked for. */
class Sought extends Set<string> {
  override add(secret: string): this {
    if (!this.has(secret) && isTooMuch(super.add(secret))) throw new RangeError();
    return this;
  }
}
