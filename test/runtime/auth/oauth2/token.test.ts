import { HttpError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { invalidToken, json, judge, token, withVendor } from "./world.js";

const test = suite("oauth2: one token");

test("one token is asked for, and serves every request", () =>
  withVendor({}, async ({ client, auth, api, forms, sent }) => {
    const acme = client();
    for (let call = 0; call < 3; call += 1) await acme.get("/items").json();
    assert.equal(forms(), [{ grant_type: "client_credentials" }]);
    assert.equal([auth.received.length, api.received.length], [1, 3]);
    assert.equal(sent(), ["access-1", "access-1", "access-1"]);
    assert.equal([auth.received[0]?.method, auth.received[0]?.target], ["POST", "/oauth/token"]);
  }));

test("1000 concurrent first calls make one token request", () =>
  withVendor({}, async ({ client, auth, api }) => {
    const acme = client();
    await Promise.all(Array.from({ length: 1000 }, () => acme.get("/items").json()));
    assert.equal([auth.received.length, api.received.length], [1, 1000]);
  }));

test("two client instances share nothing", () =>
  withVendor({ api: () => json(200, {}) }, async ({ client, auth }) => {
    await client().get("/items");
    await client().get("/items");
    assert.is(auth.received.length, 2);
  }));

test("a 401 that says invalid_token: that token is dropped, one new one is fetched, the request is sent once more", () =>
  withVendor({}, async ({ client, auth, sent, api }) => {
    const acme = client();
    await acme.get("/items");
    // The server takes only the newest: of another instance.
    await client().get("/items");
    await Promise.all(Array.from({ length: 20 }, () => acme.post("/items", { json: { a: 1 } }).json()));
    assert.is(auth.received.length, 3);
    const before = sent().slice(2);
    assert.is(before.filter((text) => text === "access-3").length, 20);
    assert.is(before.filter((text) => text === "access-1").length, 20);
    assert.is(api.received.at(-1)?.body.toString(), '{"a":1}');
  }));

test("a bare 401 to a token that was accepted before renews it; to one that never was, it does not", () =>
  withVendor(
    { api: ({ target, headers }) => (target === "/new" || headers.authorization === "Bearer access-2" ? json(200, {}) : { status: 401 }) }, // prettier-ignore
    async ({ client, auth, sent }) => {
      const acme = client();
      const first = await acme.get("/items").catch((error: unknown) => error as Error);
      assert.equal([(first as Error).name, auth.received.length], ["AuthenticationError", 1]);
      await acme.get("/new");
      await acme.get("/items");
      assert.equal([auth.received.length, sent()], [2, ["access-1", "access-1", "access-1", "access-2"]]);
    },
  ));

test("an attempt renews once: a fresh token that is refused too is an AuthenticationError", () =>
  withVendor({ api: () => invalidToken() }, async ({ client, auth, sent }) => {
    const error = await client()
      .get("/items")
      .catch((error: unknown) => error as Error & { kind: string });
    assert.equal([(error as Error).name, (error as { kind: string }).kind], ["AuthenticationError", "invalid_token"]);
    assert.equal([auth.received.length, sent()], [2, ["access-1", "access-2"]]);
  }));

test("a server that hands out the same token again: the attempt does not send it a second time", () =>
  withVendor({ token: () => token("same"), api: () => invalidToken() }, async ({ client, auth, sent }) => {
    const error = await rejection(client().get("/items"), HttpError);
    assert.is(error.text, "no");
    assert.equal([auth.received.length, sent()], [2, ["same"]]);
  }));

test("scopes and audience are sent; a request can ask for other scopes, and their order does not matter", () =>
  withVendor(
    { scheme: { scopes: ["b", "a"], audience: "https://api.example" }, api: () => json(200, {}) },
    async ({ client, forms, sent }) => {
      const acme = client();
      await acme.get("/items");
      await acme.get("/items", { security: { id: "login", scopes: ["c", "a"] } });
      await acme.get("/items", { security: [{ id: "login", scopes: ["a", "c", "a"] }] });
      await acme.get("/items", { security: { id: "login", scopes: ["a", "b"] } });
      assert.equal(
        forms().map(({ scope, audience }) => [scope, audience]),
        [
          ["a b", "https://api.example"],
          ["a c", "https://api.example"],
        ],
      );
      assert.equal(sent(), ["access-1", "access-2", "access-2", "access-1"]);
    },
  ));

test("nothing of a token is lost between hops: a redirect on the origin keeps it, and judges it again", () =>
  withVendor(
    { api: (request) => (request.target === "/a" ? { status: 302, headers: { location: "/b" } } : judge(request, "access-1")) }, // prettier-ignore
    async ({ client, sent }) => {
      await client().get("/a");
      assert.equal(sent(), ["access-1", "access-1"]);
    },
  ));

test.run();
