// Browsers as they stand on this machine; on Debian, as root, they are installed where they are missing.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const LIBRARIES = "/usr/lib/x86_64-linux-gnu";

/** Where each is looked for, and Debian's packages that bring it. WebKit, Safari's engine, wants a screen. */
const BROWSERS = {
  chromium: {
    places: () => [process.env.CHROME_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
    packages: ["chromium"],
  },
  firefox: { places: () => ["/usr/bin/firefox-esr", "/usr/bin/firefox"], packages: ["firefox-esr"] },
  webkit: {
    places: () => (existsSync("/usr/bin/xvfb-run") ? miniBrowsers() : []),
    packages: ["webkit2gtk-driver", "xvfb", "xauth"],
  },
};

function miniBrowsers() {
  if (!existsSync(LIBRARIES)) return [];
  const folders = readdirSync(LIBRARIES).filter((name) => name.startsWith("webkit2gtk-4"));
  return folders.map((name) => join(LIBRARIES, name, "MiniBrowser"));
}

/** Its executable, or undefined. */
export function browserPath(name) {
  return BROWSERS[name].places().find((path) => path !== undefined && existsSync(path));
}

/** Why no page can be opened in it here, or undefined. */
export function withoutBrowser(name) {
  if (browserPath(name) !== undefined) return undefined;
  const where = name === "chromium" ? ", or name it with CHROME_PATH" : "";
  return `there is no ${name}: install it (on Debian, as root, this command does it)${where}`;
}

/** Leaves machines alone that are not Debian, or not ours to change. */
export function installBrowsers(...names) {
  const missing = names.filter((name) => browserPath(name) === undefined);
  if (missing.length === 0 || !existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const packages = missing.flatMap((name) => BROWSERS[name].packages);
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]])
    spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "inherit", "inherit"], env });
}
