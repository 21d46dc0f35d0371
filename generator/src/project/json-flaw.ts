import { quoted, toPointer } from "@sdkwright/runtime/config";
import { type Node, parseTree as treeOf } from "jsonc-parser";
import type { Source, SourceIssue, Span } from "../diagnostics/source.js";
import { syntaxMistake } from "../diagnostics/syntax.js";
import { type JsonFlaw, tooDeepAt } from "../io/json.js";
import { EXCESS_TEXTS } from "../io/read-file.js";

/** The issues of a text that was found not to be JSON as rules F3 want it. */
export function explainFlaw(source: Source, flaw: JsonFlaw): readonly SourceIssue[] {
  switch (flaw) {
    case "syntax":
      return [syntaxIssue(source)];
    case "depth":
      return [depthIssue(source)];
    case "nodes":
    case "keys":
      return [{ code: "SW0105", severity: "error", pointer: "", message: EXCESS_TEXTS[flaw], source, framed: false }];
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
  return { code: "SW0103", severity: "error", pointer: "", message: EXCESS_TEXTS.depth, source, span };
}

function duplicateKeyIssues(source: Source): readonly SourceIssue[] {
  const tree = treeOf(source.text);
  return tree === undefined ? [] : duplicateKeys(tree, "").map((duplicate) => duplicateIssue(source, duplicate));
}

interface DuplicateKey {
  readonly key: string;
  readonly pointer: string;
  readonly first: Span;
  readonly second: Span;
}

function duplicateIssue(source: Source, { key, pointer, first, second }: DuplicateKey): SourceIssue {
  const message = `the key ${quoted(key)} is in one object twice`;
  const related = { pointer, message: "it stands first" };
  const details = { hint: "remove one of them", related, relatedSpan: first, span: second };
  return { code: "SW0102", severity: "error", pointer, message, ...details, source };
}

/** Each second key of an object, from top to bottom. */
function duplicateKeys(node: Node, pointer: string): readonly DuplicateKey[] {
  const children = node.children ?? [];
  if (node.type === "array") return children.flatMap((item, index) => duplicateKeys(item, `${pointer}/${index}`));
  const seen = new Map<string, Span>();
  return children.flatMap(({ children: [name, value] = [] }) => {
    if (name === undefined || value === undefined) return [];
    const key = String(name.value);
    const inner = `${pointer}${toPointer(key)}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, name);
    const second = first === undefined ? [] : [{ key, pointer: inner, first, second: name }];
    return [...second, ...duplicateKeys(value, inner)];
  });
}
