// Writes generated-snapshots/ and the examples' code again; review the diff. Usage: npm run snapshots
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
run(process.execPath, "test/run.mjs", "--build");
run(join("node_modules", ".bin", "tsc"), "-b", "test");
run(process.execPath, ".build/test/generator/snapshots/update.js");
run(process.execPath, ".build/test/generator/diff/update-changes.js");
const cli = join(process.cwd(), "generator", "dist", "bin.js");
for (const name of readdirSync("examples")) {
  const folder = join("examples", name);
  if (existsSync(join(folder, "client"))) runIn(folder, process.execPath, cli, "generate");
}

function run(command, ...args) {
  runIn(".", command, ...args);
}

function runIn(cwd, command, ...args) {
  const { status } = spawnSync(command, args, { stdio: "inherit", cwd });
  if (status !== 0) process.exit(1);
}
