import { base64 } from "../config/octets.js";
import type { Signer } from "./authenticator.js";
import type { ResolvedCredentials } from "./credentials.js";

/** Basic authentication (RFC 7617): `username:password`, as UTF-8, in base64. */
export function basicSigner(credentials: ResolvedCredentials): Signer {
  const username = credentials.text("username");
  if (username.includes(":")) throw credentials.error("username", "contains a `:`, which RFC 7617 does not allow");
  const value = `Basic ${base64(`${username}:${credentials.text("password")}`)}`;
  return {
    kind: "signer",
    schemeId: credentials.schemeId,
    sign: ({ headers }) => headers.set("authorization", value),
  };
}
