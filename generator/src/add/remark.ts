import { isShownText, type Issue } from "@sdkwright/runtime/config";
import { throughHost } from "../files/through-host.js";

/** Codes of what `add` says of a document. */
export type RemarkCode = "SW0705" | "SW0706" | "SW0707" | "SW0708";

/** A part of the document that is not carried over, or otherwise than it is written. */
export function remark(code: RemarkCode, pointer: string, message: string, hint?: string): Issue {
  return { code, severity: "note", pointer, message, ...(hint !== undefined && { hint }) };
}

/** A text of the document for messages: in quotes, cut; printing escapes it. */
export function cited(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A URL of the document for messages, without what may be secret; the host is where something goes, and is always shown. */
export function citedUrl(url: string): string {
  const [head, rest] = throughHost(url);
  if (isShownText(rest)) return `${head}${rest}`;
  return `${head}${rest.startsWith("/") ? "/" : ""}***`;
}
