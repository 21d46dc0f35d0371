import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import type { Span } from "./source.js";

export interface SyntaxMistake {
  readonly message: string;
  readonly span: Span;
}

type MistakeName = ReturnType<typeof printParseErrorCode>;

const MESSAGES: { readonly [name in MistakeName]?: string } = {
  InvalidSymbol: "keys and texts need double quotes, and this is not a number, true, false or null",
  InvalidNumberFormat: "this number is incomplete",
  PropertyNameExpected: "a key in double quotes is expected here",
  ValueExpected: "a value is expected here",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma is missing before this",
  CloseBraceExpected: "a closing brace is missing here",
  CloseBracketExpected: "a closing bracket is missing here",
  EndOfFileExpected: "the document ends before this",
  InvalidCommentToken: "comments are not JSON",
  UnexpectedEndOfComment: "comments are not JSON",
  UnexpectedEndOfString: "this string does not end on its line",
  UnexpectedEndOfNumber: "this number is incomplete",
  InvalidUnicode: "after \\u four hexadecimal digits are expected",
  InvalidEscapeCharacter: "this string has a backslash that escapes nothing",
  InvalidCharacter: "this string has a control character: write it as an escape like \\t",
};

/** The first mistake of a text that is not JSON. The parser is recursive: the text's depth has been checked. */
export function syntaxMistake(text: string): SyntaxMistake {
  if (text.trim() === "") return { message: "the file is empty", span: { offset: 0, length: 0 } };
  try {
    visit(text, { onError: stopAt(text) }, { disallowComments: true });
  } catch (stop) {
    if (stop instanceof FirstMistake) return stop;
    throw stop;
  }
  return { message: "this is not JSON", span: { offset: 0, length: 0 } };
}

/** Thrown to end the visit: what the parser makes of the rest would be guesses. */
class FirstMistake extends Error implements SyntaxMistake {
  readonly span: Span;
  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }
}

function stopAt(text: string): (code: ParseErrorCode, offset: number, length: number) => never {
  return (code, offset, length) => {
    throw new FirstMistake(messageFor(printParseErrorCode(code), text, offset), { offset, length });
  };
}

function messageFor(name: MistakeName, text: string, offset: number): string {
  const closes = text[offset] === "}" || text[offset] === "]";
  const afterComma = text.slice(0, offset).trimEnd().endsWith(",");
  if (closes && afterComma) return "the comma before this is one too many";
  return MESSAGES[name] ?? "this is not JSON";
}
