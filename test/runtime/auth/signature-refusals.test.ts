import { inspect } from "node:util";
import { ConfigurationError, RequestError, SdkError, type SignedRequest } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { signature } from "@sdkwright/runtime/generated/signature";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { recordingFetch, rejection } from "../acme.js";
import { signedClient, signedProvider } from "./signing.js";

const test = suite("what a signature refuses");

const secret = "canary-of-a-signature";

class Signed {
  get "x-signature"(): string {
    return secret;
  }
}

/** What `sign` may return by mistake, and the words of the error. */
const returned: { readonly [what: string]: readonly [unknown, RegExp] } = {
  "a header that the scheme does not have": [{ "x-evil": secret }, /`headers\.x-evil` is not in the scheme; it has x-signature, x-timestamp/],
  "one that frames the message": [{ host: secret }, /`headers\.host` is set by the platform/],
  "a name that is no token": [{ [`x ${secret}`]: "1" }, /a name that is not a token/],
  "a number": [{ "x-signature": 7 }, /`headers\.x-signature` is not valid in a header/],
  "a line break": [{ "x-signature": `${secret}\r\nx-evil: 1` }, /`headers\.x-signature` is not valid in a header/],
  "more than Latin-1": [{ "x-signature": `${secret}€` }, /`headers\.x-signature` is not valid in a header/],
  nothing: [undefined, /`headers` is not a plain object/],
  null: [null, /`headers` is not a plain object/],
  text: [secret, /`headers` is not a plain object/],
  Headers: [new Headers({ "x-signature": secret }), /`headers` is not a plain object/],
  "a Map": [new Map([["x-signature", secret]]), /`headers` is not a plain object/],
  "an instance of a class": [new Signed(), /`headers` is not a plain object/],
}; // prettier-ignore

for (const [what, [value, words]] of Object.entries(returned)) {
  test(`returned ${what}: a ConfigurationError before anything is sent, without values`, async () => {
    for (const sign of [() => value, async () => value]) {
      const { fetch, sent } = recordingFetch();
      const call = signedClient("https://a.test", sign, { fetch }).get("/x", { security: "signed" });
      const error = await rejection(call, ConfigurationError);
      assert.is(error.code, "bad-signature");
      assert.match(error.message, /^the headers that "sign" of scheme "signed" of acme returned are wrong: /);
      assert.match(error.message, words);
      assert.not.match(inspect(error, { depth: Infinity, showHidden: true }), secret);
      assert.is(sent.length, 0);
    }
  });
}

test("names are compared without case; `headers` is what may be returned, not what must", async () => {
  for (const headers of [{ "X-SIGNATURE": "s" }, { "x-signature": "s", "x-timestamp": undefined }, {}]) {
    const { fetch, sent } = recordingFetch();
    await signedClient("https://a.test", () => headers, { fetch }).get("/x", { security: "signed" });
    assert.is(sent[0]?.headers.get("x-signature"), Object.keys(headers).length === 0 ? null : "s");
    assert.is(sent[0]?.headers.get("x-timestamp"), null);
  }
});

test("a throw is a ConfigurationError without its message, of a promise too", async () => {
  const failing = () => {
    throw new Error(`kms says ${secret}`);
  };
  const unreadable = () => Object.defineProperty({}, "x-signature", { enumerable: true, get: failing });
  for (const sign of [failing, async () => failing(), unreadable]) {
    const { fetch, sent } = recordingFetch();
    const call = signedClient("https://a.test", sign, { fetch }).get("/x", { security: "signed" });
    const error = await rejection(call, ConfigurationError);
    assert.is(
      error.message,
      'credential "sign" of scheme "signed" of acme threw, but its error is not passed on: log it there',
    );
    assert.not.match(inspect(error, { depth: Infinity, showHidden: true }), secret);
    assert.is(sent.length, 0);
  }
});

const streamed = () => new Response("stream").body;

for (const [kind, body] of Object.entries({ "a stream": streamed(), "a function that returns one": streamed })) {
  test(`the body is ${kind}: a RequestError that says what to do, and the function is not called`, async () => {
    const { fetch, sent } = recordingFetch();
    let called = 0;
    const sign = () => ({ "x-signature": String((called += 1)) });
    const call = signedClient("https://a.test", sign, { fetch }).post("/x", { security: "signed", body: body as () => ReadableStream }); // prettier-ignore
    const error = await rejection(call, RequestError);
    assert.is(error.code, "stream-body");
    assert.match(error.message, 'a signature (scheme "signed") covers the whole body');
    assert.match(error.message, "pass it as bytes, as text or as a Blob");
    assert.equal([called, sent.length], [0, 0]);
  });
}

