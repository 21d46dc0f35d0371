import { isPlainObject, mapValues } from "../config/records.js";
import { secretsSent } from "../http/sent-secrets.js";
import { isTelling, nameBeside } from "../http/telling.js";
import { scrubberOf, type Secrets } from "../wire/scrub.js";
import { Room } from "../wire/room.js";
import type { Received } from "./received.js";

/** Stands for what may be a credential. */
export const MASK = "***";

/** What of a request may be a credential: what its schemes resolved, and what is sent under a telling name. */
export function secretsIn({ url, headers: all, bytes, secrets, given }: Received): Secrets {
  const headers = new Headers(all);
  headers.delete(IDEMPOTENCY_KEY);
  // What is short may well be something else elsewhere.
  const wire = secretsSent([{ url: url.href, headers, body: bytes }]);
  const sent = [...wire, ...given].filter((text) => text.length > 5);
  return new Set([...secrets, ...sent].flatMap((secret) => (secret === "" ? [] : [secret, encoded(secret)])));
}

const IDEMPOTENCY_KEY = "idempotency-key";

/** Tells nothing, whatever its name says. */
const PUBLIC: ReadonlySet<string> = new Set([IDEMPOTENCY_KEY, "token_type"]);

/** Secrets within a text, in any of the forms that it may be written in; a text that is one, however short. */
export function maskText(text: string, secrets: Secrets): string {
  return secrets.has(text) ? MASK : scrubbed(text, secrets);
}

/** A path by its segments, and what is secret across several, as `{+token}` sends it. */
export function maskPath(path: string, secrets: Secrets, maskSegment: typeof maskText = maskText): string {
  const across = new Set(Array.from(secrets).filter((secret) => secret.includes("/")));
  const masked = across.size === 0 ? path : maskText(path, across);
  return masked
    .split("/")
    .map((segment) => maskSegment(segment, secrets))
    .join("/");
}

const scrubbers = new WeakMap<Secrets, ReturnType<typeof scrubberOf>>();

/** Readings that a text may take, whatever the number of secrets: ordinary ones take some dozen for a character. */
const ROOM = { atLeast: 10_000, ofEach: 300 };

/** Likewise, but for what is short. What secrets may be written as is made once for all texts: they have to stay as they are. */
function scrubbed(text: string, secrets: Secrets): string {
  const scrub = scrubbers.get(secrets) ?? scrubberOf(secrets);
  scrubbers.set(secrets, scrub);
  return scrub(text, new Room(ROOM.atLeast + ROOM.ofEach * text.length));
}

/** Texts, numbers and keys within a value, bytes too; everything below a telling name. */
export function maskValue(value: unknown, secrets: Secrets): unknown {
  if (typeof value === "string") return maskText(value, secrets);
  if (typeof value === "number") return maskText(String(value), secrets) === String(value) ? value : MASK;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, secrets));
  if (value instanceof Uint8Array) return holds(value, secrets) ? MASK : value;
  if (isPlainObject(value)) return maskFields(value, secrets);
  // Nobody has looked into what is none of these.
  return typeof value === "object" && value !== null ? MASK : value;
}

/** Values by name, of headers, a query or an object. */
export function maskFields(fields: object, secrets: Secrets): { readonly [name: string]: unknown } {
  const isNamed = isSecretName(nameBeside(fields) ?? "", undefined);
  const masked = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    const isSecret = isSecretName(name, value) || (isNamed && name.toLowerCase() === "value");
    return [maskText(name, secrets), isSecret ? maskAll(value) : maskValue(value, secrets)];
  });
  return Object.fromEntries(masked) as { readonly [name: string]: unknown };
}

/** `"total_tokens": 17` is a count. */
export function isSecretName(name: string, value: unknown): boolean {
  return isTelling(name) && !PUBLIC.has(name) && !(typeof value === "number" && name.endsWith("s"));
}

/** Whatever stands there. */
function maskAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskAll);
  if (isPlainObject(value)) return mapValues<unknown, unknown>(value, maskAll);
  return value === null || typeof value === "boolean" ? value : MASK;
}

function holds(bytes: Uint8Array, secrets: Secrets): boolean {
  const text = new TextDecoder().decode(bytes);
  return scrubbed(text, secrets) !== text || [...secrets].some((secret) => text.includes(secret));
}

/** As it stands in a path. */
function encoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret;
  }
}
