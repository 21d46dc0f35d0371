import type { Room } from "./room.js";
import { endsOf, treeOf } from "./key-tree.js";
import { BEGINNING, WrittenText } from "./written-text.js";

/** Told of each place at which a key is written, and of how many units. */
type Note = (at: number, length: number) => void;

/** What a key or token is made of as vendors issue them. */
const KEY = /^[\w.~+/=:-]{16,}$/;

/** Whether a secret is one that is found however it is escaped. */
export function isKey(secret: string): boolean {
  return KEY.test(secret);
}

/** A longer text is that of a recording: there a key is looked for where something stands before it that could hide it. */
const LONG = 262_144;

/** An escape, or the end of one, before a key or at its beginning. */
const HIDING = String.raw`(?<=[\\%&][#\w{;]{0,12})`;

/**
 * Looks for keys with any of their characters escaped, up to three times over, and for their base64 written so. What a place
 * means is read from there on: nothing that stands before it has a say, as an escape that it ends would. Says whether it came
 * to the end.
 */
export function keyFinderOf(keys: readonly string[]): (text: string, note: Note, room: Room) => boolean {
  const wanted = [...new Set(keys.flatMap((key) => [key, ...base64Of(key)]).map((key) => key.toLowerCase()))];
  const tree = treeOf(wanted);
  const firsts = wanted.map((key) => key.charAt(0).replace(/\W/, "\\$&")).join("");
  const begins = new RegExp(`[${firsts}]|${BEGINNING}`, "gi");
  const hidden = new RegExp(`${HIDING}[${firsts}]|${BEGINNING}`, "gi");
  return (text, note, room) => {
    if (wanted.length === 0) return true;
    const isLong = text.length > LONG;
    if (isLong && !/[\\%&]/.test(text)) return true;
    const written = new WrittenText(text, isLong ? 1 : Math.ceil(wanted.length / KEYS_AT_ONCE), room);
    for (const { index } of text.matchAll(isLong ? hidden : begins)) {
      endsOf(tree, written, index, (end) => note(index, end - index));
      if (written.isTooMuch) return false;
    }
    return true;
  };
}

/** A key, and its base64 in each place and alphabet. */
const KEYS_AT_ONCE = 7;

/** What is in base64 of a text for sure, in both alphabets, from each place of a group that it may begin at. */
export function base64Of(text: string): string[] {
  const cores = [0, 1, 2].map((before) => {
    const whole = btoa(" ".repeat(before) + text).replace(/[^=]={1,2}$/, "");
    return whole.slice(Math.ceil((before * 4) / 3));
  });
  return [...cores, ...cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_"))];
}
