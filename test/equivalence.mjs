// Compares what `diff` says with what the compiler says, for many random edits of random projects.
// Usage: node test/equivalence.mjs [edits] [first seed]
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [edits = "500", seed = "1"] = process.argv.slice(2);
const env = { ...process.env, SDKWRIGHT_EDITS: edits, SDKWRIGHT_SEED: seed };
const run = join(dirname(fileURLToPath(import.meta.url)), "run.mjs");
process.exitCode =
  spawnSync(process.execPath, [run, "generator/equivalence/equivalence"], { stdio: "inherit", env }).status ?? 1;
