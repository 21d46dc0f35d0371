import { type BodyError, HttpError, isHttpError } from "@sdkwright/runtime";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { bindProvider } from "@sdkwright/runtime/generated";
import { inspect } from "node:util";
import { errWithCause } from "pino-std-serializers";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";

const test = suite("what a server said");

const JSON_TYPE = { "content-type": "application/json" };

interface Said {
  readonly status?: number;
  readonly type?: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What stands behind the status in the message. */
  readonly sentence: string;
  /** Where it is not what was sent. */
  readonly kept?: unknown;
}

const PASSWORD = "hunter2-hunter2";
const KEY = "header-secret";

/** As the vendors send them; each request gives a password in its JSON, and a key. */
const SAID: { readonly [vendor: string]: Said } = {
  "FastAPI, which repeats the password": {
    body: { detail: [{ loc: ["body", "age"], msg: "field required", input: { password: PASSWORD } }] },
    sentence: ": field required",
    kept: { detail: [{ loc: ["body", "age"], msg: "field required", input: { password: "***" } }] },
  },
  "OpenAI, which repeats the key": {
    status: 401,
    body: { error: { message: `Incorrect API key provided: ${KEY}.`, type: "invalid_request_error", code: null } },
    headers: { "x-request-id": "req_81f2" },
    sentence: ": Incorrect API key provided: ***.",
    kept: { error: { message: "Incorrect API key provided: ***.", type: "invalid_request_error", code: null } },
  },
  Stripe: {
    status: 404,
    body: { error: { code: "resource_missing", message: "No such customer: 'cus_123'", param: "id" } },
    headers: { "request-id": "req_stripe" },
    sentence: ": No such customer: 'cus_123'",
  },
  GitHub: {
    body: { message: "Validation Failed", errors: [{ resource: "Issue", code: "missing_field" }] },
    headers: { "x-github-request-id": "C0FF:EE" },
    sentence: ": Validation Failed",
  },
  Google: {
    status: 403,
    body: { error: { code: 403, message: "The caller does not have permission", status: "PERMISSION_DENIED" } },
    sentence: ": The caller does not have permission",
  },
  "AWS in JSON": {
    status: 400,
    type: "application/x-amz-json-1.1",
    body: { __type: "ValidationException", Message: "1 validation error detected" },
    headers: { "x-amzn-requestid": "amz-1" },
    sentence: ": 1 validation error detected",
  },
  "AWS in XML": {
    status: 403,
    type: "application/xml",
    body: '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
    sentence: ": Access Denied",
  },
  Rails: { body: { errors: ["Name can't be blank", "Age is not a number"] }, sentence: ": Name can't be blank" },
  "JSON:API": {
    type: "application/vnd.api+json",
    body: {
      errors: [{ status: "422", title: "Invalid Attribute", detail: "First name must contain two characters." }],
    },
    sentence: ": First name must contain two characters.",
  },
  "problem+json": {
    type: "application/problem+json",
    body: {
      type: "about:blank",
      title: "You do not have enough credit.",
      detail: "Your balance is 30, but that costs 50.",
    },
    sentence: ": Your balance is 30, but that costs 50.",
  },
  "plain text": { type: "text/plain", body: "no such parcel\nsee the manual", sentence: ": no such parcel" },
  HTML: { status: 502, type: "text/html", body: "<html><head><title>502</title></head></html>", sentence: " Reason" },
  "an empty body": { status: 500, body: "", sentence: " Reason" },
  "JSON with nothing to say": { body: { ok: false }, sentence: " Reason" },
  "line breaks, ANSI and a command of a CI system": {
    body: { message: "first\n::set-output name=a::b\n\u001b[31mred\u001b[0m" },
    sentence: ": first ::set-output name=a::b \\u{1b}[31mred\\u{1b}[0m",
  },
};

