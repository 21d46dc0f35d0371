// Installs, builds, checks and tests; see CONTRIBUTING.md. Usage: node test/run.mjs [--build | --demo | filter]
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { filesUnder, runSuites, summary } from "./suites.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const argument = process.argv[2];

install();
build();
if (argument === "--demo") demo();
else if (argument !== "--build") process.exitCode = await test(argument);

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

async function test(filter) {
  removeOrphans();
  tsc("-b", "test", "examples");
  if (filter === undefined) {
    bin("lint", "oxlint", ["--type-aware", "--quiet"]);
    bin("format", "prettier", [
      "--check",
      "--cache",
      "--cache-location",
      ".build/prettier-cache",
      "--log-level",
      "warn",
      ".",
    ]);
  }
  const files = filesUnder(".build/test").filter((file) => file.endsWith(".test.js") && file.includes(filter ?? ""));
  const totals = await runSuites(files);
  console.log(summary(totals));
  return totals.failed === 0 ? 0 : 1;
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
