import { randomKey } from "./random-key.js";
import { isScalar } from "./url.js";
import { isPlainObject } from "../config/options.js";
import { BodyStreams } from "./body-streams.js";
import { type GivenStream, isStream, type PreparedBody } from "./body.js";
import type { InvalidRequest } from "./invalid.js";
import type { RawBody, SizedStream } from "./provider-client.js";
import { type BodySource, type Bytes, KY_BODY_BYTES } from "./transport.js";

/** One part of a multipart body, before it is written. */
export interface Part {
  readonly name: string;
  readonly content: string | Blob;
  /** None for plain text, whose line breaks are written as a form's. */
  readonly contentType: string | undefined;
  readonly headers: { readonly [name: string]: string };
}

/**
 * A multipart body (RFC 7578) as a Blob of its octets, which says its own type: line breaks of names, and of texts without a
 * content type of their own, are CRLF (HTML, multipart/form-data encoding algorithm). Platforms write a FormData too, with
 * content types for files only; that of WebKit cannot be read where it has a file.
 */
export function writeParts(parts: readonly Part[]): Blob {
  const boundary = `sdkwright-${randomKey()}`;
  const pieces = parts.flatMap((part) => {
    const { content, contentType } = part;
    const written = contentType === undefined && typeof content === "string" ? withCrlf(content) : content;
    return [`--${boundary}\r\n${headOf(part)}\r\n\r\n`, written, "\r\n"];
  });
  return new Blob([...pieces, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

function withCrlf(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, "\r\n");
}

/**
 * The type of a file: it says so itself, or the document that it is sent for. What no Blob's type may hold (W3C File API, Blob
 * constructor), that of Node's `openAsBlob` may: a line break there would begin a header.
 */
export function fileType(file: Blob, described = "application/octet-stream"): string {
  return /^[\x20-\x7e]+$/.test(file.type) ? file.type : described;
}

function headOf({ name, content, contentType, headers }: Part): string {
  // A `File` has a name; what has none is called as `FormData` calls it.
  const fileName = "name" in Object(content) ? (content as File).name : "blob";
  const file = content instanceof Blob ? `; filename="${escaped(fileName)}"` : "";
  const lines = [
    `Content-Disposition: form-data; name="${escaped(withCrlf(name))}"${file}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
  ];
  return lines.join("\r\n");
}

/** As browsers write names (HTML, multipart/form-data encoding algorithm). */
function escaped(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}

/**
 * Bodies that few requests have, in one file of a bundle: all but JSON and forms, those with an API key in them, and answers
 * that are streams.
 */
export { keySlot, prepareKeyWriter } from "./body-key.js";

/** Encodes the entries of a form, or parts by name. */
export function encodeMultipart(
  given: readonly (readonly [string, unknown])[],
  invalid: InvalidRequest,
): Promise<PreparedBody> {
  const parts = given.flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((part): readonly Part[] => {
      if (part === undefined || part === null) return [];
      if (isScalar(name) && part instanceof Blob)
        return [{ name, content: part, contentType: fileType(part), headers: {} }];
      if (isScalar(name) && isScalar(part))
        return [{ name, content: String(part), contentType: undefined, headers: {} }];
      const problem = "is neither a Blob nor well-formed text, a finite number or a boolean";
      throw invalid("bad-field", `"${name}" of \`multipart\` ${problem}`);
    }),
  );
  return encodeBlob("multipart", writeParts(parts), invalid);
}

/** Bytes are a copy already. */
export function encodeRaw(body: RawBody, invalid: InvalidRequest): PreparedBody | Promise<PreparedBody> {
  if (typeof body === "string" && isScalar(body))
    return { kind: "raw", content: new TextEncoder().encode(body), contentType: "text/plain;charset=UTF-8" };
  if (body instanceof Uint8Array) return { kind: "raw", content: body, contentType: undefined };
  if (body instanceof Blob) return encodeBlob("body", body, invalid);
  if (isStream(body)) return encodeStream(body, undefined, invalid);
  const { stream, length } = Object(body) as Partial<SizedStream>;
  if (isPlainObject(body) && isStream(stream) && Number.isSafeInteger(length) && Number(length) >= 0)
    return encodeStream(stream, length, invalid);
  throw invalid(
    "bad-body",
    "`body` is neither well-formed text, bytes, a Blob, a stream nor a function returning a stream, nor { stream, length }",
  );
}

/** A small one is read at once, a large one while it is sent. */
async function encodeBlob(what: "multipart" | "body", blob: Blob, invalid: InvalidRequest): Promise<PreparedBody> {
  // A file may be gone or have changed; what the platform says of it is not passed on.
  const unreadable = (code: string) => invalid(code, `\`${what}\` cannot be read: a file is gone or has changed`);
  const read = async (part: Blob): Promise<Bytes> => {
    const buffer = await part.arrayBuffer().catch(() => {
      throw unreadable("bad-body");
    });
    return new Uint8Array(buffer);
  };
  const large: BodySource = {
    replayable: true,
    async open() {
      await read(blob.slice(0, 1));
      return blob;
    },
    bytes: async () => read(blob),
    // Node's `fetch` has it as a cause.
    failure: (error) => {
      const { cause = error } = Object(error) as Error;
      return (Object(cause) as Error).name === "NotReadableError" ? unreadable("failed-body") : undefined;
    },
    close: () => {},
  };
  const kind = what === "body" ? "raw" : what;
  const content = blob.size > KY_BODY_BYTES ? large : await read(blob);
  return { kind, content, contentType: blob.type || undefined };
}

function encodeStream(given: GivenStream, length: number | undefined, invalid: InvalidRequest): PreparedBody {
  const isOne = typeof given !== "function";
  if (isOne && "locked" in given && given.locked)
    throw invalid("bad-body", "`body` is a stream that is already being read");
  const streams = new BodyStreams(given, length, invalid);
  const content: BodySource = {
    replayable: !isOne,
    open: async () => streams.open(),
    failure: () => streams.failure,
    close: () => streams.close(),
  };
  return { kind: "raw", content, contentType: undefined, length };
}
