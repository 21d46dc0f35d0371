import type { AuthenticationErrorKind } from "../errors.js";
import { loadFailures } from "./send-once.js";

/** Why a server did not accept the credentials that a request carried; undefined where it does not say so. */
export async function rejectionOf({ status, headers }: Response): Promise<AuthenticationErrorKind | undefined> {
  if (status !== 401 && status !== 403) return undefined;
  const field = headers.get("www-authenticate");
  const failures = field === null ? undefined : await loadFailures();
  return failures?.bearerError(field ?? "") ?? (status === 401 ? "rejected" : undefined);
}
