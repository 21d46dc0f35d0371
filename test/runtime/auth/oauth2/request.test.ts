import { AuthenticationError, BodyError, ConfigurationError, HttpError, RedirectError, RequestError } from "@sdkwright/runtime"; // prettier-ignore
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { startServer } from "../../../servers/http-server.js";
import { CLIENT_SECRET, json, token, withVendor, type VendorOptions } from "./world.js";

const test = suite("oauth2: the token request");
const anything = () => json(200, {});
const refreshing: VendorOptions = { api: anything, scheme: { flow: "refreshToken" } };

test("RFC 6749 §2.3.1: id and secret are form-encoded before base64, and stand nowhere else", () =>
  withVendor({ api: anything }, async ({ client, auth, forms }) => {
    await client().get("/items");
    const [scheme, value = ""] = String(auth.received[0]?.headers.authorization).split(" ");
    assert.equal([scheme, Buffer.from(value, "base64").toString()], ["Basic", "the+client:s3cret%3A+of%2Fthe+client"]);
    assert.equal(forms(), [{ grant_type: "client_credentials" }]);
    const { accept, "content-type": type } = auth.received[0]?.headers ?? {};
    assert.equal([accept, type], ["application/json", "application/x-www-form-urlencoded"]);
  }));

test("`post` sends them in the body, and no header", () =>
  withVendor({ api: anything, scheme: { clientAuthentication: "post" } }, async ({ client, auth, forms }) => {
    await client().get("/items");
    const login = { client_id: "the client", client_secret: CLIENT_SECRET };
    assert.equal(forms(), [{ grant_type: "client_credentials", ...login }]);
    assert.is(auth.received[0]?.headers.authorization, undefined);
  }));

test("a public client sends its id in the body (RFC 6749 §3.2.1)", () =>
  withVendor(refreshing, async ({ client, auth, forms }) => {
    await client({}, { clientSecret: undefined, refreshToken: "refresh-0" }).get("/items");
    assert.equal(forms(), [{ grant_type: "refresh_token", refresh_token: "refresh-0", client_id: "the client" }]);
    assert.is(auth.received[0]?.headers.authorization, undefined);
  }));

test("an empty secret is that of a public client (RFC 6749 §2.3.1)", () =>
  withVendor({ api: anything }, async ({ client, forms }) => {
    await client({}, { clientSecret: "" }).get("/items");
    assert.equal(forms(), [{ grant_type: "client_credentials", client_id: "the client" }]);
  }));

test("a confidential client with a refresh token shows who it is", () =>
  withVendor(refreshing, async ({ client, auth, forms }) => {
    await client({}, { refreshToken: "refresh-0" }).get("/items");
    assert.equal(forms(), [{ grant_type: "refresh_token", refresh_token: "refresh-0" }]);
    assert.ok(String(auth.received[0]?.headers.authorization).startsWith("Basic "));
  }));

test("the token URL takes parameters of the provider and has a query of its own", () =>
  withVendor({ api: anything, definition: { parameters: { TENANT: { default: "t 1" }, ID: {} } } }, async (vendor) => {
    const { definition, auth, client } = vendor;
    const login = { ...definition.securitySchemes["login"], tokenUrl: `${auth.origin}/{ID}/token?tenant={TENANT}` };
    Object.assign(definition.securitySchemes, { login });
    await client({ parameters: { ID: "x" } }).get("/items");
    assert.is(auth.received[0]?.target, "/x/token?tenant=t%201");
    const error = await rejection(client().get("/items"), ConfigurationError);
    assert.is(error.message, 'scheme "login" of acme: the token URL needs a value for the parameter "ID"');
  }));

test("the token URL is https, or loopback", () =>
  withVendor({ scheme: { tokenUrl: "http://auth.example/token" } }, async ({ client }) => {
    const error = await rejection(client().get("/items"), ConfigurationError);
    assert.match(error.message, "https://");
  }));

test("redirects of the token endpoint are refused, and nothing is sent after them", async () => {
  const elsewhere = await startServer(() => token("stolen"));
  for (const status of [301, 302, 303, 307, 308]) {
    await withVendor(
      { token: () => ({ status, headers: { location: elsewhere.origin } }) },
      async ({ client, api }) => {
        const error = await rejection(client().get("/items"), RedirectError);
        assert.equal([error.code, error.tokenEndpoint, api.received.length], ["redirect-token", "login", 0]);
        assert.match(error.message, "correct `tokenUrl`");
      },
    );
  }
  assert.is(elsewhere.received.length, 0);
  await elsewhere.close();
});

