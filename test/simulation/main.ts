import { Beside, comparison } from "./beside.js";
import { cannotRows } from "./cannot-rows.js";
import { failoverRows } from "./failover-rows.js";
import { hardRows } from "./hard-rows.js";
import { otherRows } from "./other-rows.js";
import { writePage } from "./page.js";
import { plainRetry } from "./plain-retry.js";
import { product } from "./product.js";
import { retryRows } from "./retry-rows.js";
import { rows, type Finding, type Row, type Trial } from "./rows.js";

/** `regular`, `random`, ids of rows, or what they begin with; all without. */
const words = process.argv.slice(2);
const arrivals = ["regular", "random"].filter((word) => words.length === 0 || words.includes(word));
const ids = words.filter((word) => !arrivals.includes(word));
const all: readonly Row[] = [...rows, ...hardRows, ...otherRows, ...cannotRows, ...retryRows, ...failoverRows];
const started = Date.now();

let failed = 0;
if (words[0] === "docs") await writePage();
else for (const each of arrivals.length > 0 ? arrivals : ["regular", "random"]) failed += await printRows(each);
console.log(`\n${failed} failed; ${secondsSince(started)} s`);
process.exitCode = failed === 0 ? 0 : 1;

/** How many failed. */
async function printRows(arrival: string): Promise<number> {
  console.log(`\n${arrival} arrivals`);
  const isRandom = arrival === "random";
  const share = Number(process.env["SHARE"] ?? 1);
  const trial = { firstSeed: isRandom ? 9100 : 5100, share, isRandom };
  let failures = 0;
  for (const row of all.filter(isAsked)) {
    const begun = Date.now();
    const [ours, theirs] = [new Beside(product), new Beside(plainRetry)];
    const { text, passes } = await findingOf(row, { ...trial, strategy: product, seen: ours.seen });
    const few = { ...trial, share: Math.min(share, 0.2), seen: theirs.seen };
    const plain = await findingOf(row, { ...few, strategy: plainRetry });
    const beside = comparison(row, ours, theirs);
    const hasPassed = passes && beside?.isWorse !== true;
    if (!hasPassed) failures += 1;
    console.log(`${hasPassed ? "pass" : "FAIL"}  ${row.id.padEnd(8)} ${row.title}`);
    console.log(`      ${text}\n      plain retry: ${plain.text}   (${secondsSince(begun)} s)`);
    if (beside !== undefined) console.log(`      lost, p99 of the worst minute (plain retry): ${beside.text}`);
  }
  return failures;
}

function findingOf(row: Row, trial: Trial): Promise<Finding> {
  return row.run(trial).catch((error: unknown) => ({ text: String(error), passes: false }));
}

function isAsked({ id }: Row): boolean {
  return ids.length === 0 || ids.includes(id) || ids.includes(id.replace(/-?\d+$/, ""));
}

function secondsSince(time: number): string {
  return ((Date.now() - time) / 1000).toFixed(0);
}
