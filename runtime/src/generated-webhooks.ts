/** Entry point of emitted modules of webhooks, format version 1. What stands here is only added to. */
export { bindWebhooks } from "./webhooks/webhooks.js";
export { discord, github, shopify, slack, standard, stripe, twilio } from "./config/webhooks.js";
export type {
  WebhookEvent,
  WebhookEventOf,
  Webhooks,
  WebhooksDefinition,
  WebhooksOptions,
  WebhooksOptionsWithSecrets,
} from "./webhooks/webhooks.js";
export type { WebhookHeaders, WebhookMessage } from "./webhooks/message.js";
export type { WebhookToSign, WebhookToSignOf } from "./webhooks/sign.js";
export type { WebhookForms, WebhookPlace, WebhookScheme, WebhookSignature } from "./config/webhooks.js";
export type { Environment } from "./config/env.js";
