import { createHash, createHmac } from "node:crypto";
import { inspect } from "node:util";
import { ConfigurationError, SdkError, WebhookError } from "@sdkwright/runtime";
import {
  discord,
  github,
  shopify,
  standard,
  stripe,
  twilio,
  type WebhookScheme,
  type WebhooksOptions,
} from "@sdkwright/runtime/generated/webhooks";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  bound,
  DISCORD_KEYS,
  discordVector,
  requestOf,
  STRIPE_VALID,
  type Vector,
  VECTORS,
  verdict,
} from "./messages.js";

const test = suite("edges of webhooks");

const NOW = 1_700_000_000;
const judged = (vector: Vector, options: WebhooksOptions = {}) => verdict(requestOf(vector), bound(vector, options));
const withHeader = (vector: Vector, name: string, value: string): Vector => ({
  ...vector,
  headers: { ...vector.headers, [name]: value },
});
const stripeWith = (value: string) => withHeader(VECTORS.stripe, "stripe-signature", value);

test("headers of Node and Lambda: names in any case, lists, what is absent; bodies as bytes, text and buffers", async () => {
  const { headers, body, scheme, secret, now } = VECTORS.standard;
  const names = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]] as const);
  const record = { ...Object.fromEntries(names), Host: undefined, ":path": "/hooks" };
  const bytes = Buffer.from(body);
  const bodies = [
    body,
    bytes,
    new Uint8Array(bytes),
    new Uint8Array(bytes).buffer,
    Buffer.from(`xx${body}`).subarray(2),
  ];
  for (const each of bodies)
    assert.is(await verdict({ headers: record, body: each }, bound({ scheme, secret, now })), "holds");
  assert.is(await verdict({ headers: new Headers(headers), body }, bound({ scheme, secret, now })), "holds");
});

test("a body of 1 MiB is taken, one byte more is not: of a stream nothing further is read", async () => {
  const mebibyte = 1_048_576;
  const webhooks = bound({ scheme: shopify, secret: "hush", now: NOW });
  const whole = await webhooks.sign({ body: `"${"x".repeat(mebibyte - 2)}"` });
  assert.is(await verdict(whole, webhooks), "holds");
  const { headers } = await webhooks.sign({ body: "{}" });
  assert.is(await verdict({ headers, body: "x".repeat(mebibyte + 1) }, webhooks), "body-too-large");
  let given = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 1;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const endless = new Request("https://us.example", {
    method: "POST",
    headers,
    body: stream,
    duplex: "half",
  } as RequestInit);
  assert.is(await verdict(endless, webhooks), "body-too-large");
  assert.ok(given < 25, `${given}`);
  const small = bound({ scheme: shopify, secret: "hush", now: NOW }, { maxBodyBytes: 10 });
  const error = await errorOf(() => small.verify({ headers, body: "12345678901" }));
  assert.equal([error.code, error.status], ["body-too-large", 413]);
});

test("a request that was read, or is being read, or breaks off, is body-read", async () => {
  const read = requestOf(VECTORS.stripe);
  await read.text();
  assert.is(await verdict(read, bound(VECTORS.stripe)), "body-read");
  const locked = requestOf(VECTORS.stripe);
  locked.body?.getReader();
  assert.is(await verdict(locked, bound(VECTORS.stripe)), "body-read");
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("whsec_test_secret")) });
  const { headers } = VECTORS.stripe;
  const request = new Request("https://us.example", {
    method: "POST",
    headers,
    body: broken,
    duplex: "half",
  } as RequestInit);
  assert.is(await verdict(request, bound(VECTORS.stripe)), "body-read");
});

test("a request without a stream, as Firefox has it, is read whole", async () => {
  const request = requestOf(VECTORS.stripe);
  Object.defineProperty(request, "body", { value: undefined });
  assert.is(await verdict(request, bound(VECTORS.stripe)), "holds");
  const empty = await bound(VECTORS.shopify).sign({ body: "" });
  assert.is(
    await verdict(new Request(empty.url, { method: "POST", headers: empty.headers }), bound(VECTORS.shopify)),
    "not-json",
  );
});

test("bodies with a content encoding are not accepted", async () => {
  assert.is(await judged(withHeader(VECTORS.stripe, "content-encoding", "gzip")), "encoded-body");
  assert.is(await judged(withHeader(VECTORS.stripe, "content-encoding", "identity")), "holds");
});

