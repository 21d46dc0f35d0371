import { extname, resolve } from "node:path";
import type { DocumentSource, SourceIssue } from "../diagnostics/source.js";
import { sizeText } from "../io/progress.js";
import { MAX_BYTES } from "../io/read-file.js";
import { readNeighbours } from "../openapi/neighbours.js";
import { parseText, parsingTime } from "../openapi/parse-json.js";
import { meantPath } from "../project/path-hints.js";
import { type Reader, reasonText } from "../project/reader.js";
import { type Connect, fetchDocument, type Fetched, shownUrl } from "./fetch-document.js";
import { isMeantAsName, withoutDocument } from "./questions.js";
import { type Refusal, urlOf } from "./request.js";

/** A document as it was found: a file with its neighbours, or the text of a URL. */
export interface Target extends Pick<DocumentSource, "source" | "neighbours" | "refused"> {
  /** Of a URL: what it is, and where it was redirected to. */
  readonly url?: URL | undefined;
  readonly redirects: readonly string[];
}

export interface Network {
  readonly connect: Connect;
  readonly signal: AbortSignal;
  /** What was read already, by URL, where it may be asked for again. */
  readonly known?: Map<string, Extract<Fetched, { text: string }>> | undefined;
}

/** Reads what `add` was given. */
export async function readTarget(
  target: string,
  workingDirectory: string,
  reader: Reader,
  network: Network,
): Promise<Target | Refusal> {
  const url = urlOf(target);
  if (url !== undefined) return readUrl(url, reader, network);
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(target)) return unreadable("this is no URL that can be read");
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
  const neighbours = await readNeighbours(reading.source, async (neighbour) => {
    const read = await reader.read(neighbour, "openapi");
    return "source" in read ? read : { reason: `leads to a file that ${reasonText(read.reason)}` };
  });
  return { source: reading.source, ...neighbours, redirects: [] };
}

/** Nothing else is fetched for a URL's document. */
async function readUrl(url: URL, reader: Reader, network: Network): Promise<Target | Refusal> {
  const { progress } = reader;
  const { known, ...connection } = network;
  const fetched = known?.get(url.href) ?? (await fetchDocument(url, { ...connection, maxBytes: MAX_BYTES, progress }));
  if ("problem" in fetched) return unreadable(fetched.problem, fetched.hint);
  known?.set(url.href, fetched);
  const { text, redirects } = fetched;
  const named = `document${extname(url.pathname)}`;
  progress.step(`reading the document (${sizeText(text.length)})`, parsingTime(named, text));
  const { json, ...parsed } = await parseText(named, text);
  const path = shownUrl(url);
  const source = Object.assign(reader.sourceOf(path, "openapi", text, json), { file: path, ...parsed });
  return { source, neighbours: new Map(), refused: new Map(), url, redirects };
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
