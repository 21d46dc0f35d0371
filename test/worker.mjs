// Runs files of uvu suites one after another in this process, as the parent asks for them; see suites.mjs.
globalThis.UVU_DEFER = 1;
globalThis.UVU_QUEUE = [[]];

const write = process.stdout.write;
let output = "";

process.on("message", async (file) => {
  output = "";
  process.stdout.write = process.stderr.write = capture;
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const totals = await runFile(file);
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write = process.stderr.write = write;
  process.send({ ...totals, output, seconds: (performance.now() - begin) / 1000, cpu: (user + system) / 1e6 });
});

process.on("disconnect", () => process.exit());

/** The output of a file belongs to its line in the report. What ends the process goes to the parent by itself. */
function capture(chunk, ...rest) {
  output += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  rest.find((each) => typeof each === "function")?.();
  return true;
}

/** A file without a suite that was run has a failure of its own: uvu passes a suite without `.run()` in silence. */
async function runFile(file) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  globalThis.UVU_QUEUE[0].length = 0;
  try {
    await import(file);
    if (globalThis.UVU_QUEUE[0].length === 0) throw new Error("no suite of this file is run");
    for (const run of globalThis.UVU_QUEUE[0]) {
      const [errors, passed, skipped, total] = await run();
      if (typeof errors === "string") output += `\n${errors}\n`;
      totals.passed += passed;
      totals.failed += total - passed;
      totals.skipped += skipped;
    }
  } catch (error) {
    output += `\n${error?.stack ?? String(error)}\n`;
    totals.failed += 1;
  }
  return totals;
}
