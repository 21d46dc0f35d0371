// The Vite plugin in three majors of Vite, which are installed here and nowhere else.
// Usage: npm run test:vite [-- 8]
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "../install.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const MAJORS = ["6", "7", "8"];
const majors = process.argv.length > 2 ? process.argv.slice(2) : MAJORS;

installOnce(here);
must(process.execPath, ["test/run.mjs", "--build"], dirname(dirname(here)));
const work = join(here, ".work");
rmSync(work, { recursive: true, force: true });
const { buildTests } = await import("./builds.mjs");
const { devTests } = await import("./dev.mjs");
const { typeTests } = await import("./types.mjs");
const totals = { passed: 0, failed: 0 };
for (const major of majors) {
  for (const [name, test] of [...typeTests, ...buildTests, ...devTests])
    await run(`Vite ${major}: ${String(name)}`, major, test);
}
rmSync(work, { recursive: true, force: true });
console.log(`${String(totals.passed)} passed, ${String(totals.failed)} failed`);
// On a busy machine a server of Vite once left something open after it was closed, and the run did not end.
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);

async function run(name, major, test) {
  const folder = join(work, String(totals.passed + totals.failed));
  try {
    await test({ folder, major, here });
    totals.passed += 1;
    console.log(`✓ ${name}`);
  } catch (error) {
    totals.failed += 1;
    console.log(`✗ ${name}\n${error instanceof Error ? error.stack : String(error)}`);
  }
}

function must(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
