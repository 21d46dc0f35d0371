/** How webhooks are signed and called: the form of the definition's `webhooks`, which the built-in schemes have too. */
export interface WebhookScheme {
  readonly signature: WebhookSignature;
  /** The place of the delivery's id. */
  readonly id?: WebhookPlace | undefined;
  /** The place of the event's name. */
  readonly name?: WebhookPlace | undefined;
  /** The field of a form that has the payload, as JSON; default all fields are the payload. */
  readonly form?: string | undefined;
}

/** A header by its name, or a JSON pointer into the body. */
export type WebhookPlace = { readonly header: string } | { readonly body: string };

/** A signature as data. Names of headers are in lower case. */
export interface WebhookSignature {
  readonly algorithm: "hmac-sha256" | "hmac-sha512" | "hmac-sha1" | "ed25519";
  /** The header that has the signature. */
  readonly header: string;
  /** The header's text, or one of its parts: `sha256={signature}`, `t={timestamp},v1={signature}`; default `{signature}`. */
  readonly value?: string | undefined;
  /** The text between several signatures; where `value` has a `,` or `;` behind a placeholder, that; else there is one. */
  readonly separator?: string | undefined;
  readonly encoding: "hex" | "base64";
  /** The text that is signed, with `{body}`, `{timestamp}`, `{id}`, `{url}`, `{method}`, `{header:Name}`, `{form}`. */
  readonly content: string;
  /** The place of the timestamp, where it is not in `value`. */
  readonly timestamp?: { readonly header: string } | undefined;
  /** The most that the timestamp may be away from now, in s; default 300; `false` for any time. */
  readonly tolerance?: number | false | undefined;
  /** The writing of the secret, or of the public key; default `text`, of `ed25519` `hex`. */
  readonly key?: "text" | "base64" | "hex" | undefined;
  /** The beginning of a secret that is no part of it, where it is there. */
  readonly keyPrefix?: string | undefined;
}

/** A webhook scheme that is built in. */
export type WebhookSchemeName = "standard" | "stripe" | "github" | "slack" | "shopify" | "twilio" | "discord";

/** The forms of a scheme: the first whose header is there counts. */
export type WebhookForms = readonly [WebhookScheme, ...WebhookScheme[]];

/** The default tolerance, in s. */
export const WEBHOOK_TOLERANCE = 300;

const sha256 = (header: string, content: string, more: Partial<WebhookSignature> = {}): WebhookSignature => ({
  algorithm: "hmac-sha256",
  header,
  encoding: "hex",
  content,
  ...more,
});

/** Standard Webhooks 1.0.0; Svix has it under names of its own. */
const standardForm = (prefix: "webhook-" | "svix-"): WebhookScheme => ({
  signature: sha256(`${prefix}signature`, "{id}.{timestamp}.{body}", {
    value: "v1,{signature}",
    separator: " ",
    encoding: "base64",
    timestamp: { header: `${prefix}timestamp` },
    key: "base64",
    keyPrefix: "whsec_",
  }),
  id: { header: `${prefix}id` },
  name: { body: "/type" },
});

// Constants of their own, so that a bundle has the one that it needs.

export const standard: WebhookForms = /* @__PURE__ */ (() => [standardForm("webhook-"), standardForm("svix-")])();

export const stripe: WebhookForms = /* @__PURE__ */ (() => [
  {
    signature: sha256("stripe-signature", "{timestamp}.{body}", { value: "t={timestamp},v1={signature}" }),
    id: { body: "/id" },
    name: { body: "/type" },
  },
])();

export const github: WebhookForms = /* @__PURE__ */ (() => [
  {
    signature: sha256("x-hub-signature-256", "{body}", { value: "sha256={signature}" }),
    id: { header: "x-github-delivery" },
    name: { header: "x-github-event" },
    form: "payload",
  },
])();

export const slack: WebhookForms = /* @__PURE__ */ (() => [
  {
    signature: sha256("x-slack-signature", "v0:{timestamp}:{body}", {
      value: "v0={signature}",
      timestamp: { header: "x-slack-request-timestamp" },
    }),
    id: { body: "/event_id" },
    name: { body: "/type" },
  },
])();

export const shopify: WebhookForms = /* @__PURE__ */ (() => [
  {
    signature: sha256("x-shopify-hmac-sha256", "{body}", { encoding: "base64" }),
    id: { header: "x-shopify-webhook-id" },
    name: { header: "x-shopify-topic" },
  },
])();

export const twilio: WebhookForms = [
  {
    signature: {
      algorithm: "hmac-sha1",
      header: "x-twilio-signature",
      encoding: "base64",
      content: "{url}{form}",
    },
  },
];

export const discord: WebhookForms = [
  {
    signature: {
      algorithm: "ed25519",
      header: "x-signature-ed25519",
      encoding: "hex",
      content: "{timestamp}{body}",
      timestamp: { header: "x-signature-timestamp" },
    },
    name: { body: "/type" },
  },
];

/** The extension `webhooks` of a definition, normalised. */
export interface WebhookSettings {
  readonly signature: WebhookSchemeName | WebhookSignature;
  readonly id?: WebhookPlace | undefined;
  readonly name?: WebhookPlace | undefined;
}

/** The built-in schemes by name. */
export const WEBHOOK_SCHEMES: { readonly [name in WebhookSchemeName]: WebhookForms } = {
  standard,
  stripe,
  github,
  slack,
  shopify,
  twilio,
  discord,
};

/** The forms of a signature that a definition names, or has as data. */
export function webhookForms({ signature }: Pick<WebhookSettings, "signature">): WebhookForms {
  return typeof signature === "string" ? WEBHOOK_SCHEMES[signature] : [{ signature }];
}

/** A part of a template: a text, or a placeholder without its braces. */
export type TemplatePart = { readonly text: string } | { readonly name: string };

/** The parts of `v0:{timestamp}:{body}`. */
export function templateParts(template: string): readonly TemplatePart[] {
  return template
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("{") ? { name: part.slice(1, -1) } : { text: part }));
}

/** Parts of the header's text, each a template, and the text between them. */
export function valuePieces({ value = "{signature}", separator }: WebhookSignature): {
  readonly pieces: readonly string[];
  readonly separator: string | undefined;
} {
  const between = separator ?? /\}\s*([,;])/.exec(value)?.[1];
  return {
    pieces: between === undefined ? [value] : value.split(between).map((piece) => piece.trim()),
    separator: between,
  };
}
