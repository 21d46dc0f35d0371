#!/usr/bin/env node
import { run } from "./cli/run.js";

const args = process.argv.slice(2);
try {
  process.exitCode = await run(args);
} catch (error) {
  const { internalErrorText } = await import("./cli/internal-error.js");
  process.stderr.write(internalErrorText(error, args.includes("--verbose")));
  process.exitCode = 70;
}
