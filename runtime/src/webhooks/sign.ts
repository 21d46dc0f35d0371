import { isPlainObject } from "../config/options.js";
import { pointerSegments } from "../config/pointers.js";
import type { WebhookPlace, WebhookScheme, WebhookSignature } from "../config/webhooks.js";
import { hex, isForm, type PlatformKey, signedContent, type WebhookHeaders } from "./message.js";
import { headersOf } from "./other-messages.js";
import type { ImportKey, WebhookEvent } from "./webhooks.js";

/** A webhook to sign. */
export interface WebhookToSign {
  /** The body: written as JSON, or as a form if `headers` say so or the scheme signs one. */
  readonly payload?: unknown;
  /** The body as it is sent, in place of `payload`. */
  readonly body?: string | Uint8Array | undefined;
  /** Put where the receiver looks for it; default what `payload` says. */
  readonly name?: string | undefined;
  /** The delivery's; default a random one. */
  readonly id?: string | undefined;
  /** In ms since 1970; default now. */
  readonly timestamp?: number | undefined;
  /** Default `https://localhost/`. */
  readonly url?: string | undefined;
  readonly headers?: WebhookHeaders | undefined;
  /** The secret to sign with; of Ed25519 the private key, in hex. Default the first that `verify` takes. */
  readonly secret?: string | undefined;
}

/**
 * A webhook to sign, of those that a document has: `payload` is typed by `name`, and may lack what the receiver does not read.
 * A webhook that the document does not have is signed by `body` and `headers`.
 */
export type WebhookToSignOf<Event> = WebhookToSign &
  ([Event] extends [WebhookEvent<undefined>] ? unknown : Typed<Event>);

type Typed<Event> =
  Event extends WebhookEvent<infer Name, infer Payload>
    ? { readonly name?: Name | undefined; readonly payload?: Partly<Payload> | undefined }
    : never;

type Partly<Value> = Value extends readonly (infer Item)[]
  ? readonly Partly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Partly<Value[Key]> | undefined }
    : Value;

/** A `Request` that `verify` takes. `signed` says what is under the signature, `places` where the receiver looks. */
export async function signed(
  message: WebhookToSign,
  { signature, id: signedPlace, form }: WebhookScheme,
  places: Pick<WebhookScheme, "id" | "name">,
  key: PlatformKey,
  now: number,
): Promise<Request> {
  const { name, id = crypto.randomUUID(), url: to = "https://localhost/" } = message;
  const url = new URL(to).href;
  const headers = headersOf(message.headers ?? {});
  const timestamp = String(Math.floor((message.timestamp ?? now) / 1000));
  if (signature.timestamp !== undefined) headers.set(signature.timestamp.header, timestamp);
  if (!headers.has("content-type"))
    headers.set(
      "content-type",
      signature.content.includes("{form}") ? "application/x-www-form-urlencoded" : "application/json",
    );
  let { payload } = message;
  for (const [place, value] of [
    [places.id, message.id],
    [places.name, name],
  ] as const)
    payload = placed(place, value, payload, headers);
  for (const place of [signedPlace, places.id]) if (place && "header" in place) headers.set(place.header, id);
  const inForm = form === undefined ? payload : { [form]: JSON.stringify(payload) };
  const text = message.body ?? (isForm(headers) ? formOf(inForm) : JSON.stringify(payload));
  const body = typeof text === "string" ? new TextEncoder().encode(text) : text.slice();
  const content = await signedContent(signature, { headers, body, method: "POST", url }, { timestamp, id });
  const bytes = new Uint8Array(await crypto.subtle.sign(key.algorithm, key, content ?? body));
  headers.set(signature.header, headerText(signature, written(bytes, signature.encoding), { timestamp, id }));
  return new Request(url, { method: "POST", headers, body });
}

function formOf(payload: unknown): string {
  return new URLSearchParams(Object(payload) as Record<string, string>).toString();
}

/** The payload with a value in its place, or the value in its header. */
function placed(
  place: WebhookPlace | undefined,
  value: string | undefined,
  payload: unknown,
  headers: Headers,
): unknown {
  if (place === undefined || value === undefined) return payload;
  if ("header" in place) {
    headers.set(place.header, value);
    return payload;
  }
  const put = (inner: unknown, [key, ...rest]: readonly string[]): unknown =>
    key === undefined
      ? value
      : { ...(isPlainObject(inner) ? inner : {}), [key]: put(isPlainObject(inner) ? inner[key] : {}, rest) };
  return put(payload, pointerSegments(place.body));
}

function headerText(
  { value = "{signature}" }: WebhookSignature,
  signature: string,
  { timestamp, id }: { readonly timestamp: string; readonly id: string },
): string {
  return value
    .replaceAll("{signature}", () => signature)
    .replaceAll("{timestamp}", timestamp)
    .replaceAll("{id}", () => id);
}

function written(bytes: Uint8Array, encoding: WebhookSignature["encoding"]): string {
  return encoding === "hex" ? hex(bytes) : btoa(Array.from(bytes, (octet) => String.fromCharCode(octet)).join(""));
}

/** RFC 8410 §7: what stands before the 32 bytes of a private key of Ed25519. */
const PKCS8_HEAD = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

export const importSigningKey: ImportKey = async (bytes, hash) => {
  if (hash !== undefined) return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash }, false, ["sign"]);
  return crypto.subtle.importKey("pkcs8", Uint8Array.from([...PKCS8_HEAD, ...bytes]), "Ed25519", false, ["sign"]);
};
