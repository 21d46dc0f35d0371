import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("a runtime whose late modules are a second copy");

/** What can tell copies apart: what fails, what follows from it, and what is loaded late. */
const SUITES = [
  "policy/retry",
  "policy/retries",
  "failover/failover",
  "failover/use-case",
  "failover/validate",
  "auth/digest/entry-point",
  "auth/oauth2/failures",
  "policy/first-attempt",
  "testing/records",
  "testing/schemes",
  "telemetry/opentelemetry",
];

const register = new URL("../runtime/copies/register.js", import.meta.url).href;

function run(file: URL): Promise<{ readonly status: number | null; readonly output: string }> {
  const env = { ...process.env, FORCE_COLOR: "0" };
  const child = spawn(process.execPath, ["--import", register, fileURLToPath(file)], { env });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, output })));
}

for (const name of SUITES) {
  test(`${name}: the same as with one copy`, async () => {
    const { status, output } = await run(new URL(`../runtime/${name}.test.js`, import.meta.url));
    assert.is(status, 0, output);
    const [passed, total] = ["Passed", "Total"].map((word) => new RegExp(`${word}: +(\\d+)`).exec(output)?.[1]);
    assert.ok(Number(total) > 0 && passed === total, output);
  });
}

test.run();
