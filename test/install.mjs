// Installs the packages of a folder of tests that has its own lock file, once per lock file.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Stops the process where npm fails; what npm says is shown. `npm ci` refuses a lock file that lacks packages of other
 * platforms, which the registry did not have when it was made; `npm install` takes the versions of the lock too.
 */
export function installOnce(folder) {
  const stamp = join(folder, "node_modules", ".installed");
  const wanted = readFileSync(join(folder, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error"];
  const options = { cwd: folder, stdio: ["ignore", 2, 2] };
  const { status } = spawnSync("npm", ["install", "--no-save", ...quiet], options);
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
}
