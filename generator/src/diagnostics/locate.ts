import { isPlainObject, own, shownPointer } from "@sdkwright/runtime/config";
import type { Places, Source, SourceIssue, Span } from "./source.js";
import type { Diagnostic } from "./diagnostic.js";
import { frameOf, type Frame } from "./frame.js";
import { jsonPlacesOf, type JsonPlaces } from "./json-places.js";
import { linesOf, type Lines } from "./line-index.js";
import { maskedSpans, maskedSpansOfLine, textSpansOf } from "./mask.js";
import { MaskedLines, nearOf } from "./near.js";
import { publicPointers, publicSpansOf } from "./public-text.js";

/** Gives issues their places: file by file, and in a file from top to bottom. */
export function locate(issues: readonly SourceIssue[]): readonly Diagnostic[] {
  const bySource = new Map<Source | undefined, SourceIssue[]>();
  for (const issue of issues) {
    const ofSource = bySource.get(issue.source);
    if (ofSource === undefined) bySource.set(issue.source, [issue]);
    else ofSource.push(issue);
  }
  return Array.from(bySource, ([source, ofSource]) => locateIn(source, ofSource)).flat();
}

function withoutPlace({ code, severity, message, hint }: SourceIssue): Diagnostic {
  return { code, severity, message, hint };
}

interface Locator {
  readonly source: Source;
  readonly places: Places | undefined;
  /** Of JSON whose values are shown by what they are. */
  readonly tree: JsonPlaces["tree"] | undefined;
  readonly lines: Lines;
  /** What is hidden of lines where the tree does not say it. */
  readonly masked: MaskedLines;
  readonly pointerOf: (pointer: string) => string;
}

function locateIn(source: Source | undefined, issues: readonly SourceIssue[]): readonly Diagnostic[] {
  if (source === undefined) return issues.map(withoutPlace);
  const json = source.json === undefined || source.placesOf !== undefined ? undefined : jsonPlacesOf(source.text);
  const places = json ?? (source.json === undefined ? undefined : source.placesOf?.(pointersOf(issues)));
  const lines = linesOf(source.text);
  const masked = new MaskedLines(source.text, lines, masksOfLine(source, issues));
  // Paths and names of a vendor's document are public, and its pointers are nothing without them.
  const pointerOf = source.kind === "openapi" ? publicPointers() : shownPointer;
  const locator = { source, places, tree: json?.tree, lines, masked, pointerOf };
  const placed = issues.map((issue) => ({ issue, span: spanOf(issue, places) }));
  placed.sort((a, b) => a.span.offset - b.span.offset);
  return placed.map(({ issue, span }) => diagnosticAt(issue, span, locator));
}

/** Those whose place is not known yet. */
function pointersOf(issues: readonly SourceIssue[]): readonly string[] {
  return issues.flatMap(({ pointer, span, related, relatedSpan }) => [
    ...(span === undefined ? [pointer] : []),
    ...(related === undefined || relatedSpan !== undefined ? [] : [related.pointer]),
  ]);
}

function spanOf({ span, pointer, target }: SourceIssue, places: Places | undefined): Span {
  return span ?? places?.find(pointer, target ?? "value") ?? { offset: 0, length: 0 };
}

function diagnosticAt(issue: SourceIssue, span: Span, locator: Locator): Diagnostic {
  const { code, severity, message, hint } = issue;
  const start = locator.lines.positionAt(span.offset);
  const end = locator.lines.positionAt(span.offset + span.length);
  const frame = frameAt(issue, span, start.line, locator);
  const { file } = locator.source;
  const related = relatedPlace(issue, locator);
  const pointer = locator.pointerOf(issue.pointer);
  return { code, severity, message, hint, file, pointer, start, end, related, frame };
}

function relatedPlace(
  { related, relatedSpan }: SourceIssue,
  { places, lines, pointerOf }: Locator,
): Diagnostic["related"] {
  const span = relatedSpan ?? (related && places?.find(related.pointer, "value"));
  if (related === undefined || span === undefined) return undefined;
  return {
    message: related.message,
    pointer: pointerOf(related.pointer),
    start: lines.positionAt(span.offset),
  };
}

/** No frame of a file whose place alone was asked for: one outside the project, or what is no OpenAPI document (rules F2). */
function frameAt({ target, framed }: SourceIssue, span: Span, number: number, locator: Locator): Frame | undefined {
  const { source, tree, lines, masked } = locator;
  if (framed === false || !source.inProject || source.text === "" || isNoDocument(source)) return undefined;
  const near = nearOf(lines.lineAt(number), span);
  const culprit = target === "key" ? span : undefined;
  const hidden = tree === undefined ? masked.within(near, number) : maskedSpans(tree, source.kind, near, culprit);
  return frameOf(source.text, number, span, hidden, near);
}

/** Whatever a definition names as its document, a key file among them: nothing says that its lines are public. */
function isNoDocument({ kind, json }: Source): boolean {
  if (kind !== "openapi" || json === undefined) return false;
  return !isPlainObject(json) || (own(json, "openapi") === undefined && own(json, "swagger") === undefined);
}

function masksOfLine(
  { kind, json, text }: Source,
  issues: readonly SourceIssue[],
): (line: string, offset: number) => readonly Span[] {
  if (kind === "openapi" && json !== undefined) return publicSpansOf(text);
  return kind === "map" ? textSpansOf(issues.find(({ shown }) => shown)?.shown) : maskedSpansOfLine;
}
