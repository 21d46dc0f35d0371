import { readFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Beside, comparison } from "./beside.js";
import { figure, figureParts } from "./figures.js";
import { oneCallerTable } from "./one-caller.js";
import { pagePath, partOf, unpadded } from "./page.js";
import { plainRetry } from "./plain-retry.js";
import { product } from "./product.js";
import { retryRows } from "./retry-rows.js";

// A short set of `npm run simulation`, and the figures of BENCHMARKS.md, which are those that it prints.
const test = suite("simulation, the short set");

const page = readFileSync(pagePath, "utf8");

test("what one caller sees is what the documentation says: else run `npm run simulation -- docs`", async () => {
  assert.equal(partOf(page, "one caller"), (await oneCallerTable()).map(unpadded));
});

for (const [part, rows] of Object.entries(figureParts))
  for (const row of rows) {
    test(`${row.id}: ${row.title}: within its pass mark, and as documented`, async () => {
      const [ours, theirs] = [new Beside(product), new Beside(plainRetry)];
      const { text, passes } = await figure(row, product, ours.seen);
      assert.ok(passes, text);
      if (part === "failover") {
        await figure(row, plainRetry, theirs.seen);
        const beside = comparison(row, ours, theirs);
        assert.is(beside?.isWorse, false, beside?.text);
      }
      const line = partOf(page, part).find((entry) => entry.startsWith(unpadded(`| ${row.title} | ${text} |`).trim()));
      assert.ok(line !== undefined, `${row.title}: ${text}; run \`npm run simulation -- docs\``);
    });
  }

for (const row of retryRows)
  test(`${row.id}: ${row.title}: within its pass mark`, async () => {
    const { text, passes } = await row.run({ strategy: product, firstSeed: 20_261, share: 0.1, isRandom: false });
    assert.ok(passes, text);
  });

test.run();