test("a header that the caller sets beside the scheme is a RequestError", async () => {
  const { fetch, sent } = recordingFetch();
  const client = signedClient("https://a.test", () => ({}), { fetch });
  const error = await rejection(
    client.get("/x", { security: "signed", headers: { "X-Timestamp": "1" } }),
    RequestError,
  );
  assert.match(error.message, "the header `x-timestamp`");
  assert.is(sent.length, 0);
});

test("two schemes that write to one header cannot apply together", async () => {
  const { fetch, sent } = recordingFetch();
  const securitySchemes = {
    signed: { type: "signature", headers: ["authorization"] },
    basic: { type: "http", scheme: "basic" },
  } as const;
  const credentials = { signed: { sign: () => ({}) }, basic: { username: "u", password: "p" } };
  const client = signedClient("https://a.test", undefined, { fetch, credentials }, { securitySchemes });
  const error = await rejection(client.get("/x", { security: ["signed", "basic"] }), RequestError);
  assert.is(error.code, "scheme-clash");
  assert.is(sent.length, 0);
});

test("the whole scheme as a function, which is asked once per attempt for the one that signs", async () => {
  const { fetch, sent } = recordingFetch();
  const signed = async () => ({ sign: ({ method }: SignedRequest) => ({ "x-signature": method }), lease: 3600 });
  await signedClient("https://a.test", undefined, { fetch, credentials: { signed } }).delete("/x", {
    security: "signed",
  });
  assert.is(sent[0]?.headers.get("x-signature"), "DELETE");
});

/** Credentials that are missing or of a wrong kind, and the words of the error. */
const given: { readonly [what: string]: readonly [object, RegExp] } = {
  "no credentials": [{}, /credential "sign" of scheme "signed" of acme is missing: pass the function in code, in `credentials`$/],
  "no function in them": [{ signed: {} }, /credential "sign" of scheme "signed" of acme is missing/],
  "a function that returns none": [{ signed: () => ({}) }, /credential "sign" of scheme "signed" of acme is missing: the function must return/],
  "a function that returns something else": [{ signed: () => ({ sign: secret }) }, /credential "sign" of scheme "signed" of acme is not a function/],
  "a function that returns no object": [{ signed: () => secret }, /is missing: the function must return a plain object with it/],
  "a text as `sign`": [{ signed: { sign: secret } }, /`credentials\.signed\.sign` of acme is not a function/],
  "another field": [{ signed: { apikey: secret } }, /`credentials\.signed\.apikey` of acme is unknown; known: sign/],
  "a text": [{ signed: secret }, /`credentials\.signed` of acme is not a plain object of: sign/],
}; // prettier-ignore

for (const [what, [credentials, words]] of Object.entries(given)) {
  test(`given ${what}: a ConfigurationError before anything is sent`, async () => {
    const { fetch, sent } = recordingFetch();
    const call = async () =>
      signedClient("https://a.test", undefined, { fetch, credentials }).get("/x", { security: "signed" });
    const error = await rejection(call(), ConfigurationError);
    assert.match(error.message, words);
    assert.not.match(inspect(error, { depth: Infinity }), secret);
    assert.is(sent.length, 0);
  });
}

test("an SDK that was generated without the scheme says so", async () => {
  const options = { credentials: { signed: { sign: () => ({}) } } };
  const error = await rejection(
    bindProvider(signedProvider("https://a.test"), {}, options).get("/x", { security: "signed" }),
    ConfigurationError,
  );
  assert.is(error.code, "signature-unavailable");
  assert.is(typeof signature, "function");
});

test("an attempt whose time is up while it signs sends nothing", async () => {
  const { fetch, sent } = recordingFetch();
  let sign: (headers: object) => void = () => {};
  const waiting = new Promise<object>((resolve) => (sign = resolve));
  const abort = new AbortController();
  const client = signedClient("https://a.test", () => waiting, { fetch });
  const call = client.get("/x", { security: "signed", signal: abort.signal });
  abort.abort(new SdkError("enough", { code: "test" }));
  await rejection(call, SdkError);
  sign({ "x-signature": "late" });
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(sent.length, 0);
});

test.run();
