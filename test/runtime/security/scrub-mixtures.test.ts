import { suite } from "uvu";
import * as assert from "uvu/assert";
import { scrub } from "#runtime/wire/scrub.js";
import { seeded } from "../seeded.js";
import { hex, perOctet, perUnit, type Writer } from "./writers.js";
import { runs } from "../../effort.js";

/** The security page lists the writings in which a secret is found: here they are put together at random. */
const test = suite("12.8: what the security page lists, mixed");

const RUNS = runs(1500);
const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyzABCDXYZ0123456789-_.~+/=!$&'\"<>%;: \\#{}äöß€é\u{1f511}");

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** Of one character: those that write its code, and those that write its octets. */
const byCode: readonly Writer[] = [
  perUnit((code) => `\\u${hex(code, 4)}`),
  perUnit((code) => `%u${hex(code, 4)}`),
  (character) => `\\u{${hex(codeOf(character), 1)}}`,
  (character) => `\\x{${hex(codeOf(character), 1)}}`,
  (character) => `\\U${hex(codeOf(character), 8)}`,
  (character) => `&#${codeOf(character)};`,
  (character) => `&#x${hex(codeOf(character), 1)};`,
];
const byOctet: readonly Writer[] = [
  perOctet((octet) => `\\${octet.toString(8).padStart(3, "0")}`),
  perOctet((octet) => `%${hex(octet, 2)}`),
];
/** What begins an escape is always one itself. */
const plain: Writer = (character) => (/[\\%&]/.test(character) ? `%${hex(codeOf(character), 2)}` : character);
const names = new Map(["& amp", "< lt", '" quot', "' apos", "/ sol"].map((each) => [each.charAt(0), each.slice(2)]));

const ofAscii: readonly Writer[] = [
  ...byCode,
  ...byOctet,
  plain,
  (character) => `\\x${hex(codeOf(character), 2)}`,
  (character) => (/["'\\&<>]/.test(character) ? `\\${character}` : plain(character)),
  (character) => ({ "\r": "\\r", "\n": "\\n" })[character] ?? plain(character),
  (character) => (names.has(character) ? `&${names.get(character)};` : plain(character)),
];

const quotedPrintable: Writer = (text) =>
  perOctet((octet) => (octet > 32 && octet < 127 && octet !== 61 ? String.fromCharCode(octet) : `=${hex(octet, 2)}`))(
    text,
  ).replaceAll(/.{20}(?!.{0,3}$)/g, (line) => (/=.?$/.test(line) ? line : `${line}=\r\n`));

for (const [seed, part] of ["once", "in base64"].entries()) {
  test(part, () => {
    const random = seeded(4711 + seed);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
    const escaped = (text: string, beyondAscii: readonly Writer[], isOneKind: boolean): string => {
      const [ascii, other] = [pick(ofAscii), pick(beyondAscii)];
      return Array.from(text, (character) => {
        const isAscii = character < "\x80";
        if (isOneKind) return (isAscii ? ascii : other)(character);
        return pick(isAscii ? ofAscii : beyondAscii)(character);
      }).join("");
    };
    const within: readonly Writer[] = [
      (text) => text,
      quotedPrintable,
      (text) => text.replaceAll("'", pick(["''", "'\\''"])),
      (text) => text.replaceAll('"', '""'),
      (text) => text.replaceAll(" ", () => pick([" ", "\n    ", "\r\n "])),
    ];
    const cases: readonly Writer[] = [
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.normalize("NFD"),
    ];
    for (let run = 0; run < RUNS; run += 1) {
      const secret = Array.from({ length: 6 + Math.floor(random() * 20) }, () => pick(LETTERS)).join("");
      if (secret.trim() !== secret || secret.replaceAll(" ", "").length < 6) continue;
      const [beyondAscii, wrap, depth] = [pick([byCode, byOctet]), pick(within), pick([0, 1, 2, 3])];
      const isWhole = wrap === quotedPrintable;
      const wrapsAt = isWhole ? 0 : Math.floor(random() * (depth + 1));
      let written = pick(cases)(secret);
      for (let level = 0; level <= depth; level += 1) {
        if (level === wrapsAt) written = wrap(written);
        if (level < depth) written = escaped(written, beyondAscii, isWhole);
      }
      if (part === "in base64") {
        const around = pick(["", "x", "ab", "u: "]) + written + pick(["", ":more"]);
        written = Buffer.from(around).toString(pick(["base64", "base64url"]));
        for (let level = pick([0, 1, 2, 3]); level > 0; level -= 1) written = escaped(written, beyondAscii, false);
      }
      const behind = pick([" </a>", "</a>", ") ", '" }', "\n"]);
      const shown = scrub(`<a> ${written}${behind}`, new Set([secret]));
      const isFound = part === "once" ? /^<a> \*{3}.{0,5}$/s.test(shown) : shown.includes("***");
      assert.ok(isFound, `${JSON.stringify(secret)} as ${written}: ${shown}`);
    }
  });
}

test.run();
