// A request that must have its effect once, where the server had acted before the answer by which it is judged.
import type { Outcome, UseCase } from "@sdkwright/runtime";
import { normalizeRetryPolicy } from "@sdkwright/runtime/config";
import { bindClient, type ProviderDefinition } from "@sdkwright/runtime/generated/client";
import { digest } from "@sdkwright/runtime/generated/digest";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Answer, startServer, type TestServer } from "../../server.js";
import { acmeClient } from "../acme.js";
import type { Context } from "./world.js";

const test = suite("acted before");

const once = { json: { amount: 100 }, idempotent: false } as const;
const seeOther = (status: number): Answer => answerOf(status, { location: "/charges/1", connection: "close" });
const answerOf =
  (status: number, headers: Record<string, string> = {}, body = "{}"): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

/** What a bank says to each request; `charge` is what it says once it has taken the money. */
interface Bank {
  readonly charge: Answer;
  readonly next: Answer;
  /** To a POST before it charges; nothing where that may go on. */
  readonly door?: (authorization: string) => Answer | undefined;
  readonly token?: Answer;
}

interface Charged {
  /** How often each of two banks has charged. */
  readonly counts: readonly [number, number];
  readonly outcome: Outcome<unknown>;
}

/** Charges by a use-case that has a second bank, at servers that count. */
async function charge({ charge: charged, next, door, token }: Bank, security: string): Promise<Charged> {
  const counts: [number, number] = [0, 0];
  const first: Answer = (request, response, count) => {
    const isCharge = request.method === "POST";
    const answer = isCharge ? (door?.(request.headers.authorization ?? "") ?? charged) : next;
    if (answer === charged) counts[0] += 1;
    answer(request, response, count);
  };
  const servers = [
    await startServer(first),
    await startServer((_, response) => void ((counts[1] += 1), response.end("{}"))),
    await startServer(token ?? answerOf(500)),
  ] as const;
  try {
    return { counts, outcome: await chargeAt(servers, security) };
  } finally {
    for (const server of servers) await server.close();
  }
}

type Servers = readonly [TestServer, TestServer, TestServer];

function chargeAt([first, second, login]: Servers, scheme: string): Promise<Outcome<unknown>> {
  const post = ({ http }: Context): unknown =>
    http.post("/charges", { ...once, security: scheme, requestTimeout: 1000, redirect: "follow" }).json();
  const retryPolicy = normalizeRetryPolicy({ kind: "circuit-breaker", backoff: { kind: "exponential", start: 1 } });
  const provider = { input: {}, retryPolicy };
  const Charge = { providerFailover: true, input: {}, providers: { a: provider, b: provider } };
  const credentials = {
    key: { apikey: "key-of-bank" },
    staff: { username: "alice", password: "secret" },
    login: { clientId: "id", clientSecret: "secret" },
  };
  const definitions = { a: bank("a", first.origin, login.origin), b: bank("b", second.origin, login.origin) };
  const client = bindClient<{ profiles: { pay: { Charge: UseCase<object, unknown> } } }>(
    {
      providers: { a: { definition: definitions.a }, b: { definition: definitions.b } },
      profiles: { pay: { name: "pay", priority: ["a", "b"], useCases: { Charge } } },
      maps: { pay: { a: { Charge: post }, b: { Charge: ({ http }: Context) => http.post("/charges", once).json() } } },
      digest,
      oauth2,
    },
    { credentials: { a: credentials, b: credentials } },
  );
  return client.profiles.pay.Charge.safe({});
}

function bank(name: string, baseUrl: string, login: string): ProviderDefinition {
  return {
    name,
    defaultService: "default",
    services: { default: { baseUrl } },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "x-key" },
      staff: {
        type: "http",
        scheme: "digest",
        statusCode: 401,
        challengeHeader: "www-authenticate",
        authorizationHeader: "authorization",
      },
      login: {
        type: "oauth2",
        flow: "clientCredentials",
        tokenUrl: `${login}/token`,
        clientAuthentication: "basic",
      },
    },
  };
}

const THEN = [401, 402, 403, 404, 425, 429, 501, 505, 511];

