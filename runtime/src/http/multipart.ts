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
  const boundary = `sdkwright-${randomText()}`;
  const pieces = parts.flatMap((part) => [`--${boundary}\r\n${headOf(part)}\r\n\r\n`, contentOf(part), "\r\n"]);
  // Without prototype, of which the platform would read `endings`; Workers refuse that where it is given. By its own means:
  // what a late file shares with all is one more file of a bundle.
  const options = Object.assign(Object.create(null) as { type: string }, {
    type: `multipart/form-data; boundary=${boundary}`,
  });
  return new Blob([...pieces, `--${boundary}--\r\n`], options);
}

/** A form as `FormData` is written. */
export function writeFormData(fields: readonly (readonly [string, string | Blob])[]): Blob {
  return writeParts(
    fields.map(([name, value]) => ({
      name,
      content: value,
      contentType: value instanceof Blob ? fileType(value) : undefined,
      headers: {},
    })),
  );
}

function contentOf({ content, contentType }: Part): string | Blob {
  return contentType === undefined && typeof content === "string" ? withCrlf(content) : content;
}

function withCrlf(text: string): string {
  return text.replaceAll(/\r\n?|\n/g, "\r\n");
}

/**
 * What a file is: it says so itself, or the document that it is sent for. What no Blob's type may hold (W3C File API, Blob
 * constructor), that of Node's `openAsBlob` may: a line break there would begin a header.
 */
export function fileType(file: Blob, described = "application/octet-stream"): string {
  return /^[\x20-\x7e]+$/.test(file.type) ? file.type : described;
}

function headOf({ name, content, contentType, headers }: Part): string {
  const file = content instanceof Blob ? `; filename="${escaped(fileName(content))}"` : "";
  const lines = [
    `Content-Disposition: form-data; name="${escaped(withCrlf(name))}"${file}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
  ];
  return lines.join("\r\n");
}

/** A `File` has a name; what has none is called as `FormData` calls it. */
function fileName(blob: Blob): string {
  return "name" in blob && typeof blob.name === "string" ? blob.name : "blob";
}

/** As browsers write names (HTML, multipart/form-data encoding algorithm). */
function escaped(name: string): string {
  return name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");
}

/** Of 128 random bits, in small letters: a Blob's type has no others. */
function randomText(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}
