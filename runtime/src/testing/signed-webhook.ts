import { webhookForms, type WebhookSettings } from "../config/webhooks.js";
import { ConfigurationError } from "../errors/errors.js";
import { headerParts } from "../webhooks/message.js";
import type { WebhookToSignOf } from "../webhooks/sign.js";
import { bindWebhooks, type WebhookEvent, type WebhooksDefinition } from "../webhooks/webhooks.js";

/** The definition of a provider as it is written, as far as it says how webhooks are signed. */
export interface SignedDefinition {
  readonly name: string;
  readonly webhooks: object;
}

/** A `Request` that `verify` takes, and others of it that it does not take. */
export type SignedWebhook = Request & {
  readonly tampered: {
    /** With another body: `no-match`. */
    readonly body: Request;
    /** Signed at another time, where the scheme has one: `no-match`. */
    readonly time?: Request;
    /** With a signature of a version that nobody knows: `unknown-scheme`. */
    readonly version: Request;
  };
};

/**
 * Makes a signed webhook of a provider: `signedWebhook(acmePayWebhooks, { name, payload, secret })`, by what the emitted module
 * says of it, or the definition as it is written. `name` is put where the receiver looks for it: without it a name that the
 * vendor sends in a header is not there. Of Ed25519 `secret` is the private key, in hex.
 */
export async function signedWebhook<Event = WebhookEvent>(
  definition: WebhooksDefinition<Event> | SignedDefinition,
  message: WebhookToSignOf<Event> & { readonly secret: string },
): Promise<SignedWebhook> {
  const bound = "webhooks" in definition ? boundOf(definition) : definition;
  const { signature } = "signature" in bound.scheme ? bound.scheme : bound.scheme[0];
  const request = await bindWebhooks(bound).sign(message);
  const { url, method, headers } = request;
  const body = await request.clone().text();
  const changed = (name: string, value: string): Request => {
    const others = new Headers(headers);
    others.set(name, value);
    return new Request(url, { method, headers: others, body });
  };
  const text = headers.get(signature.header) ?? "";
  const [value = ""] = headerParts(text, signature)("signature");
  const [inValue] = headerParts(text, signature)("timestamp");
  const later = (timestamp: string) => String(Number(timestamp) + 1);
  const { header } = signature.timestamp ?? {};
  const time =
    inValue !== undefined
      ? changed(signature.header, text.replace(inValue, later(inValue)))
      : header && changed(header, later(headers.get(header) ?? ""));
  const tampered = {
    body: new Request(url, { method, headers, body: `${body} ` }),
    ...(time && { time }),
    version: changed(
      signature.header,
      text.replace(value, () => `unknown=${value}`),
    ),
  };
  return Object.assign(request, { tampered });
}

function boundOf({ name, webhooks }: SignedDefinition): WebhooksDefinition {
  const { signature, ...places } = webhooks as WebhookSettings;
  if (signature === undefined)
    throw new ConfigurationError(`the definition of ${name} does not say how webhooks are signed`, {
      code: "bad-option",
      provider: name,
    });
  return { provider: name, scheme: webhookForms({ signature }), ...places };
}
