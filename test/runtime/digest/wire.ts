import type { OutgoingRequest } from "#runtime/auth/authenticator.js";
import { digest } from "#runtime/auth/digest.js";
import { DigestSessions } from "#runtime/auth/digest/sessions.js";
import { followRedirects } from "#runtime/http/redirects.js";

/** Who asks, and how the provider's scheme is declared. */
export interface WireOptions {
  username?: string;
  password?: string;
  schemeId?: string;
  statusCode?: number;
  challengeHeader?: string;
  authorizationHeader?: string;
  sessions?: DigestSessions;
  /** Takes the place of the platform's fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface Result {
  status: number;
  refusal: string | undefined;
  body: string;
}

export interface CallOptions {
  method?: string;
  body?: string;
  signal?: AbortSignal;
}

/** Digest and redirects on plain fetch, without the rest of the client. */
export interface Wire {
  readonly get: (path: string, options?: CallOptions) => Promise<Result>;
}

export function wire(origin: string, options: WireOptions = {}): Wire {
  const { schemeId = "staff", username = "alice", password = "s3cret-passphrase" } = options;
  const { sessions = new DigestSessions(), fetch: send = fetch } = options;
  const scheme = {
    type: "http" as const,
    scheme: "digest" as const,
    statusCode: options.statusCode ?? 401,
    challengeHeader: options.challengeHeader ?? "www-authenticate",
    authorizationHeader: options.authorizationHeader ?? "authorization",
  };
  return {
    async get(path, { method = "GET", body, signal = new AbortController().signal } = {}) {
      const answerer = digest({ schemeId, scheme, username, password, sessions });
      const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
      const request = { method, url: origin + path, headers: new Headers(), body: bytes };
      const sendOnce = ({ url, headers }: OutgoingRequest): Promise<Response> =>
        send(new Request(url, { headers, redirect: "manual", signal, ...(bytes && { method, body: bytes }) }));
      const { response, refusal } = await followRedirects(request, (hop) => answerer.exchange(hop, sendOnce, signal), {
        crossOrigin: "refuse",
        label: `${method} ${path} of acme`,
        provider: "acme",
        discard,
      });
      return { status: response.status, refusal, body: await response.text() };
    },
  };
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel();
}
