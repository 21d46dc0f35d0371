import type { Node } from "jsonc-parser";
import type { SourceKind, Span } from "./source.js";

const WHOLE_REFERENCE = /^\$[A-Za-z_][A-Za-z0-9_]*$/;

/** Fields of client.json under `profiles` that name things, and fields of a definition: none of them is a secret. */
const PROFILE_FIELDS = new Set(["version", "file", "mapVariant", "mapRevision"]);
const DEFINITION_FIELDS = new Set(
  (
    "$schema name id baseUrl defaultService description default type in scheme " +
    "bearerFormat statusCode challengeHeader authorizationHeader"
  ).split(" "),
);
const PROFILE_DOCUMENT_FIELDS = new Set(["$schema", "name", "version", "usecases"]);

/** Whether a value may be shown in a frame (rules F2), by the path of keys that leads to it. */
const SHOWN: { readonly [kind in SourceKind]: (path: readonly string[]) => boolean } = {
  client: shownInClient,
  definition: (path) => DEFINITION_FIELDS.has(path.at(-1) ?? ""),
  profile: ([root = ""]) => PROFILE_DOCUMENT_FIELDS.has(root),
  package: ([root]) => root === "sdkwright",
  map: () => false,
};

function shownInClient(path: readonly string[]): boolean {
  const [root, , section, provider, field] = path;
  if (root !== "profiles") return path.length === 1 && root === "$schema";
  if (path.includes("retryPolicy", 2) && !path.includes("input", 2)) return true;
  if (path.length === 2) return true;
  if (path.length === 3) return PROFILE_FIELDS.has(section ?? "") || section === "priority";
  if (section !== "providers" || provider === undefined) return false;
  return path.length === 4 || (path.length === 5 && PROFILE_FIELDS.has(field ?? ""));
}

/**
 * The values on a line of a document that a frame must not show, in order. `culprit` is a key that is wrong there:
 * nothing is known about its value.
 */
export function maskedSpans(tree: Node, kind: SourceKind, line: Span, culprit?: Span): readonly Span[] {
  const spans: Span[] = [];
  collect(tree, [], false);
  return spans;

  function collect(node: Node, path: readonly string[], hidden: boolean): void {
    if (!overlap(node, line)) return;
    if (node.type === "property") collectProperty(node, path, hidden);
    else if (node.children !== undefined) for (const child of node.children) collect(child, path, hidden);
    else if (hidden || !isShown(node, kind, path)) spans.push({ offset: node.offset, length: node.length });
  }

  function collectProperty({ children }: Node, path: readonly string[], hidden: boolean): void {
    const [key, value] = children ?? [];
    if (key === undefined || value === undefined) return;
    collect(value, [...path, String(key.value)], hidden || key.offset === culprit?.offset);
  }
}

function isShown({ type, value }: Node, kind: SourceKind, path: readonly string[]): boolean {
  if (type === "boolean" || type === "null") return true;
  if (type === "string" && kind === "client" && WHOLE_REFERENCE.test(String(value))) return true;
  return SHOWN[kind](path);
}

function overlap(a: Span, b: Span): boolean {
  return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}

/** What a frame of a map must not show: texts in quotes. */
export function quotedSpansOfLine(line: string, offset: number): readonly Span[] {
  return Array.from(line.matchAll(/(["'`])[^"'`]*(?:\1|$)/g), ({ index, 0: { length } }) => ({
    offset: offset + index,
    length,
  }));
}

/**
 * What a frame of a text that is not JSON must not show of a line: what follows the first colon (rules F2), and before
 * it all but keys and punctuation.
 */
export function maskedSpansOfLine(line: string, offset: number): readonly Span[] {
  const colon = line.indexOf(":");
  const head = colon === -1 ? line : line.slice(0, colon);
  const key = colon === -1 ? undefined : /"[^"]*"\s*$/.exec(head);
  const values = key === null || key === undefined ? head : head.slice(0, key.index);
  const spans = Array.from(values.matchAll(/"[^"]*"?|[^\s{}[\],"]+/g), ({ index, 0: { length } }) => ({
    offset: offset + index,
    length,
  }));
  const rest = colon === -1 ? "" : line.slice(colon + 1);
  if (rest.trim() === "") return spans;
  const start = colon + 1 + (rest.length - rest.trimStart().length);
  return [...spans, { offset: offset + start, length: line.trimEnd().length - start }];
}