const wrong: Record<string, { readonly [name: string]: unknown } | string> = {
  "`access_token`": { token_type: "bearer" },
  "`access_token` ": { access_token: "a b", token_type: "bearer" },
  "`access_token`  ": { access_token: ["a"], token_type: "bearer" },
  "`token_type`": { access_token: "secret-token", token_type: "mac" },
  "`token_type` ": { access_token: "secret-token" },
  "`refresh_token`": { access_token: "secret-token", token_type: "bearer", refresh_token: 1 },
  "`token_type`  ": { access_token: "secret-token", token_type: { toString: 1, valueOf: 1 } },
  "not a JSON object": "<html>secret-token</html>",
  "not a JSON object ": '["secret-token"]',
  "not a JSON object  ": "",
  "64 KiB": JSON.stringify({ access_token: "secret-token", token_type: "bearer", more: "x".repeat(64 * 1024) }),
};
for (const [problem, body] of Object.entries(wrong)) {
  test(`an answer is checked: ${problem} in ${JSON.stringify(body).slice(0, 60)}`, () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return withVendor({ token: () => ({ body: text }) }, async ({ client, api }) => {
      const error = await rejection(client().get("/items"), BodyError);
      assert.match(error.message, problem.trim());
      assert.not.match(error.message, "secret-token");
      assert.equal([error.code, api.received.length], ["bad-token-answer", 0]);
    });
  });
}

test("`expires_in` of another kind is as none", () =>
  withVendor(
    { token: () => token("t", { expires_in: { toString: 1, valueOf: 1 } }), api: anything },
    async ({ client, sent }) => {
      await client().get("/items");
      assert.equal(sent(), ["t"]);
    },
  ));

test("the code of an error stands in the message however long the answer is", () => {
  const answer = json(400, {
    more: "x".repeat(10_000),
    error: "invalid_scope",
    error_description: `no ${CLIENT_SECRET}`,
  });
  return withVendor({ token: () => answer }, async ({ client }) => {
    const error = await rejection(client().get("/items"), HttpError);
    assert.match(error.message, /answered 400 invalid_scope: no \*\*\*$/);
  });
});

test("64 KiB are an answer that counts", () => {
  const answer = JSON.stringify({ access_token: "t", token_type: "bearer" });
  return withVendor({ token: () => ({ body: answer.padEnd(64 * 1024) }), api: anything }, async ({ client, sent }) => {
    await client().get("/items");
    assert.equal(sent(), ["t"]);
  });
});

test("`token_type` is read without case, and `expires_in` as text too", () =>
  withVendor(
    { token: () => token("t", { token_type: "BEARER", expires_in: "3600" }), api: anything },
    async ({ client, sent }) => {
      await client().get("/items");
      assert.equal(sent(), ["t"]);
    },
  ));

test("`error` and `error_description` stand in the error, masked", () => {
  const description = `no client with ${CLIENT_SECRET}, nor s3cret%3A+of%2Fthe+client`;
  return withVendor(
    { token: () => json(400, { error: "invalid_scope", error_description: description }) },
    async ({ client, api, auth }) => {
      const error = await rejection(client().get("/items"), HttpError);
      const said = "invalid_scope: no client with ***, nor ***";
      assert.is(error.message, `POST ${auth.origin}/oauth/token of acme (scheme "login") answered 400 ${said}`);
      assert.equal([error.name, error.status, error.tokenEndpoint], ["HttpError", 400, "login"]);
      assert.is(api.received.length, 0);
    },
  );
});

test("12.8: what is handed out in a header under a telling name is masked where the rest repeats it", () => {
  const headers = {
    "x-access-token": "access-QQ11aabbcc",
    authorization: "Bearer access-RR22aabbcc",
    "set-cookie": "sid=access-SS33aabbcc; Path=/; HttpOnly",
    "www-authenticate": 'Basic realm="login"',
    "x-request-id": "access-QQ11aabbcc",
  };
  const body = "no access-QQ11aabbcc, access-RR22aabbcc, access-SS33aabbcc, login";
  return withVendor({ token: () => ({ status: 400, headers, body }) }, async ({ client }) => {
    const { response } = await rejection(client().get("/items"), HttpError);
    const shown = [response.body, response.headers["x-request-id"], response.headers["www-authenticate"]];
    assert.equal(shown, ["no ***, ***, ***, login", "***", 'Basic realm="login"']);
  });
});

