import type { OutgoingRequest } from "../wire/outgoing.js";
import type { BodyBytes } from "../wire/response-body.js";
import { readFields } from "./body-fields.js";

/** Names under which callers send credentials of their own. */
export const SENSITIVE: RegExp =
  /assertion|auth(?!or(?!i))|cookie|credential|device_?code|key(?!word)|pass(?:w|phrase|code)|pwd|secret|session|sid$|signature|token/i;

/** A segment of a path that is no word, nor a version: that of a webhook, a bot, a tenant. */
const MADE_UP = /^(?=.*\d)(?=.*[a-z]).{16,}/i;

/** Whether what stands under a name may be a credential. */
export function isTelling(name: string): boolean {
  return SENSITIVE.test(name);
}

/**
 * What an attempt sent as a credential, apart from what its schemes resolved: digest answers, cookies, the caller's own, and
 * what looks like one in the path of its base URL, as in those of webhooks.
 */
export function secretsSent(
  sent: readonly OutgoingRequest[],
  params: object | null | undefined,
  basePath = "",
): Set<string> {
  const found = new Set(basePath.split("/").filter((segment) => MADE_UP.test(segment)));
  const note = (name: string, value: unknown): void => {
    if (isTelling(name)) for (const leaf of leavesOf(value)) found.add(leaf);
  };
  for (const [name, value] of Object.entries(params ?? {})) note(name, value);
  for (const { url, headers, body } of sent) {
    for (const [name, value] of headers) for (const part of partsOf(name, value)) found.add(part);
    for (const [name, value] of new URL(url).searchParams) note(name, value);
    if (body instanceof Uint8Array) readFields(new TextDecoder().decode(body), headers.get("content-type") ?? "", note);
  }
  return found;
}

/** What an answer hands out under names that say so: of a token endpoint, tokens that cannot be used. */
export function secretsAnswered({ headers }: Response, { bytes }: BodyBytes): Set<string> {
  const found = new Set<string>();
  readFields(new TextDecoder().decode(bytes), headers.get("content-type") ?? "", (name, value) => {
    if (typeof value === "string" && isTelling(name) && name !== "token_type") found.add(value);
  });
  return found;
}

/** Texts and numbers of a value, in lists and objects too. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** A credential in a header: whole, after its scheme, each cookie, and what a digest answer proves. */
function partsOf(name: string, value: string): string[] {
  if (!isTelling(name) && !/^(?:basic|bearer|digest) /i.test(value)) return [];
  const digest = Array.from(value.matchAll(/\b(?:username|response|cnonce)="([^"]*)"/g), ([, part = ""]) => part);
  const cookies =
    name === "cookie" ? value.split(";").map((cookie) => cookie.slice(cookie.indexOf("=") + 1).trim()) : [];
  return [value, value.replace(/^\S+\s+/, ""), ...digest, ...cookies, ...basicParts(value)];
}

/** `user:password`, and both by themselves (RFC 7617). */
function basicParts(value: string): string[] {
  const encoded = /^basic +([\w+/-]+)=*$/i.exec(value)?.[1] ?? "";
  try {
    const octets = Uint8Array.from(atob(encoded), (octet) => octet.charCodeAt(0));
    const pair = new TextDecoder().decode(octets);
    const colon = pair.indexOf(":");
    return [pair, pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)];
  } catch {
    return [];
  }
}
