import { suite } from "uvu";
import * as assert from "uvu/assert";
import { scrub } from "#runtime/wire/scrub.js";
import { seeded } from "../seeded.js";
import { hex, type Writer } from "./writers.js";
import { runs } from "../../effort.js";

/** What the security page promises of keys and tokens, put together at random: nothing may be missed. */
const test = suite("12.8: keys and tokens in each writing that is promised");

const RUNS = runs(2000);
const random = seeded(2026);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;

/** What escapes are made of, too. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=:";
const PIECES = LETTERS.split("").concat("=41", "x41", "u0041", "dead", "==", "amp", "lt", "0x41");
const piecesOf = (length: number): string => Array.from({ length }, () => pick(PIECES)).join("");

/** In small letters or capitals, and with some zeros before it. */
const inHex = (code: number, width: number): string => pick([hex(code, width), hex(code, width).toUpperCase()]);
const zeros = (): string => "0".repeat(below(3));
const NAMES = new Map(["_ lowbar", "+ plus", "/ sol", "= equals", ". period", ": colon", "& amp", "% percnt", "\\ bsol"].map((each) => [each.charCodeAt(0), each.slice(2)])); // prettier-ignore

/** Of the code of a character. */
const ESCAPES: readonly ((code: number) => string)[] = [
  (code) => `\\u${inHex(code, 4)}`,
  (code) => `\\u{${zeros()}${inHex(code, 2)}}`,
  (code) => `\\x{${inHex(code, 2)}}`,
  (code) => `\\U${inHex(code, 8)}`,
  (code) => `\\x${inHex(code, 2)}`,
  (code) => `\\${code.toString(8).padStart(3, "0")}`,
  (code) => `%${inHex(code, 2)}`,
  (code) => `%u${inHex(code, 4)}`,
  (code) => `&#${zeros()}${code};`,
  (code) => `&#x${zeros()}${inHex(code, 2)};`,
  (code) => (NAMES.has(code) ? `&${NAMES.get(code)};` : `%${inHex(code, 2)}`),
  (code) => (/[\w%&]/.test(String.fromCharCode(code)) ? `%${inHex(code, 2)}` : `\\${String.fromCharCode(code)}`),
];

/** Some characters of a text, by one kind of escape or by several, and each that begins one. */
function escaped(text: string): string {
  const [share, kinds] = [pick([0.1, 0.3, 0.5, 1]), random() < 0.3 ? [pick(ESCAPES)] : ESCAPES];
  return Array.from(text, (character) =>
    /[\\%&]/.test(character) || random() < share ? pick(kinds)(character.charCodeAt(0)) : character,
  ).join("");
}

function upToThrice(text: string): string {
  let written = text;
  for (let level = below(4); level > 0; level -= 1) written = escaped(written);
  return written;
}

const base64: Writer = (text) =>
  Buffer.from(pick(["", "x", "ab", "u: "]) + text + pick(["", "}", ":more"])).toString(pick(["base64", "base64url"]));

/** What begins an escape, and what stands behind it may end it; or takes a reading away from it. */
const HALVES = ["\\", "\\".repeat(2), "\\".repeat(3), "\\".repeat(7), "%5c\\", "%255c", "&#92;\\", "\\&bsol;", "a\\\\", "ACME\\", "100%", "100%25", "&#", "&#x", "&", "\\x", "\\x6", "\\u", "\\u00", "%u0", "%7", "\\U000000", "\\u{", "\\1", "\\0"].map((half) => [half, ""]); // prettier-ignore

/** What ends an escape and makes the beginning of another one, for the next reading. */
const CHAIN = ["92", "092", "37", "134", "x5c", "5c", "u005c", "u0026", "25", "u0025", "amp", "lt", "frac12", "u0041", "x41", "0041", "101"]; // prettier-ignore
const HEADS: readonly (() => string)[] = [
  ...["", "", "t", "de", "0af", "u00", "x7", "n"].map((head) => () => head),
  () => pick(CHAIN) + pick(CHAIN),
  () => pick(CHAIN) + pick(CHAIN) + pick(CHAIN),
];

