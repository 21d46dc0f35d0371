import { shownPointer } from "@sdkwright/runtime/config";
import type { Places, Source, SourceIssue, Span } from "./source.js";
import type { Diagnostic } from "./diagnostic.js";
import { frameOf, type Frame } from "./frame.js";
import { jsonPlacesOf, type JsonPlaces } from "./json-places.js";
import { linesOf, type Lines } from "./line-index.js";
import { maskedSpans, maskedSpansOfBroken, spansWithin } from "./mask.js";

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
  readonly lines: Lines;
  /** What no frame shows, in order. */
  readonly masked: readonly Span[];
  readonly pointerOf: (pointer: string) => string;
}

function locateIn(source: Source | undefined, issues: readonly SourceIssue[]): readonly Diagnostic[] {
  if (source === undefined) return issues.map(withoutPlace);
  const json = source.json === undefined || source.placesOf !== undefined ? undefined : jsonPlacesOf(source.text);
  const pointers = pointersOf(issues);
  const places = json ?? (pointers.length === 0 ? undefined : source.placesOf?.(pointers));
  const lines = linesOf(source.text);
  const masked = maskedIn(source, json?.tree);
  // Paths and names of a vendor's document are public, and its pointers are nothing without them.
  const pointerOf = source.kind === "openapi" ? (pointer: string) => pointer : shownPointer;
  const locator = { source, places, lines, masked, pointerOf };
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

/** Characters to either side of a place that are looked at: a line may be a whole document, and a frame shows sixty. */
const NEAR = 200;

/** None of a file outside the project, which was not meant to be shown here (rules F2). */
function frameAt(
  { framed }: SourceIssue,
  span: Span,
  number: number,
  { source, lines, masked }: Locator,
): Frame | undefined {
  if (framed === false || !source.inProject || source.text === "") return undefined;
  const line = lines.lineAt(number);
  const start = Math.max(line.offset, span.offset - NEAR);
  const end = Math.min(line.offset + line.length, span.offset + Math.min(span.length, NEAR) + NEAR);
  const near = { offset: start, length: Math.max(0, end - start) };
  return frameOf(source.text, number, span, spansWithin(masked, near), near);
}

function maskedIn({ kind, text }: Source, tree: JsonPlaces["tree"] | undefined): readonly Span[] {
  if (kind !== "client") return [];
  return tree === undefined ? maskedSpansOfBroken(text) : maskedSpans(tree);
}
