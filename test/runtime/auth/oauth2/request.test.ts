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

test("A2: a token without a type, or with one in another spelling, is sent as Bearer", async () => {
  for (const type of [undefined, null, "", "BearerToken", "bearer ", "JWT", "Access", 7, { toString: 1, valueOf: 1 }])
    await withVendor(
      { api: anything, token: () => json(200, { access_token: "access-1", token_type: type }) },
      async ({ client, sent }) => {
        await client().get("/items");
        assert.equal(sent(), ["access-1"], JSON.stringify(type));
      },
    );
});

const wrong: Record<string, { readonly [name: string]: unknown } | string> = {
  "`access_token`": { token_type: "bearer" },
  "`access_token` ": { access_token: "a b", token_type: "bearer" },
  "`access_token`  ": { access_token: ["a"], token_type: "bearer" },
  "`token_type`": { access_token: "secret-token", token_type: "mac" },
  "`token_type` ": { access_token: "secret-token", token_type: "DPoP" },
  "`refresh_token`": { access_token: "secret-token", token_type: "bearer", refresh_token: 1 },
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
    assert.match(error.message, /answered 400: invalid_scope: no \*\*\*$/);
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
      assert.is(error.message, `POST ${auth.origin}/oauth/token of acme (scheme "login") answered 400: ${said}`);
      assert.equal([error.name, error.status, error.tokenEndpoint], ["HttpError", 400, "login"]);
      assert.is(api.received.length, 0);
    },
  );
});

test("RFC 6749 §5.2: of a refusal the code and the description are kept, and nothing else of its body", () => {
  const tokens = { access_token: "access-QQ11aabbcc", hint: "inner-hint" };
  const refusal = { error: "invalid_scope", error_description: "no scope for access-QQ11aabbcc\nhere", ...tokens };
  return withVendor({ token: () => json(400, refusal) }, async ({ client, auth }) => {
    const error = await rejection(client().get("/items"), HttpError);
    const said = "invalid_scope: no scope for *** here";
    assert.is(error.message, `POST ${auth.origin}/oauth/token of acme (scheme "login") answered 400: ${said}`);
    assert.equal(error.body, { error: "invalid_scope", error_description: "no scope for ***\nhere" });
    assert.not.match(error.text, /QQ11|inner-hint/);
  });
});

test("what is no refusal in JSON is not shown at all", () =>
  withVendor({ token: () => ({ status: 400, body: "access_token=access-QQ11aabbcc" }) }, async ({ client }) => {
    const error = await rejection(client().get("/items"), HttpError);
    assert.not.match(error.message + error.text, "QQ11");
  }));

test("an error under 200 is an error; `errorBodies: false` shows nothing of it", () =>
  withVendor({ token: () => json(200, { error: "invalid_grant" }) }, async ({ client }) => {
    const error = await rejection(client({ errorBodies: false }).get("/items"), AuthenticationError);
    assert.equal([error.kind, error.status, error.text], ["invalid_grant", 200, ""]);
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
