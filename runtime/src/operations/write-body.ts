import type { OperationWire } from "../config/definition.js";
import type { InvalidRequest } from "../http/invalid.js";
import { writeForm } from "./write-fields.js";
import { hasHeader } from "./write-headers.js";
import { writeMultipart } from "./write-multipart.js";

/** Options of a call that give a body. */
interface BodyOptions {
  readonly headers?: unknown;
  readonly json?: unknown;
  readonly form?: unknown;
  readonly multipart?: unknown;
  readonly body?: unknown;
}

/** What takes the place of these options, and what it is, where the operation says so. */
interface WrittenBody extends Omit<BodyOptions, "headers"> {
  readonly contentType: string | undefined;
}

const KINDS = ["json", "form", "multipart", "body"] as const;

/** Writes the one body that a call gives. Where it gives several they stay as they are, to be refused. */
export function writeBody(given: BodyOptions, wire: OperationWire, invalid: InvalidRequest): WrittenBody {
  const [kind, ...others] = KINDS.filter((each) => given[each] !== undefined);
  if (kind === undefined || others.length > 0) return { contentType: undefined };
  if (kind === "multipart") return multipartBody(given, wire, invalid);
  const contentType = kind === "body" && isTyped(given.body) ? undefined : wire.contentTypes?.[kind];
  return kind === "form" ? { form: writeForm(given.form, wire.form, invalid), contentType } : { contentType };
}

function multipartBody(given: BodyOptions, wire: OperationWire, invalid: InvalidRequest): WrittenBody {
  const body = writeMultipart(given.multipart, wire.multipart, invalid);
  if (body === undefined) return { contentType: undefined };
  if (!hasHeader(given.headers, "content-type")) return { multipart: undefined, body, contentType: undefined };
  throw invalid("bad-header", "`multipart` sets the content type itself, because of its boundary");
}

/** A Blob says what it is. */
function isTyped(body: unknown): boolean {
  return body instanceof Blob && body.type !== "";
}
