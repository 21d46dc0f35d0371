// The page of `sdkwright report` as people meet it: in Chromium, on a phone and on a desk, light and dark, by keyboard, on
// paper, before axe-core. What needs no browser stands in test/generator/simulate/report.
// Usage: npm run test:report [-- --keep <folder>], which keeps pages and screenshots.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { browserPath, installBrowsers } from "../browsers.mjs";
import { installOnce } from "../install.mjs";
import { makePages } from "./make-pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const { keep } = parseArgs({ options: { keep: { type: "string" } } }).values;

installBrowsers("chromium");
const chromium = browserPath("chromium");
if (chromium === undefined) console.log("skipped: no Chromium; install it, or name it with CHROME_PATH");
else await main(chromium);

async function main(executable) {
  installOnce(here);
  must(process.execPath, ["test/run.mjs", "--build"]);
  const { checkPages } = await import("./check-page.mjs");
  const folder = keep ?? mkdtempSync(join(tmpdir(), "sdkwright-report-"));
  mkdirSync(folder, { recursive: true });
  try {
    const pages = makePages(folder);
    const { passed, failed } = await checkPages(pages, executable, keep);
    console.log(`report: ${String(passed)} passed, ${String(failed)} failed`);
    process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function must(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
