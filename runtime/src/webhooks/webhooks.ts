import type { JsonValue } from "../config/definition.js";
import type { Environment } from "../config/env.js";
import { type OptionTable, readOptions, requirePositive } from "../config/options.js";
import { pointerSegments, valueAt } from "../config/pointers.js";
import { resolveText } from "../config/variables.js";
import {
  WEBHOOK_TOLERANCE,
  type WebhookForms,
  type WebhookPlace,
  type WebhookScheme,
  type WebhookSettings,
} from "../config/webhooks.js";
import { ConfigurationError } from "../errors/errors.js";
import {
  type Bytes,
  decoded,
  headerParts,
  isForm,
  loaded,
  loadOthers,
  type PlatformKey,
  type Received,
  receive,
  type Refuse,
  signedContent,
  type WebhookMessage,
} from "./message.js";
import type { WebhookToSignOf } from "./sign.js";

/** The data of an emitted module about a provider's webhooks. */
export interface WebhooksDefinition<Event = WebhookEvent> extends Pick<WebhookSettings, "id" | "name"> {
  readonly provider: string;
  /** How they are signed; `id` and `name` go before its own. */
  readonly scheme: WebhookForms | WebhookScheme;
  /** Names of the events that the document has. */
  readonly names?: readonly string[] | undefined;
  /** `$NAME`s of client.json, read from the environment for each message. */
  readonly secrets?: readonly string[] | undefined;
  /** The document's webhooks, for types alone: there is no value. */
  readonly event?: Event | undefined;
}

/** Options of the webhooks of a provider. */
export interface WebhooksOptions {
  /**
   * Secrets, or public keys, which win over client.json: at most 8, so that an old and a new one hold at once. A function is
   * called for each message.
   */
  secrets?: readonly string[] | (() => readonly string[] | Promise<readonly string[]>) | undefined;
  /** Tells if a delivery was there before. It is asked when the signature holds, and has to remember the id. */
  seen?: ((id: string) => boolean | Promise<boolean>) | undefined;
  /** The longest body, in bytes; default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** The source of `$NAME` of client.json; default `process.env`. */
  env?: Environment | undefined;
  /** Now, in ms since 1970; default `Date.now`. */
  now?: (() => number) | undefined;
}

/** The same where client.json has no secret. */
export interface WebhooksOptionsWithSecrets extends WebhooksOptions {
  secrets: NonNullable<WebhooksOptions["secrets"]>;
}

/** A webhook whose signature holds. `name` is `undefined` for what the document does not have. */
export interface WebhookEvent<Name extends string | undefined = string | undefined, Payload = unknown> {
  readonly name: Name;
  /** The body as JSON, or the fields of a form. Nothing checks that it is what the document says. */
  readonly payload: Payload;
  /** The delivery's, by which it can be told that it came twice. */
  readonly id: string | undefined;
  /** The time at which it was signed, in ms since 1970. */
  readonly timestamp: number | undefined;
  /** Its name as it came, also if the document does not have it. */
  readonly received: string | undefined;
  readonly headers: Headers;
}

/** The webhooks of a document, by name, and those that it does not have. */
export type WebhookEventOf<Payloads> =
  | { readonly [Name in keyof Payloads & string]: WebhookEvent<Name, Payloads[Name]> }[keyof Payloads & string]
  | WebhookEvent<undefined>;

/** Receives webhooks of a provider. */
export interface Webhooks<Event = WebhookEvent> {
  /**
   * Checks the signature of a `Request` whose body nobody has read, or of a message with its body as it came. `url` is the
   * one that the sender called, where a proxy has changed it. Throws a WebhookError; a ConfigurationError without a secret.
   */
  verify(message: Request | WebhookMessage, options?: { readonly url?: string | undefined }): Promise<Event>;
  /** Makes a signed `Request`: for tests, and for those who send webhooks. */
  sign(message: WebhookToSignOf<Event>): Promise<Request>;
}

const OPTIONS: OptionTable = {
  secrets: "an Array or a function",
  seen: "a function",
  maxBodyBytes: "a number",
  env: "an Object or a Module",
  now: "a function",
};

