import { suite } from "uvu";
import * as assert from "uvu/assert";
import { judge, randomCase, type Verdict } from "./equivalence.js";
import { firstSeed, runs } from "../../effort.js";

const test = suite("equivalence");

const [edits, first] = [runs(500), firstSeed];

/** More in one program would take too much memory. */
const BATCH = 60;

test(`diff calls an edit breaking if and only if code does not compile any more (${String(edits)} edits)`, async () => {
  const count = { breaking: 0, other: 0 };
  for (let seed = first; seed < first + edits; seed += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, first + edits - seed) }, (_, index) => seed + index);
    const cases = [];
    for (const each of seeds) cases.push(await randomCase(each));
    for (const verdict of await judge(cases)) {
      assert.equal(verdict.faults, [], `code for the base of ${verdict.name} does not compile with it`);
      assert.is(isBreaking(verdict), verdict.mistakes.length > 0, explain(verdict));
      count[isBreaking(verdict) ? "breaking" : "other"] += 1;
    }
  }
  assert.ok(count.breaking > edits / 4 && count.other > edits / 4, JSON.stringify(count));
  console.log(`${String(edits)} edits from seed ${String(first)}: ${JSON.stringify(count)}`);
});

function isBreaking({ changes }: Verdict): boolean {
  return changes.some((change) => change.class === "breaking");
}

function explain({ name, changes, mistakes }: Verdict): string {
  const said = changes.map((change) => `  ${change.class}: ${change.sentence}`);
  return [name, "diff says", ...said, "the compiler says", ...mistakes.slice(0, 3).map((text) => `  ${text}`)].join(
    "\n",
  );
}

test.run();
