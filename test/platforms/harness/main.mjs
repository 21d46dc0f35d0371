// Runs the cases that were asked for, one after the other.
import { dirname } from "node:path";
import { installBrowsers, withoutBrowser } from "../../browsers.mjs";
import { cases } from "../cases/index.mjs";
import { startServer } from "../server/server.mjs";
import { run } from "./processes.mjs";
import { pack, platforms } from "./project.mjs";
import { print, progress, secondsSince } from "./terminal.mjs";

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const asked = cases.filter(({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word)));

if (asked.length > 0) await main();
else {
  print(
    `no platform has one of these words in its name: ${words.join(" ")}\n  ${cases.map(({ name }) => name).join("\n  ")}`,
  );
  process.exitCode = 3;
}

async function main() {
  installBrowsers(...new Set(asked.flatMap(({ browser, wantsBrowser = [] }) => browser ?? wantsBrowser)));
  progress("building the packages");
  await run([process.execPath, "test/run.mjs", "--build"], { cwd: dirname(dirname(platforms)) });
  await pack();
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const server = await startServer();
  for (const each of asked) totals[await verdict(each, server)] += 1;
  server.close();
  const { passed, failed, skipped } = totals;
  print(`${String(passed)} passed, ${String(failed)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ""}`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

async function verdict({ name, browser, missing = () => browser && withoutBrowser(browser), test }, server) {
  const reason = missing();
  if (reason !== undefined) {
    print(`skipped: ${name}, because ${reason}`);
    return "skipped";
  }
  const begin = performance.now();
  progress(name);
  try {
    await test(server);
    print(`✓ ${name} ${secondsSince(begin)}`);
    return "passed";
  } catch (error) {
    print(`\n✗ ${name} ${secondsSince(begin)}\n${error.message.slice(-8000)}\n`);
    return "failed";
  }
}
