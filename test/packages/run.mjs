// What an installation brings, and what others say of the packages as they are published: publint of the tarballs, arethetypeswrong of how their types
// resolve. Both are installed here and nowhere else. And that the documents of running servers come to an answer with nothing edited.
// Usage: npm run test:packages
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "../install.mjs";
import { comesToAnswers } from "./live.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const bin = (name) => join(here, "node_modules/.bin", name);

/** A little more than the present size, of which the manual is 0.4 MB: growth is to be seen. */
const MOST_INSTALLED = { packages: 36, megabytes: 19.6 };

installOnce(here);
must(process.execPath, ["test/run.mjs", "--build"]);
const tarballs = mkdtempSync(join(tmpdir(), "sdkwright-packages-"));
try {
  must("npm", ["pack", "--silent", "--pack-destination", tarballs, "-w", "runtime", "-w", "generator"]);
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  const verdicts = [
    isLight(files),
    await comesToAnswers(files),
    ...files.flatMap((file) => [
      judge(bin("publint"), [file, "--strict"]),
      judge(bin("attw"), [file, ...attwOptions(file), "--format", "ascii", "--no-emoji"]),
    ]),
  ];
  const failed = verdicts.filter((isFine) => !isFine).length;
  console.log(`packages: ${String(verdicts.length - failed)} passed, ${String(failed)} failed`);
  process.exitCode = files.length === 2 && failed === 0 ? 0 : 1;
} finally {
  rmSync(tarballs, { recursive: true, force: true });
}

/** What the packages bring into node_modules: packages, and megabytes of files. */
function isLight(tarballs) {
  const folder = mkdtempSync(join(tmpdir(), "sdkwright-installed-"));
  try {
    writeFileSync(join(folder, "package.json"), "{}");
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    must("npm", ["install", ...options, "--prefix", folder, ...tarballs]);
    const files = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true });
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? lengthOf(file) : 0), 0);
    const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
    const packages = Object.keys(lock.packages).length - 1;
    const megabytes = bytes / 1_000_000;
    console.log(`installed: ${String(packages)} packages, ${megabytes.toFixed(1)} MB`);
    return packages <= MOST_INSTALLED.packages && megabytes <= MOST_INSTALLED.megabytes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lengthOf({ parentPath, name }) {
  return statSync(join(parentPath, name)).size;
}

/** Both are ES modules alone, which Node loads by `require`. TypeScript finds the runtime without `exports` too (node10). */
function attwOptions(tarball) {
  return tarball.includes("sdkwright-runtime") ? ["--ignore-rules", "cjs-resolves-to-esm"] : ["--profile", "esm-only"];
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
