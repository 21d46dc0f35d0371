// Installs, builds, checks and tests; see CONTRIBUTING.md.
// Usage: node test/run.mjs [--build] [--fast | --long] [--shuffle] [--name "words of a test"] [words of a path ..]
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { filesUnder, runSuites, summary } from "./suites.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
/** Folders of tests that `npm test` leaves to commands of their own. */
const APART = ["test/contract/", "test/long/", "test/servers/", "test/simulation/"];
/** Files of half a second and more, by their paths: `npm run test:fast` leaves them out. */
const SLOW = readFileSync("test/slow.txt", "utf8").trim().split("\n");
const times = join(".build", "test-times.json");
const { values: given, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    build: { type: "boolean" },
    fast: { type: "boolean" },
    long: { type: "boolean" },
    shuffle: { type: "boolean" },
    name: { type: "string" },
  },
});
/** The command that is run whole; parts of one are timed by nobody. */
const group = given.fast ? "fast" : given.long ? "long" : words.join() === "contract/" ? "contract" : "test";
const isWhole = given.name === undefined && (words.length === 0 || group === "contract");

if (given.long) process.env.SDKWRIGHT_LONG = "1";
install();
build();
if (!given.build) process.exitCode = await test();

function install() {
  const stamp = join("node_modules", ".sdkwright-install");
  const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  // After a plain `npm ci` there is what npm noted of it, and nothing is left to do.
  if (!isInstalled()) run("install", "npm", ["ci", "--no-audit", "--no-fund"]);
  writeFileSync(stamp, wanted);
}

/** Whether node_modules has what the lock file says, by npm's own note of what it installed. */
function isInstalled() {
  const note = join("node_modules", ".package-lock.json");
  if (!existsSync(note)) return false;
  const versions = (file) =>
    Object.entries(JSON.parse(readFileSync(file, "utf8")).packages)
      .filter(([path, { link, optional }]) => path.startsWith("node_modules/") && !link && !optional)
      .map(([path, { version }]) => `${path}@${version}`)
      .join();
  return versions(note) === versions("package-lock.json");
}

function build() {
  mkdirSync(".build", { recursive: true });
  script("runtime/scripts/generate-formats.mjs");
  tsc("-b", "runtime");
  script("runtime/scripts/build.mjs");
  tsc("-b", "generator");
  script("generator/scripts/build.mjs");
}

/** Compiled tests whose source is gone would still run. */
function removeOrphans() {
  for (const compiled of filesUnder(".build/test").filter((file) => file.endsWith(".js"))) {
    const source = join("test", relative(".build/test", compiled)).replace(/\.js$/, ".ts");
    if (!existsSync(source)) rmSync(compiled);
  }
}

async function test() {
  const begin = performance.now();
  removeOrphans();
  tsc("-b", "test", "examples");
  if (isWhole && group === "test") checkStyle();
  const files = filesUnder(".build/test").filter(isAsked);
  if (files.some((file) => file.includes("/contract/")) && !existsSync("../shared/corpus"))
    fail("the contract", "test/contract reads the documents in ../shared, which are not beside this checkout");
  const { files: seconds, cpu, ...totals } = await runSuites(inOrder(files), { name: given.name });
  if (isWhole) keepTimes({ seconds: (performance.now() - begin) / 1000, cpu, ...totals, files: seconds });
  console.log(summary(totals));
  return totals.failed === 0 ? 0 : 1;
}

/** Without words, the files of the command; with words, all whose path contains one of them. */
function isAsked(file) {
  const has = (part) => file.includes(part);
  if (!file.endsWith(".test.js")) return false;
  if (words.length > 0) return words.some((word) => file.includes(word.replace(/\.ts$/, "")));
  if (given.long) return !["test/contract/", "test/servers/"].some(has);
  return ![...APART, ...(given.fast ? SLOW : [])].some(has);
}

/** What took longest the last time comes first, so that no process works alone at the end. */
function inOrder(files) {
  const seed = given.shuffle ? Math.floor(Math.random() * 2 ** 31) : undefined;
  if (seed !== undefined) console.log(`shuffled, a file beside others each time (${seed})`);
  const last = existsSync(times) ? (JSON.parse(readFileSync(times, "utf8"))[group]?.files ?? {}) : {};
  const rank = (file) =>
    seed === undefined ? -(last[file] ?? 0) : createHash("sha256").update(`${seed}${file}`).digest().readUInt32BE();
  return [...files].sort((a, b) => rank(a) - rank(b));
}

/** For `npm run totals`. */
function keepTimes(run) {
  const all = existsSync(times) ? JSON.parse(readFileSync(times, "utf8")) : {};
  writeFileSync(times, JSON.stringify({ ...all, [group]: run }));
}

function checkStyle() {
  bin("lint", "oxlint", ["--type-aware", "--quiet"]);
  const cache = ["--cache", "--cache-location", ".build/prettier-cache"];
  bin("format", "prettier", ["--check", ...cache, "--log-level", "warn", "."]);
}

function tsc(...args) {
  bin(`tsc ${args.join(" ")}`, "tsc", args);
}

function script(file) {
  if (existsSync(file)) run(file, process.execPath, [file]);
}

function bin(label, name, args) {
  run(label, join("node_modules", ".bin", name), args);
}

function run(label, command, args) {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) fail(label, "failed");
}

function fail(label, message) {
  console.log(`\n${label}: ${message}\n0 passed, 1 failed`);
  process.exit(1);
}