for (const body of [
  "{'error': 'x', 'access_token' : 'access-QQ11aabbcc'}",
  '{access_token:"access-QQ11aabbcc"}',
  "error: x\naccess_token: access-QQ11aabbcc\n",
  "error: x\naccess_token: >-\n  access-QQ11aabbcc\n",
  '{"error":"x","error_description":"refresh_token: access-QQ11aabbcc"}',
  '{"error":"x","detail":"Authorization: Bearer access-QQ11aabbcc"}',
  "level=refresh_token: access-QQ11aabbcc gone",
  "{'error': 'x', 'refresh_token': b'access-QQ11aabbcc'}",
  String.raw`{"error":"x","error_description":"access_token: \u0022access-QQ11aabbcc\u0022"}`,
  String.raw`{"error":"x","error_description":"access_token:\taccess-QQ11aabbcc gone"}`,
  String.raw`{"error":"x","error_description":"\u0061ccess_token\u003a access-QQ11aabbcc"}`,
  String.raw`{"error":"x","access_token\u003a access-QQ11aabbcc":1}`,
  "access_token: <access-QQ11aabbcc>",
  "access_token: {access-QQ11aabbcc}",
  'access_token: ["access-QQ11aabbcc"]',
  'data: {"tokens":["access-QQ11aabbcc"]}\n\n',
  `access_token:${" ".repeat(100)}access-QQ11aabbcc`,
  'user[token]:: u8"access-QQ11aabbcc"',
  'token = """access-QQ11aabbcc"""',
  "token _: access-QQ11aabbcc",
  "token: __access-QQ11aabbcc__",
])
  test(`12.8: what is handed out in what is nearly JSON is masked: ${body.replaceAll("\n", " ")}`, () =>
    withVendor({ token: () => ({ status: 400, body }) }, async ({ client }) => {
      const error = await rejection(client().get("/items"), HttpError);
      assert.not.match(error.message, "QQ11");
      // Of what stands around it some may be masked with it.
      const [shown = "", ...others] = error.response.body.split("***");
      assert.equal([others.length, body.startsWith(shown.replace(/(?:u0022|\W)$/, ""))], [1, true], shown);
    }));

test("12.8: and in the reason phrase, and the words beside it are shown", () =>
  withVendor({}, async ({ client }) => {
    const fetch = async () =>
      new Response('{"error":"invalid_scope","token":"","hint":"no such scope"}', {
        status: 400,
        statusText: "Bad, access_token=access-QQ11aabbcc",
      });
    const { message, response } = await rejection(client({ fetch }).get("/items"), HttpError);
    assert.not.match(message + JSON.stringify(response), "QQ11");
    assert.is(response.body, '{"error":"invalid_scope","token":"","hint":"no such scope"}');
    assert.match(message, "invalid_scope");
    const silent = async () => new Response("", { status: 400, statusText: "Bad, access_token=access-QQ11aabbcc" });
    assert.match(
      (await rejection(client({ fetch: silent }).get("/items"), HttpError)).message,
      "Bad, access_token=***",
    );
  }));

for (const [status, at, handed] of [
  [400, 0, { access_token: { value: "access-QQ11aabbcc" } }],
  [500, 70_000, { tokens: ["first-QQ11aabbcc", "access-QQ11aabbcc"] }],
  [503, 70_000, { grants: [{ name: "refresh_token", value: "access-QQ11aabbcc" }] }],
] as const)
  test(`12: what it hands out in JSON is not shown, whole or cut off (${status})`, () =>
    withVendor({}, async ({ client }) => {
      const body = JSON.stringify({ error: "server_error", ...handed, trace: "x".repeat(at) });
      const fetch = async () => new Response(body, { status });
      const { message, response } = await rejection(client({ fetch }).get("/items"), HttpError);
      assert.not.match(message + JSON.stringify(response), "QQ11");
      assert.is(response.body.includes("server_error"), at === 0);
    }));

