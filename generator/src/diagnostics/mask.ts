import { isShownKey, isShownName, isShownText, PROFILE_NAME, PROVIDER_NAME } from "@sdkwright/runtime/config";
import type { Node } from "jsonc-parser";
import { firstBehind } from "./near.js";
import type { SourceKind, Span } from "./source.js";

const WHOLE_REFERENCE = /^\$[A-Za-z_][A-Za-z0-9_]*$/;

/** Fields of client.json under `profiles` that name things, and fields of a definition: none of them is a secret. */
const PROFILE_FIELDS = new Set(["version", "file", "mapVariant", "mapRevision"]);
const NAMING_FIELDS = new Set(
  "id defaultService security type in scheme bearerFormat statusCode challengeHeader authorizationHeader flow clientAuthentication".split(
    " ",
  ),
);
const PROFILE_DOCUMENT_FIELDS = new Set(["$schema", "version", "usecases"]);
const SECRET_FIELD = /secret|token|passw|credential|key|pin/i;

/** Words that the formats fix: where they stand is no secret's place, whatever else is wrong with the key. */
const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    retryPolicy: ["none", "circuit-breaker"],
    kind: ["none", "circuit-breaker", "exponential"],
    backoff: ["exponential"],
    validate: ["throw", "report"],
  }).map(([field, words]) => [field, new Set(words)]),
);

type Path = readonly string[];

/** Whether a text may be shown in a frame (rules F2), by the path of keys that leads to it. */
const SHOWN: { readonly [kind in SourceKind]: (path: Path, text: string) => boolean } = {
  client: isShownInClient,
  definition: isShownInDefinition,
  profile: ([root = "", ...rest], text) =>
    root === "name" && rest.length === 0 ? PROFILE_NAME.test(text) : PROFILE_DOCUMENT_FIELDS.has(root),
  package: ([root]) => root === "sdkwright",
  map: () => false,
  openapi: () => false,
};

/** Whether a number may be shown: not as a value that users chose, nor where anything may stand. */
const SHOWN_NUMBERS: { readonly [kind in SourceKind]: (path: Path) => boolean } = {
  client: ([root, ...path]) =>
    (root === "profiles" || root === "providers") &&
    !path.some((key) => ["input", "security", "parameters", "services"].includes(key)),
  definition: ([root]) => root === "services" || root === "securitySchemes",
  profile: ([root]) => root === "usecases" || root === "version",
  package: ([root]) => root === "sdkwright",
  map: () => false,
  openapi: () => false,
};

function isShownInDefinition(path: Path, text: string): boolean {
  const field = path.at(-1) ?? "";
  if (field === "description" || field === "$schema") return true;
  if (field === "baseUrl" || field === "tokenUrl" || path[0] === "openapi") return isShownText(text);
  if (path[0] === "securitySchemes" && ["scopes", "audience", "headers"].includes(field)) return isShownText(text);
  if (field === "name") return path.length === 1 ? PROVIDER_NAME.test(text) : isShownName(text);
  return NAMING_FIELDS.has(field) && isShownName(text);
}

function isShownInClient(path: Path, text: string): boolean {
  const [root, , section, provider, field] = path;
  if (root === "providers")
    return path.length === 4 && section === "security" && provider === "id" && isShownName(text);
  if (root !== "profiles") return path.length === 1 && root === "$schema";
  if (path.includes("retryPolicy", 2) && !path.includes("input", 2)) return true;
  if (path.length === 2) return true;
  if (path.length === 3) return section === "priority" ? PROVIDER_NAME.test(text) : PROFILE_FIELDS.has(section ?? "");
  if (section !== "providers" || provider === undefined) return false;
  return path.length === 4 || (path.length === 5 && PROFILE_FIELDS.has(field ?? ""));
}

/**
 * The values on a stretch of a document that a frame must not show, in order. `culprit` is a key that is wrong there:
 * nothing is known about its value.
 */
