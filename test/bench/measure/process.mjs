import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const preload = fileURLToPath(new URL("usage.cjs", import.meta.url));

/**
 * Runs `node ...args` to its end. `wall` and `cpu` (user and system) in ms, `rss` (the largest resident set) in bytes,
 * whatever it wrote to stdout in `output`.
 */
export function runNode(args, { cwd, env = {} } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, ["--require", preload, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", CI: "", ...env },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const text = child.stdio.slice(1).map(collect);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      const wall = performance.now() - started;
      const [output, errors, usage] = text.map((read) => read());
      if (status === 0) resolve({ wall, ...JSON.parse(usage), output });
      else reject(new Error(`node ${args.join(" ")} ended with ${status}\n${output}${errors}`));
    });
  });
}

function collect(stream) {
  const chunks = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
