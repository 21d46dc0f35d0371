import { writePage } from "./page.js";
import { plainRetry } from "./plain-retry.js";
import { product } from "./product.js";
import { hardRows } from "./hard-rows.js";
import { otherRows } from "./other-rows.js";
import { rows, type Row } from "./rows.js";

const [filter = ""] = process.argv.slice(2);
const all: readonly Row[] = [...rows, ...hardRows, ...otherRows];
const started = Date.now();
if (filter === "docs") await writePage();
let failed = 0;
for (const isRandom of filter === "docs" ? [] : [false, true]) {
  console.log(`\n${isRandom ? "Random" : "Regular"} arrivals`);
  for (const { id, title, run } of all.filter(
    (row) => filter === "" || row.id === filter || row.id.replace(/-?\d+$/, "") === filter,
  )) {
    const begun = Date.now();
    const trial = { firstSeed: isRandom ? 9100 : 5100, share: Number(process.env["SHARE"] ?? 1), isRandom };
    const { text, passes } = await run({ ...trial, strategy: product });
    const plain = await run({ ...trial, share: Math.min(trial.share, 0.2), strategy: plainRetry });
    if (!passes) failed += 1;
    console.log(`${passes ? "pass" : "FAIL"}  ${id.padEnd(8)} ${title}`);
    console.log(`      ${text}\n      plain retry: ${plain.text}   (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  }
}
console.log(`\n${failed} failed; ${((Date.now() - started) / 1000).toFixed(0)} s`);
process.exitCode = failed === 0 ? 0 : 1;
