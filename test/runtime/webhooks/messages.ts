import {
  bindWebhooks,
  discord,
  github,
  shopify,
  slack,
  standard,
  stripe,
  twilio,
  type WebhookEvent,
  type WebhookForms,
  type WebhookMessage,
  type Webhooks,
  type WebhooksDefinition,
  type WebhooksOptions,
} from "@sdkwright/runtime/generated/webhooks";
import { WebhookError } from "@sdkwright/runtime";

/** A published or measured message of a scheme, with the time at which it is received, in s. */
export interface Vector {
  readonly scheme: WebhookForms;
  readonly secret: string;
  readonly now: number;
  readonly body: string;
  readonly headers: { readonly [name: string]: string };
  readonly url?: string;
}

export const STRIPE_VALID = "ac1ab887a13a43f7e22e9eb21eab375b1f40446fa99ade9b6a94fca7f66acd38";
export const OTHER_SECRET = "4ac86b053af9428b6165e57621473203ede6cf2d8d7d3069c4230356ab067178";
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

export const VECTORS = {
  github: {
    scheme: github,
    secret: "It's a Secret to Everybody",
    now: 1_700_000_000,
    body: "Hello, World!",
    headers: {
      "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
      "x-github-event": "ping",
      "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    },
  },
  slack: {
    scheme: slack,
    secret: "8f742231b10e8888abcd99yyyzzz85a5",
    now: 1_531_420_618,
    body:
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&" +
      "user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com" +
      "%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
    headers: {
      ...FORM_TYPE,
      "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
      "x-slack-request-timestamp": "1531420618",
    },
  },
  standard: {
    scheme: standard,
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    now: 1_614_265_330,
    body: '{"test": 2432232314}',
    headers: {
      ...JSON_TYPE,
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
  },
  twilio: {
    scheme: twilio,
    secret: "12345",
    now: 1_700_000_000,
    url: "https://mycompany.com/myapp.php?foo=1&bar=2",
    body: new URLSearchParams({
      CallSid: "CA1234567890ABCDE",
      Caller: "+12349013030",
      Digits: "1234",
      From: "+12349013030",
      To: "+18005551212",
    }).toString(),
    headers: { ...FORM_TYPE, "x-twilio-signature": "0/KCTR6DLpKmkAf8muzZqo1nDgQ=" },
  },
  stripe: {
    scheme: stripe,
    secret: "whsec_test_secret",
    now: 1_700_000_000,
    body: '{"id":"evt_1","object":"event","type":"charge.succeeded"}',
    headers: { ...JSON_TYPE, "stripe-signature": `t=1700000000,v1=${STRIPE_VALID},v0=6ffbb59b` },
  },
  shopify: {
    scheme: shopify,
    secret: "hush",
    now: 1_700_000_000,
    body: '{"id":820982911946154508,"email":"jon@example.com"}',
    headers: {
      ...JSON_TYPE,
      "x-shopify-hmac-sha256": "D0UMXmhjwBRi4y66TmhJrDlhQABD7zI2fm3p6/QLMo8=",
      "x-shopify-topic": "customers/create",
      "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
    },
  },
} satisfies { readonly [name: string]: Vector };

/** RFC 8032 §7.1, test 2. */
export const DISCORD_KEYS = {
  privateKey: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
  publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
};

/** A message that Discord could send. */
export async function discordVector(): Promise<Vector> {
  const now = 1_700_000_000;
  const body = '{"type":1,"id":"1"}';
  const made = await bound({ scheme: discord, secret: "00", now }).sign({
    body,
    secret: DISCORD_KEYS.privateKey,
    headers: JSON_TYPE,
  });
  return { scheme: discord, secret: DISCORD_KEYS.publicKey, now, body, headers: Object.fromEntries(made.headers) };
}

export function bound(
  { scheme, secret, now }: Pick<Vector, "scheme" | "secret" | "now">,
  options: WebhooksOptions = {},
  definition: Partial<WebhooksDefinition> = {},
): Webhooks {
  return bindWebhooks(
    { provider: "acme-pay", scheme, ...definition },
    { secrets: [secret], now: () => now * 1000, ...options },
  );
}

export function requestOf({ headers, body, url = "https://us.example/hooks" }: Vector): Request {
  return new Request(url, { method: "POST", headers, body });
}

export async function verified(vector: Vector, options?: WebhooksOptions): Promise<WebhookEvent> {
  return bound(vector, options).verify(requestOf(vector));
}

/** The code of the error that the message gives, or `holds`. A body that is no JSON is one whose signature holds. */
export async function verdict(
  message: Request | WebhookMessage | Promise<Request>,
  webhooks: Webhooks,
  options?: { readonly url?: string },
): Promise<string> {
  try {
    await webhooks.verify(await message, options);
    return "holds";
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return error.code;
  }
}
