import { closingQuote } from "../files/read-json.js";
import type { TextFollower } from "../diagnostics/text-follower.js";

/** Follows a text that is JSON. */
export function followJson(text: string, follower: TextFollower): void {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = followString(text, index, follower);
    else if (code === BRACE) follower.open("object", index);
    else if (code === BRACKET) follower.open("array", index);
    else if (code === BRACE + 2 || code === BRACKET + 2) follower.close();
    else if (!isBetween(code)) index = followWord(text, index, follower);
  }
}

const [QUOTE, COMMA, COLON, BRACKET, BRACE] = [0x22, 0x2c, 0x3a, 0x5b, 0x7b];

/** White space, colons and commas. */
function isBetween(code: number): boolean {
  return code <= 0x20 || code === COMMA || code === COLON;
}

/** Returns the index of its last character. */
function followString(text: string, start: number, follower: TextFollower): number {
  const end = closingQuote(text, start);
  follower.scalar(start, end + 1 - start, () => String(JSON.parse(text.slice(start, end + 1))));
  return end;
}

/** A number, `true`, `false` or `null`. */
function followWord(text: string, start: number, follower: TextFollower): number {
  let end = start + 1;
  while (end < text.length && !isBetween(text.charCodeAt(end)) && !/[\]}]/.test(text.charAt(end))) end += 1;
  follower.scalar(start, end - start, () => text.slice(start, end));
  return end - 1;
}