for (const status of [301, 302, 303]) {
  test(`after a POST was answered ${status}, nothing that follows says that it has done nothing`, async () => {
    for (const then of THEN) {
      const { counts, outcome } = await charge({ charge: seeOther(status), next: answerOf(then) }, "key");
      assert.equal([counts, outcome.ok], [[1, 0], false], `${then}`);
    }
  });
}

test("307 and 308 ask for the same request elsewhere: what that is answered decides", async () => {
  for (const status of [307, 308]) {
    let isFirst = true;
    const door = () => (isFirst ? ((isFirst = false), seeOther(status)) : answerOf(403));
    const { counts, outcome } = await charge({ charge: answerOf(200), next: answerOf(500), door }, "key");
    assert.equal([counts, outcome.ok], [[0, 1], true]);
  }
});

const CHALLENGE = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth", algorithm=MD5' };
const digestDoor = (authorization: string): Answer | undefined =>
  authorization.startsWith("Digest") ? undefined : answerOf(401, CHALLENGE);

test("digest: the charge was answered 303, what it leads to is refused", async () => {
  const fresh = { "www-authenticate": CHALLENGE["www-authenticate"].replace('"n"', '"n2"') };
  for (const next of [answerOf(403), answerOf(429), answerOf(401, fresh), answerOf(401)]) {
    const { counts, outcome } = await charge({ charge: seeOther(303), next, door: digestDoor }, "staff");
    assert.equal([counts, outcome.ok], [[1, 0], false]);
  }
});

test("digest: a challenge is no charge, and the next provider has its turn where the answer to it is refused", async () => {
  const bankOf = (status: number): Bank => ({
    charge: answerOf(200),
    next: answerOf(500),
    door: (authorization) => digestDoor(authorization) ?? answerOf(status),
  });
  for (const status of [403, 429, 501]) {
    const { counts, outcome } = await charge(bankOf(status), "staff");
    assert.equal([counts, outcome.ok], [[0, 1], true]);
  }
});

const INVALID = answerOf(401, { "www-authenticate": 'Bearer error="invalid_token"' });
const GRANT = JSON.stringify({ access_token: "access", token_type: "Bearer", expires_in: 3600 });
/** One token, and then this. */
const oneToken =
  (later: Answer): Answer =>
  (request, response, count) =>
    (count === 1 ? answerOf(200, {}, GRANT) : later)(request, response, count);

const LATER: readonly Answer[] = [
  answerOf(503, {}, ""),
  answerOf(429, {}, ""),
  answerOf(401, {}, '{"error":"invalid_client"}'),
  answerOf(200, {}, GRANT),
  (_, response) => void response.destroy(),
  () => {},
];

test("oauth2: the charge was answered 303, and no other token is to be had for what it leads to", async () => {
  for (const later of LATER) {
    const { counts, outcome } = await charge({ charge: seeOther(303), next: INVALID, token: oneToken(later) }, "login");
    assert.equal([counts, outcome.ok], [[1, 0], false]);
  }
});

test("oauth2: a token that is refused is no charge, and the next provider has its turn", async () => {
  for (const later of LATER.slice(0, 4)) {
    const bankOf = { charge: answerOf(200), next: answerOf(500), door: () => INVALID, token: oneToken(later) };
    const { counts, outcome } = await charge(bankOf, "login");
    assert.equal([counts, outcome.ok], [[0, 1], true]);
  }
});

test("one provider by itself: a retry does not charge again", async () => {
  for (const status of [301, 302, 303]) {
    for (const then of [425, 429, 503]) {
      const server = await startServer((request, response, count) =>
        (request.method === "POST" ? seeOther(status) : answerOf(then, { "retry-after": "0" }))(
          request,
          response,
          count,
        ),
      );
      const retryPolicy = { kind: "circuit-breaker", backoff: { kind: "exponential", start: 1 } } as const;
      const error = await acmeClient(server.origin)
        .post("/charges", { ...once, retryPolicy, redirect: "follow" })
        .catch((reason: Error) => reason);
      await server.close();
      assert.match((error as Error).message, /not retried, because it is marked idempotent: false/);
      assert.equal(
        server.received.map(({ method }) => method),
        ["POST", "GET"],
      );
    }
  }
});

test.run();