test("a header that comes twice is as several where the scheme has several", async () => {
  const valid = VECTORS.stripe.headers["stripe-signature"];
  assert.is(await judged(stripeWith(`${valid}, ${valid}`)), "holds");
  assert.is(await judged(stripeWith(`${valid}, t=1700000001`)), "unknown-scheme");
  const twice = VECTORS.standard.headers["webhook-signature"];
  assert.is(await judged(withHeader(VECTORS.standard, "webhook-signature", `v1a,xx ${twice}, ${twice}`)), "holds");
  const once = VECTORS.github.headers["x-hub-signature-256"];
  assert.is(await judged(withHeader(VECTORS.github, "x-hub-signature-256", `${once}, ${once}`)), "unknown-scheme");
});

test("hex is in either case, base64 with or without padding; what is neither is no signature", async () => {
  assert.is(await judged(stripeWith(`t=1700000000,v1=${STRIPE_VALID.toUpperCase()}`)), "holds");
  const base64 = VECTORS.shopify.headers["x-shopify-hmac-sha256"];
  const shopifyWith = (value: string) => judged(withHeader(VECTORS.shopify, "x-shopify-hmac-sha256", value));
  assert.is(await shopifyWith(base64.replace("=", "")), "holds");
  for (const value of ["=", "*", `${base64.slice(0, -2)}9=`, `${base64} x`, `${base64}===`])
    assert.is(await shopifyWith(value), "unknown-scheme", value);
  for (const value of [STRIPE_VALID.slice(1), `${STRIPE_VALID}g`, ""])
    assert.is(await judged(stripeWith(`t=1700000000,v1=${value}`)), "unknown-scheme", value);
  assert.is(await judged(stripeWith(`t=1700000000,v1=${STRIPE_VALID.slice(2)}`)), "no-match");
});

test("16 signatures and 8 secrets are tried, all with all", async () => {
  const wrong = Array.from({ length: 15 }, (_, index) => `v1=${index.toString(16).padStart(64, "0")}`).join(",");
  assert.is(await judged(stripeWith(`t=1700000000,${wrong},v1=${STRIPE_VALID}`)), "holds");
  assert.is(await judged(stripeWith(`t=1700000000,${wrong},v1=ff,v1=${STRIPE_VALID}`)), "no-match");
  const secrets = Array.from({ length: 7 }, (_, index) => `whsec_${index}`);
  assert.is(await judged(VECTORS.stripe, { secrets: [...secrets, "whsec_test_secret"] }), "holds");
  await assertThrows(
    () => bound(VECTORS.stripe, { secrets: [...secrets, "a", "b"] }).verify(requestOf(VECTORS.stripe)),
    "bad-credential",
  );
  let count = 0;
  const { subtle } = crypto;
  const verify = subtle.verify.bind(subtle);
  subtle.verify = async (...args: Parameters<typeof verify>) => {
    count += 1;
    return verify(...args);
  };
  try {
    assert.is(
      await judged(stripeWith(`t=1700000000,v1=${STRIPE_VALID},v1=aa,v1=bb`), {
        secrets: ["whsec_test_secret", "other"],
      }),
      "holds",
    );
  } finally {
    Reflect.deleteProperty(subtle, "verify");
  }
  assert.is(count, 6);
});

test("what a scheme needs and is not there has a code of its own", async () => {
  const without = (vector: Vector, name: string): Vector => ({
    ...vector,
    headers: Object.fromEntries(Object.entries(vector.headers).filter(([each]) => each !== name)),
  });
  assert.is(await judged(without(VECTORS.stripe, "stripe-signature")), "missing-signature");
  assert.is(await judged(stripeWith(`v1=${STRIPE_VALID}`)), "missing-timestamp");
  assert.is(await judged(stripeWith(`t=soon,v1=${STRIPE_VALID}`)), "missing-timestamp");
  assert.is(await judged(without(VECTORS.standard, "webhook-timestamp")), "missing-timestamp");
  assert.is(await judged(without(VECTORS.standard, "webhook-id")), "missing-id");
  assert.is(await judged(VECTORS.twilio, { seen: () => false }), "missing-id");
});

test("the statuses to answer with", async () => {
  const statusOf = async (vector: Vector) => (await errorOf(() => bound(vector).verify(requestOf(vector)))).status;
  assert.is(await statusOf(stripeWith(`t=1700000000,v1=aa`)), 401);
  assert.is(await statusOf({ ...VECTORS.stripe, now: NOW + 1000 }), 401);
  assert.is(await statusOf(VECTORS.github), 400);
});

