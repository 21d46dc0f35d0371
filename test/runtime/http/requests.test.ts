import { ConfigurationError, RequestError, SdkError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer, startServer, type TestServer } from "../../server.js";
import { acme, acmeClient, credentials, recordingFetch, rejection } from "../acme.js";

const test = suite<{ server: TestServer }>("requests");
test.before.each(async (context) => {
  context.server = await startServer();
});
test.after.each(({ server }) => server.close());

const sentUrls = ({ received }: TestServer): string[] => received.map(({ url }) => url);

test("default-service: without `service` the default one is used", async ({ server }) => {
  await acmeClient(`${server.origin}/v1`).get("/x");
  assert.equal(sentUrls(server), ["/v1/x"]);
});

test("other-service: `service` picks another base URL", async ({ server }) => {
  await withServer(
    (_, response) => response.end("reports"),
    async (reports) => {
      const services = { default: { baseUrl: server.origin }, reports: { baseUrl: `${reports.origin}/r` } };
      const client = acmeClient("", {}, { services });
      assert.is(await client.get("/x", { service: "reports" }).text(), "reports");
      assert.equal(sentUrls(reports), ["/r/x"]);
      assert.is(server.received.length, 0);
    },
  );
});

test("service-unknown: an unknown id is refused, ids of prototype properties too", async ({ server }) => {
  for (const service of ["report", "constructor", "__proto__"]) {
    const error = await rejection(acmeClient(server.origin).get("/x", { service }), RequestError);
    assert.is(error.code, "unknown-service");
  }
  assert.is(server.received.length, 0);
});

test("params: filled and percent-encoded on the wire", async ({ server }) => {
  await acmeClient(server.origin).get("/users/{id}", { params: { id: "a/b c" } });
  assert.equal(sentUrls(server), ["/users/a%2Fb%20c"]);
});

test("query: encoded as URLSearchParams does, without null and undefined", async ({ server }) => {
  const query = { q: "a b,c", tag: ["x", "y"], n: 1, t: true, u: undefined, z: null };
  await acmeClient(server.origin).get("/x", { query });
  assert.equal(sentUrls(server), ["/x?q=a+b%2Cc&tag=x&tag=y&n=1&t=true"]);
});

test("query: what is no text, finite number or boolean is refused", async ({ server }) => {
  for (const value of [Number.NaN, {}, [[1]], () => 1, Symbol("s"), 1n]) {
    await rejection(acmeClient(server.origin).get("/x", { query: { q: value as string } }), RequestError);
  }
  assert.is(server.received.length, 0);
});

test("what only untyped code can give is a RequestError too, before anything is sent", async ({ server }) => {
  const client = acmeClient(server.origin);
  const wrong: [object, string][] = [
    [{ security: 7 }, "bad-option"],
    [{ security: { header: true } }, "unknown-scheme"],
    [{ params: null }, "bad-option"],
    [{ params: 7 }, "bad-option"],
  ];
  for (const [options, code] of wrong) {
    const error = await rejection(client.request<string>("/x/{id}", { method: "GET", ...options }), RequestError);
    assert.is(error.code, code);
  }
  assert.is(server.received.length, 0);
});

test("what has no properties of its own is refused, not dropped: nothing goes out without its query or headers", async ({
  server,
}) => {
  const client = acmeClient(server.origin);
  const wrong = [new URLSearchParams("a=1"), new Headers({ a: "1" }), new Map([["a", "1"]]), [["a", "1"]], "a=1", null];
  for (const value of wrong) {
    for (const option of ["query", "headers", "form", "multipart"]) {
      // Fields may be made by the caller.
      if (/query|form/.test(option) && value instanceof URLSearchParams) continue;
      const error = await rejection(client.post("/x", { [option]: value }), RequestError);
      assert.match(error.message, `\`${option}\` is not a plain object`);
    }
  }
  await rejection(client.post("/x", { form: new FormData() as never }), RequestError);
  assert.is(server.received.length, 0);
});

