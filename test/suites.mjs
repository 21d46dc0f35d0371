// Runs compiled test files in a few processes that stay, each file after another, and adds up what uvu says of them.
import { fork } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const worker = new URL("worker.mjs", import.meta.url);
/** Files that change the process for good, by hooks into the loading of modules: each has a process of its own. */
const ALONE = /runtime\/copies\//;
/** In ms, for one file. */
const longest = () => (process.env.SDKWRIGHT_LONG === undefined ? 300_000 : 3_600_000);

/**
 * Prints a line per file, and the output of those that fail. `node` is a Node of your choice, `name` runs only the tests
 * that have these words in their names, `processes` is how many work at a time. Returns `{ passed, failed, skipped }`,
 * with `cpu` (seconds) and `files`, the seconds of each.
 */
export async function runSuites(files, { node, name, processes = availableParallelism() } = {}) {
  const totals = { passed: 0, failed: 0, skipped: 0, cpu: 0, files: {} };
  const queue = [...files];
  await Promise.all(
    Array.from({ length: Math.min(processes, files.length) }, async () => {
      let child;
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        if (ALONE.test(file)) end(child);
        if (child?.connected !== true) child = start(node, name);
        add(totals, file, await runIn(child, file), name);
        if (ALONE.test(file)) end(child);
      }
      end(child);
    }),
  );
  if (totals.passed === 0) totals.failed += 1;
  return totals;
}

/** `12 passed, 0 failed`, with the skipped ones if there are some. */
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

function start(node = process.execPath, name) {
  const execArgv = name === undefined ? [] : ["--import", new URL("by-name.mjs", import.meta.url).href];
  const env = { ...process.env, FORCE_COLOR: "0", ...(name === undefined ? {} : { SDKWRIGHT_TEST_NAME: name }) };
  return fork(worker, { execPath: node, execArgv, env, silent: true });
}

/** Whatever the tests have left in it: handlers of signals, timers, servers, processes that hold its output. */
function end(child) {
  if (child?.connected !== true) return;
  child.disconnect();
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  child.once("exit", () => clearTimeout(timer));
}

/** A process that ends, or does not answer in time, fails the file that it was at; the next file gets a new one. */
function runIn(child, file) {
  return new Promise((done) => {
    let said = "";
    const listen = (chunk) => (said += chunk);
    const finish = (result) => {
      clearTimeout(timer);
      child.off("message", finish).off("exit", ended);
      for (const stream of [child.stdout, child.stderr]) stream.off("data", listen);
      done({ ...result, output: said + result.output });
    };
    const ended = (status, signal) =>
      finish({ passed: 0, failed: 1, skipped: 0, seconds: 0, cpu: 0, output: `\nended by ${signal ?? status}\n` });
    const timer = setTimeout(() => child.kill("SIGKILL"), longest());
    for (const stream of [child.stdout, child.stderr]) stream.on("data", listen);
    child.on("message", finish).on("exit", ended);
    child.send(pathToFileURL(resolve(file)).href);
  });
}

function add(totals, file, { passed, failed, skipped, seconds, cpu, output }, name) {
  totals.passed += passed;
  totals.failed += failed;
  totals.cpu += cpu;
  totals.files[file] = seconds;
  if (name === undefined) totals.skipped += skipped;
  else if (passed + failed === 0) return;
  if (failed > 0) console.log(`\n✗ ${file}\n${output}`);
  else console.log(`✓ ${file} (${passed}) ${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s`);
  for (const note of output.split("\n").filter((line) => line.startsWith("skipped:"))) console.log(`  ${note}`);
}
