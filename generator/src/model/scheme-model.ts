import {
  type ApiKeyScheme,
  fieldsFromCode,
  fieldsOfScheme,
  isOptionalField,
  isPublicCredential,
  type CredentialValues,
  type OAuth2Scheme,
  type SecurityScheme,
} from "@sdkwright/runtime/config";

/** One security scheme as it is emitted. */
export interface SchemeModel {
  readonly id: string;
  /** What kind of scheme it is, for people. */
  readonly description: string;
  /** The runtime's type of its credentials. */
  readonly credentials: CredentialsType;
  /** The scheme as data, in the order of its schema. */
  readonly definition: readonly { readonly key: string; readonly value: string | number | readonly string[] }[];
  /** Fields that its credentials cannot do without; of a signature the function that only code can give. */
  readonly fields: readonly string[];
  /** Fields that client.json takes from the environment. A literal is not among them: it is never emitted (rules C17). */
  readonly referenceFields: readonly string[];
  readonly references: readonly { readonly field: string; readonly value: string }[];
  /** Whether client.json supplies every field. */
  readonly isConfigured: boolean;
}

export type CredentialsType =
  | "ApiKeyCredentials"
  | "BasicCredentials"
  | "BearerCredentials"
  | "DigestCredentials"
  | "OAuth2Credentials"
  | "OAuth2RefreshCredentials"
  | "SignatureCredentials";

interface SchemeKind {
  readonly credentials: CredentialsType;
  readonly description: string;
}

/** Merges a scheme with its documentation and with what client.json supplies for it. */
export function schemeModel(
  id: string,
  scheme: SecurityScheme,
  bearerFormat = "",
  supplied: CredentialValues,
): SchemeModel {
  const kind = schemeKind(scheme);
  const fields = fieldsFromCode(scheme).filter((field) => !isOptionalField(scheme, field));
  const references = fieldsOfScheme(scheme).flatMap((field) => {
    const value = supplied[field];
    return value !== undefined && isPublicCredential(value) ? [{ field, value }] : [];
  });
  return {
    id,
    description: bearerFormat === "" ? `${kind.description}.` : `${kind.description}, format ${bearerFormat}.`,
    credentials: kind.credentials,
    definition: Object.entries(scheme).map(([key, value]) => ({ key, value })),
    fields,
    referenceFields: references.map(({ field }) => field),
    references,
    isConfigured: fields.every((name) => references.some(({ field }) => field === name)),
  };
}

function schemeKind(scheme: SecurityScheme): SchemeKind {
  switch (scheme.type) {
    case "apiKey":
      return { credentials: "ApiKeyCredentials", description: `${API_KEY_PLACES[scheme.in]}${after(scheme)}` };
    case "http":
      return HTTP_KINDS[scheme.scheme];
    case "oauth2":
      return OAUTH2_KINDS[scheme.flow];
    case "signature":
      return { credentials: "SignatureCredentials", description: `Signature in ${headersOf(scheme.headers)}` };
  }
}

const HTTP_KINDS: { readonly [scheme in "basic" | "digest" | "bearer"]: SchemeKind } = {
  basic: { credentials: "BasicCredentials", description: "HTTP basic (RFC 7617)" },
  digest: { credentials: "DigestCredentials", description: "HTTP digest (RFC 7616)" },
  bearer: { credentials: "BearerCredentials", description: "Bearer token (RFC 6750)" },
};

const OAUTH2_KINDS: { readonly [flow in OAuth2Scheme["flow"]]: SchemeKind } = {
  clientCredentials: {
    credentials: "OAuth2Credentials",
    description: "OAuth 2 by the client's credentials (RFC 6749 §4.4)",
  },
  refreshToken: { credentials: "OAuth2RefreshCredentials", description: "OAuth 2 by a refresh token (RFC 6749 §6)" },
};

function after({ prefix = "" }: ApiKeyScheme): string {
  return prefix === "" ? "" : `, after \`${prefix.trim()}\``;
}

function headersOf(names: readonly string[]): string {
  return names.length === 1 ? "a header" : "headers";
}

const API_KEY_PLACES: { readonly [place in ApiKeyScheme["in"]]: string } = {
  header: "API key in a header",
  query: "API key in the query",
  body: "API key in the body",
  path: "API key in the path",
  cookie: "API key in a cookie",
};
