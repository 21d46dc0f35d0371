import { toPointer, type Issue, type JsonValue } from "@sdkwright/runtime/config";
import type { Places, Span } from "../diagnostics/source.js";
import type { TextFollower } from "../diagnostics/text-follower.js";
import { EXCESS_TEXTS, type Excess } from "../files/extent.js";
import { shown } from "./notes.js";

/** What a text says, with remarks about what was left out of it. */
export interface ParsedText {
  /** Absent if it cannot be parsed: the one flaw says why. */
  readonly json?: JsonValue | undefined;
  readonly flaws: readonly TextFlaw[];
  /** Goes through the text to find where something is: only for who prints it. */
  readonly placesOf: (pointers: readonly string[]) => Places;
  /** Goes through the text once more. */
  readonly follow: (follower: TextFollower) => void;
}

export interface TextFlaw extends Issue {
  readonly span?: Span | undefined;
  readonly relatedSpan?: Span | undefined;
}

export function repeatedKey(key: string, pointer: string, first: Span, span: Span): TextFlaw {
  const message = `the key ${shown(key)} stands twice in one object: the last one counts`;
  const related = { pointer, message: "it stands first" };
  return { code: "SW1603", severity: "note", pointer, target: "key", message, related, relatedSpan: first, span };
}

export function protoKey(pointer: string, span: Span): TextFlaw {
  const message = 'the key "__proto__" is left out, with all that it holds';
  return { code: "SW1604", severity: "note", pointer, target: "key", message, span };
}

/** A document that is too much (rules F3). */
export function excessFlaw({ excess, path }: { excess: Excess; path: readonly (string | number)[] }): TextFlaw {
  const code = excess === "depth" ? "SW0103" : "SW0105";
  return { code, severity: "error", pointer: toPointer(...path), message: EXCESS_TEXTS[excess] };
}
