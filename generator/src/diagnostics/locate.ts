import { pointerSegments, shownPointer } from "@sdkwright/runtime/config";
import { type Node, parseTree } from "jsonc-parser";
import { type Diagnostic, type Frame, frameOf } from "./diagnostic.js";
import { type Lines, linesOf, type Places, type Source, type SourceIssue, type Span } from "./source.js";

/** Where the keys and values of a JSON text stand. */
interface JsonPlaces extends Places {
  readonly tree: Node;
}

/** Reads a text that is JSON; its depth has been checked, for the parser is recursive. */
export function jsonPlacesOf(text: string): JsonPlaces | undefined {
  const tree = parseTree(text);
  if (tree === undefined) return undefined;
  const childOf = childFinder();
  return { tree, find: (pointer, target) => placeIn(tree, pointerSegments(pointer), target, childOf) };
}

type ChildFinder = (node: Node, segment: string) => Node | undefined;

function placeIn(tree: Node, path: readonly string[], target: "key" | "value", childOf: ChildFinder): Span {
  let node = tree;
  for (const [index, segment] of path.entries()) {
    const child = childOf(node, segment);
    if (child === undefined) return spanOfNode(node);
    if (target === "key" && index === path.length - 1) return spanOfNode(keyOf(child) ?? child);
    node = child;
  }
  return spanOfNode(node);
}

/** Goes through the properties of an object once, however many are asked for. */
function childFinder(): ChildFinder {
  const known = new Map<Node, ReadonlyMap<string, Node>>();
  return (node, segment) => {
    if (node.type === "array") return node.children?.[Number(segment)];
    if (node.type !== "object") return undefined;
    const values = known.get(node) ?? valuesOf(node);
    known.set(node, values);
    return values.get(segment);
  };
}

/** Values by key: of two with one key the first. */
function valuesOf({ children = [] }: Node): ReadonlyMap<string, Node> {
  const values = new Map<string, Node>();
  for (const { children: [key, value] = [] } of children) {
    if (key === undefined || value === undefined || values.has(String(key.value))) continue;
    values.set(String(key.value), value);
  }
  return values;
}

function keyOf(value: Node): Node | undefined {
  return value.parent?.type === "property" ? value.parent.children?.[0] : undefined;
}

/** An object or array is marked by its first character: a caret under all its lines would say nothing. */
function spanOfNode({ type, offset, length }: Node): Span {
  return { offset, length: type === "object" || type === "array" ? 1 : length };
}

/** Sections of client.json in which a credential may be written out. */
const SECTIONS: ReadonlySet<string> = new Set(["security", "parameters", "services", "webhooks", "input"]);

const WHOLE_REFERENCE = /^\$[A-Za-z_][A-Za-z0-9_]*$/;

/** The values of a client.json that no frame shows, in order (rules F2). */
function maskedSpans(tree: Node): readonly Span[] {
  const spans: Span[] = [];
  const collect = ({ type, value, offset, length, children }: Node, isSecret: boolean): void => {
    if (type === "property") {
      const [key, child] = children ?? [];
      if (child !== undefined) collect(child, isSecret || SECTIONS.has(String(key?.value)));
    } else if (children !== undefined) for (const child of children) collect(child, isSecret);
    else if (isSecret && (type === "string" || type === "number") && !WHOLE_REFERENCE.test(String(value)))
      spans.push({ offset, length });
  };
  collect(tree, false);
  return spans;
}

/** What follows a colon without quotes; a text in quotes, which may be a key, or may not end on its line. */
const UNQUOTED_OR_TEXT = /(?<=:\s*)[^\s"{}[\],](?:[^\r\n,}\]]*[^\s,}\]])?|"(?:[^"\\\r\n]|\\[^\r\n])*"?/g;

/** The same of a client.json that does not parse: all but keys. */
function maskedSpansOfBroken(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: found, index: offset } of text.matchAll(UNQUOTED_OR_TEXT)) {
    const isKey = found.startsWith('"') && /^\s*:/.test(text.slice(offset + found.length, offset + found.length + 100));
    if (!isKey || /:\s*$/.test(text.slice(Math.max(0, offset - 100), offset)))
      spans.push({ offset, length: found.length });
  }
  return spans;
}

/** Those of ascending spans that a stretch touches. */
function spansWithin(spans: readonly Span[], { offset, length }: Span): readonly Span[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span !== undefined && span.offset + span.length <= offset) low = middle + 1;
    else high = middle;
  }
  let end = low;
  for (let span = spans[end]; span !== undefined && span.offset < offset + length; span = spans[end]) end += 1;
  return spans.slice(low, end);
}

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
