import { looksSecret } from "@sdkwright/runtime/config";
import type { FileChange } from "../write/plan.js";

const SECRET_WORD =
  /secret|token|passw|passphrase|pwd|credential|api[-_ ]?key|(?:access|private|signing|encryption)[-_ ]?key|authoriz|bearer|basic |cookie/i;
const CREDENTIAL_FIELD = /\b(?:username|client_?id|key)\b["'`]?\s*[:=]/i;
const USER_INFO = /:\/\/[^/\s"'`]*@/;
const WHOLE_NAME = /(["'`])\$[A-Za-z_][A-Za-z0-9_]*\1/g;

/**
 * A diff for people, without what somebody else wrote into an emitted file where that looks like a secret: logs of a
 * build are read by many (rules F2). Lines of ours are shown as they are.
 */
export function withoutSecrets(lines: readonly string[], { state, after = "" }: FileChange): readonly string[] {
  if (state !== "edited" && state !== "foreign") return lines;
  const ours = new Set(after.split("\n").map((line) => line.trim()));
  return lines.map((line, index) => {
    const isHeader = index < 2;
    if (isHeader || !line.startsWith("-") || ours.has(line.slice(1).trim())) return line;
    const before = lines[index - 1] ?? "";
    const isContinued = index > 2 && /[:=([,+]\s*$/.test(before) && SECRET_WORD.test(before);
    return isContinued || mayHoldSecret(line.slice(1)) ? "-*** (not ours, and it may hold a secret)" : line;
  });
}

/** A secret where it is written out; a type, an import and a whole `$NAME` are none. */
function mayHoldSecret(line: string): boolean {
  const text = line.replaceAll(WHOLE_NAME, "");
  if (looksSecret(text) || USER_INFO.test(text)) return true;
  if (!SECRET_WORD.test(text) && !CREDENTIAL_FIELD.test(text)) return false;
  const value = text.replace(/["'`][\w-]+["'`](?=\??\s*:)|\btype \w+ =/g, "");
  return /["'`=\d]|^\s*(?:\/\/|\/?\*|#|-)/.test(value);
}
