import { printable } from "../../redaction.js";
import type { BodyBytes } from "../../wire/response-body.js";
import type { Grant } from "./grant.js";
import { parseObject } from "./token-answer.js";
import type { ShownAnswer, Texts } from "./token-wire.js";

const MAX_SHOWN = 300;

/** What a token endpoint says, masked and cut: `error` and `error_description` (RFC 6749 §5.2) in place of its reason phrase. */
export function shownRefusal(
  { attempt, client, refreshToken }: Grant,
  { serverTexts }: Texts,
  answer: Response,
  body: BodyBytes,
): ShownAnswer {
  const { redact, errorBodies } = client;
  const shown = serverTexts({ secrets: attempt.secrets, redact, errorBodies }).show(answer, body);
  const { error, error_description: description } = parseObject(shown.body);
  const isSpent = refreshToken !== undefined && error === "invalid_grant";
  const said = [error, description, isSpent ? SPENT : undefined].filter((part) => typeof part === "string").join(": ");
  return { ...shown, reason: printable(said, MAX_SHOWN) || shown.reason };
}

const SPENT = "the refresh token has expired, or another instance has spent it (the option `tokens` lets them share it)";