const WRITINGS: { readonly [what: string]: Writer } = {
  "as it was sent": (text) => text,
  "in small letters or capitals": (text) => pick([text.toLowerCase(), text.toUpperCase()]),
  escaped: upToThrice,
  "in base64, escaped afterwards": (text) => upToThrice(base64(text)),
  "escaped, and then in base64": (text) => base64(upToThrice(text)),
  "in hex": (text) => pick([Buffer.from(text).toString("hex"), Buffer.from(text).toString("hex").toUpperCase()]),
};

for (const [what, write] of Object.entries(WRITINGS)) {
  test(what, () => {
    for (let run = 0; run < RUNS; run += 1) {
      const key = pick(HEADS)() + piecesOf(16 + below(20));
      const [before, behind] = pick([["", ""], ['{"key":"', '"}'], ["key=", "&"], [">", "<"], [piecesOf(3), piecesOf(3)], ["no ", ", no"], ...HALVES]); // prettier-ignore
      // Letters and digits beside base64 and hex would be of them.
      const isOpen = /base64|hex/.test(what) && /[\w+/=-]$/.test(before ?? "");
      const written = isOpen ? ` ${write(key)} ` : `${before}${write(key)}${behind}`;
      const shown = scrub(written, new Set([key]));
      assert.ok(shown.includes("***"), `${key} as ${written}`);
      assert.not.ok(shown.toLowerCase().includes(key.toLowerCase()), `${key} as ${written}`);
    }
  });
}

/** Attackers found these: what stands before the key takes a reading away, or ends in it. */
const KEY = "k7TzWmB4xYpLrQ92hVnC";
const FOUND: readonly (readonly [written: string, key?: string])[] = [
  ["bad token &#92u0041Kq7TzWmB4xYpL%2572", "92u0041Kq7TzWmB4xYpLr"],
  [String.raw`log: dir \\%26#37;61zdUeldtQjR4WXBMclE5MmhWbkM= end`],
  [String.raw`log: \\\%255cU0000006b7TzWmB4xYpLrQ92hVnC end`],
  [String.raw`log: \%2526#x000000000006b;7TzWmB4xYpLrQ92hVnC end`],
  [String.raw`log: \\\\\\\&#x000000000006b;7TzWmB4xYpLrQ92hVnC end`],
  [String.raw`\\\&#38;#37;68OfLYkSAg9FS:i3N8dpE`, "hOfLYkSAg9FS:i3N8dpE"],
  [String.raw`%5c\&amp;percnt;74+Bwsk~A2jLhMyX0J_/b`, "t+Bwsk~A2jLhMyX0J_/b"],
  [String.raw`\\\\\\\%26#92;x45-bJHiE9N-M_oKWsfdrY`, "E-bJHiE9N-M_oKWsfdrY"],
  // One reference of two letters, which may be the key's first, its last, and any in it.
  [String.raw`\x41&fjlig;93kQxZ0aLmP7uWvB2`, "1fj93kQxZ0aLmP7uWvB2"],
  [String.raw`%2b7QFJ%26fjlig;93kQxZ0aLmP7uWvB2`, "b7QFJfj93kQxZ0aLmP7uWvB2"],
  [String.raw`\tok_93kQxZ0aLmP7uWvB2&fjlig; end`, "tok_93kQxZ0aLmP7uWvB2f"],
  ["&fjlig;93kQ\\x78Z0aLmP7uWvB2 end", "j93kQxZ0aLmP7uWvB2"],
  // HTML has `&amp` without its end, too.
  ["got k7TzWmB4&amp#x78;YpLrQ92hVnC end", "k7TzWmB4xYpLrQ92hVnC"],
  ["got k7TzWmB4&amp#120;YpLrQ92hVnC end"],
  [String.raw`got k7TzWmB4\X26#120;YpLrQ92hVnC end`, "k7TzWmB4xYpLrQ92hVnC"],
];

test("whatever stands before it", () => {
  for (const [written, key = KEY] of FOUND)
    assert.match(scrub(written, new Set([key])), /\*\*\*\S*(?: end)?$/, written);
});

test.run();
