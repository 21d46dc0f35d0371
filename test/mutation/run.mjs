// Mutates the policy core and runs its tests against every mutant; see README.md. Usage: npm run mutation [-- file.js]
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const dist = join(root, "runtime/dist");
const folders = ["policy", "failover", "client", "around", "telemetry", "auth/oauth2"];
/** Suites that need processes of their own, or chance, or long. */
const leftOut = new Set(["exit", "property", "interleavings"]);

if (!existsSync(join(here, "node_modules"))) run("npm", ["ci", "--no-audit", "--no-fund"], here);
run(process.execPath, [join(root, "test/run.mjs"), "--build"], root);
run(join(root, "node_modules/.bin/tsc"), ["-b", "test"], root);

const { instrumented } = await import("./mutants.mjs");
const { check } = await import("./check.mjs");
const { report } = await import("./report.mjs");

const begun = Date.now();
const asked = process.argv.slice(2);
const mutated = asked.length > 0 ? asked : wholeCore();
// Mutants live in a copy: the suites import the runtime by its name, so the name has to lead to the mutated modules.
const folder = mkdtempSync(join(tmpdir(), "mutation-"));
const copy = join(folder, "copy");
try {
  for (const path of ["package.json", "runtime/package.json", "runtime/dist", ".build/test"]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  publishModules();
  linkModules();
  // With the documents beside it, as here, where there are any.
  symlinkSync(join(root, "..", "shared"), join(folder, "shared"));
  const mutants = await instrumented(mutated, join(copy, "runtime/dist"));
  const checked = await check(mutants, { worker: join(copy, "worker.mjs"), suites: suites() });
  const score = report(checked, (Date.now() - begun) / 1000);
  if (asked.length === 0 && score < 97) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** The entry points of the copy are its modules, not the files that are published. */
function publishModules() {
  const file = join(copy, "runtime/package.json");
  const { exports, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
  const moduleOf = ({ types }) => types.replace(".d.ts", ".js");
  const modules = Object.entries(exports).map(([name, target]) => [name, target.types ? moduleOf(target) : target]);
  writeFileSync(file, JSON.stringify({ ...manifest, exports: Object.fromEntries(modules) }));
}

/** What has code: some files are types alone. */
function wholeCore() {
  const policy = readdirSync(join(dist, "policy")).filter((name) => name.endsWith(".js"));
  const files = [...policy.map((name) => `policy/${name}`), "http/waits.js", "failover/rounds.js"];
  return files.filter((file) => /\b(function|class|const)\b/.test(readFileSync(join(dist, file), "utf8")));
}

function suites() {
  const model = existsSync(join(folder, "shared/policy-model")) ? ["contract/policy-model.test.js"] : [];
  const suites = folders.flatMap((each) =>
    readdirSync(join(copy, ".build/test/runtime", each))
      .filter((name) => name.endsWith(".test.js") && !leftOut.has(name.replace(".test.js", "")))
      .map((name) => join("runtime", each, name)),
  );
  return [...model, ...suites].map((suite) => join(copy, ".build/test", suite));
}

/** Ours instead of uvu; what it brings for comparing values stays. */
function linkModules() {
  const modules = join(root, "node_modules");
  mkdirSync(join(copy, "node_modules/@sdkwright"), { recursive: true });
  for (const name of readdirSync(modules).filter((entry) => !/^(@sdkwright|uvu|\..*)$/.test(entry))) {
    symlinkSync(join(modules, name), join(copy, "node_modules", name));
  }
  symlinkSync(join(copy, "runtime"), join(copy, "node_modules/@sdkwright/runtime"));
  const uvu = join(copy, "node_modules/uvu");
  cpSync(join(modules, "uvu"), uvu, { recursive: true });
  writeFileSync(join(uvu, "dist/index.mjs"), readFileSync(join(here, "collected-uvu.mjs")));
  cpSync(join(here, "worker.mjs"), join(copy, "worker.mjs"));
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
