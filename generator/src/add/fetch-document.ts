import { isUtf8 } from "node:buffer";
import { isShownText } from "@sdkwright/runtime/config";
import { SILENT, type Progress } from "../files/progress.js";
import type { Connect } from "./connect.js";
import { exchange, TooLargeError, type Exchanged } from "./exchange.js";
import { reachOf, type Reach } from "./reach.js";

/** What a URL gave, or why it is not read, as a sentence without anything secret. */
export type Fetched =
  | { readonly text: string; /** Where it was redirected to, in order. */ readonly redirects: readonly string[] }
  | { readonly problem: string; readonly hint?: string | undefined };

export interface FetchOptions {
  readonly connect: Connect;
  /** Ends the whole of it. */
  readonly signal: AbortSignal;
  /** After decompression. */
  readonly maxBytes: number;
  readonly progress?: Progress | undefined;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const LOCAL = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const ONLY = "only https URLs are, and http ones on this machine";
const DOWNLOAD = "download it yourself, look at it, and give the file";

/**
 * Reads a document once, without credentials: https, or http on loopback; at most 5 redirects, never from https to http,
 * never from a public address to one that is not.
 */
export async function fetchDocument(url: URL, options: FetchOptions): Promise<Fetched> {
  const redirects: string[] = [];
  let [current, from]: [URL, Reach] = [url, "loopback"];
  for (;;) {
    const refused = refusalOf(current, redirects.length);
    if (refused !== undefined) return { problem: refused };
    const hop = await hopTo(current, from, options);
    if ("problem" in hop) return hop;
    const { reach, answer } = hop;
    if (!REDIRECTS.has(answer.status)) return documentIn(answer, current, redirects);
    const next = answer.location === undefined ? undefined : parsed(answer.location, current);
    if (next === undefined) return { problem: `${shownUrl(current)} redirects to nowhere`, hint: DOWNLOAD };
    if (current.protocol === "https:" && next.protocol !== "https:") return { problem: unsafe(current, next) };
    redirects.push(shownUrl(next));
    [current, from] = [next, reach];
  }
}

/** What is refused before anything is connected. */
function refusalOf(url: URL, redirects: number): string | undefined {
  if (redirects > MAX_REDIRECTS) return `it was redirected more than ${MAX_REDIRECTS} times, last to ${shownUrl(url)}`;
  if (url.username !== "" || url.password !== "")
    return "a URL with a user name or password is not read: no credentials are sent";
  if (url.protocol === "https:") return undefined;
  if (url.protocol === "http:" && LOCAL.test(url.hostname)) return undefined;
  return `${shownUrl(url)} is not read: ${ONLY}`;
}

type Hop = { readonly reach: Reach; readonly answer: Exchanged } | { readonly problem: string; readonly hint?: string };

async function hopTo(url: URL, from: Reach, options: FetchOptions): Promise<Hop> {
  const { connect, signal, maxBytes, progress = SILENT } = options;
  try {
    progress.step(`asking ${url.host}`);
    const { address, stream } = await connect(url, signal);
    const reach = reachOf(address);
    const refused = addressRefusal(url, from, reach);
    if (refused !== undefined) {
      stream.destroy();
      return { problem: refused, hint: DOWNLOAD };
    }
    return { reach, answer: await exchange(url, stream, { maxBytes, signal, progress }) };
  } catch (error) {
    return failureOf(url, error, { signal, maxBytes });
  }
}

/** Judged by the address that was connected to: a name may lead anywhere. */
function addressRefusal(url: URL, from: Reach, reach: Reach): string | undefined {
  if (url.protocol === "http:" && reach !== "loopback") {
    return `${shownUrl(url)} is not read: ${ONLY}`;
  }
  if (from !== "public" || reach === "public") return undefined;
  return `a public address redirects to ${shownUrl(url)}, which is a ${reach} address: that is not followed`;
}

function failureOf(url: URL, error: unknown, { signal, maxBytes }: Omit<FetchOptions, "connect">): Hop {
  const place = shownUrl(url);
  if (signal.aborted) return { problem: `${place} took too long`, hint: DOWNLOAD };
  if (error instanceof TooLargeError) return { problem: `${place} has more than ${maxBytes / 1024 / 1024} MiB` };
  const { code } = error as NodeJS.ErrnoException;
  const reason = code ?? (error instanceof Error ? error.message : "unknown");
  return { problem: `${place} cannot be read (${reason})`, hint: DOWNLOAD };
}

function documentIn({ status, body }: Exchanged, url: URL, redirects: readonly string[]): Fetched {
  if (status < 200 || status >= 300) return { problem: `${shownUrl(url)} answers ${status}`, hint: DOWNLOAD };
  if (!isUtf8(body)) return { problem: `${shownUrl(url)} is not UTF-8 text` };
  const text = body.toString("utf8");
  return { text: text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, redirects };
}

function unsafe(from: URL, to: URL): string {
  return `${shownUrl(from)} redirects from https to ${shownUrl(to)}: that is not followed`;
}

function parsed(location: string, base: URL): URL | undefined {
  try {
    return new URL(location, base);
  } catch {
    return undefined;
  }
}

/** A URL for messages: no user info, no query, no fragment, and no path that looks like a secret. */
export function shownUrl({ origin, protocol, host, pathname }: URL): string {
  const place = origin === "null" ? `${protocol}//${host}` : origin;
  return isShownText(pathname) ? `${place}${pathname}` : `${place}/***`;
}
