import { createHash, createHmac } from "node:crypto";
import type { ProviderClient, SignedRequest } from "@sdkwright/runtime";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { digest } from "@sdkwright/runtime/generated/digest";
import { signature } from "@sdkwright/runtime/generated/signature";
import type { Received } from "../../servers/http-server.js";

/** A provider whose schemes can all apply beside a signature. */
export function signedProvider(baseUrl: string, parts: Partial<ProviderDefinition> = {}): ProviderDefinition {
  return {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl } },
    securitySchemes: {
      signed: { type: "signature", headers: ["x-signature", "x-timestamp"] },
      second: { type: "signature", headers: ["x-second"] },
      key: { type: "apiKey", in: "query", name: "key" },
      field: { type: "apiKey", in: "body", name: "key" },
      basic: { type: "http", scheme: "basic" },
      staff: {
        type: "http",
        scheme: "digest",
        statusCode: 401,
        challengeHeader: "www-authenticate",
        authorizationHeader: "authorization",
      },
    },
    ...parts,
  };
}

export const signingKey = "canary-signing-key-7f3a";

const others = {
  key: { apikey: "query-secret" },
  field: { apikey: "field-secret" },
  basic: { username: "alice", password: "basic-secret" },
  staff: { username: "alice", password: "staff-secret" },
};

/** A client of {@link signedProvider}; `sign` may be what no type allows. */
export function signedClient(
  baseUrl: string,
  sign: unknown = signedBy(),
  options: object = {},
  parts: Partial<ProviderDefinition> = {},
): ProviderClient {
  const credentials = { ...others, signed: { sign } };
  return bindProvider(signedProvider(baseUrl, parts), {}, { credentials, ...options }, { digest, signature });
}

/** Signs method, URL, the headers that a server sees as they were given, and the body; `seen` gets each request. */
export function signedBy(seen: SignedRequest[] = []): (request: SignedRequest) => Promise<object> {
  return async (request) => {
    seen.push(request);
    const timestamp = `t-${seen.length}`;
    return { "X-Signature": signatureOf(request, timestamp), "x-timestamp": timestamp };
  };
}

/** Whether a request on the server carries the signature of what the server got. */
export function isSigned(origin: string, { method, target, headers, body }: Received): boolean {
  const given = Object.entries(headers).filter(([name]) => !ADDED.has(name));
  const request = { method, url: origin + target, headers: Object.fromEntries(given) as Headers, body };
  return headers["x-signature"] === signatureOf(request, String(headers["x-timestamp"]));
}

type Headers = { readonly [name: string]: string };

/** What the platform adds, and the signature itself. */
const ADDED = new Set(
  "host connection content-length transfer-encoding user-agent accept-encoding accept-language sec-fetch-mode x-signature x-timestamp".split(
    " ",
  ),
);

interface Signable {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

function signatureOf({ method, url, headers, body }: Signable, timestamp: string): string {
  const names = Object.entries(headers).filter(([name, value]) => name !== "accept" || value !== "*/*");
  const lines = names.map(([name, value]) => `${name}:${value}`).sort();
  const hash = createHash("sha256").update(body).digest("hex");
  const text = [timestamp, method, url, ...lines, hash].join("\n");
  return createHmac("sha256", signingKey).update(text).digest("hex");
}