for (const [
  vendor,
  { status = 422, type = "application/json", body, headers, sentence, kept = body },
] of Object.entries(SAID)) {
  test(`${vendor}: message, body, and what consoles and loggers print`, async () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = { status, statusText: "Reason", headers: { "content-type": type, ...headers } };
    const client = acmeClient("https://api.acme.example/v1", {
      retries: 0,
      fetch: async () => new Response(text, answer),
    });
    const json = { user: { password: PASSWORD } };
    const call = client.post("/items/{id}?q=1", { params: { id: "7" }, security: "header", json });
    const error = await rejection(call, HttpError);
    assert.is(error.message, `POST /items/{id} of acme answered ${status}${sentence}`);
    assert.equal(error.body, kept);
    assert.equal([error.status, error.method, error.path, error.truncated], [status, "POST", "/items/{id}", false]);
    assert.is(error.headers.get("content-type"), type);
    const [requestId] = Object.values(headers ?? {});
    assert.is(error.requestId, requestId);
    const code = `http-${status}`;
    const shown = { code, provider: "acme", status, ...(requestId && { requestId }) };
    assert.equal(JSON.parse(JSON.stringify(error)), {
      name: error.name,
      message: error.message,
      ...shown,
      ...(status === 401 && { kind: "rejected" }),
    });
    const { stack: _, raw: __, ...logged } = errWithCause(error);
    assert.equal(logged, {
      type: error.name,
      name: error.name,
      message: error.message,
      ...shown,
      ...(status === 401 && { kind: "rejected" }),
    });
    const printed = inspect(error);
    for (const secret of [PASSWORD, KEY, "\u001b"]) assert.not.match(printed + error.text, secret);
    for (const [name, value] of Object.entries(shown)) assert.match(printed, `${name}: ${inspect(value)}`);
    assert.not.match(printed, "body:");
    assert.is(printed.split("\n").filter((line) => line.startsWith("::")).length, 0);
  });
}

test("80 kB of JSON: 64 kB are kept, and the sentence is that of its beginning", async () => {
  const text = JSON.stringify({ error: { message: "too many items" }, items: "x".repeat(80_000) });
  const fetch = async () => new Response(text, { status: 413, headers: JSON_TYPE });
  const error = await rejection(acmeClient("https://a.test", { fetch }).get("/x"), HttpError);
  assert.is(error.message, "GET /x of acme answered 413: too many items");
  assert.equal([error.text.length, error.body, error.truncated], [65_536, error.text, true]);
  const less = acmeClient("https://a.test", { fetch, maxErrorBytes: 100 });
  assert.is((await rejection(less.get("/x"), HttpError)).text, text.slice(0, 100));
});

test("a token endpoint's error: its code and description, and nothing else of the body", async () => {
  const refusal = { error: "invalid_client", error_description: "no client c-4711-secret", internal: "of the vendor" };
  const fetch = async () => Response.json(refusal, { status: 400 });
  const client = bindProvider(
    {
      name: "acme",
      defaultService: "default",
      services: { default: { baseUrl: "https://api.acme.example" } },
      securitySchemes: {
        login: {
          type: "oauth2",
          flow: "clientCredentials",
          tokenUrl: "https://auth.acme.example/token",
          clientAuthentication: "post",
        },
      },
      security: ["login"],
    },
    {},
    { fetch, credentials: { login: { clientId: "client", clientSecret: "c-4711-secret" } } },
    { oauth2 },
  );
  const error = await rejection(client.get("/x"), HttpError);
  assert.is(
    error.message,
    'POST https://auth.acme.example/token of acme (scheme "login") answered 400: invalid_client: no client ***',
  );
  assert.equal(error.body, { error: "invalid_client", error_description: "no client ***" });
  assert.not.match(error.text, "vendor");
});

