/** One line of the table: a document, and what is said about it. */
export interface FormatCase {
  /** Id of the vector, and what is special about this case of it. */
  readonly id: string;
  readonly document: unknown;
  /** Issues with codes SW1xxx, exactly these, in any order. */
  readonly issues?: readonly ExpectedIssue[] | undefined;
  /** Values in the normalised document, by JSON pointer. */
  readonly values?: { readonly [pointer: string]: unknown } | undefined;
}

/** A case of client.json; whatever it names stands where the generator looks for it. */
export interface ClientCase extends FormatCase {
  /** Definitions by provider; {@link plainDefinition} for those that are not given. `null`: none is there. */
  readonly providers?: { readonly [name: string]: unknown } | undefined;
  /** Profile documents by profile. */
  readonly profiles?: { readonly [name: string]: unknown } | undefined;
}

export interface ExpectedIssue {
  readonly code: string;
  readonly pointer: string;
  /** `error` where absent. */
  readonly severity?: "error" | "warning" | undefined;
  /** `value` where absent. */
  readonly target?: "key" | undefined;
  /** What message and hint have to say, each literally. */
  readonly says?: readonly string[] | undefined;
}

/** A definition with one scheme of each kind, named like its credentials. */
export function plainDefinition(name: string): object {
  return {
    name,
    services: [{ id: "default", baseUrl: `https://${name.replaceAll(/[^a-z]/g, "-")}.example` }],
    defaultService: "default",
    securitySchemes: [
      { id: "key", type: "apiKey", in: "header", name: "X-Key" },
      { id: "basic", type: "http", scheme: "basic" },
      { id: "bearer", type: "http", scheme: "bearer" },
      { id: "digest", type: "http", scheme: "digest" },
    ],
    parameters: [{ name: "region" }],
  };
}
