// Chromium, as it stands on this machine; on Debian, as root, it is installed where it is missing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Its executable, or undefined. */
export function chromiumPath() {
  return [process.env.CHROME_PATH, ...PLACES].find((path) => path !== undefined && existsSync(path));
}

/** Leaves machines alone that are not Debian, or not ours to change. */
export function installChromium() {
  if (chromiumPath() !== undefined || !existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]])
    spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "inherit", "inherit"], env });
}
