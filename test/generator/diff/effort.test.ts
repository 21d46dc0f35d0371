import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Effort } from "#generator/diff/effort.js";

const test = suite("what verdicts of a diff may take, all together");

test("each that takes all leaves less to the next, so that all of them have an end", () => {
  const effort = new Effort();
  let taken = 0;
  for (let verdict = 0; verdict < 10_000; verdict += 1) {
    taken += effort.share;
    effort.spend(effort.share);
  }
  assert.ok(taken < 20, String(taken));
});

test("ordinary ones take nothing from each other", () => {
  const effort = new Effort();
  for (let verdict = 0; verdict < 10_000; verdict += 1) effort.spend(0.001);
  assert.is(effort.share, 1);
});

test("many that each take a little less than counts have an end, too", () => {
  const effort = new Effort();
  let taken = 0;
  for (let verdict = 0; verdict < 10_000; verdict += 1) {
    taken += effort.share * 0.49;
    effort.spend(effort.share * 0.49);
  }
  assert.ok(taken < 450, String(taken));
});

test.run();
