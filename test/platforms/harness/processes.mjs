// Processes of others: what they say is shown where they fail.
import { spawn } from "node:child_process";

const LIMIT = 300_000;
/** As in CI, and without telemetry. */
const QUIET = {
  CI: "1",
  NO_COLOR: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  DENO_NO_UPDATE_CHECK: "1",
  DO_NOT_TRACK: "1",
};

/** Resolves to what was printed on standard output; rejects with all of it where the process fails. */
export function run([command, ...args], { cwd, env = {}, mayFail = false } = {}) {
  const child = start([command, ...args], { cwd, env });
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      if (status === 0 || mayFail) return resolve(mayFail ? stdout + stderr : stdout);
      reject(new Error(`${command} ${args.join(" ")} ended with ${String(status)}\n${stdout}${stderr}`));
    });
  });
}

/** A process that goes on; `kill` ends it. */
export function start([command, ...args], { cwd, env = {}, detached = false } = {}) {
  const options = { cwd, detached, env: { ...process.env, ...QUIET, ...env }, stdio: ["ignore", "pipe", "pipe"] };
  return spawn(command, args, options);
}
