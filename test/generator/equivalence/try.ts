import { judge } from "./equivalence.js";

const [from = "1", count = "40", verbose] = process.argv.slice(2);
const started = Date.now();
const seeds = Array.from({ length: Number(count) }, (_, index) => Number(from) + index);
const verdicts = await judge(seeds);
let wrong = 0;
for (const { seed, edit, changes, mistakes, faults } of verdicts) {
  const breaking = changes.filter((change) => change.class === "breaking");
  const isWrong = breaking.length > 0 !== mistakes.length > 0 || faults.length > 0;
  if (isWrong) wrong += 1;
  if (!isWrong && verbose === undefined) continue;
  const kind = faults.length > 0 ? "FAULT" : !isWrong ? "right" : mistakes.length > 0 ? "MISSED" : "FALSE ALARM";
  console.log(`${String(seed)} ${kind} [${edit}]`);
  for (const text of faults.slice(0, 3)) console.log(`   fault ${text}`);
  for (const text of mistakes.slice(0, 3)) console.log(`   compiler ${text}`);
  for (const { class: kind, sentence } of changes) console.log(`   ${kind} ${sentence}`);
}
console.log(`${String(verdicts.length)} edits, ${String(wrong)} wrong, ${String(verdicts.filter(({ mistakes }) => mistakes.length > 0).length)} break; ${String(Date.now() - started)} ms`);