for (const name of ["access_token", "b:access_token", "a:b:access_token", ":access_token"])
  test(`12: an element of XML, by whichever prefixes: ${name}`, () => {
    const body = `<r><e>access-QQ11aabbcc</e><${name}>access-QQ11aabbcc</${name}><x ${name}="access-RR22aabbcc"/><e>access-RR22aabbcc</e></r>`;
    return withVendor({ token: () => ({ status: 400, body }) }, async ({ client }) => {
      assert.not.match((await rejection(client().get("/items"), HttpError)).response.body, /aabbcc/);
    });
  });

test("12: for those who wait with the same secrets an answer is masked once, and each has an error of his own", () =>
  withVendor({ token: () => ({ status: 401, body: "no such client-4711" }) }, async ({ client, auth }) => {
    let count = 0;
    const redact = (text: string): string => ((count += 1), text);
    const api = client({ redact });
    const failed = async (secret = "other-4711") =>
      rejection(api.get("/items", { headers: { "x-token": secret } }), AuthenticationError);
    await failed();
    const once = count;
    const errors = await Promise.all(Array.from({ length: 10 }, async () => failed()));
    assert.equal([auth.received.length, count], [1, once]);
    assert.is(new Set([...errors, ...errors.map(({ response }) => response.headers)]).size, 20);
    const { response } = await failed("client-4711");
    assert.equal([response.body, count], ["no such ***", 2 * once]);
  }));

test("12: what looks like a token in the path of the token URL is shown by no error and no event", async () => {
  const tokenUrl = "https://auth.acme.example/t/BAx9fGh2LmN0pQr5StUv/token?k=1";
  await withVendor({ scheme: { tokenUrl } }, async ({ client, events }) => {
    const fetch = async () => Promise.resolve(new Response("", { status: 500 }));
    const { message } = await rejection(client({ fetch }).get("/items"), HttpError);
    assert.is(message, 'POST https://auth.acme.example/t/***/token of acme (scheme "login") answered 500');
    assert.not.match(JSON.stringify(events), "BAx9");
  });
});

test("an error under 200 is an error; `errorBodies: false` shows nothing of it", () =>
  withVendor({ token: () => json(200, { error: "invalid_grant" }) }, async ({ client }) => {
    const error = await rejection(client({ errorBodies: false }).get("/items"), AuthenticationError);
    assert.equal([error.kind, error.status, error.response.body], ["invalid_grant", 200, ""]);
    assert.not.match(error.message, "invalid_grant");
  }));

test("the secret goes to the token endpoint's origin only, the token to the service's only", () =>
  withVendor({ api: anything }, async ({ client, auth, api }) => {
    await client().get("/items");
    assert.not.match(JSON.stringify(auth.received), "access-1");
    const toApi = JSON.stringify(api.received.map(({ target, headers, body }) => [target, headers, body.toString()]));
    assert.not.match(toApi, "s3cret");
    assert.not.match(toApi, Buffer.from("s3cret").toString("base64").slice(0, 7));
  }));

test("a redirect to another origin does not take the token along", async () => {
  const elsewhere = await startServer(() => ({}));
  const api = () => ({ status: 302, headers: { location: `${elsewhere.origin}/` } });
  await withVendor({ api }, async ({ client }) => {
    await rejection(client().get("/items"), RedirectError);
    await client({ crossOriginRedirects: "follow-anonymous" }).get("/items");
  });
  assert.equal(
    elsewhere.received.map(({ headers }) => headers.authorization),
    [undefined],
  );
  await elsewhere.close();
});

test("a stream that can be sent once is refused, before a token is asked for", () =>
  withVendor({}, async ({ client, auth, api }) => {
    const stream = new Blob(["text"]).stream();
    const error = await rejection(client().post("/items", { body: stream }), RequestError);
    assert.equal([error.code, auth.received.length, api.received.length], ["one-shot-body", 0, 0]);
  }));

for (const field of ["clientId", "refreshToken"]) {
  test(`an empty ${field} is a ConfigurationError, before anything is sent`, () =>
    withVendor(refreshing, async ({ client, auth }) => {
      const error = await rejection(
        client({}, { refreshToken: "given", [field]: "" }).get("/items"),
        ConfigurationError,
      );
      assert.equal([error.message.includes(field), auth.received.length], [true, 0]);
    }));
}

test.run();
