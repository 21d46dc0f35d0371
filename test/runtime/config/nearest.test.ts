import { nearest } from "#runtime/config/text.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("the name that was meant");

test("a misspelt name finds its own, by one slip or a third of its letters", () => {
  const known = ["timeout", "retries", "baseUrl", "headers"];
  const meant = { timeuot: "timeout", retrys: "retries", baseurl: "baseUrl", Heeders: "headers", x: undefined };
  for (const [name, found] of Object.entries(meant)) assert.is(nearest(name, known), found, name);
});

test("the nearest of several, and of equals the first", () => {
  assert.is(nearest("abcdef", ["abcdxy", "abcdex", "abcdey"]), "abcdex");
});

/** How often a candidate's letters were looked at. */
function looksAt(name: string, texts: readonly string[]): number {
  let looks = 0;
  const watched = texts.map((text) => ({
    length: text.length,
    toLowerCase: () => {
      looks += 1;
      return text;
    },
  }));
  nearest(name, watched as unknown as string[]);
  return looks;
}

test("of names by the thousand only those of a like length are compared, and no more than 200", () => {
  const many = Array.from({ length: 5000 }, (_, index) => `parameter${index}`);
  assert.is(looksAt("x", many), 0);
  assert.is(looksAt("x".repeat(12), many), 200);
});

test.run();
