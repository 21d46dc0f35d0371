// Runs compiled test files, each in a process of its own, and adds up what uvu says of them.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/**
 * Runs files of tests with a Node of your choice; prints a line per file, and the output of those that fail. `name` runs
 * only the tests that have these words in their names.
 */
export async function runSuites(files, { node = process.execPath, name } = {}) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  await inParallel(files, async (file) => add(totals, file, await runSuite(file, { node, name }), name));
  if (totals.passed === 0) totals.failed += 1;
  return totals;
}

/** `12 passed, 0 failed`, with the skipped ones where there are some. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** A file that ends without uvu's summary did not run its suites: that is a failure of its own. */
function add(totals, file, { output, status, seconds }, name) {
  const figure = (name) => Number(new RegExp(`^\\s*${name}:\\s+(\\d+)`, "m").exec(output)?.[1] ?? 0);
  const [total, passed, skipped] = [figure("Total"), figure("Passed"), figure("Skipped")];
  const failed = Math.max(total - passed, total + skipped === 0 || status !== 0 ? 1 : 0);
  totals.passed += passed;
  totals.failed += failed;
  if (name === undefined) totals.skipped += skipped;
  else if (passed + failed === 0) return;
  const notes = output.split("\n").filter((line) => line.startsWith("skipped:"));
  if (failed > 0) console.log(`\n✗ ${file}\n${output}`);
  else console.log(`✓ ${file} (${passed}) ${seconds.toFixed(1)} s`);
  for (const note of notes) console.log(`  ${note}`);
}

function runSuite(file, { node, name }) {
  const env = { ...process.env, FORCE_COLOR: "0" };
  const only = name === undefined ? [] : ["--import", new URL("by-name.mjs", import.meta.url).href];
  if (name !== undefined) env["SDKWRIGHT_TEST_NAME"] = name;
  const begin = performance.now();
  return new Promise((resolve) => {
    const child = spawn(node, [...only, file], { env, timeout: 600_000 });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (status) =>
      resolve({ output, status: status ?? 1, seconds: (performance.now() - begin) / 1000 }),
    );
  });
}

async function inParallel(items, task) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
