import { shownPointer } from "@sdkwright/runtime/config";
import type { Source, SourceIssue, Span } from "./source.js";
import type { Diagnostic } from "./diagnostic.js";
import { frameOf, lineAround, type Frame } from "./frame.js";
import { jsonPlacesOf, type JsonPlaces } from "./json-places.js";
import { lineIndex, type Position } from "./line-index.js";
import { maskedSpans, maskedSpansOfLine, quotedSpansOfLine } from "./mask.js";

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
  readonly places: JsonPlaces | undefined;
  readonly positionAt: (offset: number) => Position;
}

function locateIn(source: Source | undefined, issues: readonly SourceIssue[]): readonly Diagnostic[] {
  if (source === undefined) return issues.map(withoutPlace);
  const places = source.json === undefined ? undefined : jsonPlacesOf(source.text);
  const locator = { source, places, positionAt: lineIndex(source.text) };
  const placed = issues.map((issue) => ({ issue, span: spanOf(issue, places) }));
  placed.sort((a, b) => a.span.offset - b.span.offset);
  return placed.map(({ issue, span }) => diagnosticAt(issue, span, locator));
}

function spanOf({ span, pointer, target }: SourceIssue, places: JsonPlaces | undefined): Span {
  return span ?? places?.find(pointer, target ?? "value") ?? { offset: 0, length: 0 };
}

function diagnosticAt(issue: SourceIssue, span: Span, locator: Locator): Diagnostic {
  const { code, severity, message, hint } = issue;
  const start = locator.positionAt(span.offset);
  const end = locator.positionAt(span.offset + span.length);
  const frame = frameAt(issue, span, start.line, locator);
  const { file } = locator.source;
  const related = relatedPlace(issue, locator);
  const pointer = shownPointer(issue.pointer);
  return { code, severity, message, hint, file, pointer, start, end, related, frame };
}

function relatedPlace({ related, relatedSpan }: SourceIssue, { places, positionAt }: Locator): Diagnostic["related"] {
  const span = relatedSpan ?? (related && places?.find(related.pointer, "value"));
  if (related === undefined || span === undefined) return undefined;
  return { message: related.message, pointer: shownPointer(related.pointer), start: positionAt(span.offset) };
}

/** No frame of a file outside the project: its place alone was asked for (rules F2). */
function frameAt({ target, framed }: SourceIssue, span: Span, number: number, locator: Locator): Frame | undefined {
  const { source, places } = locator;
  if (framed === false || !source.inProject || source.text === "") return undefined;
  const line = lineAround(source.text, span.offset);
  const text = source.text.slice(line.offset, line.offset + line.length);
  const masked =
    source.kind === "map"
      ? quotedSpansOfLine(text, line.offset)
      : places === undefined
        ? maskedSpansOfLine(text, line.offset)
        : maskedSpans(places.tree, source.kind, line, target === "key" ? span : undefined);
  return frameOf(source.text, number, span, masked);
}
