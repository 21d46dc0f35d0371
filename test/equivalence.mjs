// Compares what `diff` says with what the compiler says, for many random edits of random projects and OpenAPI documents.
// Usage: node test/equivalence.mjs [edits] [first seed]
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [edits = "500", seed = "1"] = process.argv.slice(2);
const env = { ...process.env, SDKWRIGHT_EDITS: edits, SDKWRIGHT_SEED: seed };

run(process.execPath, "test/run.mjs", "--build");
run(join("node_modules", ".bin", "tsc"), "-b", "test");
run(process.execPath, ".build/test/generator/equivalence/equivalence.test.js");
run(process.execPath, ".build/test/generator/equivalence/operations/operations.test.js");
run(process.execPath, ".build/test/generator/equivalence/requests/requests.test.js");

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: "inherit", cwd: root, env });
  if (status !== 0) process.exit(status ?? 1);
}
