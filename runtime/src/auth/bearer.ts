import type { Signer } from "./authenticator.js";
import type { ResolvedCredentials } from "./credentials.js";

/** Bearer token in the `Authorization` header (RFC 6750 §2.1); on purpose any visible ASCII, as servers issue it. */
export function bearerSigner(credentials: ResolvedCredentials): Signer {
  const token = credentials.text("token");
  if (/^bearer /i.test(token)) throw credentials.error("token", "starts with `Bearer `: give the token alone");
  if (!/^[\x21-\x7e]+$/.test(token)) throw credentials.error("token", "contains more than visible ASCII characters");
  return {
    kind: "signer",
    schemeId: credentials.schemeId,
    sign: ({ headers }) => headers.set("authorization", `Bearer ${token}`),
  };
}
