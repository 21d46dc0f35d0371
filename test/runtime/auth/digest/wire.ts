import { AuthenticationError, HttpError } from "@sdkwright/runtime";
import { bindProvider, type ProviderDefinition, type Secret } from "@sdkwright/runtime/generated/digest";

/** Who asks, and how the provider's scheme is declared. */
export interface WireOptions {
  username?: Secret;
  password?: Secret;
  statusCode?: number;
  challengeHeader?: string;
  authorizationHeader?: string;
  /** Base URL of a second service, `other`. */
  other?: string;
  fetch?: typeof fetch;
}

export interface Result {
  status: number;
  /** Kind of the AuthenticationError, when the call ended with one. */
  refusal: string | undefined;
  body: string;
}

export interface CallOptions {
  method?: string;
  body?: string | FormData | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>);
  service?: "default" | "other";
  signal?: AbortSignal;
}

/** A client whose only scheme is digest. HttpErrors count as results here; everything else rejects. */
export interface Wire {
  readonly get: (path: string, options?: CallOptions) => Promise<Result>;
}

export function wire(origin: string, options: WireOptions = {}): Wire {
  const { username = "alice", password = "s3cret-passphrase" } = options;
  const client = bindProvider(
    definitionOf(origin, options),
    {},
    { credentials: { staff: { username, password } }, fetch: options.fetch, retries: 0 },
  );
  return {
    async get(path, { method = "GET", body, service = "default", signal } = {}) {
      const content = body instanceof FormData ? { multipart: body } : { body };
      const sent = client.request(path, { method, service, security: "staff", signal, ...content });
      return sent.then(
        async (response) => ({ status: response.status, refusal: undefined, body: await response.text() }),
        resultOfError,
      );
    },
  };
}

function definitionOf(origin: string, options: WireOptions): ProviderDefinition<"default" | "other", "staff"> {
  const { statusCode = 401, challengeHeader = "www-authenticate", authorizationHeader = "authorization" } = options;
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: origin }, other: { baseUrl: options.other ?? origin } },
    securitySchemes: {
      staff: { type: "http", scheme: "digest", statusCode, challengeHeader, authorizationHeader },
    },
  };
}

function resultOfError(error: unknown): Result {
  if (!(error instanceof HttpError)) throw error;
  const refusal = error instanceof AuthenticationError ? error.kind : undefined;
  return { status: error.status, refusal, body: error.text };
}