test("Discord: Ed25519, with the public key; where the platform has none it is `unsupported`, whatever the signature", async () => {
  const vector = await discordVector();
  assert.is(await judged(vector), "holds");
  assert.is(await judged({ ...vector, body: `${vector.body} ` }), "no-match");
  assert.is(await judged(withHeader(vector, "x-signature-ed25519", "00".repeat(64))), "no-match");
  assert.is(await judged(withHeader(vector, "x-signature-ed25519", "00")), "no-match");
  crypto.subtle.importKey = async () => {
    throw new DOMException("no", "NotSupportedError");
  };
  try {
    assert.is(await judged({ ...vector, body: "{}" }), "unsupported");
  } finally {
    Reflect.deleteProperty(crypto.subtle, "importKey");
  }
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  try {
    assert.is(await judged(vector), "unsupported");
  } finally {
    Reflect.deleteProperty(crypto, "subtle");
  }
  await assertThrows(
    () => bound({ ...vector, secret: DISCORD_KEYS.publicKey.slice(2) }).verify(requestOf(vector)),
    "bad-credential",
  );
});

test("Twilio: of a JSON body the hash is in the URL, and has to be the body's", async () => {
  const body = '{"MessageSid":"SM1"}';
  const hash = createHash("sha256").update(body).digest("hex");
  const webhooks = bound({ scheme: twilio, secret: "12345", now: NOW });
  const url = `https://us.example/hook?bodySHA256=${hash}&a=b`;
  const headers = { "content-type": "application/json" };
  const request = await webhooks.sign({ body, url, headers });
  const signature = { ...headers, "x-twilio-signature": request.headers.get("x-twilio-signature") ?? "" };
  assert.is(await verdict(request, webhooks), "holds");
  assert.is(await verdict({ headers: signature, body: `${body} `, url }, webhooks), "no-match");
  const another = `https://us.example/hook?bodySHA256=${"0".repeat(64)}&a=b`;
  assert.is(await verdict({ headers: signature, body, url: another }, webhooks), "holds", "the URL is as the body is");
  const unsigned = "https://us.example/hook?a=b";
  assert.is(await verdict({ headers: signature, body, url: unsigned }, webhooks), "no-match");
});

test("Twilio: the order of a form's fields does not matter, and what comes twice counts once", async () => {
  const { twilio: vector } = VECTORS;
  const fields = [...new URLSearchParams(vector.body)].reverse();
  assert.is(await judged({ ...vector, body: new URLSearchParams(fields).toString() }), "holds");
  assert.is(await judged({ ...vector, body: `${vector.body}&Digits=1234` }), "holds");
  assert.is(await judged({ ...vector, body: `${vector.body}&Digits=1235` }), "no-match");
});

/** HubSpot's third version: method, URL, body and time in ms. */
const ofMethod: WebhookScheme = {
  signature: {
    algorithm: "hmac-sha256",
    header: "x-signature",
    encoding: "base64",
    content: "{method}{url}{body}{timestamp}{header:X-Tenant}",
    timestamp: { header: "x-time" },
    tolerance: 10,
  },
};

test("a scheme of one's own: method, URL, a header, and a time in ms", async () => {
  const url = "https://us.example/hook?x=1";
  const time = String(NOW * 1000 + 500);
  const value = createHmac("sha256", "shh").update(`PUT${url}{"a":1}${time}t1`).digest("base64");
  const message = {
    method: "PUT",
    url,
    body: '{"a":1}',
    headers: { "X-Signature": value, "X-Time": time, "X-Tenant": "t1" },
  };
  const webhooks = (now: number) => bound({ scheme: [ofMethod], secret: "shh", now });
  assert.is((await webhooks(NOW).verify(message)).timestamp, NOW * 1000 + 500);
  assert.is(await verdict(message, webhooks(NOW + 11)), "too-old");
  assert.is(await verdict({ ...message, method: "POST" }, webhooks(NOW)), "no-match");
  assert.is(
    await verdict({ ...message, headers: { ...message.headers, "X-Tenant": "t2" } }, webhooks(NOW)),
    "no-match",
  );
});

