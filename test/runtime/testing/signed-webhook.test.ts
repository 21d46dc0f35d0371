import { ConfigurationError } from "@sdkwright/runtime";
import { bindWebhooks, discord, shopify, standard, stripe, twilio } from "@sdkwright/runtime/generated/webhooks";
import { signedWebhook } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { DISCORD_KEYS, verdict } from "../webhooks/messages.js";

const test = suite("signed webhooks of the testing kit");

test("verify takes it, and none of its tampered variants, in each scheme", async () => {
  const schemes = { standard, stripe, shopify, twilio, discord };
  const standardSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  for (const [name, scheme] of Object.entries(schemes)) {
    const definition = { provider: "acme", scheme, names: ["paid"] };
    const secret = name === "discord" ? DISCORD_KEYS.privateKey : standardSecret;
    const known = name === "discord" ? DISCORD_KEYS.publicKey : standardSecret;
    const webhooks = bindWebhooks(definition, { secrets: [known] });
    const signed = await signedWebhook(definition, { name: "paid", payload: { amount: "1" }, secret });
    const { body, time, version } = signed.tampered;
    assert.is(await verdict(signed, webhooks), "holds", name);
    assert.is(await verdict(body, webhooks), "no-match", name);
    assert.is(await verdict(version, webhooks), "unknown-scheme", name);
    assert.is(time === undefined, name === "shopify" || name === "twilio", name);
    if (time !== undefined) assert.is(await verdict(time, webhooks), "no-match", name);
  }
});

test("by the definition as it is written; id, name and time are where the receiver looks", async () => {
  const definition = {
    name: "acme",
    webhooks: {
      signature: {
        algorithm: "hmac-sha256",
        header: "X-Acme-Signature",
        value: "t={timestamp},v1={signature}",
        encoding: "hex",
        content: "{timestamp}.{body}",
      },
      id: { header: "X-Acme-Delivery" },
      name: { body: "/event" },
    },
  };
  const signed = await signedWebhook(definition, {
    name: "paid",
    id: "d_1",
    payload: {},
    secret: "s",
    timestamp: 5000,
  });
  assert.equal(await signed.clone().json(), { event: "paid" });
  assert.is(signed.headers.get("x-acme-delivery"), "d_1");
  assert.match(signed.headers.get("x-acme-signature") ?? "", /^t=5,v1=[0-9a-f]{64}$/);
  const silent = signedWebhook({ name: "acme", webhooks: {} }, { payload: {}, secret: "s" });
  const error: unknown = await silent.catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ConfigurationError);
});

test.run();