test("query-kept: a query in the path stays as it is", async ({ server }) => {
  await acmeClient(server.origin).get("/x?q=%7Ea+b%20c&flag", { query: { p: 1 } });
  assert.equal(sentUrls(server), ["/x?q=%7Ea+b%20c&flag&p=1"]);
});

test("key-last: the API key is the last parameter", async ({ server }) => {
  await acmeClient(server.origin).get("/x?q=%7Ea+b%20c&flag", { query: { p: 1 }, security: "query" });
  assert.equal(sentUrls(server), ["/x?q=%7Ea+b%20c&flag&p=1&key=query-secret"]);
});

test("key-last: a key that the caller sets too is refused", async ({ server }) => {
  const client = acmeClient(server.origin);
  await rejection(client.get("/x?key=1", { security: "query" }), RequestError);
  await rejection(client.get("/x?a=1&k%65y", { security: "query" }), RequestError);
  await rejection(client.get("/x", { query: { key: 1 }, security: "query" }), RequestError);
  assert.is(server.received.length, 0);
});

test("key-path: fills the placeholder; without one the request is refused", async ({ server }) => {
  const client = acmeClient(server.origin);
  await client.get("/bot{token}/send", { security: "path" });
  assert.equal(sentUrls(server), ["/botpath-secret/send"]);
  await rejection(client.get("/bot/send", { security: "path" }), RequestError);
  assert.is(server.received.length, 1);
});

test("key-path: a key that would change the path is a ConfigurationError", async ({ server }) => {
  for (const apikey of [".", ".."]) {
    const client = acmeClient(server.origin, { credentials: { path: { apikey } } });
    await rejection(client.get("/{token}/x", { security: "path" }), ConfigurationError);
  }
  assert.is(server.received.length, 0);
});

test("two-schemes: both are on the request", async ({ server }) => {
  await acmeClient(server.origin).get("/x", { security: ["header", "bearer"] });
  const [request] = server.received;
  assert.is(request?.headers["x-api-key"], "header-secret");
  assert.is(request?.headers.authorization, "Bearer bearer-secret");
});

test("two-schemes-clash: two schemes that write to one place are refused", async ({ server }) => {
  const client = acmeClient(server.origin);
  for (const security of [
    ["basic", "bearer"],
    ["bearer", "staff"],
  ]) {
    await rejection(client.get("/x", { security }), RequestError);
  }
  assert.is(server.received.length, 0);
});

test("two-schemes-clash: the header of all cookies and one of them, a key of the body in both ways to write it", async () => {
  const key = (place: "header" | "cookie" | "body", name: string) => ({ type: "apiKey", in: place, name }) as const;
  const [whole, sid, lang] = [key("header", "Cookie"), key("cookie", "sid"), key("cookie", "lang")];
  const securitySchemes = { whole, sid, lang, a: key("body", "k"), b: key("body", "/k") };
  const credentials = Object.fromEntries(Object.keys(securitySchemes).map((id) => [id, { apikey: `${id}-secret` }]));
  const { fetch, sent } = recordingFetch();
  const client = acmeClient("https://a.test", { fetch, credentials }, { securitySchemes });
  for (const security of [["whole", "sid"], ["sid", "whole"], ["lang", "sid", "whole"], ["a", "b"], ["b", "a"]])
    assert.is((await rejection(client.post("/x", { security, form: {} }), RequestError)).code, "scheme-clash");
  assert.is(sent.length, 0);
  await client.post("/x", { security: ["sid", "lang"] });
  assert.is(sent[0]?.headers.get("cookie"), "sid=sid-secret; lang=lang-secret");
}); // prettier-ignore

