import { HttpError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, type Answer, type Received } from "../../servers/http-server.js";
import { allCanaries, credentialCanaries, canaryCall, canaryClient, schemeIds, sources, type CanaryOptions, type SchemeId, type Source } from "./canary-client.js"; // prettier-ignore
import { assertSilent, findTexts, printedBy } from "./canary-report.js";

const test = suite("canaries");

/** How a call is made to fail: by what the server does, by what fetch does, or by what the client was given. */
interface Failure {
  readonly names: readonly string[];
  readonly respond?: (request: Received) => Answer | "reset" | Promise<Answer | "reset">;
  readonly fetch?: typeof fetch;
  readonly change?: CanaryOptions["change"];
  readonly baseUrl?: string;
  readonly requestTimeout?: number;
  readonly abort?: boolean;
  readonly read?: boolean;
  readonly schemes?: readonly SchemeId[];
}

const echo =
  (status: number, headers: Record<string, string> = {}) =>
  (request: Received): Answer => {
    const authorization = String(request.headers.authorization);
    const told = `${request.target} ${JSON.stringify(request.headers)} ${request.body.toString()} ${decoded(authorization)}`;
    const echoed = { "x-echo": authorization, "x-request-id": request.target, "retry-after": "1", ...headers };
    return {
      status,
      headers: { ...echoed, "www-authenticate": headers["www-authenticate"] ?? quoted(told) },
      body: told,
    };
  };
const challenge = 'Digest realm="r", nonce="n", qop="auth"';
const never = new Promise<never>(() => {});

const failures: Record<string, Failure> = {
  ...Object.fromEntries(
    [400, 401, 402, 403, 404, 408, 409, 425, 429, 500, 501, 503, 511].map((status) => [
      `status ${status}, everything echoed`,
      { names: ["HttpError", "AuthenticationError"], respond: echo(status) },
    ]),
  ),
  "digest rejected": {
    names: ["AuthenticationError"],
    respond: echo(401, { "www-authenticate": challenge }),
  },
  "digest not offered": {
    names: ["AuthenticationError"],
    respond: echo(401, { "www-authenticate": 'Basic realm="r"' }),
  },
  "a token refused": {
    names: ["AuthenticationError"],
    respond: echo(401, { "www-authenticate": 'Bearer error="invalid_token"' }),
  },
  "redirect elsewhere with everything": {
    names: ["RedirectError"],
    respond: (request) => ({ status: 302, headers: { location: `http://localhost:1${request.target}` } }),
  },
  "redirect in a circle": {
    names: ["RedirectError"],
    respond: (request) => ({ status: 307, headers: { location: request.target } }),
  },
  "connection reset": { names: ["NetworkError"], respond: () => "reset" },
  "no answer in time": { names: ["TimeoutError"], respond: () => never, requestTimeout: 30 },
  "malformed HTTP": { names: ["NetworkError"], fetch: failing("HPE_INVALID_CONSTANT") },
  "name not found": { names: ["NetworkError"], fetch: failing("ENOTFOUND") },
  "certificate refused": { names: ["NetworkError"], fetch: failing("CERT_HAS_EXPIRED") },
  "fetch fails without a code": { names: ["NetworkError"], fetch: failing(undefined) },
  "connection refused": { names: ["NetworkError"], baseUrl: "http://127.0.0.1:1" },
  "aborted with the caller's reason": { names: ["AbortError"], respond: () => never, abort: true },
  "body too large": {
    names: ["BodyError"],
    respond: (request) => ({ ...echo(200)(request), body: `${request.target}${"x".repeat(20_000)}` }),
  },
  "body not JSON": { names: ["BodyError"], respond: echo(200), read: true },
  "a line break in the credential": { names: ["ConfigurationError"], change: (secret) => `${secret}\n` },
  "not Unicode": { names: ["ConfigurationError"], change: (secret) => `${secret}\ud800`, schemes: schemeIds },
  "not a string": { names: ["ConfigurationError"], change: (secret) => ({ secret }), schemes: schemeIds },
  "a source that throws": {
    names: ["ConfigurationError"],
    change: (secret) => {
      throw new Error(`vault says ${secret}`);
    },
  },
  "Basic with a colon in the name": {
    names: ["ConfigurationError"],
    change: (secret) => `${secret}:x`,
    schemes: ["basic"],
  },
  "a token with its scheme": {
    names: ["ConfigurationError"],
    change: (secret) => `Bearer ${secret}`,
    schemes: ["bearer"],
  },
  "a key that a header cannot carry": {
    names: ["ConfigurationError"],
    change: (secret) => `${secret}é`,
    schemes: ["header", "cookie", "prefixed"],
  },
  "a key with its prefix": {
    names: ["ConfigurationError"],
    change: (secret) => `Bot ${secret}`,
    schemes: ["prefixed"],
  },
};

