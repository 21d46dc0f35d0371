import { isSensitive, looksSecret } from "@sdkwright/runtime/config";
import type { FileChange } from "../write/plan.js";

/** Besides names of what is sent that tell the runtime of a secret. */
const SECRET_WORD = /passphrase|api[-_ ]?key|(?:access|private|signing|encryption)[-_ ]?key|authoriz|basic /i;
const CREDENTIAL_FIELD = /\b(?:username|client_?id|key)\b["'`]?\s*[:=]/i;
const USER_INFO = /:\/\/[^/\s"'`]*@/;
const WHOLE_NAME = /(["'`])\$[A-Za-z_][A-Za-z0-9_]*\1/g;

/**
 * A diff for people, without what somebody else wrote into an emitted file where that looks like a secret: logs of a
 * build are read by many (rules F2). Lines of ours are shown as they are.
 */
export function withoutSecrets(lines: readonly string[], { state, after = "" }: FileChange): readonly string[] {
  // Both sides of a conflict may be ours, and what stands between them as their base is nobody's.
  const isOurs = state !== "edited" && state !== "foreign" && !lines.some((line) => line.startsWith("-|||||||"));
  if (isOurs) return lines;
  const ours = new Set(after.split("\n").map((line) => line.trim()));
  // What a telling line begins may go on for some: to the end of its statement.
  let isOpen = false;
  return lines.map((line, index) => {
    const isTheirs = index >= 2 && line.startsWith("-") && !ours.has(line.slice(1).trim());
    if (!isTheirs) {
      isOpen &&= index >= 2 && line.startsWith("-");
      return line;
    }
    const isHidden = isOpen || mayHoldSecret(line.slice(1));
    isOpen = isOpen ? !/[;}]\s*$/.test(line) : /[:=([+]\s*$/.test(line) && says(line);
    return isHidden ? "-*** (not ours, and it may hold a secret)" : line;
  });
}

function says(text: string): boolean {
  return SECRET_WORD.test(text) || isSensitive(text);
}

/** A secret where it is written out; a type, an import and a whole `$NAME` are none. */
function mayHoldSecret(line: string): boolean {
  const text = line.replaceAll(WHOLE_NAME, "");
  if (looksSecret(text) || USER_INFO.test(text)) return true;
  if (!says(text) && !CREDENTIAL_FIELD.test(text)) return false;
  const value = text.replace(/["'`][\w-]+["'`](?=\??\s*:)|\btype \w+ =/g, "");
  return /["'`=\d]|^\s*(?:\/\/|\/?\*|#|-)/.test(value);
}