test("two-schemes-clash: digest writes to the header that it declares, in whatever case", async ({ server }) => {
  const staff = {
    type: "http",
    scheme: "digest",
    statusCode: 401,
    challengeHeader: "x-ask",
    authorizationHeader: "x-answer",
  } as const;
  const key = { type: "apiKey", in: "header", name: "X-Answer" } as const;
  const client = acmeClient(
    server.origin,
    {},
    { securitySchemes: { staff, header: key, basic: { type: "http", scheme: "basic" } } },
  );
  const codeOf = async (security: string[]): Promise<string> =>
    (await rejection<SdkError>(client.get("/x", { security }), SdkError)).code;
  assert.is(await codeOf(["staff", "header"]), "scheme-clash");
  // No clash, so it comes to what this door lacks.
  assert.is(await codeOf(["staff", "basic"]), "digest-unavailable");
  assert.is(server.received.length, 0);
});

test("two that answer a 401 cannot apply together, whatever headers they write", async ({ server }) => {
  const digest = { type: "http", scheme: "digest", statusCode: 401, challengeHeader: "www-authenticate" } as const;
  const login = { ...digest, authorizationHeader: "authorization" };
  const door = { ...digest, authorizationHeader: "x-answer" };
  const app = {
    type: "oauth2",
    flow: "clientCredentials",
    tokenUrl: "https://auth.example/token",
    clientAuthentication: "basic",
  } as const;
  const client = acmeClient(server.origin, {}, { securitySchemes: { login, door, app } });
  for (const security of [
    ["login", "door"],
    ["app", "door"],
  ]) {
    assert.is((await rejection(client.get("/x", { security }), RequestError)).code, "scheme-clash");
  }
  assert.is(server.received.length, 0);
});

test("header-clash: a header that the caller sets too is refused", async ({ server }) => {
  const call = acmeClient(server.origin).get("/x", { security: "header", headers: { "x-api-KEY": "mine" } });
  const error = await rejection(call, RequestError);
  assert.not.match(error.message, "mine");
  assert.is(server.received.length, 0);
});

test("no-security: nothing asked for, nothing sent", async ({ server }) => {
  await acmeClient(server.origin).post("/x", { json: { a: 1 } });
  const [request] = server.received;
  assert.is(JSON.stringify(request).includes("secret"), false);
  assert.is(request?.headers.authorization, undefined);
});

test("security of `create`: is the default, and an empty list switches it off", async ({ server }) => {
  const client = acmeClient(server.origin, { security: "header" });
  await client.get("/x");
  await client.get("/x", { security: [] });
  await client.get("/x", { security: "bearer" });
  assert.equal(
    server.received.map(({ headers }) => [headers["x-api-key"], headers.authorization]),
    [
      ["header-secret", undefined],
      [undefined, undefined],
      [undefined, "Bearer bearer-secret"],
    ],
  );
});

test("an unknown scheme is refused", async ({ server }) => {
  for (const security of ["headr", "constructor", "__proto__"]) {
    const error = await rejection(acmeClient(server.origin).get("/x", { security }), RequestError);
    assert.is(error.code, "unknown-scheme");
  }
  assert.is(server.received.length, 0);
});

test("12.1: a secret where the scheme's id belongs is not shown, and a list in a list is no list of ids", async ({
  server,
}) => {
  for (const security of ["sk_live_canary4711", [["header"]], [7], [null]]) {
    const call = acmeClient(server.origin).get("/x", { security: security as string });
    const error = await rejection(call, RequestError);
    assert.match(error.message, "no such security scheme; it has header, query");
    // Of a client, what is no text is refused at once.
    const isText = typeof security === "string";
    const ofClient = (async () => acmeClient(server.origin, { security }).get("/x"))();
    const other = await rejection<SdkError>(ofClient, isText ? RequestError : ConfigurationError);
    for (const each of [error, other]) assert.not.match(`${each.stack} ${JSON.stringify(each)}`, "canary");
  }
  assert.is(server.received.length, 0);
});

test("a digest scheme needs the digest door", async ({ server }) => {
  const error = await rejection(acmeClient(server.origin).get("/x", { security: "staff" }), ConfigurationError);
  assert.is(error.code, "digest-unavailable");
  assert.is(server.received.length, 0);
});

test("explicit-header: `authorization` of the caller is sent as given when no scheme is asked for", async ({
  server,
}) => {
  await acmeClient(server.origin).get("/x", { headers: { authorization: "Custom abc" } });
  assert.is(server.received[0]?.headers.authorization, "Custom abc");
});