for (const [name, failure] of Object.entries(failures)) {
  test(`${name}: nothing that is left of it shows a secret`, async () => {
    const server = await startServer(failure.respond ?? echo(200));
    try {
      for (const scheme of failure.schemes ?? schemeIds) {
        for (const source of sources.filter((source) => isPossible(failure, source))) {
          await assertFailsSilently(failure, failure.baseUrl ?? server.origin, scheme, source);
        }
      }
    } finally {
      await server.close();
    }
  });
}

test("the report finds what it looks for, also where only inspect or a cause shows it", () => {
  const hidden = Object.assign(new Error("x"), { cause: { deep: [{ key: "canary-0-header-apikey" }] } });
  assert.equal(findTexts(hidden, allCanaries), ["canary-0-header-apikey"]);
  const encoded = new Error(`Basic ${Buffer.from("someone:canary-5-basic-password").toString("base64")}`);
  assert.equal(findTexts(encoded, allCanaries), ["canary-5-basic-password"]);
});

test.run();

async function assertFailsSilently(failure: Failure, origin: string, scheme: SchemeId, source: Source): Promise<void> {
  const abort = new AbortController();
  if (failure.abort === true) setTimeout(() => abort.abort(), 20);
  const { value: error, printed } = await printedBy(() => failureOf(failure, origin, scheme, source, abort.signal));
  if (error === undefined && scheme !== "digest") throw new Error(`${scheme} did not fail`);
  const { name } = error as Error;
  const isExpected = failure.names.includes(name) || (scheme === "digest" && name === "AuthenticationError");
  assert.ok(isExpected || name === "HttpError", `${scheme}, ${source}: ${String(error)}`);
  // What a server writes is shown; it cannot be told which words of it the caller would rather not see.
  assertSilent(error, error instanceof HttpError ? credentialCanaries : allCanaries);
  assertSilent(printed, allCanaries);
}

async function failureOf(
  failure: Failure,
  origin: string,
  scheme: SchemeId,
  source: Source,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const { fetch, change, requestTimeout } = failure;
    const client = canaryClient(origin, { source, fetch, change, requestTimeout });
    const call = canaryCall(client, scheme, signal);
    await (failure.read === true ? call.json() : call);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A variable holds text, and nothing throws when it is read. */
function isPossible({ change }: Failure, source: Source): boolean {
  if (change === undefined) return true;
  try {
    return source === "functions" || typeof change("") === "string";
  } catch {
    return source === "functions";
  }
}

/** Fails as platforms do: with the URL, the headers and the body in the message and around it. */
function failing(code: string | undefined): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const told = `${request.url} ${JSON.stringify([...request.headers])} ${await request.text()}`;
    const cause = Object.assign(new Error(`${code} ${told}`), { code, request, told });
    throw Object.assign(new TypeError(`fetch failed: ${told}`, { cause }), { input, init });
  };
}

function decoded(authorization: string): string {
  return Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString("latin1")
    .replaceAll(/[^ -~]/g, ".");
}

/** A challenge that quotes the request. */
function quoted(told: string): string {
  return `Weird told="${told.replaceAll(/["\\]/g, "\\$&")}"`;
}
