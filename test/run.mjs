// Installs, builds, checks and tests; see CONTRIBUTING.md. Usage: node test/run.mjs [--build | --demo | filter]
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

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
    bin("format", "prettier", ["--check", "--log-level", "warn", "."]);
  }
  const files = filesUnder(".build/test").filter((file) => file.endsWith(".test.js") && file.includes(filter ?? ""));
  const totals = { passed: 0, failed: 0, skipped: 0 };
  await inParallel(files, async (file) => add(totals, file, await runSuite(file)));
  if (totals.passed === 0) totals.failed += 1;
  const { passed, failed, skipped } = totals;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return failed === 0 ? 0 : 1;
}

/** A file that ends without uvu's summary did not run its suites: that is a failure of its own. */
function add(totals, file, { output, status }) {
  const figure = (name) => Number(new RegExp(`^\\s*${name}:\\s+(\\d+)`, "m").exec(output)?.[1] ?? 0);
  const [total, passed, skipped] = [figure("Total"), figure("Passed"), figure("Skipped")];
  const failed = Math.max(total - passed, total + skipped === 0 || status !== 0 ? 1 : 0);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  const notes = output.split("\n").filter((line) => line.startsWith("skipped:"));
  if (failed > 0) console.log(`\n✗ ${file}\n${output}`);
  else console.log(`✓ ${file} (${passed})`);
  for (const note of notes) console.log(`  ${note}`);
}

function runSuite(file) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { env: { ...process.env, FORCE_COLOR: "0" }, timeout: 600_000 });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("close", (status) => resolve({ output, status: status ?? 1 }));
  });
}

async function inParallel(items, task) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
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
