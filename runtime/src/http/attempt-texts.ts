import type { OutgoingRequest } from "../wire/outgoing.js";
import { secretsGiven, secretsSent } from "./sent-secrets.js";
import { isTooMuch, serverTexts, type Redaction, type ServerTexts } from "./server-text.js";
import type { Secrets } from "../wire/scrub.js";

/** What an attempt was made of, and sent. */
export interface Sendings extends Redaction {
  readonly secrets: Secrets;
  readonly sent: readonly OutgoingRequest[];
  /** The options of its request, as the caller gave them. */
  readonly given: object;
  readonly basePath: string;
}

/** Of a body; to read more would take the time of other calls. */
const MAX_READ = 1_048_576;

/**
 * What is told of the answers to an attempt: no text where what was sent is too much to be read, or what was given can no
 * longer be, as by a getter that throws. What only describes a failure never takes its place.
 */
export function attemptTexts(sendings: Sendings): ServerTexts {
  const { sent: _, given: __, basePath: ___, ...redaction } = sendings;
  try {
    return serverTexts({ ...redaction, secrets: secretsOf(sendings) });
  } catch {
    return serverTexts({ ...redaction, secrets: undefined });
  }
}

function secretsOf({ secrets, sent, given, basePath }: Sendings): Secrets {
  const found = new Sought(secrets);
  secretsSent(sent, { basePath, found, most: MAX_READ });
  return secretsGiven(given, found);
}

/** Ends the search as soon as there are more than are looked for. */
class Sought extends Set<string> {
  override add(secret: string): this {
    if (!this.has(secret) && isTooMuch(super.add(secret))) throw new RangeError();
    return this;
  }
}
