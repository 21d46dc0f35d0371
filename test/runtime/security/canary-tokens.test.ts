import type { ClientEvent, HttpError } from "@sdkwright/runtime";
import { bindProvider, type OAuth2Scheme } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { openTelemetry } from "@sdkwright/runtime/opentelemetry";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { startServer, type Answer, type Received } from "../../servers/http-server.js";
import { recordTelemetry } from "../telemetry/recorder.js";
import { assertSilent, printedBy } from "./canary-report.js";

const test = suite("canaries of tokens");
const { spans, measurements } = recordTelemetry();
test.before.each(() => {
  spans.length = 0;
  measurements.length = 0;
});

const canaries = {
  secret: "canary-0 client/secret:é",
  given: "canary-1-given-refresh",
  access: "canary-2-access",
  rotated: "canary-3-rotated-refresh",
  stored: "canary-4-stored-access",
  storedRefresh: "canary-5-stored-refresh",
  assertion: "canary-6-client-assertion",
};
// The secret is sent form-encoded too, and that in base64.
const texts = [...Object.values(canaries), String(new URLSearchParams([["", canaries.secret]])).slice(1)];

interface Failure {
  readonly token?: (request: Received, index: number) => Answer | "reset";
  readonly api?: (request: Received) => Answer | "reset";
  readonly tokens?: object;
  readonly fetch?: typeof fetch;
  readonly tokenUrl?: string;
}

const good: Answer = {
  body: JSON.stringify({ access_token: canaries.access, token_type: "bearer", refresh_token: canaries.rotated }),
};

/** Everything that it got, in every way that a server has to say something. */
const echo =
  (status: number, more: object = {}) =>
  ({ target, headers, body }: Received): Answer => {
    const basic = Buffer.from(String(headers.authorization).slice(6), "base64").toString("latin1");
    const form = Object.fromEntries(new URLSearchParams(body.toString()));
    const told = `${target} ${JSON.stringify(headers)} ${body.toString()} ${basic} ${JSON.stringify(form)}`;
    const said = { error: "invalid_request", error_description: told, error_uri: told, ...more };
    return { status, headers: { "x-request-id": encodeURI(told).slice(0, 2000) }, body: JSON.stringify(said) };
  };

/** What it never got, but its vendor's token endpoint has handed out. */
const telling = (status: number) => (): Answer => ({
  status,
  headers: { "x-request-id": canaries.rotated },
  body: JSON.stringify({ error: canaries.rotated }),
});

/** What cannot be used because of the error, but is a token all the same; the error's own words repeat it. */
const beside = (kind: "json" | "form"): string => {
  const { access, rotated } = canaries;
  const handed = { access_token: access, refresh_token: rotated, id_token: canaries.stored };
  const codes = { device_code: canaries.storedRefresh, client_assertion: canaries.assertion };
  const said = {
    error: "server_error",
    error_description: `not ${access}`,
    token_type: "mac-draft",
    ...handed,
    ...codes,
  };
  return kind === "form" ? String(new URLSearchParams(said)) : JSON.stringify({ ...said, inner: handed });
};

const throwing = (text: string) => () => {
  throw new Error(`the database says ${text}`);
};

const failures: Record<string, Failure> = {
  "400 that echoes": { token: echo(400) },
  "401 that echoes": { token: echo(401, { error: "invalid_client" }) },
  "invalid_grant that echoes": { token: echo(400, { error: "invalid_grant" }) },
  "500 that echoes": { token: echo(500) },
  "an error code that echoes": { token: (request) => echo(400, { error: request.body.toString() })(request) },
  "a token of a wrong type": { token: () => ({ body: good.body?.toString().replace("bearer", "mac") ?? "" }) },
  "an access token that no header can carry": { token: () => ({ body: good.body?.toString().replace("2-access", "2-access é") ?? "" }) }, // prettier-ignore
  "an error beside the tokens": { token: () => ({ status: 200, body: beside("json") }) },
  "an error beside tokens, as a form": { token: () => ({ status: 400, headers: { "content-type": "application/x-www-form-urlencoded" }, body: beside("form") }) }, // prettier-ignore
  "an error with tokens within, cut short": { token: () => ({ status: 500, body: beside("json").slice(0, -2) }) },
  "a redirect with everything": { token: ({ body }) => ({ status: 307, headers: { location: `https://evil.test/?${body.toString()}` } }) }, // prettier-ignore
  "the connection cut": { token: () => "reset" },
  "an API that echoes": { token: () => good, api: echo(403) },
  "an API that refuses the token": { token: () => good, api: echo(401) },
  // To who asked, to who waited for it, and again with the token that is kept.
  "an API that tells the refresh token": { token: () => good, api: telling(500) },
  "a refresh token that was handed out before is echoed": {
    token: (request, index) => (index === 0 ? good : echo(400, { error: "invalid_grant" })(request)),
    api: () => ({ status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } }),
  },
  "a fetch that tells everything": { fetch: failing },
  "a token URL that leads nowhere": { tokenUrl: "http://127.0.0.1:1/token" },
  "a save that throws": { token: () => good, api: echo(500), tokens: { save: throwing(canaries.rotated) } },
  "a load that throws": { tokens: { load: throwing(canaries.stored) } },
  "a load that gives something wrong": { tokens: { load: () => ({ accessToken: `${canaries.stored}\n` }) } },
  "a loaded token that is refused, and an endpoint that echoes": {
    api: echo(401),
    token: echo(400, { error: "invalid_grant" }),
    tokens: { load: () => ({ accessToken: canaries.stored, refreshToken: canaries.storedRefresh }) },
  },
};

