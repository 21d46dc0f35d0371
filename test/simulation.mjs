// Runs the shapes of failure on the runtime, beside a plain retry.
// Usage: npm run simulation [-- model-7 | h | o | x .. | regular | random]; `-- docs` writes the figures of BENCHMARKS.md.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
run(process.execPath, "test/run.mjs", "--build");
run(join("node_modules", ".bin", "tsc"), "-b", "test");
// Most of what is made in a call is garbage at its end.
run(process.execPath, "--max-semi-space-size=64", ".build/test/simulation/main.js", ...process.argv.slice(2));
if (process.argv[2] === undefined) {
  process.env.SDKWRIGHT_LONG = "1";
  run(process.execPath, ".build/test/long/sockets.test.js");
  run(process.execPath, ".build/test/runtime/policy/property.test.js");
}
if (process.argv[2] === "docs") run(join("node_modules", ".bin", "prettier"), "--write", "BENCHMARKS.md");

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
