import { extname, resolve } from "node:path";
import type { DocumentSource, SourceIssue } from "../diagnostics/source.js";
import { sizeText } from "../io/progress.js";
import { MAX_BYTES } from "../io/read-file.js";
import { readNeighbours } from "../openapi/neighbours.js";
import { parseText, parsingTime } from "../openapi/parse-json.js";
import { meantPath } from "../project/path-hints.js";
import { type Reader, reasonText } from "../project/reader.js";
import { type DocumentHeaders, readHeaders } from "./document-headers.js";
import { type Connect, fetchDocument, shownUrl } from "./fetch-document.js";
import { findDocument, type Found, isHtml } from "./find-document.js";
import { isMeantAsName, withoutDocument } from "./questions.js";
import { type AddRequest, type Refusal, urlOf } from "./request.js";

/** A document as it was found: a file with its neighbours, or the text of a URL. */
export interface Target extends Pick<DocumentSource, "source" | "neighbours" | "refused"> {
  /** Of a URL: what it is, and where it was redirected to. */
  readonly url?: URL | undefined;
  readonly redirects: readonly string[];
  /** The URL at which the document was found, beside a page that was given. */
  readonly foundAt?: string | undefined;
  /** The headers that it was asked for with, and the server. */
  readonly sent?: string | undefined;
  /** True if the URL is one of this machine, which answered itself. */
  readonly isLocal?: boolean | undefined;
}

export interface Network {
  readonly connect: Connect;
  readonly signal: AbortSignal;
  /** What was read already, by URL, where it may be asked for again. */
  readonly known?: Map<string, Found> | undefined;
}

/** Reads what `add` was given. */
export async function readTarget(
  { target, headers = [] }: Pick<AddRequest, "target" | "headers">,
  workingDirectory: string,
  reader: Reader,
  network: Network,
): Promise<Target | Refusal> {
  const url = urlOf(target);
  const given = readHeaders(headers, process.env);
  if ("exitCode" in given) return given;
  if (url !== undefined) return readUrl(url, reader, network, given);
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(target)) return unreadable("this URL cannot be read");
  const read = await readFile(resolve(workingDirectory, target), workingDirectory, reader);
  const isName = "exitCode" in read && read.hint === undefined && isMeantAsName(target, workingDirectory);
  return isName ? { ...read, hint: withoutDocument(target) } : read;
}

/** Reads a file with those beside it that it refers to. */
export async function readFile(path: string, workingDirectory: string, reader: Reader): Promise<Target | Refusal> {
  const reading = await reader.read(path, "openapi");
  if ("reason" in reading) {
    const message = `the document ${reader.named(path)} ${reasonText(reading.reason)}`;
    return unreadable(message, meantPath(path, workingDirectory, [reader.root]));
  }
  if (isHtml(reading.source.text))
    return unreadable(
      `the document ${reader.named(path)} is an HTML page`,
      "download the document that the page shows",
    );
  const neighbours = await readNeighbours(reading.source, async (neighbour) => {
    const read = await reader.read(neighbour, "openapi");
    return "source" in read ? read : { reason: `leads to a file that ${reasonText(read.reason)}` };
  });
  return { source: reading.source, ...neighbours, redirects: [] };
}

/** Nothing else is fetched for a URL's document. */
async function readUrl(
  given: URL,
  reader: Reader,
  network: Network,
  { values: headers, shown }: DocumentHeaders,
): Promise<Target | Refusal> {
  const { progress } = reader;
  const { known, ...connection } = network;
  const options = { ...connection, headers, maxBytes: MAX_BYTES, progress };
  const found = known?.get(given.href) ?? (await findDocument(given, (url) => fetchDocument(url, options)));
  if ("problem" in found) return unreadable(found.problem, found.hint);
  known?.set(given.href, found);
  const { text, redirects, url, isLocal } = found;
  const foundAt = url === given ? undefined : shownUrl(url);
  const sent = shown.length === 0 ? undefined : `${shown.join("; ")}: to ${url.origin}`;
  const named = `document${extname(url.pathname)}`;
  progress.step(`reading the document (${sizeText(text.length)})`, parsingTime(named, text));
  const { json, ...parsed } = await parseText(named, text);
  const path = shownUrl(url);
  const source = Object.assign(reader.sourceOf(path, "openapi", text, json), { file: path, ...parsed });
  return { source, neighbours: new Map(), refused: new Map(), url, redirects, foundAt, sent, isLocal };
}

export function unreadable(message: string, hint?: string): Refusal {
  return { code: "SW0703", message, hint, exitCode: 2 };
}

/** What keeps a document from being read at all. */
export function errorsOf({ source }: Target): readonly SourceIssue[] {
  return (source.flaws ?? []).filter(({ severity }) => severity === "error").map((flaw) => ({ ...flaw, source }));
}

/** What is read otherwise than it is written: the copy does not have it any more, and `generate` cannot tell. */
export function lossesOf({ source, neighbours }: Target, parts: readonly string[]): readonly SourceIssue[] {
  const brought = [...neighbours.values()].filter(({ file }) => parts.includes(file));
  return [source, ...brought].flatMap((each) => (each.flaws ?? []).map((flaw) => ({ ...flaw, source: each })));
}
