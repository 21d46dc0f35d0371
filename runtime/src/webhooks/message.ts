import { templateParts, valuePieces, type WebhookSignature } from "../config/webhooks.js";
import type { WebhookErrorCode } from "../errors/webhook-error.js";
import { needed } from "../late.js";
import type * as OtherMessages from "./other-messages.js";

/** Headers of a message: those of the platform, or a record as Node and Lambda have it. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined };

/** A webhook as it came, where there is no `Request`. */
export interface WebhookMessage {
  readonly headers: WebhookHeaders;
  /** The body as it came, before anything parsed it. */
  readonly body: string | Uint8Array | ArrayBuffer;
  /** The URL that the sender called, for schemes that sign it. */
  readonly url?: string | undefined;
  /** Default `POST`. */
  readonly method?: string | undefined;
}

/** A message that was read: all that a signature can cover. */
export interface Received {
  readonly headers: Headers;
  readonly body: Bytes;
  readonly url: string;
  readonly method: string;
}

/** `Uint8Array<ArrayBuffer>`, in words that TypeScript before 5.7 understands too. */
export type Bytes = ReturnType<InstanceType<typeof TextEncoder>["encode"]>;
type Piece = string | ArrayBuffer | Bytes;

/** `CryptoKey`, by a name that no library has to declare. */
export type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Makes the error for a message of one provider. `detail` is shown. */
export type Refuse = (code: WebhookErrorCode | SecretErrorCode, detail?: string | number) => Promise<Error>;

/** Codes of a ConfigurationError about secrets. */
export type SecretErrorCode = "missing-credential" | "bad-credential" | "credential-source-failed";

/** Reads a message whose body nobody has read, up to `limit` bytes. */
export async function receive(message: Request | WebhookMessage, limit: number, refuse: Refuse): Promise<Received> {
  // A text, for instance, is a message without a body: the platform's error would show it.
  const given = Object(message) as Request | WebhookMessage;
  // By what is needed of it: frameworks have classes of their own.
  const received =
    "arrayBuffer" in given
      ? {
          headers: given.headers,
          body: await bodyOf(given, limit, refuse),
          url: given.url,
          method: given.method,
        }
      : await (await loadOthers()).messageOf(given, refuse);
  if (!/^(?:identity)?$/i.test(received.headers.get("content-encoding") ?? "")) throw await refuse("encoded-body");
  if (received.body.byteLength > limit) throw await refuse("body-too-large", limit);
  return received;
}

/** No further than the limit. */
async function bodyOf(request: Request, limit: number, refuse: Refuse): Promise<Bytes> {
  const { body } = request;
  if (request.bodyUsed || body?.locked === true) throw await refuse("body-read");
  // Requests of Firefox have no stream.
  const reader = (body ?? new Response(await request.arrayBuffer()).body)?.getReader();
  const chunks: Piece[] = [];
  for (let length = 0; length <= limit;) {
    const next = await reader?.read().catch(async () => {
      throw await refuse("body-read");
    });
    if (next?.value === undefined) return joined(chunks);
    chunks.push(next.value);
    length += next.value.byteLength;
  }
  void reader?.cancel().catch(() => {});
  return joined(chunks);
}

/** One piece of several. */
export async function joined(parts: readonly Piece[]): Promise<Bytes> {
  return new Uint8Array(await new Blob([...parts]).arrayBuffer());
}

/** A part that few messages need. */
export async function loaded<Part>(load: () => Promise<Part>): Promise<Part> {
  return needed(load, "webhooks-late", "a part of webhooks", undefined);
}

/** Bytes of a text; `undefined` where it is not written so. Hex in either case, base64 with or without padding. */
export function decoded(text: string, encoding: "hex" | "base64"): Bytes | undefined {
  if (encoding === "hex") {
    if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  }
  const bare = text.replace(/={1,2}$/, "");
  try {
    const octets = atob(bare);
    // One text for each signature: bits that stand for nothing are zero.
    const isExact = octets !== "" && btoa(octets).replace(/=+$/, "") === bare;
    return isExact ? Uint8Array.from(octets, (octet) => octet.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** The texts behind a placeholder of the header's templates, each once. */
export type HeaderParts = (name: "signature" | "timestamp" | "id") => readonly string[];

/** Reads the header of the signature. Parts that fit none of the templates are of another version, and passed over. */
export function headerParts(text: string, signature: WebhookSignature): HeaderParts {
  const { pieces, separator } = valuePieces(signature);
  const patterns = pieces.map(patternOf);
  // A header that came twice has `, ` between.
  const parts =
    separator === undefined ? [text] : text.split(separator).map((part) => part.trim().replace(/^,|,$/g, ""));
  const found = parts.flatMap((part) => patterns.map((pattern) => pattern.exec(part)?.groups ?? {}));
  return (name) => [...new Set(found.flatMap((groups) => groups[name] ?? []))];
}

function patternOf(piece: string): RegExp {
  const source = templateParts(piece).map((part) =>
    "name" in part ? `(?<${part.name}>[^]+)` : part.text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`);
}

/** The bytes that are signed; `undefined` where nothing that is signed has the body in it. */
export async function signedContent(
  { content }: WebhookSignature,
  message: Received,
  values: { readonly timestamp: string; readonly id: string },
): Promise<Bytes | undefined> {
  const { headers, body, method, url } = message;
  const hasForm = content.includes("{form}");
  const ofForm = hasForm ? await (await loadOthers()).signedForm(message, isForm(headers)) : { url, form: "" };
  if (ofForm === undefined) return undefined;
  const texts: { readonly [name: string]: string | undefined } = { ...values, method, ...ofForm };
  const parts = templateParts(content).map((part) => {
    if ("text" in part) return part.text;
    return part.name === "body" ? body : (texts[part.name] ?? headers.get(part.name.slice("header:".length)) ?? "");
  });
  return joined(parts);
}

/** Loads the part that few messages need. */
export const loadOthers = async (): Promise<typeof OtherMessages> => loaded(() => import("./other-messages.js"));

export function isForm(headers: Headers): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers.get("content-type") ?? "");
}