const MOST_SIGNATURES = 16;
const MOST_SECRETS = 8;

/** The function that emitted `create<Provider>Webhooks` functions call. */
export function bindWebhooks<Event = WebhookEvent>(
  { provider, scheme, names = [], secrets: configured = [], ...places }: WebhooksDefinition<unknown>,
  given?: WebhooksOptions,
): Webhooks<Event> {
  const bad = (option: string, problem: string) =>
    new ConfigurationError(`webhooks of ${provider}: ${option} ${problem}`, { code: "bad-option", provider });
  const options = readOptions(given, "", OPTIONS, bad);
  const { seen, maxBodyBytes = 1_048_576, now = Date.now } = options;
  requirePositive({ maxBodyBytes }, bad);
  const forms: WebhookForms = "signature" in scheme ? [scheme] : scheme;
  const refuse: Refuse = async (code, detail = "") => {
    return (await loaded(() => import("./refusal.js"))).refusal(provider, code, String(detail));
  };
  const secrets = () => secretsOf(configured, options, refuse);
  const verify: Webhooks["verify"] = async (message, proxied) => {
    const texts = await secrets();
    const read = await receive(message, maxBodyBytes, refuse);
    const received = { ...read, url: proxied?.url ?? read.url };
    const { headers } = read;
    const found = forms.find(({ signature }) => headers.has(signature.header)) ?? forms[0];
    const form = { ...found, ...places };
    const keys = await Promise.all(texts.map((text) => keyOf(text, form.signature, importKey, refuse)));
    const { timestamp, signedId } = await checkSignature(received, { ...places, ...found }, keys, now(), refuse);
    const payload = await payloadOf(received, found, refuse);
    const id = valueOf(form.id, headers, payload) ?? signedId;
    const name = valueOf(form.name, headers, payload);
    if (seen !== undefined && id === undefined) throw await refuse("missing-id");
    if (await seen?.(id ?? "")) throw await refuse("replayed");
    const isKnown = name !== undefined && names.includes(name);
    return { name: isKnown ? name : undefined, payload, id, timestamp, received: name, headers };
  };
  const sign: Webhooks["sign"] = async (message) => {
    const { importSigningKey, signed } = await loaded(() => import("./sign.js"));
    const form = { ...places, ...forms[0] };
    const secret = message.secret ?? (await secrets())[0] ?? "";
    const key = await keyOf(secret, form.signature, importSigningKey, refuse);
    return signed(message, form, { ...form, ...places }, key, now());
  };
  return { verify, sign } as Webhooks<Event>;
}

/** Which secrets there are now: at least one, and none that is empty, because an HMAC with an empty key is anybody's. */
async function secretsOf(
  configured: readonly string[],
  { secrets: given, env = (globalThis as { process?: { env?: Environment } }).process?.env ?? {} }: WebhooksOptions,
  refuse: Refuse,
): Promise<readonly string[]> {
  let found: unknown = given;
  if (typeof given === "function") {
    try {
      found = await given();
    } catch {
      // Its error may have a secret in it.
      throw await refuse("credential-source-failed");
    }
  }
  if (given === undefined) {
    const read = configured.map((text) => resolveText(text, env));
    for (const each of read) if ("missing" in each) throw await refuse("missing-credential", each.missing);
    found = read.map((each) => "value" in each && each.value);
  }
  const isText = (secret: unknown) => typeof secret === "string" && secret !== "";
  if (!Array.isArray(found) || found.length === 0 || !found.every(isText)) throw await refuse("missing-credential");
  if (found.length > MOST_SECRETS) throw await refuse("bad-credential", `one of at most ${MOST_SECRETS}`);
  return found as string[];
}

/** Imports the bytes of a secret as the platform's key, for one use. */
export type ImportKey = (bytes: Bytes, hash: string | undefined) => Promise<PlatformKey>;

const importKey: ImportKey = async (bytes, hash) =>
  crypto.subtle.importKey("raw", bytes, hash === undefined ? "Ed25519" : { name: "HMAC", hash }, false, ["verify"]);

