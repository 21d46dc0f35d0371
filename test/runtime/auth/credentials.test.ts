import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { ConfigurationError, RequestError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { acme, recordingFetch, rejection } from "../acme.js";

interface Vector {
  id: string;
  expect: { error?: string; authorization?: string; header?: [string, string]; url?: string };
}
type BasicVector = Vector & { username: string; password: string };
type BearerVector = Vector & { token: string };
type ApiKeyVector = Vector & {
  in: "header" | "query";
  name: string;
  apikey: string;
  url: string;
  headers: Record<string, string>;
};

const vectors = JSON.parse(readFileSync(join(root, "test/vectors/auth.json"), "utf8")) as {
  basic: BasicVector[];
  bearer: BearerVector[];
  apiKey: ApiKeyVector[];
};
const test = suite("credentials");

for (const { id, username, password, expect } of vectors.basic) {
  test(`${id}: basic`, () => expectAuthorization("basic", { username, password }, expect));
}

for (const { id, token, expect } of vectors.bearer) {
  test(`${id}: bearer`, () => expectAuthorization("bearer", { token }, expect));
}

async function expectAuthorization(scheme: string, fields: object, expect: Vector["expect"]): Promise<void> {
  const { fetch, sent } = recordingFetch();
  const client = bindProvider(acme("https://a.test"), {}, { credentials: { [scheme]: fields }, fetch });
  const call = client.get("/x", { security: scheme });
  if (expect.error === undefined) {
    await call;
    assert.is(sent[0]?.headers.get("authorization"), expect.authorization);
    return;
  }
  const error = await rejection(call, ConfigurationError);
  assert.is(sent.length, 0);
  for (const value of Object.values(fields).filter((value) => value.length > 2)) {
    assert.not.ok(inspect(error, { depth: Infinity }).includes(value));
  }
}

// The vectors with `generate` are mistakes in a definition, which the generator reports.
for (const vector of vectors.apiKey.filter(({ expect }) => expect.error !== "generate")) {
  test(`${vector.id}: apiKey`, async () => {
    const { fetch, sent } = recordingFetch();
    const { origin } = new URL(vector.url);
    const securitySchemes = { key: { type: "apiKey", in: vector.in, name: vector.name } } as const;
    const options = { credentials: { key: { apikey: vector.apikey } }, fetch };
    const client = bindProvider(acme(origin, { securitySchemes }), {}, options);
    const call = client.get(vector.url.slice(origin.length), { security: "key", headers: vector.headers });
    if (vector.expect.error !== undefined) {
      await rejection<Error>(call, vector.expect.error === "config" ? ConfigurationError : RequestError);
      assert.is(sent.length, 0);
      return;
    }
    await call;
    const [request] = sent;
    if (vector.expect.url !== undefined) assert.is(request?.url, vector.expect.url);
    if (vector.expect.header !== undefined) {
      assert.is(request?.headers.get(vector.expect.header[0]), vector.expect.header[1]);
    }
  });
}

test("what a function returns that throws while it is read: its error is not passed on", async () => {
  const throwing = (): never => {
    throw new Error("canary");
  };
  const bearer = (): object => Object.defineProperty({}, "token", { get: throwing });
  const client = bindProvider(acme("https://a.test"), {}, { credentials: { bearer } });
  const error = await rejection(client.get("/x", { security: "bearer" }), ConfigurationError);
  assert.is(error.code, "credential-source-failed");
  assert.not.ok(inspect(error, { depth: Infinity, showHidden: true }).includes("canary"));
});

test("a function is called for every attempt, so that it can rotate the secret", async () => {
  const { fetch, sent } = recordingFetch();
  let calls = 0;
  const apikey = async () => `key-${(calls += 1)}`;
  const client = bindProvider(acme("https://a.test"), {}, { credentials: { header: { apikey } }, fetch });
  await client.get("/x", { security: "header" });
  await client.get("/x", { security: "header" });
  assert.equal(
    sent.map(({ headers }) => headers.get("x-api-key")),
    ["key-1", "key-2"],
  );
});

test("what a credential function throws is not passed on", async () => {
  const { fetch, sent } = recordingFetch();
  const token = () => {
    throw new Error("vault said canary-4711");
  };
  const client = bindProvider(acme("https://a.test"), {}, { credentials: { bearer: { token } }, fetch });
  const error = await rejection(client.get("/x", { security: "bearer" }), ConfigurationError);
  assert.not.ok(inspect(error, { depth: Infinity, showHidden: true }).includes("canary-4711"));
  assert.is(sent.length, 0);
});

test("credentials given in code win over client.json, field by field, and later changes of the object do not count", async () => {
  const { fetch, sent } = recordingFetch();
  const given = { basic: { password: "from-code" } };
  const configured = { credentials: { basic: { username: "alice", password: "from-file" } } };
  const client = bindProvider(acme("https://a.test"), configured, { credentials: given, fetch });
  given.basic.password = "changed";
  await client.get("/x", { security: "basic" });
  assert.is(sent[0]?.headers.get("authorization"), `Basic ${btoa("alice:from-code")}`);
});

test("a missing credential is a ConfigurationError that names provider, scheme and field, before anything is sent", async () => {
  const { fetch, sent } = recordingFetch();
  const client = bindProvider(acme("https://a.test"), { credentials: { basic: { username: "u" } } }, { fetch });
  const error = await rejection(client.get("/x", { security: "basic" }), ConfigurationError);
  assert.is(error.message, 'credential "password" of scheme "basic" of acme is missing');
  assert.is(error.provider, "acme");
  assert.equal(error.issues, [{ message: error.message, pointer: "/providers/acme/security/0/password" }]);
  assert.is(sent.length, 0);
});

test("of a whole scheme the pointer is its entry, and the message names all fields", async () => {
  const configured = { credentials: { basic: { username: "$USER_4711", password: "$PASSWORD_4711" } } };
  const pair = (): never => ({ user: "u", pass: "p" }) as never;
  const client = bindProvider(acme("https://a.test"), configured, { credentials: { basic: pair } });
  const error = await rejection(client.get("/x", { security: "basic" }), ConfigurationError);
  assert.match(error.message, /^credential "username", "password" of scheme "basic" of acme is missing: the function/);
  assert.is(error.issues[0]?.pointer, "/providers/acme/security/0");
});

/** Returned for all of `basic`, and what the error says. */
const notWhole: readonly (readonly [returned: unknown, says: RegExp])[] = [
  [
    { username: "bob", pasword: "canary" },
    /^credential "password" of .* is missing: the function must return a plain object with it$/,
  ],
  [
    { username: "bob", password: undefined },
    /^credential "password" of .* is missing: the function must return a plain object with it$/,
  ],
  [{ password: "canary" }, /^credential "username" of .* is missing: the function must return a plain object with it$/],
  [
    { user: "bob", pass: "canary" },
    /^credential "username", "password" of .* is missing: the function must return a plain object with it$/,
  ],
  [
    new Map([["password", "canary"]]),
    /^credential "username", "password" of .* is missing: the function must return a plain object with it$/,
  ],
];

for (const [returned, says] of notWhole) {
  test(`a function for a whole scheme: nothing of client.json is beside ${inspect(returned)}`, async () => {
    const { fetch, sent } = recordingFetch();
    const configured = { credentials: { basic: { username: "alice", password: "from-file" } } };
    const given = { basic: () => returned };
    const client = bindProvider(acme("https://a.test"), configured, { credentials: given, fetch });
    const error = await rejection(client.get("/x", { security: "basic" }), ConfigurationError);
    assert.match(error.message, says);
    assert.not.match(inspect(error, { depth: Infinity, showHidden: true }), /canary|from-file/);
    assert.is(sent.length, 0);
  });
}

test("what a vault returns beside all fields of the scheme does not matter", async () => {
  const { fetch, sent } = recordingFetch();
  const basic = () => ({ lease: 60, username: "bob", password: "", passwort: "p" });
  await bindProvider(acme("https://a.test"), {}, { credentials: { basic }, fetch }).get("/x", { security: "basic" });
  assert.is(sent[0]?.headers.get("authorization"), `Basic ${btoa("bob:")}`);
});

test("credential-empty: an empty password is a password, an empty API key is a mistake", async () => {
  const { fetch, sent } = recordingFetch();
  const given = { basic: { username: "u", password: "" }, header: { apikey: "" } };
  const client = bindProvider(acme("https://a.test"), {}, { credentials: given, fetch });
  await client.get("/x", { security: "basic" });
  assert.is(sent[0]?.headers.get("authorization"), `Basic ${btoa("u:")}`);
  await rejection(client.get("/x", { security: "header" }), ConfigurationError);
});

test.run();
