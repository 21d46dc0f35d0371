// Runs the tests against Apache, lighttpd and nginx. On Debian, as root, it installs them where they are missing.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = ["apache2", "apache2-utils", "lighttpd", "nginx-light"];
const binaries = ["/usr/sbin/apache2", "/usr/sbin/lighttpd", "/usr/sbin/nginx"];

if (missing().length > 0) install();
// With this set, a server that is not there is a failure instead of a skipped suite.
const env = { ...process.env, SDKWRIGHT_SERVERS: "required" };
const run = join(dirname(fileURLToPath(import.meta.url)), "run.mjs");
process.exitCode = spawnSync(process.execPath, [run, "test/servers/"], { stdio: "inherit", env }).status ?? 1;

function missing() {
  return binaries.filter((binary) => !existsSync(binary));
}

function install() {
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0) {
    fail(`${missing().join(", ")} not found; install ${packages.join(" ")} (on Debian, as root, this script does it)`);
  }
  const before = daemons();
  const shims = mkdtempSync(join(tmpdir(), "sdkwright-apt-"));
  try {
    apt(["update", "-qq"]);
    apt(["install", "-y", "-qq", "--no-install-recommends", "-o", `DPkg::Path=${withoutStarting(shims)}`, ...packages]);
  } finally {
    rmSync(shims, { recursive: true, force: true });
    // The tests start servers of their own; what the packages may have started in spite of the shims is ended.
    for (const [pid] of daemons().filter(([pid]) => !before.some(([known]) => known === pid))) process.kill(pid);
  }
  if (missing().length > 0) fail(`${missing().join(", ")} not found after installing`);
}

/** A PATH on which the commands that packages start their daemon with do nothing. */
function withoutStarting(folder) {
  for (const command of ["invoke-rc.d", "deb-systemd-invoke"]) {
    writeFileSync(join(folder, command), "#!/bin/sh\nexit 0\n");
    chmodSync(join(folder, command), 0o755);
  }
  return `${folder}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
}

/** Processes that run one of the binaries, as [pid, binary]. */
function daemons() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), executable(name)])
    .filter(([, binary]) => binaries.includes(binary));
}

function executable(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync("apt-get", args, { stdio: ["ignore", "inherit", "inherit"], env });
  if (status !== 0) fail(`apt-get ${args[0]} failed`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
