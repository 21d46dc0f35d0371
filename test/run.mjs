// Installs, builds, checks and tests; see CONTRIBUTING.md.
// Usage: node test/run.mjs [--build | --demo] [--fast] [--name "words of a test"] [words of a path ..]
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { filesUnder, runSuites, summary } from "./suites.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
/** What takes most of the time: web servers, simulations, compilers, bundlers, processes that are killed, inputs of many megabytes. */
const SLOW = ["servers/", "simulation/", "compile/", "budgets/", "faults/", "equivalence", "watch/", "hostile/"];
const { values: given, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    build: { type: "boolean" },
    demo: { type: "boolean" },
    fast: { type: "boolean" },
    name: { type: "string" },
  },
});

install();
build();
if (given.demo) demo();
else if (!given.build) process.exitCode = await test();

function install() {
  const stamp = join("node_modules", ".sdkwright-install");
  const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  run("install", "npm", ["ci", "--no-audit", "--no-fund"]);
  writeFileSync(stamp, wanted);
}

/** Compiled tests whose source is gone would still run. */
function removeOrphans() {
  for (const compiled of filesUnder(".build/test").filter((file) => file.endsWith(".js"))) {
    const source = join("test", relative(".build/test", compiled)).replace(/\.js$/, ".ts");
    if (!existsSync(source)) rmSync(compiled);
  }
}

function build() {
  mkdirSync(".build", { recursive: true });
  tsc("-b", "runtime");
  script("runtime/scripts/build.mjs");
  tsc("-b", "generator");
  script("generator/scripts/build.mjs");
}

/** Every example: its SDK is generated from its JSON, compiled with its main.ts, and run. */
function demo() {
  const examples = readdirSync("examples", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of examples)
    run(`generate ${name}`, process.execPath, [join(root, "generator", "dist", "bin.js")], join("examples", name));
  tsc("-b", "examples");
  for (const { name } of examples) {
    console.log(`\n=== examples/${name}`);
    run(name, process.execPath, [join(".build", "examples", name, "main.js")]);
  }
}

async function test() {
  removeOrphans();
  tsc("-b", "test", "examples");
  if (isWhole()) checkStyle();
  const totals = await runSuites(filesUnder(".build/test").filter(isAsked), { name: given.name });
  console.log(summary(totals));
  return totals.failed === 0 ? 0 : 1;
}

function isWhole() {
  return words.length === 0 && !given.fast && given.name === undefined;
}

/** Whether a file has tests that were asked for; without words all have. */
function isAsked(file) {
  if (!file.endsWith(".test.js")) return false;
  if (given.fast && SLOW.some((part) => file.includes(part))) return false;
  return words.length === 0 || words.some((word) => file.includes(word));
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

function run(label, command, args, folder = ".") {
  const { status } = spawnSync(command, args, { stdio: "inherit", cwd: folder });
  if (status === 0) return;
  console.log(`\n${label} failed\n0 passed, 1 failed`);
  process.exit(1);
}