for (const clientAuthentication of ["basic", "post"] as const) {
  for (const [name, failure] of Object.entries(failures)) {
    test(`${clientAuthentication}, ${name}: errors, events, spans and output show no secret`, async () => {
      const auth = await startServer(failure.token ?? echo(400));
      const api = await startServer(failure.api ?? echo(500));
      try {
        const events: ClientEvent[] = [];
        const scheme = { clientAuthentication, tokenUrl: failure.tokenUrl ?? `${auth.origin}/token` };
        const { value: error, printed } = await printedBy(() => failureOf(failure, api.origin, scheme, events));
        assert.instance(error, Error);
        assert.ok(events.length > 0 && spans.length > 0 && measurements.length > 0);
        for (const left of [error, events, spans, measurements, printed]) assertSilent(left, texts);
      } finally {
        await Promise.all([auth.close(), api.close()]);
      }
    });
  }
}

const { access, rotated } = canaries;
for (const [from, tokens] of [
  ["the endpoint", {}],
  ["`load`", { load: () => ({ accessToken: access, refreshToken: rotated }) }],
] as const)
  test(`12: a refresh token that a grant without one gets from ${from} is masked, whoever asked for it`, async () => {
    const auth = await startServer(() => good);
    const api = await startServer(telling(403));
    try {
      const tokenUrl = `${auth.origin}/token`;
      const scheme = { clientAuthentication: "post", tokenUrl, flow: "clientCredentials" } as const;
      const events: ClientEvent[] = [];
      const client = clientOf({ tokens }, api.origin, scheme, events);
      const failed = async () => client.get("/items").catch((thrown: unknown) => thrown);
      const errors = [...(await Promise.all([failed(), failed()])), await failed()];
      for (const left of [errors, events, spans]) assertSilent(left, texts);
      for (const error of errors) assert.is((error as HttpError).text, '{"error":"***"}');
    } finally {
      await Promise.all([auth.close(), api.close()]);
    }
  });

const VENDOR = "https://api.acme.example";
const LOGIN = { type: "oauth2", flow: "clientCredentials", tokenUrl: `${VENDOR}/token`, clientAuthentication: "post" } as const; // prettier-ignore
const denied = (told: string) =>
  Response.json({ error: "temporarily_unavailable", error_description: told }, { status: 400, headers: { "x-request-id": told } }); // prettier-ignore
const expired = () =>
  new Response("", { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } });

test("12: a token endpoint that has from its service what that was sent", async () => {
  const sent = ["header", "json", "query", "param", "cookie", "segment1", "client", "scheme"].map((each) => `canary-of-${each}`); // prettier-ignore
  const [header, json, query, param = "", cookie, segment, ofClient = "", apikey] = sent;
  let tokens = 0;
  const fetch: typeof globalThis.fetch = async (url) => {
    if (url !== LOGIN.tokenUrl) return expired();
    return (tokens += 1) === 1 ? Response.json({ access_token: access, token_type: "bearer" }) : denied(sent.join(" "));
  };
  const definition = {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: `${VENDOR}/hooks/none` } },
    securitySchemes: { login: LOGIN, key: { type: "apiKey", in: "header", name: "x-key" } },
  } as const;
  const credentials = { login: { clientId: "client", clientSecret: canaries.secret }, key: { apikey } };
  const client = bindProvider(
    definition,
    {},
    { fetch, headers: { "x-client-key": ofClient }, credentials, services: { default: `${VENDOR}/hooks/${segment}` } },
    { oauth2 },
  );
  const error = await client
    .post("/x/{token}", {
      security: ["login", "key"],
      params: { token: param },
      query: { password: query },
      headers: { "x-user-token": header, cookie: `a=${cookie}` },
      json: { password: json },
    })
    .catch((thrown: unknown) => thrown);
  assert.match((error as HttpError).message, "temporarily_unavailable");
  assertSilent(error, [...texts, ...sent]);
});