test("accept: the caller's accept and content-type are kept", async ({ server }) => {
  const headers = { Accept: "application/vnd.acme+json", "Content-Type": "application/merge-patch+json" };
  await acmeClient(server.origin)
    .patch("/x", { headers, json: { a: 1 } })
    .json();
  const [request] = server.received;
  assert.is(request?.headers.accept, "application/vnd.acme+json");
  assert.is(request?.headers["content-type"], "application/merge-patch+json");
});

test("accept: .json() asks for JSON", async ({ server }) => {
  await acmeClient(server.origin).get("/x").json();
  assert.is(server.received[0]?.headers.accept, "application/json");
});

test("headers: names and values that cannot be sent are refused without showing the value", async ({ server }) => {
  const client = acmeClient(server.origin);
  const refused = [{ "a b": "canary" }, { "x-a": "canary\n" }, { "x-a": "canary☃" }, { host: "canary" }, { "x-a": 1 }];
  for (const headers of refused) {
    const error = await rejection(client.get("/x", { headers: headers as Record<string, string> }), RequestError);
    assert.not.match(error.message, "canary");
  }
  assert.is(server.received.length, 0);
});

test("methods: each verb sends its own; `request` any but those that fetch forbids", async ({ server }) => {
  const client = acmeClient(server.origin);
  const verbs = ["get", "post", "put", "patch", "delete", "head"] as const;
  for (const verb of verbs) await client[verb]("/x");
  await client.request("/x", { method: "options" });
  assert.equal(
    server.received.map(({ method }) => method),
    ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"],
  );
  for (const method of ["", "GE T", "CONNECT", "trace"])
    await rejection(client.request("/x", { method }), RequestError);
});

test("bearer-format: the definition's hint changes nothing", async ({ server }) => {
  const securitySchemes = { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } as const;
  const client = acmeClient(server.origin, {}, { securitySchemes });
  await client.get("/x", { security: "bearer" });
  await acmeClient(server.origin).get("/x", { security: "bearer" });
  const [withHint, without] = server.received;
  assert.equal(withHint, without);
});

test("concurrent: 1000 requests, each as if it were alone", async ({ server }) => {
  await withServer(
    (_, response) => response.end("{}"),
    async (reports) => {
      const services = { default: { baseUrl: `${server.origin}/{region}` }, reports: { baseUrl: reports.origin } };
      const parts = { services, parameters: { region: {} } };
      const definition = acme("", parts);
      const clients = ["eu", "us"].map((region) =>
        bindProvider(definition, {}, { credentials, parameters: { region }, requestTimeout: 600_000 }),
      );
      const schemes = ["header", "query", "basic", "bearer"];
      const call = (index: number): Promise<unknown> => {
        const service = index % 3 === 0 ? "reports" : "default";
        const security = schemes[index % schemes.length] ?? "";
        return (clients[index % 2] ?? acmeClient("")).get("/{id}", { service, security, params: { id: index } });
      };
      await Promise.all(Array.from({ length: 1000 }, (_, index) => call(index)));
      for (let index = 0; index < 1000; index += 1) {
        const target = index % 3 === 0 ? reports : server;
        const path = index % 3 === 0 ? `/${index}` : `/${index % 2 === 0 ? "eu" : "us"}/${index}`;
        const request = target.received.find(({ url }) => url.split("?")[0] === path);
        const scheme = schemes[index % schemes.length];
        assert.is(request?.headers["x-api-key"], scheme === "header" ? "header-secret" : undefined);
        assert.is(request?.url, scheme === "query" ? `${path}?key=query-secret` : path);
        const basic = `Basic ${btoa("alice:basic-secret")}`;
        const expected = { basic, bearer: "Bearer bearer-secret" }[scheme ?? ""];
        assert.is(request?.headers.authorization, expected);
      }
      assert.is(server.received.length + reports.received.length, 1000);
    },
  );
});

test.run();
