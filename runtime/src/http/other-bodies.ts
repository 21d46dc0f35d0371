import type { RawBody, SizedStream } from "../provider/provider-client.js";
import { KY_BODY_BYTES, type BodySource, type Bytes } from "../wire/outgoing.js";
import { BodyStreams } from "./body-streams.js";
import type { BodyCode, GivenStream, PreparedBody } from "./body-code.js";
import type { InvalidRequest } from "./invalid.js";
import { writeFormData } from "./multipart.js";

/**
 * Bodies that few requests have, in one file of a bundle: all but JSON and forms, those with an API key in them, and answers
 * that are streams.
 */
export { prepareKeyWriter } from "./body-key.js";
export { streamed } from "./response-stream.js";

/** Of the entries of a form, or of parts by name. */
export function encodeMultipart(
  given: readonly (readonly [string, unknown])[],
  invalid: InvalidRequest,
  { isScalar }: BodyCode,
): Promise<PreparedBody> {
  const fields: [string, string | Blob][] = [];
  for (const [name, value] of given) {
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (part === undefined || part === null) continue;
      if (isScalar(name) && (part instanceof Blob || isScalar(part)))
        fields.push([name, part instanceof Blob ? part : String(part)]);
      else
        throw invalid(
          "bad-field",
          `"${name}" of \`multipart\` is neither a Blob nor well-formed text, a finite number or a boolean`,
        );
    }
  }
  return encodeBlob("multipart", writeFormData(fields), invalid);
}

/** Bytes are a copy already. */
export function encodeRaw(
  body: RawBody,
  invalid: InvalidRequest,
  code: BodyCode,
): PreparedBody | Promise<PreparedBody> {
  const { isPlainObject, isScalar, isStream } = code;
  if (typeof body === "string" && isScalar(body))
    return { kind: "raw", content: new TextEncoder().encode(body), contentType: "text/plain;charset=UTF-8" };
  if (body instanceof Uint8Array) return { kind: "raw", content: body, contentType: undefined };
  if (body instanceof Blob) return encodeBlob("body", body, invalid);
  if (isStream(body)) return encodeStream(body, undefined, invalid, code);
  const { stream, length } = Object(body) as Partial<SizedStream>;
  if (isPlainObject(body) && isStream(stream) && Number.isSafeInteger(length) && Number(length) >= 0)
    return encodeStream(stream, length, invalid, code);
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

function encodeStream(
  given: GivenStream,
  length: number | undefined,
  invalid: InvalidRequest,
  code: BodyCode,
): PreparedBody {
  const isOne = typeof given !== "function";
  if (isOne && "locked" in given && given.locked) throw invalid("bad-body", "`body` is a stream that is being read");
  const streams = new BodyStreams(given, length, invalid, code);
  const content: BodySource = {
    replayable: !isOne,
    open: async () => streams.open(),
    failure: () => streams.failure,
    close: () => streams.close(),
  };
  return { kind: "raw", content, contentType: undefined, length };
}
