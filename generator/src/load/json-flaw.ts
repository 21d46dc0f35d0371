import { toPointer } from "@sdkwright/runtime/config";
import { parseTree as treeOf, type Node } from "jsonc-parser";
import { syntaxMistake } from "../diagnostics/syntax.js";
import { MAX_DEPTH, tooDeepAt, type JsonFlaw } from "./read-json.js";
import type { Source, SourceIssue, Span } from "./source.js";

/** The issues of a text that was found not to be JSON as F3 wants it. */
export function explainFlaw(source: Source, flaw: JsonFlaw): readonly SourceIssue[] {
  switch (flaw) {
    case "syntax":
      return [syntaxIssue(source)];
    case "depth":
      return [depthIssue(source)];
    case "duplicate key":
      return duplicateKeyIssues(source);
  }
}

function syntaxIssue(source: Source): SourceIssue {
  const { message, span } = syntaxMistake(source.text);
  return { code: "SW0101", severity: "error", pointer: "", message: `not JSON: ${message}`, source, span };
}

function depthIssue(source: Source): SourceIssue {
  const span = { offset: tooDeepAt(source.text), length: 1 };
  const message = `objects and arrays are nested more than ${String(MAX_DEPTH)} deep`;
  return { code: "SW0103", severity: "error", pointer: "", message, source, span };
}

function duplicateKeyIssues(source: Source): readonly SourceIssue[] {
  const tree = treeOf(source.text);
  return tree === undefined ? [] : duplicateKeys(tree, "").map((duplicate) => duplicateIssue(source, duplicate));
}

interface DuplicateKey {
  readonly key: string;
  readonly pointer: string;
  readonly span: Span;
}

function duplicateIssue(source: Source, { key, pointer, span }: DuplicateKey): SourceIssue {
  const message = `the key ${JSON.stringify(key)} stands twice in one object`;
  const hint = "remove one of them";
  const related = { pointer, message: "it stands first" };
  return { code: "SW0102", severity: "error", pointer, message, hint, related, source, span };
}

/** Each second key of an object, from top to bottom. */
function duplicateKeys(node: Node, pointer: string): readonly DuplicateKey[] {
  if (node.type === "array")
    return (node.children ?? []).flatMap((item, at) => duplicateKeys(item, `${pointer}/${at}`));
  if (node.type !== "object") return [];
  const seen = new Set<string>();
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) => {
    if (name === undefined || value === undefined) return [];
    const key = String(name.value);
    const inner = `${pointer}${toPointer(key)}`;
    const second = seen.has(key) ? [{ key, pointer: inner, span: { offset: name.offset, length: name.length } }] : [];
    seen.add(key);
    return [...second, ...duplicateKeys(value, inner)];
  });
}
