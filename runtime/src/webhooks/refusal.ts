import { ConfigurationError } from "../errors/errors.js";
import { type WebhookErrorCode, WebhookError } from "../errors/webhook-error.js";
import type { SecretErrorCode } from "./message.js";

const RAW_BODY =
  "`verify` takes the `Request`, or `{ headers, body }` with the raw body, which the signature covers: this one was parsed or is missing. Express: express.raw({ type: () => true }) on this route, " +
  "then `body: req.body`. Next.js: a route handler, and its request unchanged; in pages/api `bodyParser: false`. Fastify: addContentTypeParser " +
  'with `parseAs: "buffer"`. Lambda: `Buffer.from(event.body, event.isBase64Encoded ? "base64" : "utf8")`';

/** Sentences of errors, by code; `detail` is the name of a header or a number of ours. */
const PROBLEMS: { readonly [code in WebhookErrorCode]: (detail: string) => string } = {
  "missing-signature": (header) => `there is no header "${header}"`,
  "unknown-scheme": (header) => `the header "${header}" has no signature of a known version`,
  "missing-timestamp": () => "there is no timestamp",
  "missing-id": () => "there is no id",
  "too-old": (seconds) => `it was signed more than ${seconds} s ago`,
  "too-new": (seconds) => `it was signed more than ${seconds} s from now: is a clock wrong?`,
  "no-match": (content) =>
    `no signature fits the raw body and the known secrets${content.includes("{url}") ? "; behind a proxy, pass the `url` that the vendor called" : ""}`,
  replayed: () => "`seen` says that it came before",
  "parsed-body": () => RAW_BODY,
  "body-read": () =>
    "its body was already read, or broke off: pass the request to `verify` first, or an earlier `clone()` of it",
  "encoded-body": () => "bodies with a content encoding are not accepted",
  "body-too-large": (limit) => `its body has more than ${limit} bytes (\`maxBodyBytes\`)`,
  "not-json": (field) =>
    `the signature is valid, but the body is neither JSON nor a form${field && ` with JSON in its field "${field}"`}`,
  unsupported: (algorithm) => `this platform has no ${algorithm}`,
};

/** Sentences about secrets. */
const SECRETS: { readonly [code in SecretErrorCode]: (detail: string) => string } = {
  "missing-credential": (variable) =>
    variable === ""
      ? 'a secret is missing or empty: pass `secrets`, or `"webhooks": { "secret": "$NAME" }` of the provider in client.json'
      : `the secret is missing: the variable ${variable} is unset or empty`,
  "bad-credential": (form) => `a secret is not ${form}`,
  "credential-source-failed": () => "the function `secrets` threw",
};

/** The error for a message that is not taken, or for secrets that are none. */
export function refusal(provider: string, code: WebhookErrorCode | SecretErrorCode, detail: string): Error {
  if (code in SECRETS) {
    const problem = SECRETS[code as SecretErrorCode](detail);
    return new ConfigurationError(`webhooks of ${provider}: ${problem}`, { code, provider });
  }
  const problem = PROBLEMS[code as WebhookErrorCode](detail);
  const status = code === "body-too-large" ? 413 : UNREAD.test(code) ? 400 : 401;
  return new WebhookError(`webhook of ${provider}: ${problem}`, { code: code as WebhookErrorCode, provider, status });
}

/** Those whose sender may be right. */
const UNREAD = /body|json|unsupported/;
