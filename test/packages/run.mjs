// What others say of the packages as they are published: publint of the tarballs, arethetypeswrong of how their types
// resolve. Both are installed here and nowhere else.
// Usage: npm run test:packages
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const bin = (name) => join(here, "node_modules/.bin", name);

install();
must(process.execPath, ["test/run.mjs", "--build"]);
const tarballs = mkdtempSync(join(tmpdir(), "sdkwright-packages-"));
try {
  must("npm", ["pack", "--silent", "--pack-destination", tarballs, "-w", "runtime", "-w", "generator"]);
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  const verdicts = files.flatMap((file) => [
    judge(bin("publint"), [file, "--strict"]),
    // The packages are ECMAScript modules alone: what `require` of them means, Node says and not attw.
    judge(bin("attw"), [file, "--profile", "esm-only", "--format", "ascii", "--no-emoji"]),
  ]);
  const failed = verdicts.filter((isFine) => !isFine).length;
  console.log(`packages: ${String(verdicts.length - failed)} passed, ${String(failed)} failed`);
  process.exitCode = files.length === 2 && failed === 0 ? 0 : 1;
} finally {
  rmSync(tarballs, { recursive: true, force: true });
}

/** Once per lock file. */
function install() {
  const stamp = join(here, "node_modules", ".installed");
  const wanted = readFileSync(join(here, "package-lock.json"), "utf8");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  must("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", here]);
  writeFileSync(stamp, wanted);
}

/** What a judge says is shown where it finds something. */
function judge(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) console.log(`${command}\n${stdout}${stderr}`);
  return status === 0;
}

function must(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
