import { ts } from "./ts-morph.js";
import type { Span } from "../diagnostics/source.js";

/**
 * What of a module is code, in order: names, numbers, words and signs of the language, as TypeScript has read it. All else are
 * texts that somebody wrote: in quotes, comments, regular expressions.
 */
export function codeOf(file: ts.SourceFile): readonly Span[] {
  const code: Span[] = [];
  const waiting: ts.Node[] = [file];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isCode(node.kind)) {
      const offset = node.getStart(file);
      code.push({ offset, length: node.end - offset });
    } else if (!isComment(node.kind)) {
      for (const child of [...node.getChildren(file)].reverse()) waiting.push(child);
    }
  }
  return code;
}

function isCode(kind: ts.SyntaxKind): boolean {
  const { SyntaxKind } = ts;
  return (
    (kind >= SyntaxKind.FirstPunctuation && kind <= SyntaxKind.LastPunctuation) ||
    (kind >= SyntaxKind.FirstKeyword && kind <= SyntaxKind.LastKeyword) ||
    kind === SyntaxKind.Identifier ||
    kind === SyntaxKind.PrivateIdentifier ||
    kind === SyntaxKind.NumericLiteral ||
    kind === SyntaxKind.BigIntLiteral
  );
}

function isComment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstJSDocNode && kind <= ts.SyntaxKind.LastJSDocNode;
}
