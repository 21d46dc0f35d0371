import type { AuthenticationErrorKind } from "../errors.js";
import { parseChallenges } from "./challenges.js";

/** Why a server did not accept the credentials that a request carried; undefined where it does not say so. */
export function rejectionOf({ status, headers }: Response): AuthenticationErrorKind | undefined {
  if (status !== 401 && status !== 403) return undefined;
  return bearerError(headers.get("www-authenticate") ?? "") ?? (status === 401 ? "rejected" : undefined);
}

/** RFC 6750 §3.1. */
function bearerError(field: string): AuthenticationErrorKind | undefined {
  const bearer = parseChallenges(field).find(({ scheme }) => scheme === "bearer");
  const error = bearer?.params.get("error");
  return error === "invalid_token" || error === "insufficient_scope" ? error : undefined;
}