async function keyOf(
  secret: string,
  { algorithm, key, keyPrefix = "" }: WebhookScheme["signature"],
  importing: ImportKey,
  refuse: Refuse,
): Promise<PlatformKey> {
  const hash = algorithm === "ed25519" ? undefined : algorithm.replace("hmac-sha", "SHA-");
  const writing = key ?? (hash === undefined ? "hex" : "text");
  const text = secret.startsWith(keyPrefix) ? secret.slice(keyPrefix.length) : secret;
  const bytes = writing === "text" ? new TextEncoder().encode(text) : decoded(text, writing);
  if (!bytes?.byteLength || /\p{Cc}/u.test(secret))
    throw await refuse("bad-credential", `${writing}: is there a line break at its end?`);
  try {
    return await importing(bytes, hash);
  } catch (error) {
    const isKnown = (crypto as Partial<Crypto>).subtle !== undefined && (error as Error).name !== "NotSupportedError";
    throw await (isKnown ? refuse("bad-credential", `a key of ${algorithm}`) : refuse("unsupported", algorithm));
  }
}

interface Signed {
  readonly timestamp: number | undefined;
  /** The id that is under the signature. */
  readonly signedId: string | undefined;
}

/** Throws unless one signature fits one key, and its time is near. */
async function checkSignature(
  message: Received,
  { signature, id: place }: WebhookScheme,
  keys: readonly PlatformKey[],
  now: number,
  refuse: Refuse,
): Promise<Signed> {
  const { headers } = message;
  const { header, content, encoding, tolerance = WEBHOOK_TOLERANCE } = signature;
  const text = headers.get(header);
  if (text === null) throw await refuse("missing-signature", header);
  const partsOf = headerParts(text, signature);
  const [timestamps, ids] = [partsOf("timestamp"), partsOf("id")];
  const signatures = partsOf("signature")
    .slice(0, MOST_SIGNATURES)
    .flatMap((each) => decoded(each, encoding) ?? []);
  if (signatures.length === 0 || timestamps.length > 1 || ids.length > 1) throw await refuse("unknown-scheme", header);
  const [written = valueOf(signature.timestamp, headers) ?? ""] = timestamps;
  const [signedId = valueOf(place, headers)] = ids;
  const isTimed = content.includes("{timestamp}");
  if (isTimed && !/^\d{1,15}$/.test(written)) throw await refuse("missing-timestamp");
  if (content.includes("{id}") && !signedId) throw await refuse("missing-id");
  const signed = await signedContent(signature, message, { timestamp: written, id: signedId ?? "" });
  if (signed === undefined) throw await refuse("no-match", content);
  const judged = keys.flatMap((key) =>
    signatures.map(async (each) => crypto.subtle.verify(key.algorithm, key, each, signed)),
  );
  // All of them, so that how long it takes does not tell which one fits.
  if (!(await Promise.all(judged)).includes(true)) throw await refuse("no-match", content);
  if (!isTimed) return { timestamp: undefined, signedId };
  const timestamp = Number(written) * (Number(written) < 1e11 ? 1000 : 1);
  if (tolerance !== false && Math.abs(now - timestamp) > tolerance * 1000)
    throw await refuse(now > timestamp ? "too-old" : "too-new", tolerance);
  return { timestamp, signedId };
}

/** JSON, whatever the header says, which nothing signs; else a form. */
async function payloadOf({ headers, body }: Received, { form }: WebhookScheme, refuse: Refuse): Promise<JsonValue> {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as JsonValue;
  } catch {
    const payload = isForm(headers) ? (await loadOthers()).formPayload(body, form) : undefined;
    if (payload === undefined) throw await refuse("not-json", form);
    return payload;
  }
}

/** A text, or a number as one. */
function valueOf(place: WebhookPlace | undefined, headers: Headers, payload: JsonValue = null): string | undefined {
  if (place === undefined) return undefined;
  if ("header" in place) return headers.get(place.header) ?? undefined;
  const found = valueAt(payload, pointerSegments(place.body));
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}