test("a tolerance of false takes any time; a prefix of keys may be missing; SHA-512 and hex keys", async () => {
  const scheme: WebhookScheme = {
    signature: {
      algorithm: "hmac-sha512",
      header: "x-s",
      encoding: "hex",
      content: "{timestamp};{body}",
      value: "ts={timestamp};h1={signature}",
      tolerance: false,
      key: "hex",
      keyPrefix: "pdl_",
    },
  };
  const signer = bound({ scheme: [scheme], secret: "pdl_00ff", now: 1000 });
  const request = await signer.sign({ payload: { a: 1 } });
  assert.match(request.headers.get("x-s") ?? "", /^ts=1000;h1=[0-9a-f]{128}$/);
  assert.is(await verdict(request, bound({ scheme: [scheme], secret: "00FF", now: NOW })), "holds");
});

test("JSON is JSON whatever the content type says, which nothing signs; fields that come twice are lists", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
  const webhooks = bound({ scheme: shopify, secret: "s", now: NOW });
  const read = async (body: string) => (await webhooks.verify(await webhooks.sign({ body, headers: form }))).payload;
  assert.equal(await read('{"a":1}'), { a: 1 });
  assert.equal(await read("a=1&b=2&a=3&__proto__=x"), JSON.parse('{"a":["1","3"],"b":"2","__proto__":"x"}'));
  assert.equal(await read("null"), null);
});

test("GitHub's form deliveries have the payload in one field, as JSON; the signature covers the bytes as they came", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-github-event": "push" };
  const webhooks = bound({ scheme: github, secret: "s", now: NOW }, {}, { names: ["push"] });
  const body = `payload=${encodeURIComponent('{"ref":"a b&c","commits":[]}')}`;
  const delivery = await webhooks.sign({ body, headers });
  const signature = `sha256=${createHmac("sha256", "s").update(body).digest("hex")}`;
  assert.is(delivery.headers.get("x-hub-signature-256"), signature);
  const { name, payload } = await webhooks.verify(delivery);
  assert.equal([name, payload], ["push", { ref: "a b&c", commits: [] }]);
  for (const other of ["payload=hello", "payload=", "body=%7B%7D", ""]) {
    const error = await errorOf(async () => webhooks.verify(await webhooks.sign({ body: other, headers })));
    assert.equal([error.code, error.status], ["not-json", 400], other);
    assert.match(error.message, 'its field "payload"');
  }
  const made = await webhooks.sign({ payload: { ref: "x" }, headers });
  assert.is(await made.clone().text(), "payload=%7B%22ref%22%3A%22x%22%7D");
  assert.equal((await webhooks.verify(made)).payload, { ref: "x" });
});

test("what is no message is parsed-body or has no signature: never the platform's TypeError, which shows the body", async () => {
  const webhooks = bound(VECTORS.stripe);
  const { headers, body } = VECTORS.stripe;
  for (const given of [body, null, undefined, 5, JSON.parse(body), { headers }, { headers, body: null }, [body]]) {
    const error = await errorOf(() => webhooks.verify(given as never));
    assert.equal([error.code, error.status], ["parsed-body", 400]);
    assert.match(error.message, "`verify` takes the `Request`, or `{ headers, body }`");
    assert.not.match(error.message, "evt_1");
  }
  for (const given of [{ body }, { body, headers: null }])
    assert.is(await verdict(given as never, webhooks), "missing-signature");
  const held = webhooks.verify(body as never, null as never);
  assert.is((await errorOf(async () => held)).code, "parsed-body");
});

test("secrets from code: a list or a function, which is called for each message; nothing in them is a reference", async () => {
  let calls = 0;
  const webhooks = bound(VECTORS.stripe, {
    secrets: async () => {
      calls += 1;
      return ["whsec_test_secret"];
    },
  });
  assert.equal(
    [await verdict(requestOf(VECTORS.stripe), webhooks), await verdict(requestOf(VECTORS.stripe), webhooks)],
    ["holds", "holds"],
  );
  assert.is(calls, 2);
  const throwing = () => {
    throw new Error("whsec_test_secret");
  };
  await assertThrows(
    () => bound(VECTORS.stripe, { secrets: throwing }).verify(requestOf(VECTORS.stripe)),
    "credential-source-failed",
  );
  await assertThrows(
    () => bound(VECTORS.stripe, { secrets: ["whsec_test_secret\n"] }).verify(requestOf(VECTORS.stripe)),
    "bad-credential",
  );
  await assertThrows(
    () => bound({ ...VECTORS.standard, secret: "whsec_not base64" }).verify(requestOf(VECTORS.standard)),
    "bad-credential",
  );
  assert.is(await judged(VECTORS.stripe, { secrets: ["$HOME"], env: { HOME: "whsec_test_secret" } }), "no-match");
});