test("12: and one that knows from earlier requests what this one is about to send", async () => {
  const sent = ["header", "json", "query", "param", "default"].map((each) => `canary-of-${each}`);
  const [header, json = "", query, param = "", ofClient = ""] = sent;
  const fetch: typeof globalThis.fetch = async () => Promise.resolve(denied(sent.join(" ")));
  const definition = {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: VENDOR } },
    securitySchemes: { login: LOGIN },
    security: ["login"],
  } as const;
  const credentials = { login: { clientId: "client", clientSecret: canaries.secret } };
  const client = bindProvider(
    definition,
    {},
    { fetch, headers: { "x-client-key": `Token ${ofClient}` }, credentials },
    { oauth2 },
  );
  const form = new FormData();
  form.set("password", json);
  const given = { params: { token: param }, query: { password: query }, headers: { "x-user-token": header } };
  for (const body of [{ json: { password: json } }, { multipart: form }]) {
    const error = await client.post("/x/{token}", { ...given, ...body }).catch((thrown: unknown) => thrown);
    assert.match((error as HttpError).message, "temporarily_unavailable");
    assertSilent(error, [...texts, ...sent]);
  }
});

test("12: a refresh token that has rotated is masked for all who wait, and who are denied later", async () => {
  let tokens = 0;
  const fetch: typeof globalThis.fetch = async (url) => {
    if (url !== LOGIN.tokenUrl) return expired();
    const body = { access_token: access, token_type: "bearer", refresh_token: rotated };
    return (tokens += 1) === 1 ? Response.json(body) : Response.json({ error: "invalid_grant", error_description: `${rotated} is spent` }, { status: 400 }); // prettier-ignore
  };
  const scheme = { clientAuthentication: "post", tokenUrl: LOGIN.tokenUrl } as const;
  const client = clientOf({ fetch }, VENDOR, scheme, []);
  const failed = async () => client.get("/items").catch((thrown: unknown) => thrown);
  await failed();
  const errors = [...(await Promise.all([failed(), failed()])), await failed()];
  for (const error of errors) {
    assert.match((error as HttpError).message, "invalid_grant: *** is spent");
    assertSilent(error, texts);
  }
});

test("what a client, or its oauth2 part, is made of shows nothing", async () => {
  const client = clientOf({}, "https://api.test", { clientAuthentication: "basic", tokenUrl: "https://auth.test" }, []);
  assertSilent(client, texts);
  assertSilent(oauth2, texts);
});

test.run();

async function failureOf(
  failure: Failure,
  origin: string,
  scheme: Pick<OAuth2Scheme, "clientAuthentication" | "tokenUrl"> & Partial<OAuth2Scheme>,
  events: ClientEvent[],
): Promise<unknown> {
  const retryPolicy = { kind: "circuit-breaker", maxContiguousRetries: 1, backoff: { kind: "exponential", start: 1 } } as const; // prettier-ignore
  const client = clientOf(failure, origin, scheme, events);
  const calls = await Promise.allSettled([1, 2].map(() => client.get("/items", { retryPolicy })));
  return calls.map((call) => (call.status === "rejected" ? (call.reason as unknown) : undefined))[0];
}

function clientOf(
  { tokens, fetch }: Failure,
  baseUrl: string,
  scheme: Pick<OAuth2Scheme, "clientAuthentication" | "tokenUrl"> & Partial<OAuth2Scheme>,
  events: ClientEvent[],
) {
  const definition = {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl } },
    securitySchemes: { login: { type: "oauth2", flow: "refreshToken", ...scheme } },
    security: ["login"],
  } as const;
  const refreshing = scheme.flow === "clientCredentials" ? {} : { refreshToken: canaries.given };
  const login = { clientId: "client", clientSecret: canaries.secret, ...refreshing };
  const on = (event: ClientEvent) => void events.push(event);
  const { around } = openTelemetry({ metrics: true });
  const options = { credentials: { login }, around, on, fetch, tokens };
  return bindProvider(definition, {}, options, { oauth2 });
}

/** Fails as platforms do: with the URL, the headers and the body in the message and around it. */
async function failing(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const told = `${request.url} ${JSON.stringify([...request.headers])} ${await request.text()}`;
  throw Object.assign(new TypeError(told, { cause: Object.assign(new Error(told), { code: "ECONNRESET", told }) }), { init }); // prettier-ignore
}
