import type { OutgoingRequest } from "../wire/outgoing.js";
import { secretsGiven, secretsSent } from "./sent-secrets.js";
import { serverTexts, type Redaction, type ServerTexts } from "./server-text.js";

/** What an attempt was made of, and sent. */
export interface Sendings extends Redaction {
  readonly sent: readonly OutgoingRequest[];
  /** The options of its request, as the caller gave them. */
  readonly given: object;
  readonly basePath: string;
}

/** What is told of the answers to an attempt: nothing where what was given can no longer be read, as by a getter that throws. */
export function attemptTexts({ sent, given, basePath, ...redaction }: Sendings): ServerTexts | undefined {
  try {
    const secrets = new Set([...redaction.secrets, ...secretsGiven(given), ...secretsSent(sent, basePath)]);
    return serverTexts({ ...redaction, secrets });
  } catch {
    return undefined;
  }
}
