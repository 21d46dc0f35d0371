import { suite } from "uvu";
import * as assert from "uvu/assert";
import { finderOf } from "#runtime/wire/find-all.js";
import { scrub } from "#runtime/wire/scrub.js";
import { seeded } from "../seeded.js";

const test = suite("12.8: looking for many secrets at once");

/** Places of one text do not overlap. */
function placesOf(wanted: string, text: string): string[] {
  const places: string[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    places.push(`${at}+${wanted.length}`);
  return places;
}

test("it finds what `indexOf` finds for each, whatever they have in common", () => {
  const random = seeded(7);
  const word = (letters: string, length: number): string =>
    Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join("");
  let count = 0;
  for (let run = 0; run < 400; run += 1) {
    const letters = ["a", "ab", "abc", "aé\u{1f511}ß"][run % 4] ?? "";
    const texts = [...new Set(Array.from({ length: 5 }, () => word(letters, 6 + Math.floor(random() * 5))))];
    const text = word(letters, 300);
    const found: string[] = [];
    assert.ok(finderOf(texts)(text, (at, length) => found.push(`${at}+${length}`)));
    assert.equal(found.sort(), texts.flatMap((each) => placesOf(each, text)).sort(), texts.join());
    count += found.length;
  }
  assert.ok(count > 1000);
});

test("it looks anew in each text", () => {
  const find = finderOf(["secret"]);
  const countIn = (text: string): number => {
    let count = 0;
    find(text, () => (count += 1));
    return count;
  };
  assert.equal([countIn("a secret secret"), countIn("secret"), countIn("secre")], [2, 1, 0]);
});

/** Who writes both, as a server that hands out a token, makes all of it look like a beginning. */
const LONG = "a".repeat(5000);

test("where all of a text looks like the beginning of a secret, looking ends, and nothing is shown", () => {
  const text = "a".repeat(60_000);
  for (const secret of [`${LONG}b`, `${"a".repeat(200)}b`])
    assert.is(
      finderOf([secret])(text, () => undefined),
      false,
    );
  assert.is(scrub(text, new Set([`${LONG}b`])), "***");
  // Elsewhere it goes on.
  assert.is(scrub(text, new Set([`z${LONG}`])), text);
  assert.is(scrub(`${text}za${LONG}`, new Set([`z${LONG}`])), `${text}***a`);
});

test("it takes no memory for each place", () => {
  const secrets = new Set(Array.from({ length: 40 }, (_, index) => "a".repeat(6 + index)));
  const before = process.memoryUsage().heapUsed;
  assert.is(scrub("a".repeat(500_000), secrets), "***");
  assert.ok(process.memoryUsage().heapUsed - before < 64 * 2 ** 20);
});

test.run();