test("unknown options, and such of another kind, are errors", () => {
  for (const options of [{ secret: "x" }, { secrets: "x" }, { maxBodyBytes: 0 }, { seen: true }, { tolerance: false }])
    assert.throws(
      () => bound(VECTORS.stripe, options as never),
      (error: unknown) => error instanceof ConfigurationError && error.code === "bad-option",
    );
});

test("no error shows a secret, a signature or anything of the body", async () => {
  const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  const body = '{"type":"canary-in-the-body"}';
  const options = { scheme: standard, secret, now: NOW };
  const request = await bound(options).sign({ body, id: "msg_1" });
  const signature = request.headers.get("webhook-signature") ?? "";
  const headers = Object.fromEntries(request.headers);
  const attempts: (() => Promise<unknown>)[] = [
    () => bound({ ...options, now: NOW + 9999 }).verify({ headers, body }),
    () => bound({ ...options, now: NOW - 9999 }).verify({ headers, body }),
    () => bound(options).verify({ headers, body: `${body} ` }),
    () => bound(options).verify({ headers, body: JSON.parse(body) as never }),
    () => bound(options).verify({ headers: { ...headers, "webhook-id": "" }, body }),
    () => bound(options).verify({ headers: { ...headers, "webhook-timestamp": signature }, body }),
    () => bound(options).verify({ headers: { ...headers, "webhook-signature": signature.replace("v1", "v9") }, body }),
    () => bound(options, { seen: () => true }).verify({ headers, body }),
    () => bound(options, { secrets: [`${secret}\n`] }).verify({ headers, body }),
    () => bound(options, { secrets: [secret.replace("+", "*")] }).verify({ headers, body }),
    () => bound(options, { maxBodyBytes: 5 }).verify({ headers, body }),
    async () => bound(options).verify(await bound(options).sign({ body: "canary-in-the-body" })),
  ];
  const codes = new Set<string>();
  for (const attempt of attempts) {
    const error = await caught(attempt);
    assert.ok(error instanceof SdkError);
    codes.add(error.code);
    const shown = `${inspect(error, { showHidden: true, depth: 9 })}${JSON.stringify(error)}${String(error.stack)}`;
    for (const canary of [secret.slice(6, 30), signature.slice(3, 30), "canary-in-the-body"])
      assert.not.ok(shown.includes(canary), `${error.code}: ${shown}`);
  }
  assert.is(codes.size, 11);
});

test("id and name are where the definition says", async () => {
  const webhooks = bound(
    { scheme: stripe, secret: "s", now: NOW },
    {},
    { id: { header: "x-delivery" }, name: { body: "/event/type" }, names: ["paid"] },
  );
  const request = await webhooks.sign({ payload: { event: { a: 1 } }, id: "d_1", name: "paid" });
  const event = await webhooks.verify(request);
  assert.equal([event.id, event.name, event.payload], ["d_1", "paid", { event: { a: 1, type: "paid" } }]);
});

test("an id elsewhere than the signed one is the event's; the signature covers its own", async () => {
  const definition = { id: { body: "/data/id" } };
  const webhooks = bound({ scheme: standard, secret: "whsec_AAAA", now: NOW }, {}, definition);
  const request = await webhooks.sign({ payload: { data: { x: 1 } }, id: "d_1" });
  const { id, payload } = await webhooks.verify(request.clone());
  assert.equal([id, payload], ["d_1", { data: { x: 1, id: "d_1" } }]);
  const headers = { ...Object.fromEntries(request.headers), "webhook-id": "d_2" };
  assert.is(await verdict({ headers, body: await request.text() }, webhooks), "no-match");
});

test("Discord: a type that is a number is a name as text", async () => {
  const vector = await discordVector();
  const event = await bound(vector, {}, { names: ["1"] }).verify(requestOf(vector));
  assert.equal([event.name, event.received, discord.length], ["1", "1", 1]);
});

async function caught(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

async function errorOf(run: () => Promise<unknown>): Promise<WebhookError> {
  const error = await caught(run);
  assert.ok(error instanceof WebhookError);
  return error;
}

async function assertThrows(run: () => Promise<unknown>, code: string): Promise<void> {
  const error = await caught(run);
  assert.ok(error instanceof ConfigurationError);
  assert.is(error.code, code);
}

test.run();
