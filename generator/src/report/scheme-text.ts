import type { SecurityScheme } from "@sdkwright/runtime/config";
import { shownName, shownUrl } from "./shown-text.js";

/** How a credential is sent, in words. */
export function schemeText(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case "apiKey":
      return `API key in ${PLACES[scheme.in]} ${shownName(scheme.name)}`;
    case "http":
      return HTTP[scheme.scheme];
    case "oauth2":
      return `OAuth 2, ${FLOWS[scheme.flow]}, tokens from ${shownUrl(scheme.tokenUrl)}`;
    case "signature":
      return `signature that code computes, in ${scheme.headers.map(shownName).join(", ")}`;
  }
}

const PLACES = {
  header: "the header",
  query: "the query parameter",
  body: "the field of the body",
  path: "the part of the path",
  cookie: "the cookie",
} as const;

const HTTP = {
  basic: "user name and password (HTTP Basic)",
  bearer: "token (HTTP Bearer)",
  digest: "user name and password (HTTP Digest), which never travel themselves",
} as const;

const FLOWS = { clientCredentials: "client credentials", refreshToken: "refresh token" } as const;