export function maskedSpans(tree: Node, kind: SourceKind, line: Span, culprit?: Span): readonly Span[] {
  const spans: Span[] = [];
  collect(tree, [], false);
  return spans;

  function collect(node: Node, path: Path, hidden: boolean): void {
    if (!overlap(node, line)) return;
    if (node.type === "property") collectProperty(node, path, hidden);
    else if (node.children !== undefined) collectAll(node.children, path, hidden);
    else if (!isShown(node, kind, path, hidden)) spans.push({ offset: node.offset, length: node.length });
  }

  /** A document may have a hundred thousand of them, and as many mistakes. */
  function collectAll(nodes: readonly Node[], path: Path, hidden: boolean): void {
    for (let index = firstBehind(nodes, line.offset); index < nodes.length; index += 1) {
      const node = nodes[index];
      if (node === undefined || !overlap(node, line)) return;
      collect(node, path, hidden);
    }
  }

  function collectProperty({ children }: Node, path: Path, hidden: boolean): void {
    const [key, value] = children ?? [];
    if (key === undefined || value === undefined) return;
    const name = String(key.value);
    if (!isShownKey(path, name) && overlap(key, line)) spans.push({ offset: key.offset, length: key.length });
    collect(value, [...path, name], hidden || key.offset === culprit?.offset);
  }
}

function isShown({ type, value }: Node, kind: SourceKind, path: Path, hidden: boolean): boolean {
  if (type === "boolean" || type === "null") return true;
  if (type === "number") return SHOWN_NUMBERS[kind](path) && !path.some((key) => SECRET_FIELD.test(key));
  const text = String(value);
  if (kind === "client" && isWord(path, text)) return true;
  if (hidden) return false;
  if (kind === "client" && WHOLE_REFERENCE.test(text)) return true;
  return SHOWN[kind](path, text) && (kind !== "client" || isShownText(text));
}

/** Nothing of an input is a word of the formats. */
function isWord(path: Path, text: string): boolean {
  return !path.includes("input") && WORDS.get(path.at(-1) ?? "")?.has(text) === true;
}

function overlap(a: Span, b: Span): boolean {
  return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}

/** What frames of a map must not show: all but code. */
export function textSpansOf(
  codeOf: (() => readonly Span[]) | undefined,
): (line: string, offset: number) => readonly Span[] {
  let known: readonly Span[] | undefined;
  return (line, offset) => {
    const code = (known ??= codeOf?.() ?? []);
    const hidden: Span[] = [];
    let from = offset;
    const hideTo = (end: number): void => {
      const text = line.slice(from - offset, Math.max(from, end) - offset);
      if (text.trim() === "") return;
      const start = from + text.length - text.trimStart().length;
      hidden.push({ offset: start, length: text.trim().length });
    };
    for (let index = firstBehind(code, offset); index < code.length; index += 1) {
      const part = code[index];
      if (part === undefined || part.offset >= offset + line.length) break;
      hideTo(part.offset);
      from = part.offset + part.length;
    }
    hideTo(offset + line.length);
    return hidden;
  };
}

/**
 * What a frame of a text that is not JSON must not show of a line: what follows the first colon (rules F2), and before
 * it all but keys and punctuation.
 */
export function maskedSpansOfLine(line: string, offset: number): readonly Span[] {
  const colon = line.indexOf(":");
  const head = colon === -1 ? line : line.slice(0, colon);
  const key = colon === -1 ? undefined : shownKeyAtEnd(head);
  const values = key === undefined ? head : head.slice(0, key.index);
  const spans = Array.from(values.matchAll(/"[^"]*"?|[^\s{}[\],"]+/g), ({ index, 0: { length } }) => ({
    offset: offset + index,
    length,
  }));
  const rest = colon === -1 ? "" : line.slice(colon + 1);
  if (rest.trim() === "") return spans;
  const start = colon + 1 + (rest.length - rest.trimStart().length);
  return [...spans, { offset: offset + start, length: line.trimEnd().length - start }];
}

function shownKeyAtEnd(head: string): RegExpExecArray | undefined {
  const key = /"([^"]*)"\s*$/.exec(head);
  return key !== null && isShownName(key[1] ?? "") ? key : undefined;
}
