import { ConfigurationError, WebhookError } from "@sdkwright/runtime";
import { stripe } from "@sdkwright/runtime/generated/webhooks";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bound, OTHER_SECRET, requestOf, STRIPE_VALID, VECTORS, type Vector, verdict, verified } from "./messages.js";

const test = suite("vectors of webhooks (flows 10.3)");

const NOW = 1_700_000_000;
const judged = (vector: Vector, options = {}) => verdict(requestOf(vector), bound(vector, options));
const withHeader = (vector: Vector, name: string, value: string): Vector => ({
  ...vector,
  headers: { ...vector.headers, [name]: value },
});
const stripeWith = (value: string) => withHeader(VECTORS.stripe, "stripe-signature", value);

test("wh-github: the signature holds, in capitals too; the body is no JSON", async () => {
  const { github } = VECTORS;
  assert.is(await judged(github), "not-json");
  const value = github.headers["x-hub-signature-256"].slice("sha256=".length).toUpperCase();
  assert.is(await judged(withHeader(github, "x-hub-signature-256", `sha256=${value}`)), "not-json");
  assert.is(await judged({ ...github, body: "Hello, World" }), "no-match");
});

test("wh-slack: holds, and the payload is the fields of the form", async () => {
  const event = await verified(VECTORS.slack);
  assert.is((event.payload as { command: string }).command, "/webhook-collect");
  assert.is((event.payload as { text: string }).text, "");
  assert.is(event.timestamp, 1_531_420_618_000);
});

test("wh-standard: holds, with the names of Svix too", async () => {
  const { standard } = VECTORS;
  const event = await verified(standard);
  assert.equal(event.payload, { test: 2432232314 });
  assert.is(event.id, "msg_p5jXN8AQM9LWM0D4loKWxJek");
  const renamed = Object.entries(standard.headers).map(([name, value]) => [name.replace("webhook-", "svix-"), value]);
  assert.is((await verified({ ...standard, headers: Object.fromEntries(renamed) as Vector["headers"] })).id, event.id);
});

test("wh-twilio: holds; a proxied request does not without the url that Twilio called", async () => {
  const { twilio } = VECTORS;
  assert.is(await judged(twilio), "holds");
  const proxied = { ...twilio, url: "http://10.0.0.3:3000/myapp.php?foo=1&bar=2" };
  assert.is(await judged(proxied), "no-match");
  assert.is(await verdict(requestOf(proxied), bound(twilio), { url: twilio.url }), "holds");
  const { headers, body } = twilio;
  assert.is(await verdict({ headers, body }, bound(twilio)), "no-match");
  assert.is(await verdict({ headers, body, url: twilio.url }, bound(twilio)), "holds");
});

test("wh-stripe: holds, its name is its type", async () => {
  const event = await bound(VECTORS.stripe, {}, { names: ["charge.succeeded"] }).verify(requestOf(VECTORS.stripe));
  assert.is(event.name, "charge.succeeded");
  assert.is(event.received, "charge.succeeded");
  assert.is(event.id, "evt_1");
});

test("wh-stripe-rolled: holds if one signature of several fits", async () => {
  assert.is(await judged(stripeWith(`t=1700000000,v1=${OTHER_SECRET},v1=${STRIPE_VALID}`)), "holds");
});

test("wh-rotated: holds with the second secret", async () => {
  const rotated = stripeWith(`t=1700000000,v1=${OTHER_SECRET}`);
  assert.is(await judged(rotated), "no-match");
  assert.is(await judged(rotated, { secrets: ["whsec_new", "whsec_old"] }), "holds");
});

test("wh-shopify: holds; the number is what JSON.parse gives", async () => {
  const { payload, received, id } = await verified(VECTORS.shopify);
  assert.equal(payload, JSON.parse(VECTORS.shopify.body));
  assert.is(received, "customers/create");
  assert.is(id, "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043");
});