test("a token in the path, as Telegram has it, and a webhook's URL, as Slack has it, are masked", async () => {
  const TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
  const fetch = async (url: string | URL | Request) =>
    Response.json({ ok: false, description: "Not Found", message: `no ${new Request(url).url}` }, { status: 404 });
  const telegram = acmeClient("https://api.telegram.example/bot", { fetch, credentials: { path: { apikey: TOKEN } } });
  const error = await rejection(telegram.post("/{token}/sendMessage", { security: "path" }), HttpError);
  assert.is(error.path, "/{token}/sendMessage");
  assert.match(error.message, "answered 404: no https://api.telegram.example/bot/***/sendMessage");
  const services = { default: "https://hooks.slack.example/services/T0001234/B0005678/XXXXyyyyZZZZ" };
  const slack = acmeClient("https://hooks.slack.example/services", { fetch, services });
  const refused = await rejection(slack.post("/", { json: {} }), HttpError);
  assert.match(refused.message, "no https://hooks.slack.example/services/***/***/***/");
  assert.not.match(inspect(refused) + refused.text, /T0001234|yyyy/);
});

test("`retryAfter` and headers are there for code; cookies are not kept", async () => {
  const headers = { "retry-after": "7", "x-ratelimit-remaining": "0", "set-cookie": "sid=abcdef123" };
  const fetch = async () => new Response("", { status: 429, headers });
  const error = await rejection(acmeClient("https://a.test", { fetch, retries: 0 }).get("/x"), HttpError);
  assert.equal([error.retryAfter, error.headers.get("x-ratelimit-remaining")], [7000, "0"]);
  assert.equal([...error.headers.keys()].includes("set-cookie"), false);
});

test("isHttpError compares provider, method, path as written and status", async () => {
  const client = acmeClient("https://a.test", { fetch: async () => Response.json({ a: 1 }, { status: 409 }) });
  const error: unknown = await rejection(client.post("/items/{id}", { params: { id: 1 } }), HttpError);
  assert.ok(isHttpError(error, client, "POST /items/{id}", 404, 409) && error.body !== undefined);
  assert.not(isHttpError(error, client, "POST /items/{id}", 404));
  assert.not(isHttpError(error, client, "PUT /items/{id}", 409));
  assert.not(isHttpError(error, { name: "other" }, "POST /items/{id}", 409));
  assert.not(isHttpError(new Error("POST"), client, "POST /items/{id}", 409));
});

test("after an attempt whose outcome is unknown the error says that it may have succeeded", async () => {
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    return asked === 1
      ? new Response("", { status: 500 })
      : Response.json({ message: "Duplicate order" }, { status: 409 });
  };
  const client = acmeClient("https://a.test", { fetch });
  const retryPolicy = {
    kind: "circuit-breaker",
    maxContiguousRetries: 1,
    backoff: { kind: "exponential", start: 1 },
  } as const;
  for (const [method, said] of [
    ["post", "; an earlier attempt may have succeeded"],
    ["get", ""],
  ] as const) {
    asked = 0;
    const error = await rejection(client[method]("/orders", { retryPolicy }), HttpError);
    assert.is(error.message, `${method.toUpperCase()} /orders of acme answered 409: Duplicate order${said}`);
  }
});

test("K13: a body that is not JSON: the status, its content type, that it is empty, and what to do", async () => {
  for (const [body, type, said] of [
    ["<p>hello</p>", "text/html; charset=utf-8", "its content type is text/html; read text()"],
    ["data: 1\n\n", "text/event-stream; charset=utf-8", "its content type is text/event-stream; read events()"],
    ["{}\n{}\n", "application/x-ndjson", "its content type is application/x-ndjson; read lines()"],
    [
      "",
      "application/json",
      "it is empty; await the response itself, which has the status; its content type is application/json",
    ],
  ] as const) {
    const fetch = async () => new Response(body, { status: 200, headers: { "content-type": type } });
    const client = acmeClient("https://a.test", { fetch });
    for (const read of [client.get("/x").json(), client.get("/x").then(async (response) => response.json())]) {
      const error = await read.then(
        () => undefined,
        (thrown: unknown) => thrown as BodyError,
      );
      assert.is(error?.message, `GET /x of acme answered 200, but the body is not JSON: ${said}`);
      assert.is(error?.status, 200);
      const told = JSON.parse(JSON.stringify(error)) as Record<string, unknown>;
      assert.equal([told["status"], told["contentType"]], [200, type.replace(/;.*/, "")]);
    }
  }
});

test.run();
