// Runs what takes an hour or more: every random case, floods, killed processes, simulations, mutants, all platforms.
// Usage: node test/long.mjs [words of a step ..]
import { spawnSync } from "node:child_process";

const STEPS = [
  ["suites", "test/run.mjs", "--long"],
  ["simulation", "test/simulation.mjs"],
  ["mutation", "test/mutation/run.mjs"],
  ["matrix", "test/matrix.mjs"],
  ["platforms", "test/platforms/run.mjs"],
  ["vite", "test/vite/run.mjs"],
];
const words = process.argv.slice(2);

const failed = STEPS.filter(([name]) => words.length === 0 || words.includes(name)).filter(([name, ...args]) => {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  console.log(`${name}: ${status === 0 ? "passed" : "failed"} in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  return status !== 0;
});
console.log(failed.length === 0 ? "all passed" : `failed: ${failed.map(([name]) => name).join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