test("wh-old: 300 s are within the tolerance, 301 s are not, both ways", async () => {
  const at = (now: number) => judged({ ...VECTORS.stripe, now });
  assert.equal(
    [await at(NOW + 300), await at(NOW + 301), await at(NOW - 300), await at(NOW - 301)],
    ["holds", "too-old", "holds", "too-new"],
  );
});

test("wh-time-moved: another timestamp is under no signature", async () => {
  assert.is(await judged(stripeWith(`t=1700000001,v1=${STRIPE_VALID}`)), "no-match");
});

test("wh-rewritten: a body that was parsed and written again does not match, a parsed one says how to get it raw", async () => {
  const { stripe: vector } = VECTORS;
  const parsed = JSON.parse(vector.body) as object;
  assert.is(await judged({ ...vector, body: JSON.stringify(parsed, null, 2) }), "no-match");
  for (const body of [parsed, undefined, null]) {
    const error = await caught(() => bound(vector).verify({ headers: vector.headers, body } as never));
    assert.ok(error instanceof WebhookError);
    assert.is(error.code, "parsed-body");
    for (const framework of ["Express", "Next.js", "Fastify", "Lambda"]) assert.match(error.message, framework);
  }
});

test("wh-v0-only: signatures of another version are none", async () => {
  assert.is(await judged(stripeWith(`t=1700000000,v0=${STRIPE_VALID}`)), "unknown-scheme");
});

test("wh-empty-secret: an empty secret, or a variable that is unset, is a ConfigurationError", async () => {
  const { bindWebhooks } = await import("@sdkwright/runtime/generated/webhooks");
  const definition = { provider: "acme-pay", scheme: stripe };
  const all = [
    bound(VECTORS.stripe, { secrets: [""] }),
    bound(VECTORS.stripe, { secrets: [] }),
    bound(VECTORS.stripe, { secrets: () => ["whsec_test_secret", ""] }),
    bindWebhooks({ ...definition, secrets: ["$UNSET"] }, { env: {} }),
    bindWebhooks({ ...definition, secrets: ["$EMPTY"] }, { env: { EMPTY: "" } }),
    bindWebhooks(definition, { env: {} }),
  ];
  for (const webhooks of all) {
    const error = await caught(() => webhooks.verify(requestOf(VECTORS.stripe)));
    assert.ok(error instanceof ConfigurationError);
    assert.is(error.code, "missing-credential");
  }
});

test("wh-constant: 1000 signatures that differ in the first and in the last byte", async () => {
  const webhooks = bound(VECTORS.stripe);
  for (let change = 0; change < 500; change += 1) {
    const [first, last] = [STRIPE_VALID.slice(0, 2), STRIPE_VALID.slice(-2)].map((pair) =>
      ((parseInt(pair, 16) + 1 + (change % 255)) % 256).toString(16).padStart(2, "0"),
    ) as [string, string];
    for (const value of [first + STRIPE_VALID.slice(2), STRIPE_VALID.slice(0, -2) + last])
      assert.is(await verdict(requestOf(stripeWith(`t=1700000000,v1=${value}`)), webhooks), "no-match");
  }
});

test("wh-replay: the second time is replayed; nobody asks `seen` where the signature fails", async () => {
  const ids = new Set<string>();
  const asked: string[] = [];
  const seen = async (id: string) => {
    asked.push(id);
    const isOld = ids.has(id);
    ids.add(id);
    return isOld;
  };
  const { standard } = VECTORS;
  assert.is(await judged({ ...standard, body: "{}" }, { seen }), "no-match");
  assert.is(await judged({ ...standard, now: standard.now + 301 }, { seen }), "too-old");
  assert.equal(asked, []);
  assert.equal([await judged(standard, { seen }), await judged(standard, { seen })], ["holds", "replayed"]);
  assert.is(asked.length, 2);
});

test("wh-unknown-event: what the document lacks has no name", async () => {
  const event = await bound(VECTORS.stripe, {}, { names: ["charge.failed"] }).verify(requestOf(VECTORS.stripe));
  assert.is(event.name, undefined);
  assert.is(event.received, "charge.succeeded");
});

async function caught(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test.run();
