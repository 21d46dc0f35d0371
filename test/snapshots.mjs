// Writes generated-snapshots/ again; review the diff. Usage: npm run snapshots
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
run(process.execPath, "test/run.mjs", "--build");
run(join("node_modules", ".bin", "tsc"), "-b", "test");
run(process.execPath, ".build/test/generator/snapshots/update.js");
run(process.execPath, ".build/test/generator/diff/update-changes.js");

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
